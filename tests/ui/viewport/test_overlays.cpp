// SPDX-License-Identifier: GPL-3.0-or-later

// The scales and words over the surface.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"
#include "ui/viewport/overlays.hpp"
#include "ui/words/number_text.hpp"

#include <QFontMetricsF>
#include <QImage>
#include <QOpenGLFramebufferObject>
#include <QOpenGLPaintDevice>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace burin::ui {

class TestOverlays : public QObject {
    Q_OBJECT

  private slots:
    void theColourScaleSaysThatItsRangeIsEstimated() {
        Theme theme(ThemeChoice::dark);
        const auto drawn = [&](const QString& state) {
            QImage image(800, 400, QImage::Format_RGB32);
            image.fill(Qt::black);
            QPainter painter(&image);
            Overlays(painter, theme, image.size(), {}).colorScale({}, 40, state);
            return image;
        };
        const QImage certain = drawn({});
        const QImage estimated = drawn("estimated");
        const QImage blank = drawn(" ");  // has the place of the word, but no word
        const int top = 400 - 12 - 180;   // the upper end of the scale
        const QRect word(0, top - 14, 800, 20);
        QVERIFY(estimated.copy(word) != blank.copy(word));
        // The word is above the scale, which does not move.
        const QRect scale(0, top + 8, 800, 180 - 8);
        QVERIFY(estimated.copy(scale) == certain.copy(scale));
        QVERIFY(blank.copy(scale) == certain.copy(scale));
        screenshot(estimated);
    }

    /// In a low viewport, the labels of the scale keep their distance.
    void theColourScaleNeedsRoom_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("drawn");
        QTest::newRow("room for the word and the scale") << 166 << true;
        QTest::newRow("a pixel less") << 165 << false;
    }
    void theColourScaleNeedsRoom() {
        QFETCH(int, height);
        QFETCH(bool, drawn);
        Theme theme(ThemeChoice::dark);
        QImage image(800, height, QImage::Format_RGB32);
        image.fill(Qt::black);
        const QImage before = image;
        {
            QPainter painter(&image);
            Overlays(painter, theme, image.size(), {}).colorScale({}, 40, "estimated");
        }
        QCOMPARE(image != before, drawn);
    }

    void aMessageCoversNoReadout_data() {
        QTest::addColumn<QPointF>("at");
        QTest::newRow("in the middle") << QPointF(400, 200);
        QTest::newRow("above it") << QPointF(380, 160);
        QTest::newRow("below it") << QPointF(420, 230);
        QTest::newRow("at its left end") << QPointF(180, 195);
    }
    void aMessageCoversNoReadout() {
        QFETCH(QPointF, at);
        Theme theme(ThemeChoice::dark);
        const auto drawn = [&](bool probe, bool message) {
            QImage image(800, 400, QImage::Format_RGB32);
            image.fill(Qt::darkGray);
            QPainter painter(&image);
            Overlays overlays(painter, theme, image.size(), {});
            if (probe) overlays.crosshair(at, QStringList{"value 0.5000", "depth 20.00 µm"});
            if (message)
                overlays.message(
                    "Nothing feeds the surface. In the graph, press Tab to add a node, or drag a node's "
                    "output to the surface.",
                    false);
            return image;
        };
        const QImage plain = drawn(false, false);
        const QImage probe = drawn(true, false);
        const QImage both = drawn(true, true);
        QVERIFY(both != probe);
        for (int y = 0; y < plain.height(); ++y) {
            for (int x = 0; x < plain.width(); ++x) {
                if (probe.pixel(x, y) != plain.pixel(x, y)) QCOMPARE(both.pixel(x, y), probe.pixel(x, y));
            }
        }
        screenshot(both);
    }

    /// The minimap would cover a label below it.
    void aLabelStandsBesideTheMinimap() {
        Theme theme(ThemeChoice::dark);
        QRectF minimap;
        const auto drawn = [&](const QString& name) {
            QImage image(800, 400, QImage::Format_RGB32);
            image.fill(Qt::darkGray);
            QPainter painter(&image);
            const Viewpoint view;
            Overlays overlays(painter, theme, image.size(), view);
            minimap = overlays.minimapBox({0, 0, 100, 100}, areaText(100, 100));
            overlays.keepFree(minimap);
            const QPointF at = QPointF(60, 50) - view.toScreen({0, 0}, image.size());
            overlays.smallNode({at / view.scale, QSizeF(2, 2)}, name);
            return image;
        };
        const QImage dome = drawn("dome");
        const QImage other = drawn("hexagons of another name");
        const QRect covered = minimap.toAlignedRect();
        QVERIFY(dome != other);
        QVERIFY(dome.copy(covered) == other.copy(covered));  // only the ring
    }

    /// A size that is too long for one line has two.
    void theSizeKeepsItsDistanceFromTheBox_data() {
        QTest::addColumn<QString>("size");
        QTest::addColumn<double>("height");  // the height of the part below the picture
        QTest::newRow("one line") << areaText(20000, 20000) << 24.0;
        QTest::newRow("both sides have five characters") << areaText(12960, 7992) << 38.0;
        QTest::newRow("both sides have all digits") << areaText(123456, 654321) << 38.0;
        QTest::newRow("each side has its own unit") << areaText(1234560, 654321) << 38.0;
    }
    void theSizeKeepsItsDistanceFromTheBox() {
        QFETCH(QString, size);
        QFETCH(double, height);
        Theme theme(ThemeChoice::dark);
        const QRectF surface(0, 0, 100, 100);
        QImage image(200, 200, QImage::Format_RGB32);
        const QRectF picture = Overlays::minimapPlace(surface, image.size());
        QRectF box;
        image.fill(Qt::black);
        {
            QPainter painter(&image);
            Overlays overlays(painter, theme, image.size(), {});
            overlays.minimap(surface, {}, false, size);
            box = overlays.minimapBox(surface, size);
        }
        QCOMPARE(box.bottom() - picture.bottom(), height);
        QRect words;
        for (int y = picture.toAlignedRect().bottom() + 3; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (qGray(image.pixel(x, y)) > 100) words |= QRect(x, y, 1, 1);
            }
        }
        QVERIFY(!words.isEmpty());
        QVERIFY(box.adjusted(5, 0, -5, -3).contains(QRectF(words)));
    }

    /// The box ends 10 px beside the bar, or beside its length if that is longer.
    void theBoxOfTheScaleBarFitsIt() {
        const Theme theme(ThemeChoice::dark);
        constexpr int height = 400;
        for (const double scale : {1.0, 0.9, 0.6, 0.41}) {
            QImage image(800, height, QImage::Format_RGB32);
            image.fill(Qt::white);
            {
                QPainter painter(&image);
                Overlays(painter, theme, image.size(), {{}, scale}).scaleBar(1);
            }
            const auto extent = [&](int y, auto matches) {
                QRect found;
                for (int x = 0; x < image.width(); ++x) {
                    if (matches(qGray(image.pixel(x, y)))) found |= QRect(x, y, 1, 1);
                }
                return found;
            };
            const int middle = height - 12 - 18;
            const int bar = height - 12 - 10;
            const QRect box = extent(middle, [](int gray) { return gray < 255; });
            const QRect line = extent(bar, [](int gray) { return gray > 150 && gray < 255; });
            const double wanted = std::max(
                roundLength(104 / scale) * scale,
                QFontMetricsF(theme.numbers(12)).horizontalAdvance(lengthText(roundLength(104 / scale))));
            QCOMPARE(box.left(), 12);
            QVERIFY(std::abs(box.width() - 20 - wanted) <= 1);
            QVERIFY(std::abs((line.left() - box.left()) - (box.right() - line.right())) <= 1);
        }
    }

    /// In a low viewport the minimap is smaller, and in a lower one it is left out.
    void theMinimapEndsAboveTheScaleBar_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("whole");
        QTest::addColumn<bool>("there");
        QTest::newRow("high") << 400 << true << true;
        QTest::newRow("low") << 170 << false << true;
        QTest::newRow("lowest") << 100 << false << false;
    }
    void theMinimapEndsAboveTheScaleBar() {
        QFETCH(int, height);
        QFETCH(bool, whole);
        QFETCH(bool, there);
        const Theme theme(ThemeChoice::dark);
        const QRectF surface(0, 0, 100, 100);
        QImage image(800, height, QImage::Format_RGB32);
        image.fill(Qt::black);
        const QImage before = image;
        {
            QPainter painter(&image);
            Overlays overlays(painter, theme, image.size(), {});
            for (const QString& size : {areaText(20000, 20000), areaText(123456, 654321)}) {
                const QRectF box = overlays.minimapBox(surface, size);
                QCOMPARE(!box.isNull(), there);
                QVERIFY(box.bottom() + 8 <= Overlays::scaleBarBox(image.size()).top());
            }
            overlays.minimap(surface, {}, false, areaText(20000, 20000));
        }
        QCOMPARE(image != before, there);
        const QRectF picture = Overlays::minimapPlace(surface, image.size());
        QCOMPARE(picture.isNull(), !there);
        QCOMPARE(picture.width(), picture.height());
        QCOMPARE(picture.height() == 84, whole);
    }

    /// The strokes of the mark are a pixel wide. On a white surface, the box behind them is lightest.
    void theMarkOfTheBadgeIsBright_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void theMarkOfTheBadgeIsBright() {
        QFETCH(bool, dark);
        OffscreenGl gl;  // unlike a QImage, OpenGL can draw an icon between two pixels
        if (const QString why = gl.open(); !why.isEmpty()) QSKIP(qPrintable(why));
        Theme theme(dark ? ThemeChoice::dark : ThemeChoice::light);
        using State = PreviewProgress::State;
        for (const State state : {State::exact, State::refining}) {
            for (const double shift : {0.0, 0.25, 0.5, 0.75}) {
                QRectF badge;
                const QImage image = onWhite({300, 48}, [&](QPainter& painter) {
                    painter.setRenderHint(QPainter::SmoothPixmapTransform);  // as after the minimap is drawn
                    badge = Overlays(painter, theme, {300 - shift, 48}, {}).levelBadge(state, {});
                });
                const QRect mark = QRectF(badge.left() + 8, badge.top() + 2, 20, 20).toRect();
                const QColor ground = image.pixelColor(badge.center().toPoint().x(), mark.top());
                double best = 0;
                for (int y = mark.top(); y <= mark.bottom(); ++y) {
                    for (int x = mark.left(); x <= mark.right(); ++x)
                        best = std::max(best, contrast(image.pixelColor(x, y), ground));
                }
                QVERIFY2(best >= 4.5, qPrintable(QString("%1: %2").arg(stateText(state)).arg(best)));
            }
        }
    }

    /// The box behind them is the same in both themes, and so is what is written on it.
    void boxesOverTheSurfaceAreTheSameInBothThemes() {
        const auto drawn = [](ThemeChoice choice) {
            const Theme theme(choice);
            QImage image(800, 400, QImage::Format_RGB32);
            image.fill(Qt::darkGray);
            QPainter painter(&image);
            Overlays overlays(painter, theme, image.size(), {});
            overlays.levelBadge(PreviewProgress::State::refining, {"level 2"});
            overlays.message("no file", true);
            painter.end();
            return image;
        };
        const QImage light = drawn(ThemeChoice::light);
        QVERIFY(light == drawn(ThemeChoice::dark));
        // The mark of a message has its colour.
        bool red = false;
        for (int y = 150; y < 250; ++y) {
            for (int x = 0; x < 800; ++x) {
                const QColor ink = light.pixelColor(x, y);
                red = red || ink.red() > ink.blue() + 40;
            }
        }
        QVERIFY(red);
    }

    void vectorsEndInArrows_data() {
        QTest::addColumn<bool>("movable");
        QTest::newRow("a handle beyond the head") << true;
        QTest::newRow("formulas: the head alone") << false;
    }
    void vectorsEndInArrows() {
        QFETCH(bool, movable);
        Theme theme(ThemeChoice::dark);
        QImage image(400, 300, QImage::Format_RGB32);
        image.fill(Qt::black);
        {
            QPainter painter(&image);
            const std::array<bool, 2> formulas = {!movable, !movable};
            const LatticeVectors lattice{{0, 0}, {QPointF(100, 0), QPointF(0, 80)}, {formulas, formulas}};
            Overlays(painter, theme, image.size(), {}).lattice(lattice, {}, 1);
        }
        // The lattice begins in the middle, and a pixel shows one sample.
        const QPoint u(300, 150);
        const QPoint v(200, 230);
        const int back = movable ? 11 : 5;
        for (const int side : {-3, 3}) {
            QVERIFY(qGray(image.pixel(u + QPoint(-back, side))) > 150);
            QVERIFY(qGray(image.pixel(v + QPoint(side, -back))) > 150);
        }
        for (const QPoint& end : {u, v})
            QCOMPARE(image.pixelColor(end) == theme.color(Role::accentFill), movable);
    }

  private:
    /// The pixels that OpenGL draws over a white surface. \pre a context is current
    template <class Draw>
    static QImage onWhite(QSize size, Draw draw) {
        QOpenGLFramebufferObject target(size, QOpenGLFramebufferObject::CombinedDepthStencil);
        target.bind();
        QOpenGLPaintDevice device(size);
        QPainter painter(&device);
        painter.fillRect(QRect({0, 0}, size), Qt::white);
        draw(painter);
        painter.end();
        return target.toImage();
    }

    /// The contrast ratio of WCAG 2.2, 1 to 21.
    static double contrast(const QColor& one, const QColor& other) {
        const auto light = [](const QColor& color) {
            const auto linear = [](double part) {
                return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
            };
            return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
                   0.0722 * linear(color.blueF());
        };
        const auto [low, high] = std::minmax({light(one), light(other)});
        return (high + 0.05) / (low + 0.05);
    }

    static void screenshot(const QImage& image) {
        const QString folder = qEnvironmentVariable("BURIN_SCREENSHOTS");
        if (!folder.isEmpty()) QVERIFY(image.save(folder + "/scale-estimated.png"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestOverlays)
#include "test_overlays.moc"
