// SPDX-License-Identifier: GPL-3.0-or-later

// The bar with place, size and angle of the chosen thing, and what it arranges things in.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/model/written_length.hpp"
#include "ui/placing/placing.hpp"
#include "ui/placing/thing_arranger.hpp"
#include "ui/viewport/placing/placing_bar.hpp"
#include "ui/viewport/placing/placing_commands.hpp"
#include "ui/words/word_button.hpp"

#include <QAbstractItemModel>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const plates =
    "burin: 2\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 2 mm, height: 1 mm, inputs: [{data: plate, at: [0.2 mm, 40 um]}, "
    "{data: all, at: [300, 200]}]}\n"
    "  plate: {kind: shape, shape: rectangle, size: [100 um, 60 um]}\n"
    "  all: {kind: union, inputs: [{data: star, at: [10, 0]}, {data: sheet}]}\n"
    "  star: {kind: shape, shape: polygon, sides: 4, diameter: 40}\n"
    "  sheet: {kind: math2d, width: 80 um, height: 60, expression: \"1\"}\n";

const char* const formulas =
    "burin: 2\npixel: 1 um\ngroups:\n  g:\n    parameters: {gap: {type: number, default: 30}}\n"
    "    output: all\n    nodes:\n"
    "      all: {kind: union, inputs: [{data: thing, at: [\"= gap\", 20]}]}\n"
    "      thing: {kind: shape, shape: rectangle, size: [\"= gap + 10\", 30], rotate: \"= gap - 30\"}\n"
    "nodes:\n  surface: {kind: root, width: 400, height: 200, inputs: [{data: wall, at: [10, 0]}]}\n"
    "  wall: {kind: group, group: g}\n";

/// The bar alone in a window: it needs no picture.
struct BarTest {
    explicit BarTest(const char* text = plates)
        : placing(studio.workbench()),
          arranger(studio.workbench(), placing),
          commands(&placing, &arranger),
          bar(studio.workbench(), placing, arranger, commands, &window),
          loaded(studio.load(text)) {
        window.resize(1600, 100);
        bar.resize(1600, 36);
        window.show();
    }
    bool ready(const char* node) {
        if (!loaded.isEmpty() || !QTest::qWaitForWindowExposed(&window, patience)) return false;
        if (!QTest::qWaitFor([&] { return studio.showsNewest(); }, patience)) return false;
        QApplication::setActiveWindow(&window);  // the screen has no window manager that would activate it
        placing.setOn(true);
        studio.selection.select({node});
        return placing.chosen() != nullptr;
    }
    QuantityField& field(const char* name) {
        return *bar.findChild<QuantityField*>(QString("placing.") + name);
    }
    void type(const char* name, const QString& text) {
        field(name).setTyped(text);
        QTest::keyClick(&field(name), Qt::Key_Return);
    }
    QString shown() {
        QStringList all;
        for (const char* name : {"x", "y", "width", "height", "angle"})
            all << (field(name).isEnabled() ? field(name).written() : '(' + field(name).written() + ')');
        return all.join(", ");
    }
    /// A value of a node, as the file has it.
    QString value(const char* node, const char* key) {
        const YamlValue* found = studio.document.nodeText(node)->find(key);
        return found == nullptr ? QString() : QString::fromStdString(writeYaml(*found)).trimmed();
    }
    QString place() {
        const YamlValue& input = studio.document.nodeText("surface")->find("inputs")->items.front();
        return QString::fromStdString(writeYaml(*input.find("at"))).trimmed();
    }
    QWidget* part(const char* name) { return bar.findChild<QWidget*>(name); }

    StudioTest studio;
    Placing placing;
    ThingArranger arranger;
    PlacingCommands commands;
    QWidget window;
    PlacingBar bar;
    QString loaded;
};

}  // namespace

class TestPlacingBar : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    /// Numbers of pixels are shown in the unit of the surface; what cannot be changed is in brackets.
    void theChosenThingIsShown_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("values");
        QTest::newRow("a rectangle") << "plate"
                                     << "0.2 mm, 40 um, 0.1 mm, 0.06 mm, 0";
        QTest::newRow("a polygon in a union") << "star"
                                              << "0.02 mm, 0 mm, 0.08 mm, 0.08 mm, 0";
        QTest::newRow("a formula") << "sheet"
                                   << "0 mm, 0 mm, 0.08 mm, 0.12 mm, (0)";
        QTest::newRow("a union") << "all"
                                 << "0.6 mm, 0.4 mm, (0.1 mm), (0.12 mm), (0)";
    }
    void theChosenThingIsShown() {
        QFETCH(QString, node);
        QFETCH(QString, values);
        BarTest test;
        QVERIFY(test.ready(qPrintable(node)));
        QCOMPARE(test.shown(), values);
        const auto* name = test.bar.findChild<QLabel*>("placing.name");
        QCOMPARE(name->text(), node);
        QCOMPARE(name->textFormat(), Qt::PlainText);
        // The space between the icon and the word.
        const auto* centre = test.bar.findChild<QToolButton*>("viewport.centre-button");
        QVERIFY(dynamic_cast<const WordButton*>(centre) != nullptr);
        QCOMPARE(centre->toolButtonStyle(), Qt::ToolButtonTextBesideIcon);
        auto* lock = test.bar.findChild<QToolButton*>("placing.lock");
        QCOMPARE(lock->isChecked(), node == "star");
        QCOMPARE(lock->isEnabled(), node == "plate" || node == "sheet");
        test.studio.selection.select({});
        QCOMPARE(test.shown(), QString("(), (), (), (), ()"));
    }

    void fieldsChangeTheThing_data() {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("locked");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("size");
        QTest::newRow("x") << QByteArray("x") << "0.31 mm" << false << "[0.31 mm, 40 um]"
                           << "[100 um, 60 um]";
        QTest::newRow("y, in the unit that it has") << QByteArray("y") << "61" << false << "[0.2 mm, 61 um]"
                                                    << "[100 um, 60 um]";
        QTest::newRow("the width") << QByteArray("width") << "0.12 mm" << false << "[0.2 mm, 40 um]"
                                   << "[120 um, 60 um]";
        QTest::newRow("the height in another unit")
            << QByteArray("height") << "20 um" << false << "[0.2 mm, 40 um]"
            << "[100 um, 20 um]";
        QTest::newRow("both sides") << QByteArray("width") << "0.2 mm" << true << "[0.2 mm, 40 um]"
                                    << "[200 um, 120 um]";
        QTest::newRow("both sides by the height")
            << QByteArray("height") << "0.03 mm" << true << "[0.2 mm, 40 um]"
            << "[50 um, 30 um]";
        // The middle stays: 50 x 30 px become 30 x 50 px.
        QTest::newRow("the angle") << QByteArray("angle") << "90" << false << "[0.22 mm, 20 um]"
                                   << "[100 um, 60 um]";
    }
    void fieldsChangeTheThing() {
        QFETCH(QByteArray, field);
        QFETCH(QString, text);
        QFETCH(bool, locked);
        QFETCH(QString, place);
        QFETCH(QString, size);
        BarTest test;
        QVERIFY(test.ready("plate"));
        const QString before = test.studio.document.text();
        if (locked) test.bar.findChild<QToolButton*>("placing.lock")->click();
        test.type(field.constData(), text);
        QCOMPARE(test.place(), place);
        QCOMPARE(test.value("plate", "size"), size);
        QCOMPARE(test.value("plate", "rotate"), field == "angle" ? QString("90") : QString());
        QCOMPARE(test.studio.document.history().index(), 1);
        test.studio.document.undo();
        QCOMPARE(test.studio.document.text(), before);
        QCOMPARE(test.shown(), QString("0.2 mm, 40 um, 0.1 mm, 0.06 mm, 0"));
    }

    /// A side keeps at least a pixel, and an angle has at most one turn.
    void oddNumbers_data() {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::newRow("a side of nothing") << QByteArray("width") << "0"
                                           << "0.2 mm, 40 um, 0.002 mm, 0.06 mm, 0";
        QTest::newRow("a negative side") << QByteArray("height") << "-3 mm"
                                         << "0.2 mm, 40 um, 0.1 mm, 0.002 mm, 0";
        QTest::newRow("more than two turns") << QByteArray("angle") << "810"
                                             << "0.22 mm, 20 um, 0.1 mm, 0.06 mm, 90";
    }
    void oddNumbers() {
        QFETCH(QByteArray, field);
        QFETCH(QString, text);
        QFETCH(QString, shown);
        BarTest test;
        QVERIFY(test.ready("plate"));
        test.type(field.constData(), text);
        QCOMPARE(test.shown(), shown);
    }

    /// A side and an angle that are formulas stay, as when they are dragged. The number beside a formula
    /// changes.
    void formulasStay() {
        BarTest test(formulas);
        QVERIFY(test.studio.document.scope().enter("wall"));
        QVERIFY(test.ready("thing"));
        QCOMPARE(test.shown(), QString("= gap, 20, 40, 30, 0"));
        test.type("width", "50");
        QVERIFY2(QToolTip::text().contains("size of thing"), qPrintable(QToolTip::text()));
        test.type("angle", "45");
        QVERIFY2(QToolTip::text().contains("rotate of thing"), qPrintable(QToolTip::text()));
        QCOMPARE(test.shown(), QString("= gap, 20, 40, 30, 0"));
        QCOMPARE(test.studio.document.history().index(), 0);
        test.type("height", "25");
        test.type("y", "21");
        QCOMPARE(test.shown(), QString("= gap, 21, 40, 25, 0"));
        QCOMPARE(test.studio.document.history().index(), 2);
    }

    /// The fields show the values during a drag, and the old ones once it is cancelled.
    void theFieldsFollowADrag_data() {
        QTest::addColumn<QPointF>("from");
        QTest::addColumn<QPointF>("to");
        QTest::addColumn<bool>("keep");
        QTest::addColumn<QString>("values");
        // The plate is 50 x 30 px at (100, 20).
        QTest::newRow("it is moved") << QPointF(125, 35) << QPointF(135, 45) << false
                                     << "0.22 mm, 60 um, 0.1 mm, 0.06 mm, 0";
        QTest::newRow("its corner is dragged")
            << QPointF(150, 50) << QPointF(160, 55) << false << "0.2 mm, 40 um, 0.12 mm, 0.07 mm, 0";
        QTest::newRow("it is turned")
            << QPointF(125, -8) << QPointF(168, 35) << true << "0.22 mm, 20 um, 0.1 mm, 0.06 mm, 90";
    }
    void theFieldsFollowADrag() {
        QFETCH(QPointF, from);
        QFETCH(QPointF, to);
        QFETCH(bool, keep);
        QFETCH(QString, values);
        BarTest test;
        QVERIFY(test.ready("plate"));
        const QString before = test.shown();
        QVERIFY(test.placing.press(from, 1));
        test.placing.dragTo(to, 1, {.keep = keep, .fromMiddle = false, .free = !keep});
        QVERIFY(test.placing.dragging());
        QCOMPARE(test.shown(), values);
        test.placing.cancel();
        QCOMPARE(test.shown(), before);
    }

    /// The numbers beside a drag are in the unit of the bar.
    void aPixelHasTheUnitOfTheSurface() {
        const BarTest test;
        QVERIFY((onePixel(*test.studio.document.design()) == Length{0.002, LengthUnit::millimetre}));
        const BarTest plain(formulas);
        QVERIFY((onePixel(*plain.studio.document.design()) == Length{1, LengthUnit::pixel}));
    }

    /// A run of steps in a field is one step of the history.
    void keysStep() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        QuantityField& y = test.field("y");
        y.setFocus();
        QTRY_VERIFY(y.hasFocus());
        y.setCursorPosition(2);
        QTest::keyClick(&y, Qt::Key_Up);
        QTest::keyClick(&y, Qt::Key_Up);
        QCOMPARE(test.place(), QString("[0.2 mm, 42 um]"));
        QCOMPARE(test.studio.document.history().index(), 1);
    }

    /// Saving and closing ask for what is typed.
    void whatIsTypedIsHandedOver() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        QuantityField& y = test.field("y");
        y.setFocus();
        QTRY_VERIFY(y.hasFocus());
        y.selectAll();
        QTest::keyClicks(&y, "50 um");
        QCOMPARE(test.place(), QString("[0.2 mm, 40 um]"));
        QCOMPARE(test.studio.document.pending().handOver(), QStringList());
        QCOMPARE(test.place(), QString("[0.2 mm, 50 um]"));
        QVERIFY(y.hasFocus());
    }

    /// A text that was not accepted would be lost without a word.
    void aRefusedTextIsAskedAbout() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        test.type("x", "wide");
        const QStringList problems = test.studio.document.pending().handOver();
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.first().startsWith("plate: \"wide\" was not accepted."),
                 qPrintable(problems.first()));
        test.studio.selection.select({"star"});
        QCOMPARE(test.studio.document.pending().handOver(), QStringList());
    }

    void typedTextsAreOfOneThing() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        test.type("x", "wide");
        QVERIFY(!test.field("x").problem().isEmpty());
        QCOMPARE(test.studio.document.history().index(), 0);
        test.studio.selection.select({"star"});
        QVERIFY(test.field("x").problem().isEmpty());
        QCOMPARE(test.field("x").written(), QString("0.02 mm"));
        // Esc restores a typed text. In a field without one, it leaves the field.
        const QSignalSpy left(&test.bar, &PlacingBar::left);
        test.field("x").setTyped("wide");
        QTest::keyClick(&test.field("x"), Qt::Key_Escape);
        QCOMPARE(left.count(), 0);
        QTest::keyClick(&test.field("x"), Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    void thingsAreArrangedInTheChoice() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        auto* in = test.bar.findChild<QComboBox*>("placing.in");
        auto* right = test.bar.findChild<QToolButton*>("viewport.align-right-button");
        QCOMPARE(in->count(), 2);  // the surface reads it and is shown
        QCOMPARE(in->itemText(1), QString("surface"));
        QVERIFY(!right->isEnabled());
        // "Centre in selection" would be wrong: nothing is centred in itself.
        const auto* words = test.bar.findChild<QLabel*>("placing.inLabel");
        QCOMPARE(words->text(), QString("align in"));
        emit in->activated(1);
        QCOMPARE(words->text(), QString("in"));
        QVERIFY(right->isEnabled());
        right->click();
        QCOMPARE(test.place(), QString("[1.9 mm, 40 um]"));

        QTRY_VERIFY(test.studio.showsNewest());
        test.studio.selection.select({"star"});
        QCOMPARE(in->count(), 3);
        QCOMPARE(in->currentText(), QString("surface"));
        QCOMPARE(in->itemText(2), QString("all"));
        emit in->activated(2);
        QCOMPARE(in->currentText(), QString("all"));
        test.commands.action(Arranging::bottom)->trigger();
        const YamlValue& star = test.studio.document.nodeText("all")->find("inputs")->items.front();
        QCOMPARE(QString::fromStdString(writeYaml(*star.find("at"))).trimmed(), QString("[10, 20]"));

        // New pictures do not empty a list that may be open.
        const QSignalSpy emptied(in->model(), &QAbstractItemModel::rowsRemoved);
        emit test.placing.changed();
        QCOMPARE(emptied.count(), 0);
        test.studio.selection.select({"plate"});
        QVERIFY(emptied.count() > 0);
        QCOMPARE(in->count(), 2);
    }

    /// The magnet in the bar is the button of the snapping command.
    void theMagnetIsInTheBar() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        auto* magnet = test.bar.findChild<QToolButton*>("viewport.snapping-button");
        QVERIFY(magnet != nullptr && magnet->isEnabled() && magnet->isChecked());
        magnet->click();
        QVERIFY(!test.placing.snapping());
        QVERIFY(!magnet->isChecked());
        test.placing.setSnapping(true);
        QVERIFY(magnet->isChecked());
        test.placing.setOn(false);
        QVERIFY(!magnet->isEnabled());
    }

    void aNarrowBarLeavesPartsOut() {
        BarTest test;
        QVERIFY(test.ready("plate"));
        constexpr int wide = 2800;  // here the buttons show their words, because the panel sets the icons
        test.bar.resize(wide, 36);
        for (const char* name :
             {"placing.name", "viewport.gaps-x-button", "viewport.align-left-button", "placing.in",
              "placing.angle", "viewport.centre-button", "viewport.snapping-button", "placing.ctrl"})
            QVERIFY2(test.part(name)->isVisible(), name);
        test.bar.resize(test.bar.layout()->sizeHint().width() - 1, 36);
        QTRY_VERIFY(!test.part("placing.ctrl")->isVisible());
        QVERIFY(test.part("placing.name")->isVisible());
        test.bar.resize(test.bar.layout()->sizeHint().width() - 1, 36);
        QTRY_VERIFY(!test.part("placing.name")->isVisible());
        QVERIFY(test.part("placing.in")->isVisible());
        // The magnet needs less room than the choice, so it stays longer.
        for (int i = 0; i < 20 && test.part("placing.in")->isVisible(); ++i)
            test.bar.resize(test.bar.layout()->sizeHint().width() - 1, 36);
        QVERIFY(!test.part("placing.in")->isVisible());
        QVERIFY(test.part("viewport.snapping-button")->isVisible());
        test.bar.resize(480, 36);
        QTRY_VERIFY(test.bar.layout()->sizeHint().width() <= 480);
        QTRY_VERIFY(!test.part("placing.in")->isVisible());
        QVERIFY(!test.part("viewport.align-left-button")->isVisible());
        QVERIFY(!test.part("viewport.snapping-button")->isVisible());
        for (const char* name : {"placing.x", "placing.y", "placing.width", "placing.height"})
            QVERIFY2(test.part(name)->isVisible(), name);
        // The rest also has room if the fonts or the words of another language are wider.
        test.bar.resize(440, 36);
        QTRY_VERIFY(test.bar.layout()->sizeHint().width() <= 440);
        test.bar.resize(wide, 36);
        QTRY_VERIFY(test.part("placing.name")->isVisible());
        screenshot(test.bar, "placing-bar");
    }
};

BURIN_TEST(TestPlacingBar)
#include "test_placing_bar.moc"
