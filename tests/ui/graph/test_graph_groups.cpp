// SPDX-License-Identifier: GPL-3.0-or-later

// Groups in the graph: making and ungrouping them, going in and out, and edits inside.

#include "core/design/yaml_tools.hpp"
#include "support/testing.hpp"
#include "tests/ui/graph/graph_test.hpp"
#include "tests/ui/support/dialogs.hpp"
#include "ui/graph/adding/add_popup.hpp"
#include "ui/graph/adding/kind_search.hpp"
#include "ui/graph/adding/palette.hpp"
#include "ui/graph/group_dialog.hpp"
#include "ui/graph/items/inline_editor.hpp"
#include "ui/words/text.hpp"

#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QToolTip>

namespace burin::ui {

namespace {

const char* const pebbles = R"(burin: 2
pixel: 1 um
groups:
  pebbles:
    title: Pebbles
    parameters:
      size: {type: length, default: 24}
    inputs:
      - mask: outline
        optional: true
    output: bed
    nodes:
      bed: {kind: union, inputs: [data: rows, data: grain]}
      rows: {kind: stitching, u: ["= size * 1.2", 0], v: [0, "= size * 1.2"], inputs: [pattern: stone, mask: $outline]}
      stone: {kind: math2d, width: =size, height: =size, expression: 'max(0, 1 - hypot(x - w / 2, y - h / 2) / (size / 2))'}
      grain: {kind: math2d, expression: '0.2 * noise(x / 4, y / 4, 1)'}
    editor:
      stone: {x: 0, y: 0}
      rows: {x: 192, y: 24}
      grain: {x: 192, y: 152}
      bed: {x: 384, y: 48}
nodes:
  surface: {kind: root, width: 400, height: 300, inputs: [data: sum]}
  sum: {kind: union, inputs: [data: wall, data: floor]}
  wall: {kind: group, group: pebbles, values: {size: 40}, inputs: [mask: sheet]}
  floor: {kind: group, group: pebbles}
  sheet: {kind: math2d, expression: 'x < 200'}
editor:
  surface: {x: 576, y: 0}
  sum: {x: 384, y: 0}
  wall: {x: 192, y: 0}
  floor: {x: 192, y: 136}
  sheet: {x: 0, y: 0}
)";

QString steps(const GraphTest& test) {
    return test.document.scope().path().join('/');
}

QString remark(GraphTest& test) {
    QCoreApplication::processEvents();
    for (const QLabel* label : test.panel.findChildren<QLabel*>("graphRemark")) {
        if (!label->isHidden()) return label->text();
    }
    return {};
}

/// Opens the context menu of a place.
QMenu* socketMenu(GraphTest& test, QPoint place) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, place, test.canvas()->mapToGlobal(place));
    QCoreApplication::sendEvent(test.canvas(), &event);
    auto* menu = test.panel.findChild<QMenu*>("graphMenu");
    if (menu == nullptr) qFatal("the menu is missing");
    menu->close();
    return menu;
}

const YamlValue* inGroup(GraphTest& test, const char* name) {
    return groupText(test.document.design()->document, "pebbles")->find("nodes")->find(name);
}

}  // namespace

class TestGraphGroups : public QObject {
    Q_OBJECT

  private slots:
    /// The breadcrumb shows the user's name for a group: its title, or the name of the instance if it has no
    /// title.
    void theBreadcrumbNamesGroupsAsTheUserDoes() {
        GraphTest test(pebbles);
        const auto here = [&] {
            QCoreApplication::processEvents();
            QStringList shown;
            for (const QLabel* label : test.panel.findChildren<QLabel*>("graphTitle")) {
                if (!label->isHidden()) shown << label->text();
            }
            return shown.join(' ');
        };
        test.panel.enter("wall");
        QCOMPARE(here(), QString("Pebbles"));
        test.document.edit("Title", [](DesignEdit& edit) {
            YamlValue groups = *edit.document().find("groups");
            eraseIn(*valueIn(groups, "pebbles"), "title");
            edit.setTop("groups", std::move(groups));
        });
        QCOMPARE(here(), QString("wall"));
    }

    void aGroupThatIsLeftIsShownAgainAsItWas() {
        GraphTest test(pebbles);
        const auto settle = [] { QCoreApplication::processEvents(); };
        const auto seen = [&](const char* node) {
            const QPoint place = test.header(node);
            return QString("%1 at %2, %3").arg(test.view().zoom()).arg(place.x()).arg(place.y());
        };
        test.view().zoomBy(1.5, test.header("wall"));
        const QString outside = seen("wall");
        test.panel.enter("wall");
        settle();
        test.view().zoomBy(0.8, test.header("stone"));
        const QString inside = seen("stone");
        test.document.scope().leave();
        settle();
        QCOMPARE(seen("wall"), outside);
        test.panel.enter("wall");
        settle();
        QCOMPARE(seen("stone"), inside);
        // Another file with nodes of the same names is fitted into the window.
        QCOMPARE(test.load(pebbles), QString());
        settle();
        QVERIFY(seen("wall") != outside);
    }

    void anInputIsRenamedInAllInstances() {
        GraphTest test(pebbles);
        test.panel.enter("wall");
        NodeItem& block = test.node(inputsBlock.data());
        const QPoint row = test.at(block.outputPlace(block.outputOf("$outline")) - QPointF(40, 0));
        socketMenu(test, row)->findChild<QAction*>("socket.rename.outline")->trigger();
        auto* editor = test.view().findChild<InlineEditor*>();
        QVERIFY(editor != nullptr);
        QCOMPARE(editor->toPlainText(), QString("outline"));
        editor->setPlainText("edge");
        QCOMPARE(editor->handOver(), QString());
        QVERIFY2(test.document.text().contains("$edge"), qPrintable(test.document.text()));
        QVERIFY(!test.document.text().contains("outline"));
        for (const Diagnostic& problem : test.document.design()->diagnostics)
            QVERIFY2(problem.severity != Severity::error, problem.text().c_str());
        test.document.undo();
        QVERIFY(test.document.text().contains("$outline"));
    }

    void anInputIsRemovedFromAllInstances() {
        GraphTest test(pebbles);
        const QString before = test.document.text();
        test.panel.enter("wall");
        NodeItem& block = test.node(inputsBlock.data());
        const QPoint row = test.at(block.outputPlace(block.outputOf("$outline")) - QPointF(40, 0));
        socketMenu(test, row)->findChild<QAction*>("socket.remove.outline")->trigger();
        QVERIFY2(!test.document.text().contains("outline"), qPrintable(test.document.text()));
        QVERIFY2(!test.document.text().contains("mask: sheet"), qPrintable(test.document.text()));
        QVERIFY(test.scene().node(inputsBlock.data())->picture().sockets.size() == 1);
        test.document.undo();
        QCOMPARE(test.document.text(), before);
    }

    /// Each change is a single step of undo. \see TestScopedEdit for the links
    void inputsAreMovedAndNeedALinkOrNot() {
        GraphTest test(pebbles);
        test.document.edit("Two inputs", [](DesignEdit& edit) {
            edit.setScope("pebbles");
            edit.addSocket(Trait::mask, "edge", true);
        });
        const QString before = test.document.text();
        test.panel.enter("wall");
        const auto command = [&](const char* id) {
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // deletes the last menu
            NodeItem& block = test.node(inputsBlock.data());
            const QPoint row = test.at(block.outputPlace(block.outputOf("$edge")) - QPointF(40, 0));
            auto* action = socketMenu(test, row)->findChild<QAction*>(id);
            if (action == nullptr) qFatal("the command is missing");
            return action;
        };
        const auto edge = [&] {
            const DesignEdit edit(test.document.design()->document, "pebbles");
            return std::make_pair(edit.socketsLike("edge"), edit.socketNeed("edge"));
        };
        using Names = std::vector<std::string>;
        QVERIFY(!command("socket.down.edge")->isEnabled());
        QVERIFY(command("socket.optional.edge")->isChecked());
        QVERIFY(!command("socket.needed.edge")->isChecked());
        // No node reads the socket, so each node can replace a missing link.
        const int steps = test.steps();
        QVERIFY(command("socket.else.rows.edge") != nullptr);
        command("socket.else.grain.edge")->trigger();
        QCOMPARE(edge().second, (SocketNeed{false, "grain"}));
        QVERIFY(command("socket.else.grain.edge")->isChecked());
        QCOMPARE(test.steps(), steps + 1);
        // `wall` has a link to the outline, but none to the edge before it.
        command("socket.up.edge")->trigger();
        QCOMPARE(edge().first, (Names{"outline", "edge"}));
        QCOMPARE(QToolTip::text(),
                 "The links of wall cannot be reordered: its input outline is linked, but edge is not. Link "
                 "edge first.");
        QCOMPARE(test.steps(), steps + 1);
        test.document.undo();
        QCOMPARE(test.document.text(), before);
        test.document.edit("Link it", [](DesignEdit& edit) {
            edit.setScope({});
            edit.link("wall", Trait::mask, "sheet");
        });
        command("socket.up.edge")->trigger();
        QCOMPARE(edge().first, (Names{"edge", "outline"}));
        QCOMPARE(test.steps(), steps + 2);
        QVERIFY(!command("socket.up.edge")->isEnabled());
    }

    void nodesBecomeAGroup() {
        GraphTest test(parts);
        test.select({"sum", "a"});
        test.key(Qt::Key_G, Qt::ControlModifier);
        QCOMPARE(test.inputs("surface"), "data:group");
        QCOMPARE(test.inputs("group"), "mask:b, data:c");
        QCOMPARE(test.selection.nodes(), QStringList{"group"});
        QCOMPARE(test.node("group").picture().shape, NodeShape::instance);
        QCOMPARE(test.node("group").picture().inputs[0].label, "b");
        QCOMPARE(test.node("group").picture().state, NodeState::sound);
        QVERIFY(test.document.design()->errorsOf(*test.document.design()->root).empty());
        const int before = test.steps();
        test.key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(test.inputs("surface"), "data:group/sum");
        QCOMPARE(test.selection.nodes(), (QStringList{"group/sum", "group/a"}));
        QCOMPARE(test.steps(), before + 1);
        test.document.undo();
        test.document.undo();
        QCOMPARE(test.inputs("surface"), "data:sum");
        QVERIFY(test.document.design()->document.find("groups") == nullptr);
    }

    /// A new group is private until it gets a title; after that, all lists offer it. This is one step.
    void aGroupThatGetsATitleIsOffered() {
        GraphTest test(parts);
        const auto offered = [&] {
            QStringList titles;
            for (const KindDescription* kind : test.panel.kindsToAdd()) {
                if (isPattern(*kind)) titles << textOf(kind->title) + ": " + textOf(kind->help);
            }
            return titles.join(", ");
        };
        const auto inPopup = [&](const QString& title) {
            const auto* list = test.panel.findChild<QListWidget*>("addList");
            const bool there = !list->findItems(title, Qt::MatchExactly).isEmpty();
            test.panel.findChild<AddPopup*>()->hide();
            return there;
        };
        test.select({});
        QVERIFY(!test.panel.action("graph.describeGroup")->isEnabled());
        QCOMPARE(test.panel.edits().group({"a"}), QString());
        QCOMPARE(offered(), QString());
        const auto steps = test.steps();
        const QString before = test.document.text();
        whenDialogComes<GroupDialog>([&](GroupDialog* dialog) {
            const auto* offer = dialog->findChild<QLabel*>("group.offered");
            QVERIFY2(offer->text().contains("private"), qPrintable(offer->text()));
            const auto write = [&](const char* field, const char* text) {
                auto* line = dialog->findChild<QLineEdit*>(field);
                line->selectAll();
                line->insert(text);
            };
            write("group.title", "  Round   stones ");
            write("group.help", "Many of them.");
            QVERIFY2(offer->text().contains("Round stones"), qPrintable(offer->text()));
            write("group.name", " ");
            QVERIFY(!dialog->findChild<QPushButton*>("group.apply")->isEnabled());
            write("group.name", "stones");
            screenshot(*dialog, "group-dialog");
            QTest::mouseClick(dialog->findChild<QPushButton*>("group.apply"), Qt::LeftButton);
        });
        test.key(Qt::Key_F2, Qt::ShiftModifier);
        QCOMPARE(test.steps(), steps + 1);
        QCOMPARE(textOf(test.document.nodeText("group")->find("group")->scalar), QString("stones"));
        QCOMPARE(offered(), QString("Round stones: Many of them."));
        test.panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&test.panel, patience));
        test.view().setFocus();
        test.select({});
        test.key(Qt::Key_Tab);
        QVERIFY(inPopup("Round stones"));
        QTest::mouseClick(test.panel.findChild<PaletteButton*>("palette.patterns"), Qt::LeftButton);
        QVERIFY(inPopup("Round stones"));
        test.document.undo();
        QCOMPARE(test.document.text(), before);
    }

    /// Texts that are not changed stay as they are, and a title is not markup.
    void anUnchangedHelpKeepsItsLines() {
        GraphTest test(parts);
        const GroupWords words{"stones", "<b>Stones</b>", "Round ones.\nMany of them."};
        GroupDialog dialog(
            test.theme, words,
            [](const QString& name) { return name.isEmpty() ? QString("<b>?</b>") : QString(); },
            &test.panel);
        QCOMPARE(dialog.words(), words);
        for (const char* label : {"group.offered", "group.problem"})
            QCOMPARE(dialog.findChild<QLabel*>(label)->textFormat(), Qt::PlainText);
        auto* title = dialog.findChild<QLineEdit*>("group.title");
        title->selectAll();
        title->insert("Rocks");
        QCOMPARE(dialog.words(), (GroupWords{"stones", "Rocks", words.help}));
    }

    /// The open group can be named too. It stays open, even after an undo, and even if no instance shows it.
    void theOpenGroupIsNamed_data() {
        QTest::addColumn<bool>("instances");
        QTest::newRow("seen through an instance") << true;
        QTest::newRow("without instances") << false;
    }
    void theOpenGroupIsNamed() {
        QFETCH(bool, instances);
        GraphTest test(pebbles);
        if (!instances) test.panel.edits().remove({"wall", "floor"});
        QVERIFY(test.document.scope().openGroup("pebbles"));
        test.select({});
        QCOMPARE(test.panel.edits().wordsOfGroup({}), (GroupWords{"pebbles", "Pebbles", ""}));
        QVERIFY(test.panel.action("graph.describeGroup")->isEnabled());
        QCOMPARE(test.panel.edits().describeGroup("pebbles", {"rocks", "Rocks", "Large ones."}), QString());
        QCOMPARE(test.document.scope().group(), QString("rocks"));
        QCOMPARE(test.document.scope().titles(), QStringList{"Rocks"});
        QVERIFY(test.document.nodeText("stone") != nullptr);
        test.document.undo();
        QCOMPARE(test.document.scope().group(), QString("pebbles"));
        QCOMPARE(test.document.scope().titles(), QStringList{"Pebbles"});
    }

    void aNameOfAGroupIsRefused() {
        GraphTest test(pebbles);
        QVERIFY(test.panel.edits().group({"sheet"}).isEmpty());
        const auto steps = test.steps();
        for (const char* name : {"", "group", "a\tb"})
            QVERIFY2(!test.panel.edits().describeGroup("pebbles", {name, "Pebbles", ""}).isEmpty(), name);
        QCOMPARE(test.panel.edits().describeGroup("pebbles", {"pebbles", "Pebbles", ""}), QString());
        QCOMPARE(test.steps(), steps);
    }

    void obstaclesAreSaid() {
        GraphTest test(parts);
        QVERIFY(test.panel.edits().group({"sum", "surface"}).contains("surface"));
        QVERIFY(test.panel.edits().group({"a", "b"}).contains("one output"));
        QVERIFY(!test.panel.edits().group({}).isEmpty());
        QVERIFY(test.panel.edits().ungroup({"sum"}).contains("instance"));
        QCOMPARE(test.steps(), 0);
    }

    void oneGoesInAndOut() {
        GraphTest test(pebbles);
        QVERIFY(test.scene().node("stone") == nullptr);
        QTest::mouseDClick(test.canvas(), Qt::LeftButton, {}, test.header("wall"));
        QCOMPARE(steps(test), "wall");
        QCOMPARE(test.document.scope().group(), "pebbles");
        QVERIFY(test.scene().node("wall") == nullptr);
        QCOMPARE(test.inputs("rows"), "pattern:stone, mask:$outline");
        QCOMPARE(test.node("$ inputs").picture().sockets.size(), std::size_t{2});
        QCOMPARE(test.node("$ output").picture().inputs.front().child, "bed");
        QCOMPARE(remark(test), "used by 2 nodes: an edit here changes all of them");
        test.key(Qt::Key_Escape);
        QCOMPARE(steps(test), "");
        QCOMPARE(test.selection.nodes(), QStringList{"wall"});
        QCOMPARE(remark(test), "");
        test.key(Qt::Key_Return);
        QCOMPARE(steps(test), "wall");
        test.panel.findChild<QToolButton*>("graphStep0")->click();
        QCOMPARE(steps(test), "");
        test.select({"floor"});
        test.key(Qt::Key_I);
        QCOMPARE(steps(test), "floor");
        test.key(Qt::Key_U);
        QCOMPARE(steps(test), "");
        // At the outermost level, Escape and U change nothing.
        test.key(Qt::Key_Escape);
        QCOMPARE(test.steps(), 0);
    }

    /// An edit inside a group shows at once in all of its instances.
    void editsInsideChangeAllInstances() {
        GraphTest test(pebbles);
        test.document.scope().enter("wall");
        test.select({"grain"});
        test.key(Qt::Key_M);
        const Design& muted = *test.document.design();
        QVERIFY(muted.nodes[*muted.find("wall/grain")].muted);
        QVERIFY(muted.nodes[*muted.find("floor/grain")].muted);
        test.key(Qt::Key_Delete);
        QVERIFY(inGroup(test, "grain") == nullptr);
        QVERIFY(!test.document.design()->find("floor/grain"));
        QCOMPARE(test.inputs("bed"), "data:rows");
        QCOMPARE(test.panel.edits().rename("stone", "pebble"), "");
        QCOMPARE(test.inputs("rows"), "pattern:pebble, mask:$outline");
        QVERIFY(test.document.design()->find("floor/pebble"));
        QVERIFY(test.panel.edits().rename("pebble", "$x").contains("$"));
        test.select({"bed"});
        test.key(Qt::Key_D, Qt::ControlModifier);
        QVERIFY(inGroup(test, "bed 2") != nullptr);
        test.panel.edits().move({{{"rows", QPointF(200, 80)}}, {}, {}});
        const YamlValue* notes = groupText(test.document.design()->document, "pebbles")->find("editor");
        QCOMPARE(notes->find("rows")->find("y")->scalar, std::string("80"));
        QCOMPARE(test.document.design()->document.find("editor")->find("rows"), nullptr);
    }

    void wiresReachSocketsAndTheOutput() {
        GraphTest test(pebbles);
        test.document.scope().enter("wall");
        QCoreApplication::processEvents();
        test.panel.action("graph.fitAll")->trigger();
        // Into the output
        test.drag(test.output("rows"), test.input("$ output", 0));
        QCOMPARE(QString::fromStdString(
                     groupText(test.document.design()->document, "pebbles")->find("output")->scalar),
                 "rows");
        // From a socket to a node
        test.drag(test.at(test.node("$ inputs").outputPlace(0)), test.freeSocket("grain"));
        QCOMPARE(test.inputs("grain"), "mask:$outline");
        // From a node to the + of the inputs
        test.drag(test.freeSocket("bed"), test.at(test.node("$ inputs").outputPlace(1)));
        test.answer("mask");
        QCOMPARE(test.inputs("bed"), "data:rows, data:grain, mask:$mask");
        QCOMPARE(test.node("$ inputs").picture().sockets.size(), std::size_t{3});
        QVERIFY(test.document.design()->errorsOf(*test.document.design()->root).empty());
    }

    /// If the menu for the trait closes without a choice, as by a click elsewhere, the link is not made.
    void aDeclinedTraitIsSaid() {
        GraphTest test(pebbles);
        test.document.scope().enter("wall");
        QCoreApplication::processEvents();
        test.panel.action("graph.fitAll")->trigger();
        QSignalSpy said(&test.view(), &GraphView::said);
        const QString before = test.inputs("bed");
        test.drag(test.freeSocket("bed"), test.at(test.node("$ inputs").outputPlace(1)));
        auto* menu = test.view().findChild<QMenu*>("traitMenu");
        QVERIFY(menu != nullptr && menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Escape);
        QTRY_COMPARE(said.count(), 1);
        const QString words = said.first().first().toString();
        QVERIFY2(words.endsWith("to bed: nothing was chosen, so the link was not made."), qPrintable(words));
        QCOMPARE(test.inputs("bed"), before);
        QCOMPARE(test.node("$ inputs").picture().sockets.size(), std::size_t{2});
    }

    void socketsRefuseOtherTraits() {
        GraphTest test(pebbles);
        test.document.scope().enter("wall");
        const Fitting& fitting = test.scene().fitting();
        const auto index = [&](const char* name) { return *test.scene().index(name); };
        QCOMPARE(fitting.misfit(index("$outline"), index("bed"), Trait::mask), "");
        QCOMPARE(fitting.misfit(index("$outline"), index("bed"), Trait::data), "$outline carries mask.");
        QVERIFY(!fitting.misfit(index("$outline"), index("$ output"), Trait::data, 0).isEmpty());
        QVERIFY(!fitting.misfit(index("bed"), index("stone"), Trait::data).isEmpty());
    }

    void blocksStay() {
        GraphTest test(pebbles);
        test.document.scope().enter("wall");
        test.key(Qt::Key_A, Qt::ControlModifier);
        QVERIFY(test.selection.nodes().contains("$ inputs"));
        test.select({"$ inputs", "$ output"});
        for (const Qt::Key key : {Qt::Key_Delete, Qt::Key_M})
            test.key(key);
        test.key(Qt::Key_X, Qt::ControlModifier);
        test.key(Qt::Key_F2);
        QVERIFY(editor(test) == nullptr);
        QCOMPARE(test.steps(), 0);
        test.panel.edits().move({{{"$ output", QPointF(640, 80)}}, {}, {}});
        QCOMPARE(test.node("$ output").pos(), QPointF(640, 80));
        test.document.scope().leave();
        test.document.scope().enter("floor");
        QCOMPARE(test.node("$ output").pos(), QPointF(640, 80));
        // No second surface, and none in a group.
        QVERIFY(!test.panel.edits().takesSurface());
    }

    /// The scope follows undo and renamed instances, and is left when its group is removed.
    void theScopeFollowsTheHistory() {
        GraphTest test(pebbles);
        QCOMPARE(test.panel.edits().rename("wall", "tiles"), "");
        test.document.scope().enter("tiles");
        test.panel.edits().mute({"grain"});
        test.document.undo();
        QCOMPARE(steps(test), "tiles");
        test.document.undo();
        QCOMPARE(steps(test), "wall");
        test.document.redo();
        QCOMPARE(steps(test), "tiles");
        // Undo removes the group that was made.
        test.panel.edits().mute({"grain"});
        test.panel.edits().mute({"grain"});
        QCOMPARE(test.panel.edits().group({"rows", "stone"}), "");
        const QString inner = test.selection.active();
        test.document.scope().enter(inner);
        QCOMPARE(test.document.scope().instance(), "tiles/" + inner);
        QCOMPARE(test.inputs("rows"), "pattern:stone, mask:$outline");
        test.document.undo();
        QCOMPARE(steps(test), "tiles");
        test.document.redo();
        QCOMPARE(steps(test), "tiles");
        test.document.reset(newDesign());
        QVERIFY(!test.document.scope().open());
        QVERIFY(test.scene().node("surface") != nullptr);
    }

    void namesAreTranslated() {
        GraphTest test(pebbles);
        Scope& scope = test.document.scope();
        QCOMPARE(scope.flat("sheet"), "sheet");
        QCOMPARE(scope.reveal("wall/stone"), "stone");
        QCOMPARE(steps(test), "wall");
        QCOMPARE(scope.flat("stone"), "wall/stone");
        QCOMPARE(scope.inner("wall/stone"), "stone");
        QCOMPARE(scope.inner("floor/stone"), "");
        QCOMPARE(scope.reveal("no such node"), "");
        QCOMPARE(steps(test), "wall");
        QCOMPARE(scope.reveal("sheet"), "sheet");
        QVERIFY(!scope.open());
        QVERIFY(!scope.enter("sheet"));
        QVERIFY(scope.openGroup("pebbles"));
        QCOMPARE(steps(test), "wall");
        // V inside shows the flat node.
        test.select({"stone"});
        test.key(Qt::Key_V);
        QCOMPARE(test.selection.solo(), "wall/stone");
        QVERIFY(test.node("stone").look().solo);
        test.key(Qt::Key_Escape);
        QCOMPARE(test.selection.solo(), "wall/stone");
    }

    /// A problem inside shows at the node and, outside, at the instances.
    void problemsShowOnBothSides() {
        GraphTest test(pebbles);
        test.document.edit("Break", [](DesignEdit& edit) {
            edit.setScope("pebbles");
            edit.setValue("stone", "width", yamlScalar("=nothing"));
        });
        QCOMPARE(test.node("wall").picture().state, NodeState::error);
        QVERIFY(test.node("wall").picture().error.contains("stone"));
        QCOMPARE(test.node("floor").picture().state, NodeState::error);
        QVERIFY(test.document.scope().enter("wall"));
        QCOMPARE(test.node("stone").picture().state, NodeState::error);
        QCOMPARE(test.node("grain").picture().state, NodeState::sound);
        test.document.undo();
        QCOMPARE(test.node("stone").picture().state, NodeState::sound);
        // A value that is wrong for one instance is shown only at that instance.
        test.document.edit("Break", [](DesignEdit& edit) {
            edit.setScope({});
            edit.setValue("wall", "values", yamlMap());
            edit.setValue("floor", "values", std::get<YamlValue>(parseYaml("{size: 0}")));
        });
        QCOMPARE(test.node("stone").picture().state, NodeState::sound);
        test.document.scope().leave();
        QCOMPARE(test.node("wall").picture().state, NodeState::sound);
        QCOMPARE(test.node("floor").picture().state, NodeState::error);
        test.document.scope().enter("floor");
        QCOMPARE(test.node("stone").picture().state, NodeState::error);
    }

    void pictures_data() {
        QTest::addColumn<bool>("light");
        QTest::newRow("dark") << false;
        QTest::newRow("light") << true;
    }
    void pictures() {
        QFETCH(bool, light);
        GraphTest test(pebbles, light ? ThemeChoice::light : ThemeChoice::dark);
        const QString theme = light ? "light" : "dark";
        test.select({"wall"});
        QTRY_VERIFY(!test.previews.busy());
        screenshot(test.panel, "groups-outside-" + theme);
        test.document.scope().enter("wall");
        QCoreApplication::processEvents();
        test.select({"rows"});
        QTest::qWait(50);
        QTRY_VERIFY(!test.previews.busy());
        screenshot(test.panel, "groups-inside-" + theme);
        test.panel.resize(760, 260);
        QTest::qWait(50);
        screenshot(test.panel, "groups-narrow-" + theme);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestGraphGroups)
#include "test_graph_groups.moc"
