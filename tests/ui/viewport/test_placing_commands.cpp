// SPDX-License-Identifier: GPL-3.0-or-later

// Several things on the picture: how they are selected, and the commands that arrange them.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/words/why_disabled.hpp"

#include <QApplication>
#include <QSet>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const threeThings =
    "burin: 2\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 600, height: 300, inputs: [{data: plate, at: [40, 40]}, "
    "{data: badge, at: [200, 100]}, {data: dot, at: [400, 20]}]}\n"
    "  plate: {kind: shape, shape: rectangle, size: [100, 80]}\n"
    "  badge: {kind: shape, shape: rectangle, size: [120, 90]}\n"
    "  dot: {kind: shape, shape: rectangle, size: [20, 20]}\n";

const QStringList arrangeIds = {"viewport.align-left", "viewport.align-middle-x", "viewport.align-right",
                                "viewport.align-top",  "viewport.align-middle-y", "viewport.align-bottom",
                                "viewport.gaps-x",     "viewport.gaps-y",         "viewport.centre"};

/// A viewport that places things and shows a pixel of the surface as one of the screen.
struct ArrangedView {
    ArrangedView() : panel(studio.workbench()) {
        studio.theme.setReduceMotion(true);
        loaded = studio.load(threeThings);
        panel.resize(1200, 480);
        panel.show();
    }
    bool ready() {
        if (!loaded.isEmpty() || !QTest::qWaitForWindowExposed(&panel, patience)) return false;
        if (!QTest::qWaitFor([&] { return studio.showsNewest(); }, patience)) return false;
        QApplication::setActiveWindow(&panel);  // the screen has no window manager that would activate it
        view().setFocus();
        view().setViewpoint({{300, 150}, 1});
        action("viewport.placing")->trigger();
        return view().placing().on();
    }
    ViewportWidget& view() { return *panel.viewport(); }
    QAction* action(const QString& id) { return panel.findChild<QAction*>(id); }
    void click(double x, double y, Qt::KeyboardModifiers keys = {}) {
        QTest::mouseClick(&view(), Qt::LeftButton, keys,
                          view().viewpoint().toScreen({x, y}, view().size()).toPoint());
    }
    /// The upper left corners of plate, badge and dot.
    QString places() {
        QStringList all;
        for (const PlacedThing& thing : view().placing().things()) {
            const QPointF at = thing.box().bounds().topLeft();
            all << QString("%1 %2").arg(at.x()).arg(at.y());
        }
        return all.join(", ");
    }

    StudioTest studio;
    QString loaded;
    ViewportPanel panel;
};

}  // namespace

class TestPlacingCommands : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        if (panel.viewport() == nullptr) QSKIP("OpenGL is not available");
    }

    void everyCommandHasAnIconWordsAndOneKey() {
        StudioTest studio;
        const ViewportPanel panel(studio.workbench());
        QSet<QString> keys;
        QStringList found;
        for (const QAction* action : panel.actions()) {
            QVERIFY(!action->text().isEmpty());
            for (const QKeySequence& sequence : action->shortcuts()) {
                const QString key = sequence.toString();
                QVERIFY2(!keys.contains(key), qPrintable(key));
                keys.insert(key);
            }
            const bool snapping = action->objectName() == "viewport.snapping";
            if (!snapping && !arrangeIds.contains(action->objectName())) continue;
            found << action->objectName();
            QCOMPARE(action->shortcuts().size(), 1);
            QVERIFY2(!action->icon().isNull(), qPrintable(action->objectName()));
        }
        QCOMPARE(found, arrangeIds + QStringList{"viewport.snapping"});
    }

    void theySayWhatIsMissing() {
        ArrangedView test;
        QVERIFY(test.ready());
        const auto enabled = [&] {
            QStringList ids;
            for (const QString& id : arrangeIds) {
                if (test.action(id)->isEnabled()) ids << id;
            }
            return ids;
        };
        QVERIFY(enabled().isEmpty());
        QCOMPARE(test.action("viewport.centre")->property(whyDisabled).toString(),
                 QString("select a thing on the picture first"));
        test.click(90, 80);
        QCOMPARE(enabled(), QStringList{"viewport.centre"});
        test.click(260, 145, Qt::ShiftModifier);
        QCOMPARE(enabled().size(), 7);
        QVERIFY(!test.action("viewport.gaps-x")->isEnabled());
        test.click(410, 30, Qt::ShiftModifier);
        QCOMPARE(enabled(), arrangeIds);
        test.action("viewport.three-d")->trigger();
        QVERIFY(enabled().isEmpty());
        QCOMPARE(test.action("viewport.centre")->property(whyDisabled).toString(),
                 QString("the 3-D view is on"));
        test.action("viewport.three-d")->trigger();  // placing ended when it began
        test.action("viewport.placing")->trigger();
        QCOMPARE(enabled(), arrangeIds);
        test.action("viewport.placing")->trigger();
        QVERIFY(enabled().isEmpty());
        QCOMPARE(test.action("viewport.centre")->property(whyDisabled).toString(), QString("placing is off"));
    }

    /// Nothing snaps until snapping is turned on again.
    void theMagnetTurnsSnappingOff() {
        ArrangedView test;
        QAction* magnet = test.action("viewport.snapping");
        QVERIFY(magnet != nullptr && !magnet->isEnabled());
        QCOMPARE(magnet->property(whyDisabled).toString(), QString("placing on the picture is off"));
        QVERIFY(test.ready());
        QVERIFY(magnet->isEnabled() && magnet->isChecked());
        Placing& placing = test.view().placing();
        // The left edges of plate and badge are 3 px apart, and then the right edge of plate and the left
        // one of badge.
        const auto moved = [&placing] {
            placing.press({90, 80}, 1);
            placing.dragTo({247, 80}, 1, {});
            const double x = placing.chosen()->box().bounds().x();
            placing.cancel();
            return x;
        };
        const auto resized = [&placing] {
            placing.press({140, 80}, 1);
            placing.dragTo({197, 80}, 1, {});
            const double right = placing.chosen()->box().bounds().right();
            placing.cancel();
            return right;
        };
        QCOMPARE(moved(), 200.0);
        QCOMPARE(resized(), 200.0);
        QTest::keyClick(&test.view(), Qt::Key_S, Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(!magnet->isChecked());
        QCOMPARE(moved(), 197.0);
        QCOMPARE(resized(), 197.0);
        test.action("viewport.placing")->trigger();
        test.action("viewport.placing")->trigger();
        QCOMPARE(moved(), 197.0);
        QTest::keyClick(&test.view(), Qt::Key_S, Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(magnet->isChecked());
        QCOMPARE(moved(), 200.0);
        test.action("viewport.three-d")->trigger();
        QVERIFY(!magnet->isEnabled());
    }

    void theBarIsThereWhileThingsArePlaced() {
        ArrangedView test;
        auto* bar = test.panel.findChild<QWidget*>("viewport.placing-bar");
        QVERIFY(bar != nullptr && bar->isHidden());
        QVERIFY(test.ready());
        QVERIFY(bar->isVisible());
        test.click(90, 80);
        auto* x = test.panel.findChild<QWidget*>("placing.x");
        QVERIFY(x->isEnabled());
        test.action("viewport.three-d")->trigger();
        QVERIFY(!bar->isVisible());
        test.action("viewport.three-d")->trigger();
        QVERIFY(!bar->isVisible());
        test.action("viewport.placing")->trigger();
        QVERIFY(bar->isVisible());
        // Esc goes from a field to the picture, and ends placing there.
        x->setFocus();
        QTRY_VERIFY(x->hasFocus());
        QTest::keyClick(x, Qt::Key_Escape);
        QTRY_VERIFY(test.view().hasFocus());
        QVERIFY(bar->isVisible());
        // The focus does not stay in a bar that is hidden.
        x->setFocus();
        test.action("viewport.placing")->trigger();
        QVERIFY(!bar->isVisible());
        QTRY_VERIFY(test.view().hasFocus());
    }

    /// Shift and a click add a thing to the selection, or remove it.
    void shiftSelectsSeveral() {
        ArrangedView test;
        QVERIFY(test.ready());
        const Selection& selection = test.studio.selection;
        test.click(90, 80, Qt::ShiftModifier);
        QCOMPARE(selection.nodes(), QStringList{"plate"});
        test.click(260, 145, Qt::ShiftModifier);
        QCOMPARE(selection.nodes(), (QStringList{"plate", "badge"}));
        QCOMPARE(selection.active(), QString("badge"));
        test.click(90, 80, Qt::ShiftModifier);
        QCOMPARE(selection.nodes(), QStringList{"badge"});
        test.click(90, 80, Qt::ShiftModifier);
        test.click(90, 80, Qt::ShiftModifier);  // the thing that has the handles
        QCOMPARE(selection.nodes(), QStringList{"badge"});
        QCOMPARE(test.view().placing().chosen()->node, QString("badge"));
        test.click(90, 80);
        QCOMPARE(selection.nodes(), QStringList{"plate"});
        QCOMPARE(test.studio.document.history().index(), 0);
    }

    void keysArrange_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<QString>("places");
        QTest::newRow("left") << int(Qt::Key_Left) << "40 40, 40 100, 40 20";
        QTest::newRow("right") << int(Qt::Key_Right) << "320 40, 300 100, 400 20";
        QTest::newRow("top") << int(Qt::Key_Up) << "40 20, 200 20, 400 20";
        QTest::newRow("bottom") << int(Qt::Key_Down) << "40 110, 200 100, 400 170";
        QTest::newRow("middles in x") << int(Qt::Key_X) << "180 40, 170 100, 220 20";
        QTest::newRow("middles in y") << int(Qt::Key_Y) << "40 65, 200 60, 400 95";
        QTest::newRow("gaps in x") << int(Qt::Key_H) << "40 40, 210 100, 400 20";
        QTest::newRow("gaps in y") << int(Qt::Key_V) << "40 30, 200 100, 400 20";
        QTest::newRow("centre") << int(Qt::Key_C) << "110 85, 270 145, 470 65";
    }
    void keysArrange() {
        QFETCH(int, key);
        QFETCH(QString, places);
        ArrangedView test;
        QVERIFY(test.ready());
        test.studio.selection.select({"plate", "badge", "dot"});
        QTest::keyClick(&test.view(), Qt::Key(key), Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(test.places(), places);
        QCOMPARE(test.studio.document.history().index(), 1);
        test.studio.document.undo();
        QCOMPARE(test.places(), QString("40 40, 200 100, 400 20"));
    }
};

BURIN_TEST(TestPlacingCommands)
#include "test_placing_commands.moc"
