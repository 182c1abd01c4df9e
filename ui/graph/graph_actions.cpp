// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of the graph as actions: ids, texts, keys and icons.

#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/minimap.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/words/cut_text.hpp"
#include "ui/words/text.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>

namespace burin::ui {

QAction* GraphPanel::addCommand(const char* id, const QString& text, const QString& icon,
                                const QList<QKeySequence>& keys, Command command) {
    auto* made = new QAction(text, this);
    made->setObjectName(id);
    made->setShortcuts(keys);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    made->setProperty("iconName", icon);
    made->setToolTip(keys.isEmpty() ? text
                                    : text + " (" + keys.first().toString(QKeySequence::NativeText) + ")");
    connect(made, &QAction::triggered, this, command);
    addAction(made);
    return made;
}

QAction* GraphPanel::action(const QString& id) const {
    return findChild<QAction*>(id);
}

void GraphPanel::makeEditActions() {
    addCommand("graph.cut", tr("Cut"), "cut", {QKeySequence::Cut}, &GraphPanel::cut);
    addCommand("graph.copy", tr("Copy"), "copy", {QKeySequence::Copy}, &GraphPanel::copy);
    addCommand("graph.paste", tr("Paste"), "paste", {QKeySequence::Paste}, &GraphPanel::paste);
    addCommand("graph.duplicate", tr("Duplicate"), "duplicate", {QKeySequence("Ctrl+D")},
               &GraphPanel::duplicate);
    addCommand("graph.delete", tr("Delete"), "delete", {QKeySequence(Qt::Key_Delete)},
               &GraphPanel::removeChosen);
    addCommand("graph.selectAll", tr("Select all"), {}, {QKeySequence("Ctrl+A")}, &GraphPanel::selectAll);
    addCommand("graph.selectNone", tr("Select none"), {}, {QKeySequence("Ctrl+Shift+A")},
               &GraphPanel::selectNone);
}

void GraphPanel::makeViewActions() {
    addCommand("graph.solo", tr("Show this node"), "solo", {QKeySequence("V")}, &GraphPanel::solo);
    addCommand("graph.rootAgain", tr("Show the surface again"), {}, {QKeySequence("Shift+V")},
               &GraphPanel::rootAgain);
    addCommand("graph.pin", tr("Pin the shown node"), "pin", {QKeySequence("P")}, &GraphPanel::pin);
    addCommand("graph.mute", tr("Mute"), "mute", {QKeySequence("M")}, &GraphPanel::mute);
    addCommand("graph.fitAll", tr("Fit all"), "fit", {QKeySequence("A")}, &GraphPanel::fitAll);
    addCommand("graph.fitSelection", tr("Fit the selection"), "fit-selection", {QKeySequence("F")},
               &GraphPanel::fitSelection);
    addCommand("graph.zoomIn", tr("Zoom in"), {}, {QKeySequence("+"), QKeySequence("=")},
               &GraphPanel::zoomIn);
    addCommand("graph.zoomOut", tr("Zoom out"), {}, {QKeySequence("-")}, &GraphPanel::zoomOut);
    addCommand("graph.zoomWhole", tr("100 %"), {}, {QKeySequence("1")}, &GraphPanel::zoomWhole);
}

void GraphPanel::makeNodeActions() {
    addCommand("graph.edit", tr("Edit the parameters"), {},
               {QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)}, &GraphPanel::editNode);
    addCommand("graph.rename", tr("Rename"), {}, {QKeySequence(Qt::Key_F2)}, &GraphPanel::rename);
    addCommand("graph.connect", tr("Connect"), "link", {QKeySequence("C")}, &GraphPanel::connectByKeys);
    addCommand("graph.trait", tr("Change the link…"), {}, {QKeySequence("Shift+C")}, &GraphPanel::changeLink);
    addCommand("graph.unlink", tr("Unlink"), {}, {QKeySequence("X")}, &GraphPanel::unlink);
    addCommand("graph.inputUp", tr("Move the input up"), {}, {QKeySequence("Alt+Up")}, &GraphPanel::inputUp);
    addCommand("graph.inputDown", tr("Move the input down"), {}, {QKeySequence("Alt+Down")},
               &GraphPanel::inputDown);
    addCommand("graph.texture", tr("Endless texture…"), {}, {QKeySequence("Shift+T")},
               &GraphPanel::makeTexture);
    addCommand("graph.invert", tr("Invert the depths"), {}, {QKeySequence("Shift+I")}, &GraphPanel::invert);
    addCommand("graph.compensate", tr("Insert compensate before the surface"), {}, {QKeySequence("Shift+K")},
               &GraphPanel::compensateSurface);
    addCommand("graph.children", tr("Select children"), {}, {QKeySequence("[")}, &GraphPanel::selectChildren);
    addCommand("graph.parents", tr("Select parents"), {}, {QKeySequence("]")}, &GraphPanel::selectParents);
}

void GraphPanel::makeCanvasActions() {
    addCommand("graph.add", tr("Add a node"), "add", {QKeySequence(Qt::Key_Tab)}, &GraphPanel::add);
    addCommand("graph.layout", tr("Lay out"), "layout", {QKeySequence("L")}, &GraphPanel::layoutAll);
    addCommand("graph.layoutSelection", tr("Lay out the selection"), {}, {QKeySequence("Shift+L")},
               &GraphPanel::layoutSelection);
    addCommand("graph.alignLeft", tr("Align left edges"), {}, {QKeySequence("Alt+Shift+Left")},
               &GraphPanel::alignLeft);
    addCommand("graph.alignRight", tr("Align right edges"), {}, {QKeySequence("Alt+Shift+Right")},
               &GraphPanel::alignRight);
    addCommand("graph.alignTop", tr("Align top edges"), {}, {QKeySequence("Alt+Shift+Up")},
               &GraphPanel::alignTop);
    addCommand("graph.alignBottom", tr("Align bottom edges"), {}, {QKeySequence("Alt+Shift+Down")},
               &GraphPanel::alignBottom);
    addCommand("graph.distributeAcross", tr("Equal gaps from left to right"), {},
               {QKeySequence("Alt+Shift+H")}, &GraphPanel::distributeAcross);
    addCommand("graph.distributeDown", tr("Equal gaps from top to bottom"), {}, {QKeySequence("Alt+Shift+V")},
               &GraphPanel::distributeDown);
    addCommand("graph.frame", tr("Frame"), "frame", {QKeySequence("G")}, &GraphPanel::frame);
    addCommand("graph.comment", tr("Comment"), "comment", {QKeySequence("N")}, &GraphPanel::comment);
    addCommand("graph.reroute", tr("Reroute"), "reroute", {QKeySequence("R")}, &GraphPanel::reroute);
    QAction* thumbnails = addCommand("graph.thumbnails", tr("Thumbnails"), "thumbnails", {QKeySequence("T")},
                                     &GraphPanel::toggleThumbnails);
    QAction* minimap = addCommand("graph.minimap", tr("Minimap"), "minimap", {QKeySequence("Shift+M")},
                                  &GraphPanel::showMinimap);
    QAction* cost =
        addCommand("graph.cost", tr("Cost of the nodes"), "cost", {QKeySequence("K")}, &GraphPanel::showCost);
    for (QAction* toggle : {thumbnails, minimap, cost}) {
        toggle->setCheckable(true);
        toggle->setChecked(toggle != cost);
        connect(toggle, &QAction::toggled, this, &GraphPanel::restyle);
    }
    addCommand("graph.menu", tr("Context menu"), {}, {QKeySequence("Shift+F10"), QKeySequence(Qt::Key_Menu)},
               &GraphPanel::menu);
}

void GraphPanel::makeGroupActions() {
    addCommand("graph.group", tr("Group"), "kind-group", {QKeySequence("Ctrl+G")}, &GraphPanel::group);
    addCommand("graph.ungroup", tr("Ungroup"), {}, {QKeySequence("Ctrl+Shift+G")}, &GraphPanel::ungroup);
    addCommand("graph.describeGroup", tr("Give the group a name…"), {}, {QKeySequence("Shift+F2")},
               &GraphPanel::describeGroup);
    addCommand("graph.saveToLibrary", tr("Save to library…"), {}, {QKeySequence("Ctrl+Shift+L")},
               &GraphPanel::savingWanted);
    addCommand("graph.enter", tr("Go into the group"), {}, {QKeySequence("I")}, &GraphPanel::enterChosen);
    addCommand("graph.leave", tr("Go out of the group"), {}, {QKeySequence("U")}, &GraphPanel::leaveOne);
}

/// The actions are only in the menu, because the search for commands offers starters among the kinds.
void GraphPanel::makeStarterActions() {
    for (const Starter& starter : starters_) {
        const QString title = textOf(starter.shown.title);
        auto* made = new QAction(iconOf(starter, 16, devicePixelRatioF()), title, this);
        made->setObjectName(starterPrefix + title.toLower());
        made->setToolTip(textOf(starter.shown.help));
        connect(made, &QAction::triggered, this, [this, &starter] { addInView(starter.shown); });
        addAction(made);
    }
}

void GraphPanel::enableActions() {
    // Cut and copy stay enabled: they also act on the text of an open editor or of a comment.
    const bool some = !workbench_.selection.nodes().isEmpty();
    for (const char* id :
         {"graph.duplicate", "graph.solo", "graph.mute", "graph.fitSelection", "graph.edit", "graph.children",
          "graph.parents", "graph.layoutSelection", "graph.selectNone", "graph.group"})
        enableIf(*action(id), some, tr("select a node first"));
    const NodeItem* node = scene_.node(workbench_.selection.active());
    const bool instance = node != nullptr && node->picture().shape == NodeShape::instance;
    const auto count = workbench_.selection.nodes().size();
    for (const char* id : {"graph.alignLeft", "graph.alignRight", "graph.alignTop", "graph.alignBottom"})
        enableIf(*action(id), count > 1, tr("select two nodes or more first"));
    for (const char* id : {"graph.distributeAcross", "graph.distributeDown"})
        enableIf(*action(id), count > 2, tr("select three nodes or more first"));
    const QString noTexture = whyNoTexture(workbench_.selection.active());
    enableIf(*action("graph.texture"), noTexture.isEmpty(), noTexture);
    const QString notInverted = edits_.whyNotInverted(active());
    enableIf(*action("graph.invert"), notInverted.isEmpty(), notInverted);
    const QString noCompensation = edits_.whyNoCompensation();
    enableIf(*action("graph.compensate"), noCompensation.isEmpty(), noCompensation);
    // Return opens the group of an instance, and edits any other node.
    const QList<QKeySequence> returns{QKeySequence(Qt::Key_Return), QKeySequence(Qt::Key_Enter)};
    const QList<QKeySequence> letter{QKeySequence("I")};
    action("graph.edit")->setShortcuts(instance ? QList<QKeySequence>() : returns);
    action("graph.enter")->setShortcuts(instance ? returns + letter : letter);
    for (const char* id : {"graph.ungroup", "graph.enter"})
        enableIf(*action(id), instance, tr("select a group first"));
    const bool open = workbench_.document.scope().open();
    for (const char* id : {"graph.describeGroup", "graph.saveToLibrary"})
        enableIf(*action(id), instance || open, tr("select a group first"));
    enableIf(*action("graph.leave"), open, tr("no group is open"));
    sayWhichGroup(instance || open);
}

/// The text says which group the command names: in an open group, a selected instance has another one. The
/// letter is written by hand, because the name must not change the letters of a menu.
void GraphPanel::sayWhichGroup(bool any) {
    const GroupWords group = any ? edits_.wordsOfGroup(active()) : GroupWords();
    const QString name = beginningOf(group.title.isEmpty() ? group.name : group.title.simplified());
    action("graph.describeGroup")
        ->setText(name.isEmpty()
                      ? tr("Gi&ve the group a name…")
                      : tr("Gi&ve the group %1 another name…").arg(QString(name).replace('&', "&&")));
}

}  // namespace burin::ui
