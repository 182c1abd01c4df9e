// SPDX-License-Identifier: GPL-3.0-or-later

// Commands for nodes that the inspector or the viewport has, in a window with the graph.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/window/main_window.hpp"

#include <QAction>
#include <QClipboard>
#include <QFocusEvent>
#include <QGuiApplication>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>

namespace burin::ui {

namespace {

constexpr const char* twoWaves = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 100, height: 80, inputs: [{data: both}]}
  both: {kind: union, inputs: [{data: waves}, {data: ripples}]}
  waves: {kind: math2d, expression: "0.5 + 0.5 * sin(x / 5)"}
  ripples: {kind: math2d, expression: "0.5 + 0.5 * sin(y / 5)"}
)yaml";

}  // namespace

class TestNodeCommands : public QObject {
    Q_OBJECT

  private slots:
    void init() {
        QSettings().clear();
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(1600, 1000);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
        action("file.new")->trigger();
        QCOMPARE(document().recover(QByteArray(twoWaves), {}), QString());
    }
    void cleanup() { window_.reset(); }

    /// The graph drops names that the design no longer has.
    void aNodeThatTheInspectorRenamesStaysSelectedAndShown() {
        selection().select({"waves"});
        selection().setSolo("waves");
        selection().setPinned(true);
        auto* const name = window_->part("inspector")->findChild<QLineEdit*>("name");
        QVERIFY(name != nullptr);
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "swell");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(document().node("swell") != nullptr);
        QCOMPARE(selection().nodes(), QStringList{"swell"});
        QCOMPARE(selection().active(), QString("swell"));
        QCOMPARE(selection().solo(), QString("swell"));
        QVERIFY(selection().pinned());
    }

    /// As the keys of the commands do.
    void theEditMenuActsOnTheFieldWithTheFocus() {
        selection().select({"waves"});
        const QString before = document().text();
        auto* const name = window_->part("inspector")->findChild<QLineEdit*>("name");
        QVERIFY(name != nullptr);
        name->setFocus();
        const auto choose = [this](const char* command) {
            for (QMenu* menu : window_->findChildren<QMenu*>()) {
                if (menu->title() == "&Edit") emit menu->aboutToShow();
            }
            action(command)->trigger();
        };
        choose("graph.selectAll");
        QCOMPARE(name->selectedText(), QString("waves"));
        QCOMPARE(selection().nodes(), QStringList{"waves"});
        choose("graph.cut");
        QCOMPARE(name->text(), QString());
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("waves"));
        choose("graph.paste");
        choose("graph.paste");
        QCOMPARE(name->text(), QString("waveswaves"));
        choose("graph.selectAll");
        choose("graph.copy");
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("waveswaves"));
        choose("graph.delete");
        QCOMPARE(name->text(), QString());
        choose("edit.undo");
        QVERIFY(!name->text().isEmpty());
        QCOMPARE(document().text(), before);
    }

    /// The letter of a menu moves the focus to the menu bar and back.
    void aKeyThatOpensAMenuLeavesTheSelectedText() {
        selection().select({"waves"});
        auto* const name = window_->part("inspector")->findChild<QLineEdit*>("name");
        QVERIFY(name != nullptr);
        name->setFocus();
        name->setSelection(1, 3);
        for (const QEvent::Type type : {QEvent::FocusOut, QEvent::FocusIn}) {
            QFocusEvent moved(type, Qt::MenuBarFocusReason);
            QCoreApplication::sendEvent(name, &moved);
        }
        QCOMPARE(name->selectedText(), QString("ave"));
        action("graph.cut")->trigger();
        QCOMPARE(name->text(), QString("ws"));
    }

    void undoLeavesAFieldWithNothingToUndo() {
        document().edit("Add", [](DesignEdit& e) { e.addNode("dots", "stitching"); });
        auto* const search = window_->findChild<QLineEdit*>("commandSearch");
        QVERIFY(search != nullptr);
        search->setFocus();
        action("edit.undo")->trigger();
        QVERIFY(document().node("dots") == nullptr);
        action("edit.redo")->trigger();
        QVERIFY(document().node("dots") != nullptr);
    }

    void theViewportMutesWhatTheGraphMutes() {
        // Its command is disabled without OpenGL 3.3.
        auto* const viewport = window_->findChild<ViewportPanel*>();
        const auto mute = [&] { emit viewport->muteWanted(); };
        selection().select({"surface"});
        mute();
        QVERIFY2(!document().node("surface")->muted, "a surface cannot be muted");
        selection().select({"waves", "ripples"});
        mute();
        QVERIFY(document().node("waves")->muted && document().node("ripples")->muted);
        mute();
        QVERIFY(!document().node("waves")->muted && !document().node("ripples")->muted);
    }

    /// As in the graph: without a shown node, the selected one is shown and pinned.
    void theViewportPinsTheSelectedNode() {
        QAction* const pin = action("viewport.pin");
        selection().select({});
        pin->trigger();
        QVERIFY(!selection().pinned() && !pin->isChecked());
        selection().select({"waves"});
        pin->trigger();
        QCOMPARE(selection().solo(), QString("waves"));
        QVERIFY(selection().pinned() && pin->isChecked());
        pin->trigger();
        QVERIFY(!selection().pinned() && !pin->isChecked());
    }

  private:
    QAction* action(const char* id) { return window_->findChild<QAction*>(id); }
    Document& document() { return window_->document(); }
    Selection& selection() { return window_->workbench().selection; }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNodeCommands)
#include "test_node_commands.moc"
