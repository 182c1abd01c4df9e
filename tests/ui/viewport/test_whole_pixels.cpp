// SPDX-License-Identifier: GPL-3.0-or-later

// A view of 100 % shows the surface's samples, also if it lies between the pixels of the screen.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <cmath>

namespace burin::ui {

namespace {

/// A different value at neighbouring positions, in steps of 1/255: 7 x + 31 y.
const char* const sampleSteps =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2000, height: 1600, full_depth: 51 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"mod(7 * x + 31 * y, 256) / 255\"}\n";

}  // namespace

class TestWholePixels : public QObject {
    Q_OBJECT

  private slots:
    void blocksBeginAtPixels_data() {
        QTest::addColumn<double>("scale");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<bool>("whole");
        QTest::addRow("100 %%") << 1.0 << 1.0 << true;
        QTest::addRow("100 %% of small pixels") << 0.5 << 2.0 << true;
        QTest::addRow("100 %% after many steps") << 1 + 3e-10 << 1.0 << true;
        QTest::addRow("300 %%") << 3.0 << 1.0 << true;
        QTest::addRow("a block of 4 samples per pixel") << 0.25 << 1.0 << true;
        QTest::addRow("uneven squares") << 1.4 << 1.0 << false;
        QTest::addRow("smoothed") << 0.8 << 1.0 << false;
        QTest::addRow("as far away as possible") << 1e-12 << 1.0 << false;
    }

    /// The drawing moves only if each block covers a whole number of pixels, and by half a pixel at most.
    void blocksBeginAtPixels() {
        QFETCH(double, scale);
        QFETCH(double, ratio);
        QFETCH(bool, whole);
        const double each = scale * ratio;
        const double block = std::exp2(Viewpoint::level(each));
        for (const QSizeF pixels : {QSizeF(775, 775), QSizeF(774, 1001)}) {
            for (const QPointF centre : {QPointF(1000, 1000.5), QPointF(0.25, -17.75),
                                         QPointF(1999999.5, 1e6 + 0.3), QPointF(1000.5 + 1e-9, 7 - 1e-9)}) {
                const Viewpoint view{centre, scale};
                const Viewpoint drawn = view.onWholePixels(pixels, ratio);
                QCOMPARE(drawn == view, !whole || drawn.centre == centre);
                if (!whole) continue;
                QCOMPARE(drawn.scale, scale);
                const QPointF moved = (drawn.centre - centre) * each;
                QVERIFY(std::abs(moved.x()) < 0.5001 && std::abs(moved.y()) < 0.5001);
                const double first = std::floor(centre.x() / block) * block;
                const double x = (first - drawn.centre.x()) * each + pixels.width() / 2;
                QVERIFY2(std::abs(x - std::round(x)) < 1e-6, qPrintable(QString::number(x)));
                QCOMPARE(drawn.onWholePixels(pixels, ratio), drawn);
            }
        }
    }

    void aViewBetweenPixelsShowsSamples_data() {
        QTest::addColumn<QPointF>("off");
        QTest::addRow("half a pixel") << QPointF(0.5, 0.5);
        QTest::addRow("half a pixel across") << QPointF(0.5, 0);
        QTest::addRow("half a pixel down") << QPointF(0, 0.5);
        QTest::addRow("almost half a pixel, by rounding") << QPointF(0.5 - 1e-10, 0.5 + 1e-10);
        QTest::addRow("less than half a pixel") << QPointF(0.3, 0.2);
    }

    /// All pixels show the samples of one offset. Without the rounding, each triangle would choose its own.
    void aViewBetweenPixelsShowsSamples() {
        QFETCH(QPointF, off);
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        studio.theme.setReduceMotion(true);
        QCOMPARE(studio.load(sampleSteps), QString());
        ViewportPanel panel(studio.workbench());
        ViewportWidget* view = panel.viewport();
        if (view == nullptr) QSKIP("no OpenGL 3.3 here");
        studio.previews.appearance().change([](AppearanceValues& v) {
            v.mode = AppearanceMode::gray;
            v.automatic = false;
            v.low = 0;
            v.high = 1;
        });
        panel.resize(775, 775);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        const double ratio = view->devicePixelRatioF();
        const QSize pixels = view->size() * ratio;
        const QPointF even(pixels.width() % 2 * 0.5, pixels.height() % 2 * 0.5);
        view->setViewpoint({QPointF(1000, 800) + even + off, 1 / ratio});
        QTRY_VERIFY(studio.showsNewest() && studio.previews.progress().exact);

        const QImage image = view->picture(pixels);
        QCOMPARE(image.size(), pixels);
        const auto value = [](Point at) { return static_cast<int>((7 * at.x + 31 * at.y) % 256); };
        const QPointF corner = view->viewpoint().toSurface({0, 0}, view->size());
        Point first{static_cast<std::int64_t>(std::floor(corner.x())),
                    static_cast<std::int64_t>(std::floor(corner.y()))};
        for (const Point by : {Point{0, 0}, Point{1, 0}, Point{0, 1}, Point{1, 1}}) {
            if (value({first.x + by.x, first.y + by.y}) != qGray(image.pixel(0, 0))) continue;
            first = {first.x + by.x, first.y + by.y};
            break;
        }
        int wrong = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                wrong += qGray(image.pixel(x, y)) != value({first.x + x, first.y + y}) ? 1 : 0;
        }
        QCOMPARE(wrong, 0);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestWholePixels)
#include "test_whole_pixels.moc"
