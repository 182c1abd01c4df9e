// SPDX-License-Identifier: GPL-3.0-or-later

// A small window cuts nothing, and parts without room in it can still be reached.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/at_rest.hpp"
#include "tests/ui/support/fits.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_scene.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/panels/roughness_panel.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/main_window.hpp"
#include "ui/words/why_disabled.hpp"

#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace burin::ui {

class TestNarrowWindow : public QObject {
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
    void cleanup() {
        QToolTip::hideText();
        window_.reset();
    }

    /// Escape on the titles of tabs does what it does in the panels: it leads back to the design.
    void escapeOnATitleOfPanelsLeadsBack_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("part");
        QTest::newRow("1600 x 1000") << QSize(1600, 1000) << "graph";
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow << "viewport";
    }
    void escapeOnATitleOfPanelsLeadsBack() {
        QFETCH(const QSize, size);
        QFETCH(const QString, part);
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get(), patience));
        window_->findChild<QAction*>("file.new")->trigger();
        resizeAndRest(*window_, size);
        window_->findChild<QAction*>("panel.inspector")->trigger();
        const auto* inspector = window_->findChild<QWidget*>("inspector");
        QTRY_VERIFY(inspector->isVisible());
        const auto* tabs = qobject_cast<QTabWidget*>(inspector->parentWidget()->parentWidget());
        QVERIFY(tabs != nullptr);
        tabs->tabBar()->setFocus(Qt::TabFocusReason);
        QVERIFY(tabs->tabBar()->hasFocus());
        QTest::keyClick(tabs->tabBar(), Qt::Key_Escape);
        const QWidget* shown = window_->part(part);
        QVERIFY(shown->isVisible());
        const QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus != nullptr && (focus == shown || shown->isAncestorOf(focus)));
    }

    /// Titles for which the bar has no room are in a menu beside them.
    void noTitleOfAPanelIsCut_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow;
        QTest::newRow("792 px") << QSize(792, 460);
    }
    void noTitleOfAPanelIsCut() {
        QFETCH(const QSize, size);
        window_->findChild<QAction*>("file.new")->trigger();
        resizeAndRest(*window_, size);
        const auto* problems = window_->findChild<QWidget*>("problemsPanel");
        auto* bar = problems->parentWidget()->parentWidget()->findChild<QTabBar*>();
        QVERIFY(bar != nullptr);
        auto* others = bar->findChild<QToolButton*>("otherTabs");
        QTRY_VERIFY(others->isVisible());
        for (int open = 0; open < bar->count(); ++open) {
            bar->setCurrentIndex(open);
            QVERIFY2(bar->isTabVisible(open), qPrintable(bar->tabText(open)));
            for (int tab = 0; tab < bar->count(); ++tab)
                QVERIFY2(bar->tabRect(tab).right() < others->x(), qPrintable(bar->tabText(tab)));
        }
        bar->setCurrentIndex(0);
        emit others->menu()->aboutToShow();
        const QList<QAction*> listed = others->menu()->actions();
        const auto isListed = [&listed](const QString& title) {
            return std::any_of(listed.begin(), listed.end(),
                               [&title](const QAction* one) { return one->text() == title; });
        };
        for (int tab = 0; tab < bar->count(); ++tab)
            QCOMPARE(isListed(bar->tabText(tab)), !bar->isTabVisible(tab));
        listed.last()->trigger();
        QCOMPARE(bar->tabText(bar->currentIndex()), listed.last()->text());
        for (int left = bar->count(); left > 0; --left)
            QTest::keyClick(bar, Qt::Key_Left);
        QCOMPARE(bar->currentIndex(), 0);
        for (int left = bar->count(); left > 0; --left)
            QTest::keyClick(bar, Qt::Key_Right);
        QCOMPARE(bar->currentIndex(), bar->count() - 1);
        resizeAndRest(*window_, QSize(1800, 1000));
        QVERIFY(others->isHidden());
    }

    void everyToolIsInTheBarOrItsMenu_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("someInMenu");
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow.width() << true;
        QTest::newRow("a wide window") << 1800 << false;
    }
    void everyToolIsInTheBarOrItsMenu() {
        QFETCH(const int, width);
        QFETCH(const bool, someInMenu);
        window_->resize(width, 700);
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        QTest::keyClick(window_.get(), Qt::Key_2, Qt::ControlModifier);
        auto* bar = window_->findChild<QWidget*>("viewport.bar");
        QTRY_VERIFY(bar->isVisible() && bar->width() <= width);
        resizeAndRest(*window_, QSize(width, 700));
        const auto* more = bar->findChild<QToolButton*>("viewport.more");
        QVERIFY(more != nullptr && more->isVisible());
        const QList<QAction*> offered = more->menu()->actions();
        int inMenu = 0;
        for (const char* id : {"goto", "bookmarks", "placing", "ruler", "line-profile", "roughness", "tiles",
                               "field", "wipe", "three-d", "fit-selection", "fit"}) {
            const QString name = QString("viewport.%1").arg(id);
            const auto* button = bar->findChild<QToolButton*>(name + "-button");
            QVERIFY2(button != nullptr, qPrintable(name));
            const bool there = offered.contains(button->defaultAction());
            QVERIFY2(there != button->isVisible(), qPrintable(name));
            if (there) ++inMenu;
            if (button->isVisible()) QVERIFY2(button->geometry().right() < bar->width(), qPrintable(name));
        }
        QCOMPARE(inMenu > 0, someInMenu);
        QVERIFY(!someInMenu || offered.contains(window_->findChild<QAction*>("viewport.placing")));
    }

    /// The values of a node that was added come next. A window that shows both panels leaves the focus alone.
    void theInspectorOfANewNodeIsSeen() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        const auto add = [this](const char* kind) {
            const auto kinds = window_->document().kinds();
            const auto found = std::find_if(kinds.begin(), kinds.end(), [kind](const Kind& known) {
                return known.description.name == kind;
            });
            window_->findChild<GraphPanel*>()->addInView(found->description);
        };
        const QWidget* const graph = window_->part("graph");
        const QWidget* const inspector = window_->part("inspector");
        add("math2d");
        QVERIFY(graph->isVisible() && graph->isAncestorOf(window_->focusWidget()));
        resizeAndRest(*window_, QSize(675, 344));
        QVERIFY(graph->isVisible() && !inspector->isVisible());
        add("stitching");
        QVERIFY(inspector->isVisible() && inspector->isAncestorOf(window_->focusWidget()));
    }

    void theHintOfTheSearchIsNotCut_data() {
        QTest::addColumn<int>("width");
        QTest::newRow("1366 x 768 at 200 %") << smallestWindow.width();
        QTest::newRow("792 px") << 792;
        QTest::newRow("1366 x 768") << 1358;
    }
    void theHintOfTheSearchIsNotCut() {
        QFETCH(const int, width);
        QVERIFY(window_->openFile(test::inTree("resources/examples/bevelled-logo.burin")));
        resizeAndRest(*window_, QSize(width, 700));
        const auto* search = window_->findChild<QLineEdit*>("commandSearch");
        QVERIFY(search != nullptr && search->isVisible());
        const int hint = search->fontMetrics().horizontalAdvance(search->placeholderText());
        constexpr int icon = 36;
        constexpr int side = 8;
        QVERIFY2(search->width() >= icon + hint + side, qPrintable(QString::number(search->width())));
    }

    /// At 200 % a small laptop leaves the search 130 px.
    void aNarrowSearchHasAShortHint() {
        CommandSearch search(window_->workbench());
        search.setFixedWidth(300);
        search.show();
        QTRY_COMPARE(search.placeholderText(), QString("Find a command or node"));
        search.setFixedWidth(130);
        QTRY_COMPARE(search.placeholderText(), QString("Find"));
        search.setFixedWidth(300);
        QTRY_COMPARE(search.placeholderText(), QString("Find a command or node"));
    }

    void theArrangeMenuStartsWithPlacing() {
        QVERIFY(arrange() != nullptr);
        QVERIFY(arrange()->actions().contains(window_->findChild<QAction*>("viewport.placing")));
    }

    void aDisabledCommandSaysWhy() {
        QTest::keyClick(window_.get(), Qt::Key_N, Qt::ControlModifier);
        auto* centre = window_->findChild<QAction*>("viewport.centre");
        QVERIFY(!centre->isEnabled());
        QMenu* menu = arrange();
        menu->popup({100, 100});
        QTRY_VERIFY(menu->isVisible());
        const QPoint at = menu->actionGeometry(centre).center();
        QHelpEvent asks(QEvent::ToolTip, at, menu->mapToGlobal(at));
        QApplication::sendEvent(menu, &asks);
        QVERIFY2(!QToolTip::text().isEmpty(), "no tip");
        QCOMPARE(QToolTip::text().toLower(), centre->property(whyDisabled).toString().toLower() + '.');
        menu->close();
    }

    void theOptionsOfASmallRoughnessPanelAreNotCut_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("low, on 1366 x 768") << QSize(1358, 728);
        QTest::newRow("narrow, on 1600 x 1000 at 200 %") << QSize(792, 460);
    }
    void theOptionsOfASmallRoughnessPanelAreNotCut() {
        QFETCH(const QSize, size);
        resizeAndRest(*window_, size);
        QVERIFY(window_->openFile(test::inTree("resources/examples/hexagonal-dimples.burin")));
        window_->findChild<QAction*>("panel.roughness")->trigger();
        auto* panel = window_->findChild<RoughnessPanel*>();
        QTRY_VERIFY(panel->isVisible() && panel->height() >= 80);
        for (const char* id :
             {"roughness.of", "roughness.s-filter", "roughness.l-filter", "roughness.form"}) {
            const auto* part = panel->findChild<QWidget*>(id);
            QTRY_VERIFY2(part->isVisible(), id);
            const QWidget* seen = part;
            while (qobject_cast<const QScrollArea*>(seen) == nullptr)
                seen = seen->parentWidget();
            const QWidget* port = qobject_cast<const QScrollArea*>(seen)->viewport();
            QTRY_VERIFY2(part->mapTo(port, QPoint(part->width(), 0)).x() <= port->width(), id);
        }
        screenshot(*window_, QString("narrow-roughness-%1").arg(size.width()));
    }

    /// An arrow that Qt shows while the list is laid out must not stay and cut the last entry.
    void theListOfAComboBoxIsShownAsAWhole() {
        QWidget page;
        QComboBox box(&page);
        box.addItems({"square", "hexagonal", "brick", "free"});
        page.resize(600, 60);
        page.show();
        box.showPopup();
        QWidget* list = box.view()->parentWidget();
        QTRY_VERIFY(list->isVisible());
        int arrows = 0;
        for (QWidget* part : list->findChildren<QWidget*>()) {
            if (!part->inherits("QComboBoxPrivateScroller")) continue;
            part->show();
            ++arrows;
        }
        QVERIFY(arrows > 0);
        const QRect& port = box.view()->viewport()->rect();
        QTRY_VERIFY(port.contains(box.view()->visualRect(box.model()->index(3, 0)).center()));
        QTRY_COMPARE(box.view()->verticalScrollBar()->maximum(), 0);
        QCOMPARE(box.view()->horizontalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
        box.hidePopup();
    }

    /// A low canvas has no space for the minimap beside the nodes.
    void theMinimapOfALowGraphCoversNoNode() {
        QVERIFY(window_->openFile(test::inTree("resources/examples/bevelled-logo.burin")));
        auto* view = window_->part("graph")->findChild<GraphView*>();
        QTRY_VERIFY(view->isVisible() && view->height() < 240);
        const auto* map = view->findChild<QWidget*>("minimap");
        auto* zoomIn = window_->findChild<QAction*>("graph.zoomIn");
        const auto* scene = qobject_cast<const GraphScene*>(view->scene());
        QVERIFY(scene != nullptr);
        for (int step = 0; step < 8; ++step) {
            zoomIn->trigger();
            QCoreApplication::processEvents();
            for (const NodeItem* node : scene->nodes()) {
                const QRect body = view->mapFromScene(node->sceneBody()).boundingRect();
                QVERIFY2(map->isHidden() || !map->geometry().intersects(body), qPrintable(node->name()));
            }
        }
    }

  private:
    [[nodiscard]] QMenu* arrange() const {
        for (const QAction* top : window_->menuBar()->actions()) {
            for (const QAction* each : top->menu() == nullptr ? QList<QAction*>() : top->menu()->actions()) {
                if (each->menu() != nullptr &&
                    each->menu()->actions().contains(window_->findChild<QAction*>("viewport.centre")))
                    return each->menu();
            }
        }
        return nullptr;
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNarrowWindow)
#include "test_narrow_window.moc"
