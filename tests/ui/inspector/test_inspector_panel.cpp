// SPDX-License-Identifier: GPL-3.0-or-later

// The panel as a whole: the node that it shows, the focus, and what happens to half-typed text.

#include "core/kinds/catalogue/kinds.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/inspector/inspector_test.hpp"
#include "tests/ui/support/active_window.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "ui/inspector/editors/parameter_row.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QCompleter>
#include <QEvent>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

namespace burin::ui {

namespace {

/// Notes the rows and tables that move to another parent, which applies the style to all of their widgets
/// again.
class PartMoves : public QObject {
  public:
    PartMoves() { qApp->installEventFilter(this); }

    bool eventFilter(QObject* watched, QEvent* event) override {
        // The constructor of QWidget gives a widget its parent before the widget is a row or a table.
        const bool part = watched->inherits("burin::ui::ParameterRow") ||
                          watched->inherits("burin::ui::InputsList") || watched->inherits("QTableWidget");
        if (event->type() == QEvent::ParentChange && part) moved << watched->objectName();
        return false;
    }

    QStringList moved;
};

}  // namespace

class TestInspectorPanel : public QObject {
    Q_OBJECT

  private slots:
    void itsPartsAreMadeWhereTheyStay() {
        const PartMoves moves;
        const InspectorTest test;
        QVERIFY(test.child<ParameterRow>("row.level") != nullptr);
        QCOMPARE(moves.moved, QStringList());
    }

    /// In a low panel the notes do not cover the field with the focus, and that field does not move.
    void theNotesCoverNoFieldWithTheFocus_data() {
        QTest::addColumn<bool>("last");
        QTest::newRow("in the middle") << false;
        QTest::newRow("at the lower end") << true;
    }
    void theNotesCoverNoFieldWithTheFocus() {
        QFETCH(bool, last);
        InspectorTest test;
        auto* const field = test.child<QLineEdit>("field.reach");
        auto* const area = test.panel.findChild<QScrollArea*>();
        const QWidget* const notes = test.child<QLabel>("inspector.range")->parentWidget();
        static_cast<void>(test.focused("name"));
        const auto bottom = [&] { return field->mapTo(&test.panel, QPoint(0, field->height())).y(); };
        test.panel.setMinimumHeight(0);
        test.panel.resize(336, bottom() + (last ? 4 : 100));
        QTRY_COMPARE(area->viewport()->height(), test.panel.height());
        const int before = bottom();
        field->setFocus();
        QVERIFY(notes->isVisible());
        QCOMPARE(bottom(), before);
        const QRect covered(notes->mapTo(&test.panel, QPoint()), notes->size());
        QVERIFY(!covered.intersects({field->mapTo(&test.panel, QPoint()), field->size()}));
        QCOMPARE(covered.top() == 0, last);
    }

    /// The texts of the foot have no background of their own, and an empty text takes no room.
    void aHintHasTheGroundOfTheFoot() {
        InspectorTest test;
        static_cast<void>(test.focused("field.reach"));
        const auto* const range = test.child<QLabel>("inspector.range");
        QVERIFY(range->isVisible());
        QVERIFY(test.child<QLabel>("inspector.result")->isHidden());
        const QImage foot = range->parentWidget()->grab().toImage();
        const QPoint besideText = range->geometry().bottomRight() - QPoint(2, 2);
        QCOMPARE(foot.pixelColor(besideText), foot.pixelColor(3, besideText.y()));
    }

    /// The last field can be scrolled clear of the notes.
    void theLastFieldIsNotCovered() {
        InspectorTest test;
        test.panel.resize(336, 400);
        auto* const area = test.panel.findChild<QScrollArea*>();
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        test.type("field.reach", "12 km");
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        const QWidget* const notes = test.child<QLabel>("inspector.problem")->parentWidget();
        QVERIFY(notes->isVisible());
        int end = 0;
        for (const QLineEdit* field : test.panel.findChildren<QLineEdit*>()) {
            if (field->isVisible())
                end = std::max(end, field->mapTo(&test.panel, QPoint(0, field->height())).y());
        }
        QVERIFY(end <= notes->mapTo(&test.panel, QPoint()).y());
    }

    /// The focus is elsewhere, as after a click in the graph.
    void anotherNodeIsShownFromItsTop() {
        InspectorTest test;
        test.panel.resize(336, 400);
        if (QWidget* const focus = QApplication::focusWidget()) focus->clearFocus();
        QScrollBar* const bar = test.panel.findChild<QScrollArea*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        bar->setValue(bar->maximum());
        test.selection.select({"a"});
        QVERIFY(bar->maximum() > 0);
        QCOMPARE(bar->value(), 0);
    }

    void aFieldWithoutAFormulaHasNoListOfNames() {
        const InspectorTest test;
        auto* field = test.focused("field.level");
        QTest::keyClicks(field, "1");
        QCOMPARE(field->findChild<QCompleter*>(), nullptr);
        QCOMPARE(field->findChild<QWidget*>("formulaEdge"), nullptr);
        QCOMPARE(field->property("formula"), QVariant());
    }

    void nothingSelectedSaysSo() {
        InspectorTest test;
        test.selection.select({});
        QVERIFY(test.child<QLabel>("nothing")->isVisible());
        QCOMPARE(test.child<QLabel>("nothing")->text(), QString("Select a node."));
        QCOMPARE(test.child<QLabel>("nothing")->contentsRect().left(), 12);
    }

    void ofSeveralTheActiveOneIsShown() {
        InspectorTest test;
        test.selection.select({"a", "it"}, "it");
        test.type("field.level", "0.125");
        QVERIFY(test.body("it").contains("level: 0.125"));
        QVERIFY(!test.body("a").contains("level"));
    }

    void everyParameterOfEveryKindHasAnEditor() {
        InspectorTest test;
        for (const Kind& kind : oddKinds()) {
            test.document.edit("Add", [&](DesignEdit& edit) {
                if (edit.node("probe") != nullptr) edit.removeNodes(std::vector<std::string>{"probe"}, false);
                edit.addNode("probe", kind.description.name);
            });
            test.selection.select({});
            test.selection.select({"probe"});
            for (const ParameterDescription& parameter : kind.description.parameters) {
                auto* row =
                    test.child<ParameterRow>("row." + QString::fromStdString(std::string(parameter.key)));
                QVERIFY2(row != nullptr, std::string(parameter.key).c_str());
                QVERIFY(row->editor()->first() != nullptr);
            }
        }
    }

    void aRevealedParameterGetsTheKeyboard() {
        InspectorTest test;
        test.selection.reveal("a", "thickness");
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("field.thickness"));
        test.selection.reveal("it", "ramp");
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("field.ramp"));
    }

    /// A file may give the node another kind, or show another node; the keyboard stays in the inspector.
    void theKeyboardStaysWhereAFileWasTyped_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("focus");
        QTest::newRow("a node for its size is added")
            << "{kind: image}" << test::inTree("resources/examples/images/horse.png") << "logo size"
            << "field.size.x";
        QTest::newRow("the kind changes") << "{kind: image, file: a.png}"
                                          << "b.tif"
                                          << "logo"
                                          << "field.file";
    }
    void theKeyboardStaysWhereAFileWasTyped() {
        QFETCH(QString, node);
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        QFETCH(QString, focus);
        StudioTest studio(kinds());
        const QString text =
            "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 100, height: 100, inputs: "
            "[{data: logo}]}\n  logo: ";
        QCOMPARE(studio.load((text + node + '\n').toUtf8()), QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 700);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel, patience));
        studio.selection.select({"logo"});
        auto* field = panel.findChildren<QLineEdit*>("field.file").last();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(studio.selection.active(), shown);
        const auto focused = [] {
            const QWidget* at = QApplication::focusWidget();
            return at == nullptr ? QString("nothing") : at->objectName();
        };
        QCOMPARE(focused(), focus);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(focused(), focus);
        studio.theme.choose(ThemeChoice::light);
        QCOMPARE(focused(), focus);
    }

    /// This happens after a file dialog: a field gets the focus while the dialog is still the active window.
    /// In the fields of an image, the user then types its size.
    void aFieldThatWaitedForItsWindowIsSelected() {
        InspectorTest test;
        QWidget other;
        other.show();
        other.activateWindow();
        QTRY_VERIFY(other.isActiveWindow());
        auto* field = test.child<QLineEdit>("field.reach");
        field->setFocus(Qt::TabFocusReason);
        QVERIFY(!field->hasFocus());
        test.panel.activateWindow();
        QTRY_VERIFY(field->hasFocus());
        QCOMPARE(field->selectedText(), field->text());
        field->deselect();
        other.activateWindow();
        QTRY_VERIFY(!field->hasFocus());
        test.panel.activateWindow();
        QTRY_VERIFY(field->hasFocus());
        QCOMPARE(field->selectedText(), QString());
    }

    void aPictureOffersToBeInverted() {
        StudioTest studio(kinds());
        QCOMPARE(
            studio.load("burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: "
                        "[{data: logo}]}\n  logo: {kind: image, file: a.png}\n"),
            QString());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 700);
        panel.show();
        studio.selection.select({"logo"});
        QSignalSpy wanted(&panel, &InspectorPanel::inversionWanted);
        QTest::mouseClick(panel.findChildren<QPushButton*>("invert").last(), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
    }

    void aHeadingFolds() {
        InspectorTest test;
        auto* heading = test.child<QWidget>("heading.Size");
        QTest::mouseClick(heading, Qt::LeftButton);
        QVERIFY(!test.child<QCheckBox>("bounded")->isVisible());
        test.selection.select({"a"});
        QVERIFY(!test.child<QCheckBox>("bounded")->isVisible());
        heading = test.child<QWidget>("heading.Size");
        QVERIFY((heading->focusPolicy() & Qt::TabFocus) != 0);
        heading->setFocus();
        QTest::keyClick(heading, Qt::Key_Right);
        QVERIFY(test.child<QCheckBox>("bounded")->isVisible());
        QCOMPARE(QApplication::focusWidget(), heading);
    }

    /// Tab leads from field to field. Keys still fold a section, and lead back into it.
    void anOpenHeadingIsNoStopOfTab() {
        InspectorTest test;
        test.child<QWidget>("bounded")->setFocus();
        for (const QWidget* at = nullptr; at != test.child<QWidget>("bounded");) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            at = QApplication::focusWidget();
            QVERIFY2(!at->objectName().startsWith("heading."), qPrintable(at->objectName()));
        }
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!test.child<QCheckBox>("bounded")->isVisible());
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("heading.Size"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("heading.Size"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(test.child<QCheckBox>("bounded")->isVisible());
    }

    void theSurfaceBeginsWithSizePitchDepthAndBits() {
        StudioTest studio(kinds());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 1400);
        studio.document.reset(newDesign());
        studio.selection.select({"surface"});
        showActive(panel);
        resizeAndRest(panel, panel.size());
        int above = -1;
        for (const char* name :
             {"field.width", "row.pixel", "row.full_depth", "row.depth", "row.background"}) {
            const auto* widget = panel.findChild<QWidget*>(name);
            QVERIFY2(widget != nullptr, name);
            const int y = widget->mapTo(&panel, QPoint()).y();
            QVERIFY2(y > above, name);
            above = y;
        }
        QCOMPARE(titleOf(*findKind("root")->description.parameter("depth")), QString("Bits per sample"));
        panel.setFocus(Qt::ShortcutFocusReason);
        QCOMPARE(panel.focusWidget()->objectName(), QString("field.width"));
        // Everything is under one heading.
        QCOMPARE(panel.findChildren<QWidget*>("heading.Size").size(), 1);
    }

    /// The numbers and the inputs of a formula are often empty.
    void theSizeOfAFormulaFollowsTheFormula() {
        StudioTest studio(kinds());
        InspectorPanel panel(studio.workbench());
        panel.resize(336, 1400);
        QCOMPARE(
            studio.load("burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: "
                        "[{data: dome}]}\n  dome: {kind: math2d, width: 9, height: 9, expression: \"1\"}\n"),
            QString());
        studio.selection.select({"dome"});
        panel.show();
        resizeAndRest(panel, panel.size());
        int above = -1;
        for (const char* name :
             {"row.expression", "heading.Size", "field.width", "heading.Parameters", "heading.Inputs"}) {
            const auto* widget = panel.findChild<QWidget*>(name);
            QVERIFY2(widget != nullptr, name);
            const int y = widget->mapTo(&panel, QPoint()).y();
            QVERIFY2(y > above, name);
            above = y;
        }
        QCOMPARE(panel.findChildren<QWidget*>("heading.Size").size(), 1);
    }

    void helpAsksForThePageOfTheKind() {
        InspectorTest test;
        QSignalSpy asked(&test.panel, &InspectorPanel::helpRequested);
        QTest::keyClick(test.focused("field.level"), Qt::Key_F1);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QString("odd"));
    }

    void whatIsPressedStaysUnderTheMouse() {
        InspectorTest test;
        QVERIFY(test.child<QCheckBox>("bounded")->isVisible());
        auto* field = test.focused("field.reach");
        field->selectAll();
        QTest::keyClicks(field, "2000");
        QCoreApplication::processEvents();
        auto* box = test.child<QCheckBox>("bounded");
        auto* window = test.panel.windowHandle();
        const QPoint place = box->mapTo(&test.panel, QPoint(8, box->height() / 2));
        QTest::mousePress(window, Qt::LeftButton, {}, place);
        QCoreApplication::processEvents();
        QVERIFY(test.body("it").contains("reach: 2000"));
        QTest::mouseRelease(window, Qt::LeftButton, {}, place);
        QVERIFY(test.body("it").contains("width"));
    }

    void tabWalksFromTopToBottom() {
        InspectorTest test;
        QTest::mouseClick(test.child<QPushButton>("begin.curve"), Qt::LeftButton);
        test.child<QLineEdit>("name")->setFocus();
        int y = -1;
        QStringList visited;
        for (int i = 0; i < 100; ++i) {
            QCoreApplication::processEvents();  // hints appear and disappear
            const QWidget* focus = QApplication::focusWidget();
            const int next = focus->mapTo(&test.panel, QPoint(0, focus->height() / 2)).y() +
                             test.panel.findChild<QScrollArea*>()->verticalScrollBar()->value();
            visited << focus->objectName();
            if (focus->objectName() == "bounded") break;
            QVERIFY2(next >= y - 24, qPrintable(visited.join(' ')));
            y = next;
            QTest::keyClick(const_cast<QWidget*>(focus), Qt::Key_Tab);
        }
        for (const char* name :
             {"field.level", "field.scale.x", "lock.scale", "field.target.y", "curve.curve", "table.curve",
              "mode.ramp", "field.ramp", "key.shape", "input.0", "at.0.x", "at.2.y", "bounded"})
            QVERIFY2(visited.contains(name), name);
        QVERIFY(!visited.contains("slider.level"));
    }

    void aClickBesideTakesWhatIsTyped() {
        InspectorTest test;
        auto* field = test.focused("field.level");
        field->selectAll();
        QTest::keyClicks(field, "0.375");
        QTest::mouseClick(test.panel.windowHandle(), Qt::LeftButton, {},
                          QPoint(test.panel.width() / 2, test.panel.height() - 10));
        QVERIFY2(test.body("it").contains("level: 0.375"), qPrintable(test.body("it")));
        QVERIFY(!test.child<QLineEdit>("field.level")->hasFocus());
    }

    void shortcutsGoToTheFirstParameter() {
        InspectorTest test;
        test.panel.setFocus(Qt::ShortcutFocusReason);
        QCOMPARE(QApplication::focusWidget()->objectName(), QString("field.level"));
    }

    /// To build all fields again took most of the time of a change.
    void anotherThemeLeavesTheFields() {
        InspectorTest test;
        auto* const field = test.focused("field.level");
        field->selectAll();
        QTest::keyClicks(field, "0.375");
        test.theme.choose(ThemeChoice::light);
        QCOMPARE(test.child<QLineEdit>("field.level"), field);
        QCOMPARE(field->text(), QString("0.375"));
        QVERIFY(field->hasFocus());
        QVERIFY(!test.body("it").contains("0.375"));
        test.theme.choose(ThemeChoice::dark);
    }

    void aRemovedNodeLeavesNothing() {
        InspectorTest test;
        test.focused("field.level")->setText("0.3");
        test.document.edit("Delete",
                           [](DesignEdit& edit) { edit.removeNodes(std::vector<std::string>{"it"}, false); });
        QVERIFY(test.child<QLabel>("nothing")->isVisible());
        test.document.history().undo();
        QVERIFY(test.child<QLineEdit>("field.level") != nullptr);
    }

    void whatIsHalfTypedIsTakenBeforeAnotherNodeComes() {
        InspectorTest test;
        auto* field = test.focused("field.level");
        field->selectAll();
        QTest::keyClicks(field, "0.375");
        test.selection.select({"a"});
        QVERIFY(test.body("it").contains("level: 0.375"));
        QVERIFY(!test.body("a").contains("level"));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestInspectorPanel)
#include "test_inspector_panel.moc"
