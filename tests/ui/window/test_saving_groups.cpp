// SPDX-License-Identifier: GPL-3.0-or-later

// A group can be saved to the library from every place that offers its other commands.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/main_window.hpp"

#include <QAbstractItemView>
#include <QCompleter>
#include <QMenu>
#include <QPointer>
#include <QToolButton>

#include <algorithm>

namespace burin::ui {

namespace {

constexpr const char* withGroup = R"yaml(burin: 2
pixel: 1 um
groups:
  grain:
    output: dot
    nodes:
      dot: {kind: math2d, width: 4, height: 4, expression: "1"}
  pebbles:
    parameters:
      gain: {type: number, default: 1}
    output: bed
    nodes:
      bed: {kind: math2d, width: 40, height: 40, expression: "x / 40", inputs: [data: grains]}
      grains: {kind: group, group: grain}
nodes:
  surface: {kind: root, width: 400, height: 300, inputs: [data: wall, data: plain]}
  wall: {kind: group, group: pebbles}
  plain: {kind: math2d, expression: "0.5"}
)yaml";

}  // namespace

class TestSavingGroups : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        QSettings().clear();
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(1600, 1000);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
        command("file.new")->trigger();
        QCOMPARE(window_->document().recover(QString::fromUtf8(withGroup), {}), QString());
    }
    void cleanup() { window_.reset(); }

    void theMenusAndTheSearchOfferIt() {
        QAction* save = command("graph.saveToLibrary");
        const auto menus = window_->findChildren<QMenu*>();
        QVERIFY(std::any_of(menus.begin(), menus.end(), [save](const QMenu* menu) {
            return menu->title() == "Groups and notes" && menu->actions().contains(save);
        }));
        Hit hit;
        hit.node = graph().scene().node("wall");
        emit graph().view().menuRequested(hit, {});
        auto* menu = graph().findChild<QMenu*>("graphMenu");
        QVERIFY(menu != nullptr && menu->actions().contains(save));
        menu->close();
        select("wall");
        auto* search = window_->findChild<CommandSearch*>();
        search->begin(false);
        QTest::keyClicks(search, "save to lib");
        const QAbstractItemView* found = search->findChild<QCompleter*>()->popup();
        QVERIFY(found->model()->rowCount() > 0);
        const QModelIndex first = found->model()->index(0, 0);
        QVERIFY2(first.data().toString().startsWith("Save to library"), qPrintable(first.data().toString()));
        QVERIFY(first.flags().testFlag(Qt::ItemIsEnabled));
    }

    void onlyAGroupCanBeSaved() {
        select("plain");
        QVERIFY(!command("graph.saveToLibrary")->isEnabled());
        select("wall");
        QVERIFY(command("graph.saveToLibrary")->isEnabled());
        window_->document().scope().enter("wall");
        select("bed");
        QVERIFY2(command("graph.saveToLibrary")->isEnabled(), "the open group can be saved");
    }

    void itSavesTheSelectedGroup() {
        QString offered;
        whenDialogComes<SavePatternDialog>([&](SavePatternDialog* dialog) {
            offered = dialog->findChild<QLineEdit*>("patternTitle")->text();
            dialog->reject();
        });
        select("wall");
        command("graph.saveToLibrary")->trigger();
        QCOMPARE(offered, QString("wall"));
    }

    /// The command saves the open group, so the menu of an instance offers the group of the instance.
    void theMenuOfAnInnerInstanceSavesItsGroup() {
        window_->document().scope().enter("wall");
        QTRY_VERIFY(graph().scene().node("grains") != nullptr);
        select("grains");
        QString offered;
        const auto look = [&offered] {
            whenDialogComes<SavePatternDialog>([&offered](SavePatternDialog* dialog) {
                offered = dialog->findChild<QLineEdit*>("patternTitle")->text();
                dialog->reject();
            });
        };
        look();
        command("graph.saveToLibrary")->trigger();
        QCOMPARE(offered, QString("wall"));
        Hit hit;
        hit.node = graph().scene().node("grains");
        emit graph().view().menuRequested(hit, {});
        const QPointer<QMenu> menu = graph().findChild<QMenu*>("graphMenu");
        QVERIFY(menu != nullptr && !menu->actions().contains(command("graph.saveToLibrary")));
        QAction* save = menu->findChild<QAction*>("graph.saveInstance");
        QVERIFY(save != nullptr);
        look();
        save->trigger();
        QCOMPARE(offered, QString("grains"));
        if (menu != nullptr) menu->close();
    }

    void theGraphHasTheFocusAfterTheDialog() {
        select("wall");
        command("panel.library")->trigger();
        QVERIFY2(window_->focusWidget() != &graph().view(), "the search of the library has it");
        whenDialogComes<SavePatternDialog>([](SavePatternDialog* dialog) { dialog->reject(); });
        command("graph.saveToLibrary")->trigger();
        QCOMPARE(window_->focusWidget(), &graph().view());
    }

    void theGraphHasTheFocusAfterItLeavesAGroup_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("way");
        QTest::newRow("by the breadcrumb, from the inspector") << "field.expression"
                                                               << "graphStep0";
        QTest::newRow("by the breadcrumb, from the parameters") << "parameter.name"
                                                                << "graphStep0";
        QTest::newRow("by the command, from the parameters") << "parameter.name"
                                                             << "graph.leave";
        QTest::newRow("because the group is closed, from the parameters") << "parameter.name" << QString();
    }
    void theGraphHasTheFocusAfterItLeavesAGroup() {
        QFETCH(QString, field);
        QFETCH(QString, way);
        window_->document().scope().enter("wall");
        select("bed");
        auto* focused = window_->findChild<QWidget*>(field);
        QVERIFY(focused != nullptr && focused->isVisible());
        focused->setFocus();
        QVERIFY(focused->hasFocus());
        if (way.isEmpty()) {
            window_->document().scope().leave();
        } else if (QAction* act = window_->findChild<QAction*>(way)) {
            act->trigger();
        } else {
            graph().findChild<QToolButton*>(way)->click();
        }
        QVERIFY(!window_->document().scope().open());
        QVERIFY(graph().view().hasFocus());
    }

    /// The menus say what Return does.
    void returnOpensAGroupAndEditsOtherNodes() {
        const QAction* enter = command("graph.enter");
        QAction* edit = command("graph.edit");
        const QKeySequence pressed(Qt::Key_Return);
        select("plain");
        QVERIFY(edit->shortcut() == pressed && !enter->shortcuts().contains(pressed));
        select("wall");
        QVERIFY(edit->shortcut().isEmpty() && enter->shortcut() == pressed);
        edit->trigger();
        QVERIFY2(!window_->document().scope().open(), "it leads to the inspector");
        graph().view().setFocus();
        QVERIFY(graph().view().hasFocus());
        QTest::keyClick(&graph().view(), Qt::Key_Return);
        QVERIFY(window_->document().scope().open());
    }

    /// No field uses the keys of these commands.
    void theKeysOfGroupsActInFieldsToo() {
        select("plain");
        auto* field = window_->findChild<QWidget*>("field.expression");
        QVERIFY(field != nullptr);
        field->setFocus();
        QVERIFY(field->hasFocus());
        QTest::keyClick(field, Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(window_->workbench().selection.active(), QString("group"));
        QVERIFY(window_->document().nodeText("plain") == nullptr);
    }

  private:
    QAction* command(const char* id) { return window_->findChild<QAction*>(id); }
    GraphPanel& graph() { return *window_->findChild<GraphPanel*>(); }
    void select(const char* node) { window_->workbench().selection.select({QString(node)}); }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestSavingGroups)
#include "test_saving_groups.moc"
