// SPDX-License-Identifier: GPL-3.0-or-later

// The studio on a notebook of 1366 x 768, also at 200 %, which makes it 683 x 384: menus, the start page and
// the manual are seen as a whole.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/fits.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/window/help/manual_window.hpp"
#include "ui/window/main_window.hpp"

#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QFileDialog>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include <QToolTip>

namespace burin::ui {

namespace {

constexpr int highestMenu = 600;

/// Menus with all of their submenus.
QList<QMenu*> menusIn(const QList<QAction*>& actions) {
    QList<QMenu*> menus;
    for (const QAction* action : actions) {
        if (action->menu() == nullptr) continue;
        menus << action->menu();
        menus << menusIn(action->menu()->actions());
    }
    return menus;
}

/// A file with a design that has an instance of a group, `i`.
QString designWithGroup(const QTemporaryDir& folder) {
    QFile file(folder.filePath("d.burin"));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(
        "burin: 2\npixel: 1 um\n"
        "groups: {g: {output: a, nodes: {a: {kind: math2d, expression: \"1\"}}}}\n"
        "nodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [data: i]}\n"
        "  i: {kind: group, group: g}\n");
    return file.fileName();
}

}  // namespace

class TestSmallScreens : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { theme_.apply(); }
    void init() {
        QSettings().clear();
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->setMinimumSize(1, 1);
        window_->resize(1358, 728);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
    }
    void cleanup() { window_.reset(); }

    /// Inside a group the inspector and the parameters are seen together, and all tabs have room.
    void aGroupHasItsParametersBesideTheInspector() {
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(designWithGroup(folder)));
        auto* inspector = window_->findChild<QWidget*>("inspector");
        auto* parameters = window_->findChild<QWidget*>("parameters");
        QTRY_VERIFY(inspector->isVisible());
        QVERIFY(!parameters->isVisible());
        QVERIFY(window_->document().scope().enter("i"));
        QTRY_VERIFY(parameters->isVisible());
        resizeAndRest(*window_, window_->size());
        QVERIFY(inspector->isVisible());
        for (const QTabBar* tabs : window_->findChildren<QTabBar*>())
            QVERIFY2(!tabs->isVisible() || tabs->sizeHint().width() <= tabs->width(),
                     qPrintable(tabs->tabText(0)));
        window_->document().scope().leave(1);
        QTRY_VERIFY(!parameters->isVisible());
    }

    /// Below the inspector they would leave one row of it.
    void aGroupInALowWindowHasItsParametersInATab() {
        resizeAndRest(*window_, QSize(792, 460));
        const QTemporaryDir folder;
        QVERIFY(window_->openFile(designWithGroup(folder)));
        auto* inspector = window_->findChild<QWidget*>("inspector");
        auto* parameters = window_->findChild<QWidget*>("parameters");
        QTRY_VERIFY(inspector->isVisible());
        QVERIFY(window_->document().scope().enter("i"));
        const auto* tabs = qobject_cast<QTabWidget*>(inspector->parentWidget()->parentWidget());
        QTRY_VERIFY(tabs->indexOf(parameters) >= 0);
        resizeAndRest(*window_, window_->size());
        QVERIFY(inspector->isVisible());
        QVERIFY2(inspector->height() >= 240, qPrintable(QString::number(inspector->height())));
        window_->document().scope().leave(1);
        QTRY_COMPARE(tabs->indexOf(parameters), -1);
    }

    void everyMenuFits() {
        const QList<QMenu*> menus = menusIn(window_->menuBar()->actions());
        QVERIFY(menus.size() > 8);
        for (const QMenu* menu : menus)
            QVERIFY2(menu->sizeHint().height() <= highestMenu, qPrintable(menu->title()));
    }

    /// A letter chooses an entry of an open menu, and does not edit the panel behind it.
    void anOpenMenuKeepsTheKeys() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        QSignalSpy laidOut(window_->findChild<QAction*>("graph.layout"), &QAction::triggered);
        QTest::keyClick(window_.get(), Qt::Key_L);
        QTRY_COMPARE(laidOut.count(), 1);
        for (QMenu* menu : menusIn(window_->menuBar()->actions())) {
            if (menu->title() != "&Graph") continue;
            menu->popup({100, 100});
            QTRY_VERIFY(menu->isVisible());
            QTest::keyClick(menu, Qt::Key_L);
            menu->close();
        }
        QCOMPARE(laidOut.count(), 1);
    }

    /// The commands that every program has under Edit.
    void editHasTheUsualCommands() {
        QStringList ids;
        for (const QMenu* menu : menusIn(window_->menuBar()->actions())) {
            if (menu->title() != "&Edit") continue;
            for (const QAction* action : menu->actions())
                ids << action->objectName();
        }
        const QStringList first{
            "edit.undo",       "edit.redo",    "", "graph.cut",      "graph.copy", "graph.paste",
            "graph.duplicate", "graph.delete", "", "graph.selectAll"};
        QCOMPARE(ids.mid(0, first.size()), first);
    }

    /// Programs differ in whether View or Window lists the panels.
    void viewAndWindowListThePanels() {
        QMap<QString, QList<QAction*>> listed;
        for (const QMenu* menu : menusIn(window_->menuBar()->actions()))
            listed[menu->objectName().isEmpty() ? menu->title() : menu->objectName()] = menu->actions();
        listed["&Window"].removeIf([](const QAction* action) { return action->isSeparator(); });
        listed["view.panels"].removeIf([](const QAction* action) { return action->isSeparator(); });
        QVERIFY(listed["view.panels"].contains(window_->findChild<QAction*>("panel.library")));
        QCOMPARE(listed["view.panels"], listed["&Window"]);
    }

    void longMenusHaveSections_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QStringList>("first");
        QTest::newRow("graph, ready starts after the list of kinds")
            << "&Graph" << QStringList{"graph.add", "", "graph.edit"};
        QTest::newRow("window, in the order of the numbers")
            << "&Window"
            << QStringList{"panel.graph",     "panel.viewport", "panel.inspector",   "panel.problems",
                           "panel.histogram", "panel.history",  "panel.lineProfile", "panel.library"};
    }
    void longMenusHaveSections() {
        QFETCH(QString, title);
        QFETCH(QStringList, first);
        for (const QMenu* menu : menusIn(window_->menuBar()->actions())) {
            if (menu->title() != title) continue;
            QStringList ids;
            int longest = 0;
            int run = 0;
            for (const QAction* action : menu->actions()) {
                if (ids.size() < first.size()) ids << action->objectName();
                run = action->isSeparator() ? 0 : run + 1;
                longest = std::max(longest, run);
            }
            QCOMPARE(ids, first);
            QVERIFY2(longest <= 8, qPrintable(QString::number(longest)));
            return;
        }
        QFAIL("no such menu");
    }

    void theViewportIsNoLowerThanTheGraph() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const QWidget* viewport = window_->part("viewport");
        const QWidget* graph = window_->part("graph");
        QTRY_VERIFY(viewport->isVisible() && graph->isVisible());
        resizeAndRest(*window_, window_->size());
        QVERIFY2(viewport->height() >= graph->height(),
                 qPrintable(QString("%1 %2").arg(viewport->height()).arg(graph->height())));
    }

    /// As long as the panels at the bottom are empty, only their titles take room.
    void theViewportHasTheRoom_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("leastOfGraph");
        QTest::newRow("maximised on 1366 x 768") << QSize(1366, 749) << 200;
        QTest::newRow("with a wide frame") << QSize(1358, 728) << 180;
        QTest::newRow("beside the bar of a desktop") << QSize(1358, 700) << 144;
    }
    void theViewportHasTheRoom() {
        QFETCH(QSize, size);
        QFETCH(int, leastOfGraph);
        window_->resize(size);
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const QWidget* viewport = window_->part("viewport");
        QTRY_VERIFY(viewport->isVisible());
        QTRY_VERIFY2(viewport->height() >= 420, qPrintable(QString::number(viewport->height())));
        resizeAndRest(*window_, size);
        const int graph = window_->part("graph")->height();
        QVERIFY2(graph >= leastOfGraph, qPrintable(QString::number(graph)));
        screenshot(*window_, QString("small-empty-%1").arg(size.width()));
    }

    /// A click on a title opens a panel, and another click closes it. A problem that is found while the user
    /// does something else only shows the number of problems: nothing moves.
    void theBottomOpensForTheUser() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const auto* problems = window_->findChild<QWidget*>("problemsPanel");
        QTRY_VERIFY(problems->height() < 8);
        auto* tabs = problems->parentWidget()->parentWidget()->findChild<QTabBar*>();
        const auto click = [tabs] {
            QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tabs->currentIndex()).center());
        };
        click();
        QTRY_VERIFY(problems->height() >= 30);
        click();
        QTRY_VERIFY(problems->height() < 8);
        QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
        QTRY_VERIFY(problems->height() >= 30);
        click();
        QTRY_VERIFY(problems->height() < 8);
        window_->document().edit("Add", [](DesignEdit& e) {
            e.addNode("photo", "image");
            e.link("surface", Trait::data, "photo");
        });
        const auto count = [tabs] {
            const auto* badge =
                qobject_cast<QLabel*>(tabs->tabButton(tabs->currentIndex(), QTabBar::RightSide));
            return badge != nullptr && badge->isVisible() ? badge->text() : QString();
        };
        QTRY_COMPARE(count(), QString("1"));
        QTest::qWait(200);  // the bottom would have opened 100 ms after the problem came
        QVERIFY(problems->height() < 8);
        QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
        QTRY_VERIFY(problems->height() >= 30);
        QVERIFY(problems->isAncestorOf(window_->focusWidget()));
        click();
        QTRY_VERIFY(problems->height() < 8);
        QVERIFY(window_->part("graph")->isAncestorOf(window_->focusWidget()));
    }

    /// Another window has the keyboard.
    void theBottomOpensInAWindowWithoutTheKeyboard() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const auto* problems = window_->findChild<QWidget*>("problemsPanel");
        QTRY_VERIFY(problems->height() < 8);
        QWidget other;
        other.show();
        other.activateWindow();
        QTRY_VERIFY(other.isActiveWindow());
        window_->findChild<QAction*>("panel.problems")->trigger();
        QTRY_VERIFY2(problems->height() >= 30, qPrintable(QString::number(problems->height())));
    }

    void theLineProfileIsNotCut_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("depth");
        QTest::newRow("1366 x 768") << QSize(1358, 728) << "40 um";
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow << "40 um";
        QTest::newRow("wide figures") << QSize(1358, 728) << "99 mm";
        QTest::newRow("wide figures at 200 %") << smallestWindow << "99 mm";
    }
    void theLineProfileIsNotCut() {
        QFETCH(const QSize, size);
        QFETCH(const QString, depth);
        window_->resize(size);
        QVERIFY(window_->openFile(test::inTree("resources/examples/hexagonal-dimples.burin")));
        window_->document().edit("Deepen", [&](DesignEdit& e) {
            e.setValue("surface", "full_depth", yamlScalar(depth.toStdString()));
        });
        auto* panel = window_->findChild<QWidget*>("line-profile-panel");
        QVERIFY(!panel->isVisible());
        window_->workbench().previews.askLine(QLineF(0, 0, 50'000, 50'000));
        QTRY_VERIFY(panel->isVisible() && panel->height() >= 120);
        const auto* figures = panel->findChild<QLabel*>("line-profile.figures");
        QTRY_VERIFY(!figures->text().isEmpty());
        resizeAndRest(*window_, size);
        QVERIFY(hasRoom(*figures) && figures->height() >= figures->sizeHint().height());
        screenshot(*window_, "small-line");
    }

    /// Heights that the user has set stay, and heights of collapsed panels are not restored.
    void theHeightsOfBeforeAreRestored() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const QWidget* viewport = window_->part("viewport");
        QTRY_VERIFY(viewport->height() >= 400);
        QVERIFY(window_->close());
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(1600, 1000);
        window_->show();
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const auto* problems = window_->findChild<QWidget*>("problemsPanel");
        QTRY_VERIFY2(problems->height() >= 90, qPrintable(QString::number(problems->height())));
    }

    /// The bottom of a high window has room for a line profile before one is drawn.
    void aLineProfileMovesNothing() {
        window_->resize(1600, 1000);
        QVERIFY(window_->openFile(test::inTree("resources/examples/hexagonal-dimples.burin")));
        const auto* panel = window_->findChild<QWidget*>("line-profile-panel");
        QTRY_VERIFY2(panel->isVisible() && panel->height() >= 120,
                     qPrintable(QString::number(panel->height())));
        resizeAndRest(*window_, window_->size());
        const int height = panel->height();
        window_->workbench().previews.askLine(QLineF(0, 0, 50'000, 50'000));
        const auto* figures = panel->findChild<QLabel*>("line-profile.figures");
        QTRY_VERIFY(!figures->text().isEmpty());
        resizeAndRest(*window_, window_->size());
        QVERIFY(figures->height() >= figures->sizeHint().height());
        QCOMPARE(panel->height(), height);
    }

    /// At 200 % only one panel is visible, and it is the viewport.
    void theViewportIsSeenFirst() {
        const QTemporaryDir folder;
        window_->resize(675, 344);
        QVERIFY(window_->openFile(designWithGroup(folder)));
        QTRY_VERIFY(window_->part("viewport")->isVisible());
        resizeAndRest(*window_, QSize(675, 344));
        QVERIFY(window_->part("viewport")->isVisible() && !window_->part("graph")->isVisible());
    }

    /// A new design shows nothing, so that it begins where nodes are added.
    void aNewDesignBeginsInTheGraph() {
        window_->resize(675, 344);
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY(window_->part("graph")->isVisible());
        resizeAndRest(*window_, QSize(675, 344));
        QVERIFY(window_->part("graph")->isVisible() && !window_->part("viewport")->isVisible());
        QVERIFY(window_->part("graph")->isAncestorOf(window_->focusWidget()));
    }

    /// The design's name and the search are visible instead of facts.
    void theToolBarCutsNoName_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("roomy");
        QTest::newRow("1366 x 768") << 1358 << true;
        QTest::newRow("the least width") << 1120 << true;
        QTest::newRow("1366 x 768 at 200 %") << 675 << false;
    }
    void theToolBarCutsNoName() {
        QFETCH(int, width);
        QFETCH(bool, roomy);
        window_->resize(width, 700);
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        auto* row = window_->findChild<QWidget*>("toolRow");
        auto* backend = window_->findChild<QPushButton*>("backendChoice");
        QTRY_COMPARE(row->width(), window_->width());
        QTRY_COMPARE(backend->isVisible(), roomy);
        const auto* name = row->findChild<CutLabel*>();
        QTRY_VERIFY2(name->width() >= name->sizeHint().width(), qPrintable(QString::number(name->width())));
        // The search has all the room that the others leave, up to its largest width.
        const auto* search = row->findChild<QLineEdit*>("commandSearch");
        const auto gap = [&] {
            int next = row->width();
            for (const auto* button : row->findChildren<QPushButton*>())
                next = button->isVisible() ? std::min(next, button->x()) : next;
            return next - (search->x() + search->width());
        };
        QTRY_VERIFY2(search->width() == search->maximumWidth() || gap() <= 12,
                     qPrintable(QString("%1 %2").arg(search->width()).arg(gap())));
        screenshot(*row, QString("tool-bar-%1").arg(width));
    }

    /// Below the pointer a tip would cover the next buttons.
    void theTipOfAButtonOfThePaletteCoversNoOther() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        auto* button = window_->findChild<QToolButton*>("palette.math2d");
        QTRY_VERIFY(button != nullptr && button->isVisible());
        auto* palette = window_->findChild<QScrollArea*>("palette");
        palette->ensureWidgetVisible(button);
        QHelpEvent asks(QEvent::ToolTip, {14, 13}, button->mapToGlobal(QPoint(14, 13)));
        QApplication::sendEvent(button, &asks);
        const auto tip = [] {
            for (const QWidget* widget : QApplication::topLevelWidgets()) {
                if (widget->inherits("QTipLabel") && widget->isVisible()) return widget;
            }
            return static_cast<const QWidget*>(nullptr);
        };
        QTRY_VERIFY(tip() != nullptr);
        const QRect covered = tip()->frameGeometry();
        QVERIFY(covered.left() >= palette->mapToGlobal(QPoint(palette->width(), 0)).x() - 4);
        QVERIFY(std::abs(covered.top() - button->mapToGlobal(QPoint(0, 0)).y()) < 30);
        QToolTip::hideText();
    }

    /// The palette of a low graph has several columns, and its buttons stand side by side.
    void thePaletteShowsManyButtons() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const auto* palette = window_->findChild<QScrollArea*>("palette");
        QTRY_VERIFY(palette->isVisible() && palette->height() < 260);
        resizeAndRest(*window_, window_->size());
        QRegion taken;
        int seen = 0;
        for (const QToolButton* button : palette->findChildren<QToolButton*>()) {
            const QRect place = button->geometry();
            QVERIFY2(!taken.intersects(place), qPrintable(button->objectName()));
            taken += place;
            if (palette->widget()->rect().contains(place) && place.bottom() <= palette->height()) ++seen;
        }
        QVERIFY2(seen >= 12, qPrintable(QString::number(seen)));
        QVERIFY(palette->widget()->width() <= palette->viewport()->width());
    }

    /// Grouping the commands loses none of them.
    void everyCommandOfTheGraphAndTheViewportIsInAMenu() {
        QSet<QAction*> offered;
        for (const QMenu* menu : menusIn(window_->menuBar()->actions())) {
            for (QAction* action : menu->actions())
                offered << action;
        }
        int commands = 0;
        for (const char* part : {"graph", "viewport"}) {
            for (QAction* action : window_->part(part)->actions()) {
                QVERIFY2(offered.contains(action), qPrintable(action->objectName()));
                ++commands;
            }
        }
        QVERIFY(commands > 40);
    }

    void theStartPageCutsNoText_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366 x 768") << QSize(1358, 728);
        QTest::newRow("1366 x 768 at 200 %") << QSize(675, 344);
        QTest::newRow("between") << QSize(1000, 600);
    }
    void theStartPageCutsNoText() {
        QFETCH(QSize, size);
        resizeAndRest(*window_, size);
        const auto* side = window_->findChild<QScrollArea*>("startScroll");
        QVERIFY(side->widget()->width() <= side->viewport()->width());
        // The line is right of the scroll bar, which belongs to the side.
        const auto* line = window_->findChild<QFrame*>("startLine");
        QVERIFY(line != nullptr);
        QCOMPARE(line->x(), side->x() + side->width());
        const QWidget& page = *window_->centralWidget();
        QCOMPARE(cutBelow(page).join("; "), QString());
        QVERIFY(textsBelow(page).size() >= 6);
        // The cards end at the same x as the search.
        const auto* view = window_->findChild<QListView*>("examples");
        const auto* search = window_->findChild<QLineEdit*>("searchExamples");
        int right = 0;
        for (int i = 0; i < view->model()->rowCount(); ++i)
            right = std::max(right, view->visualRect(view->model()->index(i, 0)).right());
        constexpr int gap = 16;
        const int end = search->mapTo(&page, QPoint(search->width(), 0)).x();
        const int cards = view->viewport()->mapTo(&page, QPoint(right - gap, 0)).x();
        QVERIFY2(std::abs(end - cards) <= 12, qPrintable(QString("%1 %2").arg(end).arg(cards)));
        screenshot(*window_, QString("start-%1").arg(size.width()));
    }

    void anEmptyProblemsPanelIsOneLine() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const auto* problems = window_->findChild<QWidget*>("problemsPanel");
        QVERIFY(problems != nullptr && problems->isVisible());
        QVERIFY2(problems->height() <= 36, qPrintable(QString::number(problems->height())));
        window_->resize(1600, 1000);
        QTRY_VERIFY(problems->height() > 80);
    }

    /// Icons of the platform do not follow the theme.
    void buttonsOfDialogsHaveNoIcons() {
        QMessageBox box(QMessageBox::Question, "Burin", "Save?", QMessageBox::Save | QMessageBox::Cancel);
        box.show();
        for (const QAbstractButton* button : box.buttons())
            QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
    }

    /// A popup of completions would swallow the first click on the button.
    void noPopupOpensWhileAFileNameIsTyped_data() {
        QTest::addColumn<QFileDialog::AcceptMode>("mode");
        QTest::newRow("open") << QFileDialog::AcceptOpen;
        QTest::newRow("save") << QFileDialog::AcceptSave;
    }
    void noPopupOpensWhileAFileNameIsTyped() {
        QFETCH(QFileDialog::AcceptMode, mode);
        QFileDialog dialog(window_.get());
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.setAcceptMode(mode);
        dialog.show();
        const auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
        QVERIFY(name != nullptr);
        QVERIFY(name->completer() == nullptr ||
                name->completer()->completionMode() == QCompleter::InlineCompletion);
    }

    void whoOpensAFileDeletesNone_data() {
        QTest::addColumn<QFileDialog::AcceptMode>("mode");
        QTest::addColumn<QFileDialog::FileMode>("files");
        QTest::addColumn<bool>("onlyReads");
        QTest::newRow("open") << QFileDialog::AcceptOpen << QFileDialog::ExistingFile << true;
        QTest::newRow("save") << QFileDialog::AcceptSave << QFileDialog::AnyFile << false;
        QTest::newRow("a folder for results") << QFileDialog::AcceptOpen << QFileDialog::Directory << false;
    }
    void whoOpensAFileDeletesNone() {
        QFETCH(QFileDialog::AcceptMode, mode);
        QFETCH(QFileDialog::FileMode, files);
        QFETCH(bool, onlyReads);
        QFileDialog dialog(window_.get());
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.setAcceptMode(mode);
        dialog.setFileMode(files);
        dialog.show();
        QCOMPARE(dialog.testOption(QFileDialog::ReadOnly), onlyReads);
    }

    /// The categories stay, and cards take two columns.
    void theExamplesTakeTwoColumnsAt200Percent() {
        resizeAndRest(*window_, QSize(675, 344));
        auto* categories = window_->findChild<QComboBox*>("exampleCategories");
        QVERIFY(categories->isVisible() && categories->count() > 3);
        auto* view = window_->findChild<QListView*>("examples");
        const QRect first = view->visualRect(view->model()->index(0, 0));
        const QRect second = view->visualRect(view->model()->index(1, 0));
        QCOMPARE(second.top(), first.top());
        QVERIFY(second.right() <= view->viewport()->width());
        const int all = view->model()->rowCount();
        categories->setFocus();
        QTest::keyClick(categories, Qt::Key_Down);
        QTRY_VERIFY(view->model()->rowCount() < all);
        screenshot(*window_, "start-two-columns");
    }

    void theManualComesBesideTheWindow() {
        window_->resize(400, 300);
        window_->move(0, 0);
        QTest::keyClick(window_.get(), Qt::Key_F1);
        const auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        const bool room =
            manual->screen()->availableGeometry().right() - window_->frameGeometry().right() >= 360;
        QVERIFY(!room || !manual->geometry().intersects(window_->geometry()));
    }

    /// A window that fills the screen leaves no room beside it for the manual.
    void theManualDoesNotCoverTheInspector() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        auto* inspector = window_->findChild<QWidget*>("inspector");
        QTRY_VERIFY(inspector->isVisible());
        const QRect all = window_->screen()->availableGeometry();
        window_->move(all.topLeft());
        resizeAndRest(*window_, all.size());
        QTest::keyClick(window_.get(), Qt::Key_F1);
        const auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        QVERIFY(!manual->geometry().intersects(QRect(inspector->mapToGlobal(QPoint()), inspector->size())));
        // Its tables have up to five columns.
        QVERIFY(manual->width() >= std::min(760, all.width() / 2));
    }

    void theManualFitsAndEscapeClosesIt() {
        QTest::keyClick(window_.get(), Qt::Key_F1);
        auto* manual = window_->findChild<ManualWindow*>();
        QVERIFY(manual != nullptr && manual->isVisible());
        QVERIFY(manual->height() <= manual->screen()->availableSize().height() - 40);
        QTest::keyClick(manual->findChild<QTextBrowser*>(), Qt::Key_Escape);
        QVERIFY(!manual->isVisible());
    }

  private:
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSmallScreens)
#include "test_small_screens.moc"
