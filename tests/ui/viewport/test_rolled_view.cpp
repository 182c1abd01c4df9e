// SPDX-License-Identifier: GPL-3.0-or-later

// The flat view of a surface that covers a roller continues beyond its joint.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/drawing/rolled_surface.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

#include <QAction>
#include <QColor>
#include <QImage>

using namespace burin;
using namespace burin::ui;

namespace {

/// 400 rows round the roller, in two grays.
const char* const twoHalves =
    "burin: 2\npixel: 2 um\njob: {roller: {diameter: 254.648 um, axis: x}}\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 400, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.2 + 0.6 * (y < 200)\"}\n";

/// A viewport of the design.
struct RolledView {
    explicit RolledView(const char* text) {
        studio.theme.setReduceMotion(true);
        AppearanceValues look = studio.previews.appearance().values();
        look.automatic = false;
        look.low = 0;
        look.high = 1;
        studio.previews.appearance().set(look);
        problem = studio.load(text);
        panel.resize(900, 500);
        panel.show();
        shown = QTest::qWaitForWindowExposed(&panel, patience);
    }
    [[nodiscard]] ViewportWidget& view() { return *panel.viewport(); }
    /// Whether no picture of the view will change any more.
    [[nodiscard]] bool still() { return studio.showsNewest() && studio.previews.progress().exact; }
    /// The picture's colour so many pixels below the middle.
    [[nodiscard]] QColor colorAt(int below) {
        const QSize size = view().size();
        return view().picture(size).pixelColor(size.width() / 2, size.height() / 2 + below);
    }

    StudioTest studio;
    QString problem;
    ViewportPanel panel{studio.workbench()};
    bool shown = false;
};

}  // namespace

class TestRolledView : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void positionsRepeat() {
        const RolledSurface down{{0, 0, 600, 400}, false};
        QCOMPARE(down.onSurface(QPointF(-7, -30)), QPointF(-7, 370));
        QCOMPARE(down.onSurface(QPointF(7, 400)), QPointF(7, 0));
        QCOMPARE(down.onSurface(QPointF(7, -1e-30)).y(), 0.0);
        QVERIFY(down.onSurface(Point{5, -401}) == (Point{5, 399}));
        QCOMPARE(down.nearest({5, 390}, {0, 3}), QPointF(5, -10));
        QCOMPARE(down.placeOf(-1), QRectF(0, -400, 600, 400));
        const RolledSurface across{{0, 0, 600, 400}, true};
        QCOMPARE(across.onSurface(QPointF(-30, -7)), QPointF(570, -7));
        QVERIFY(across.beyond({-20, 5, 100, 9}) == (Rect{580, 5, 20, 9}));
    }

    void whatIsSeenBeyondTheJoint_data() {
        QTest::addColumn<int>("low");
        QTest::addColumn<int>("length");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("firstTurn");
        QTest::addColumn<int>("lastTurn");
        QTest::newRow("inside") << 100 << 200 << 0 << 0 << 0 << 0;
        QTest::newRow("before the first row") << -50 << 200 << 350 << 50 << -1 << 0;
        QTest::newRow("after the last row") << 350 << 200 << 0 << 150 << 0 << 1;
        QTest::newRow("more than a turn") << -300 << 600 << 100 << 300 << -1 << 0;
        QTest::newRow("beyond both ends") << -100 << 700 << 0 << 0 << -1 << 1;
    }
    void whatIsSeenBeyondTheJoint() {
        QFETCH(int, low);
        QFETCH(int, length);
        QFETCH(int, from);
        QFETCH(int, rows);
        QFETCH(int, firstTurn);
        QFETCH(int, lastTurn);
        const RolledSurface down{{0, 0, 600, 400}, false};
        const Rect seen = down.beyond({10, low, 30, length});
        QVERIFY(seen == (rows > 0 ? Rect{10, from, 30, rows} : Rect{}));
        const RolledSurface::Turns turns = down.turnsIn(QRectF(10, low, 30, length));
        QCOMPARE(turns.first, std::int64_t{firstTurn});
        QCOMPARE(turns.last, std::int64_t{lastTurn});
    }

    void thePictureGoesOn() {
        RolledView rolled(twoHalves);
        if (rolled.panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(rolled.problem, QString());
        QVERIFY(rolled.shown);
        QTRY_VERIFY(rolled.still());
        ViewportWidget& view = rolled.view();
        view.setViewpoint({{300, 350}, 1});
        QTRY_VERIFY(rolled.still());
        const QColor end = rolled.colorAt(0);
        view.setViewpoint({{300, 50}, 1});
        QTRY_VERIFY(rolled.still());
        const QColor begin = rolled.colorAt(0);
        QVERIFY(begin != end);

        view.setViewpoint({{300, 0}, 1});
        QTRY_COMPARE(rolled.colorAt(-50), end);
        QTRY_COMPARE(rolled.colorAt(50), begin);
        view.setViewpoint({{300, 399}, 1});
        QTRY_COMPARE(rolled.colorAt(-50), end);
        QTRY_COMPARE(rolled.colorAt(50), begin);
        view.setViewpoint({{300, 0}, 0.5});  // the view shows more than one turn
        QTRY_COMPARE(rolled.colorAt(-50), end);
        QTRY_COMPARE(rolled.colorAt(50), begin);

        view.wipe().setOn(true);
        QTRY_VERIFY(rolled.colorAt(-50) != end);
    }

    void theViewAndTheProbeGoRound() {
        RolledView rolled(twoHalves);
        if (rolled.panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QTRY_VERIFY(rolled.still());
        ViewportWidget& view = rolled.view();
        view.setViewpoint({{300, 100}, 1});
        view.panBy({0, 1000});
        QCOMPARE(view.viewpoint().centre, QPointF(300, 300));

        view.setViewpoint({{300, 0}, 1});
        const QPointF middle(view.width() / 2.0, view.height() / 2.0);
        const auto above = view.sampleUnder(middle - QPointF(0, 50));
        QVERIFY(above && *above == (Point{300, 350}));
        view.pinProbe(Point{300, 0});
        view.moveProbe(0, -1);
        QTRY_VERIFY(rolled.studio.previews.probe() &&
                    rolled.studio.previews.probe()->at == (Point{300, 399}));
        QCOMPARE(view.viewpoint().centre, QPointF(300, 0));  // the probe is in view, above the joint
        auto* const joint = rolled.panel.findChild<QAction*>("viewport.joint");
        QVERIFY(joint->isEnabled() && joint->isChecked() && view.relief().look().joint);
        joint->trigger();
        QVERIFY(!joint->isChecked() && !view.relief().look().joint && !view.relief().on());
    }

    void aSurfaceWithoutARollerEnds() {
        const QByteArray plain =
            QByteArray(twoHalves).replace("job: {roller: {diameter: 254.648 um, axis: x}}\n", "");
        RolledView flat(plain.constData());
        if (flat.panel.viewport() == nullptr) QSKIP("no OpenGL 3.3 here");
        QCOMPARE(flat.problem, QString());
        QTRY_VERIFY(flat.still());
        flat.view().setViewpoint({{300, -100}, 1});
        QCOMPARE(flat.view().viewpoint().centre, QPointF(300, -100));
        QVERIFY(!flat.panel.findChild<QAction*>("viewport.joint")->isEnabled());
    }
};

BURIN_TEST(TestRolledView)
#include "test_rolled_view.moc"
