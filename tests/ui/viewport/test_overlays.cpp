// SPDX-License-Identifier: GPL-3.0-or-later

// The scales and words over the surface.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/overlays.hpp"
#include "ui/words/number_text.hpp"

#include <QImage>
#include <QPainter>

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
        const int top = 400 - 12 - 180;   // of the scale
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

    /// The minimap is drawn over labels, so that they stand beside it.
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
        QTest::addColumn<double>("height");  // of the part below the picture
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
        const QRectF picture = Overlays::minimapPlace(surface);
        QRectF box;
        QImage image(200, 200, QImage::Format_RGB32);
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
            const LatticeVectors lattice{{0, 0}, {QPointF(100, 0), QPointF(0, 80)}, {movable, movable}};
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
    static void screenshot(const QImage& image) {
        const QString folder = qEnvironmentVariable("BURIN_SCREENSHOTS");
        if (!folder.isEmpty()) QVERIFY(image.save(folder + "/scale-estimated.png"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestOverlays)
#include "test_overlays.moc"
