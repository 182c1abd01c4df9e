// SPDX-License-Identifier: GPL-3.0-or-later

// The implementation of the graph's commands.

#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/graph_walk.hpp"
#include "ui/graph/group_dialog.hpp"
#include "ui/graph/items/cost_legend.hpp"
#include "ui/graph/items/inline_editor.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/minimap.hpp"
#include "ui/graph/wire_drag.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/field_keys.hpp"
#include "ui/theme/menu_letters.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

constexpr qreal zoomStep = 1.25;
constexpr qreal nudgeStep = 16;
constexpr qreal commentHeight = 48;

}  // namespace

const QStringList& GraphPanel::chosen() const {
    return workbench_.selection.nodes();
}

const QString& GraphPanel::active() const {
    return workbench_.selection.active();
}

// Editing: as their keys, these commands act on the text while a field has the focus.

void GraphPanel::removeChosen() {
    if (pressInFocus(*window(), QKeySequence::Delete)) return;
    if (!chosen().isEmpty()) return edits_.remove(chosen());
    if (scene_.chosenNote().kind != NoteChoice::Kind::none)
        return edits_.removeNote(NoteChoice(scene_.chosenNote()));
    if (const auto wire = scene_.chosenWire()) edits_.unlink(*wire);
}

/// The open field for a name or a comment, or nullptr.
InlineEditor* GraphPanel::typing() const {
    const QList<InlineEditor*> fields = view_->findChildren<InlineEditor*>();
    const auto open =
        std::find_if(fields.begin(), fields.end(), [](const InlineEditor* f) { return f->isVisible(); });
    return open == fields.end() ? nullptr : *open;
}

/// The text of the selected comment; empty if none is selected.
QString GraphPanel::chosenText() const {
    const NoteChoice& note = scene_.chosenNote();
    const auto index = static_cast<std::size_t>(std::max(0, note.index));
    const bool comment = note.kind == NoteChoice::Kind::comment && index < scene_.comments().size();
    return comment ? scene_.comments()[index]->note().text : QString();
}

void GraphPanel::cut() {
    if (pressInFocus(*window(), QKeySequence::Cut)) return;
    edits_.cut(QStringList(chosen()));
}

void GraphPanel::copy() {
    if (pressInFocus(*window(), QKeySequence::Copy)) return;
    if (chosenText().isEmpty()) return edits_.copy(chosen());
    QApplication::clipboard()->setText(chosenText());
}

void GraphPanel::paste() {
    if (pressInFocus(*window(), QKeySequence::Paste)) return;
    pasteNodes(QApplication::clipboard()->text(), pointer(), tr("Paste %1"));
}

void GraphPanel::pasteNodes(const QString& fragment, std::optional<QPointF> place, const QString& what) {
    const QStringList before = chosen();
    const GraphEdits::Pasted pasted = edits_.paste(fragment, place, view_->room(), what);
    view_->explain(pasted.leftOut, true);
    if (chosen() == before) return;
    view_->reveal(scene_.rectOf(chosen()));
    say(pasted.pitch);
}

void GraphPanel::duplicate() {
    workbench_.document.pending().handOver();
    if (!chosen().isEmpty()) pasteNodes(edits_.fragment(chosen()), {}, tr("Duplicate %1"));
}

void GraphPanel::selectAll() {
    if (pressInFocus(*window(), QKeySequence::SelectAll)) return;
    workbench_.selection.select(scene_.names());
}

void GraphPanel::selectNone() {
    workbench_.selection.select({});
}

void GraphPanel::mute() {
    edits_.mute(chosen());
}

// Showing

void GraphPanel::solo() {
    workbench_.selection.setSolo(workbench_.document.scope().flat(active()));
}

void GraphPanel::rootAgain() {
    workbench_.selection.setSolo({});
}

void GraphPanel::pin() {
    Selection& selection = workbench_.selection;
    if (selection.solo().isEmpty()) solo();
    if (!selection.solo().isEmpty()) selection.setPinned(!selection.pinned());
}

void GraphPanel::fitAll() {
    fits_ = fits_ && !view_->isVisible();
    QRect covered = legend_->isHidden() ? QRect() : legend_->geometry();
    if (action("graph.minimap")->isChecked() && view_->height() >= lowCanvas && minimapFits())
        covered |= minimap_->geometry();
    view_->fit(scene_.contents(), covered);
}

bool GraphPanel::seesNodes() const {
    const QRectF shown = view_->room().shown;
    return std::any_of(scene_.nodes().begin(), scene_.nodes().end(),
                       [&](const NodeItem* node) { return node->sceneBody().intersects(shown); });
}

void GraphPanel::noteWhatIsSeen() {
    keepSight();
    sawNodes_ = seesNodes();
    sawChosen_.clear();
    const QRectF shown = view_->room().shown;
    for (const QString& name : chosen()) {
        const NodeItem* node = scene_.node(name);
        if (node != nullptr && shown.contains(node->sceneBody())) sawChosen_.insert(name, node->sceneBody());
    }
}

/// A change, such as an undone paste, can take away everything in view. If it moves a selected node, for
/// example a picture that makes room for its transform, both its old and its new place stay in view.
void GraphPanel::keepInSight() {
    if (std::exchange(sawNodes_, false) && !scene_.nodes().empty() && !seesNodes()) return fitAll();
    QRectF moved;
    for (auto before = sawChosen_.cbegin(); before != sawChosen_.cend(); ++before) {
        const NodeItem* node = scene_.node(before.key());
        if (node != nullptr && node->sceneBody().topLeft() != before->topLeft())
            moved |= *before | node->sceneBody();
    }
    const QRectF shown = view_->room().shown;
    if (moved.isNull() || shown.contains(moved)) return;
    const bool fits = moved.width() <= shown.width() && moved.height() <= shown.height();
    fits ? view_->reveal(moved) : fitAll();
}

void GraphPanel::fitSelection() {
    view_->fit(scene_.rectOf(chosen()));
}

void GraphPanel::zoomIn() {
    view_->zoomBy(zoomStep);
}

void GraphPanel::zoomOut() {
    view_->zoomBy(1 / zoomStep);
}

void GraphPanel::zoomWhole() {
    view_->zoomBy(1 / view_->zoom());
}

void GraphPanel::toggleThumbnails() {
    scene_.style().thumbnails = action("graph.thumbnails")->isChecked();
    view_->viewport()->update();
}

/// In a low canvas the minimap would hide nodes, so it only appears if some nodes are out of sight. While it
/// has no room, its switch is disabled.
void GraphPanel::showMinimap() {
    // A low graph has no space for it beside the nodes.
    const QRectF covered = view_->mapToScene(minimap_->geometry()).boundingRect();
    const auto covers = [&](const NodeItem* node) { return covered.intersects(node->sceneBody()); };
    const bool helps =
        view_->height() >= lowCanvas || (!view_->room().shown.contains(scene_.contents()) &&
                                         std::none_of(scene_.nodes().begin(), scene_.nodes().end(), covers));
    const bool room = helps && minimapFits();
    enableIf(*action("graph.minimap"), room, tr("the graph has no room for the minimap"));
    minimap_->setVisible(room && action("graph.minimap")->isChecked());
}

void GraphPanel::showCost() {
    const bool on = action("graph.cost")->isChecked();
    legend_->setVisible(on);
    workbench_.previews.setCostsShown(on);
    showState();
}

// Names and texts

void GraphPanel::editNode() {
    if (!active().isEmpty()) emit inspectorRequested();
}

// Groups

void GraphPanel::group() {
    workbench_.document.pending().handOver();
    view_->explain(edits_.group(chosen()), true);
}

void GraphPanel::ungroup() {
    workbench_.document.pending().handOver();
    view_->explain(edits_.ungroup(chosen()), true);
}

/// Describes the group of the selected instance or, if none is selected, the open group.
void GraphPanel::describeGroup() {
    workbench_.document.pending().handOver();
    const GroupWords words = edits_.wordsOfGroup(active());
    if (words.name.isEmpty()) return;
    GroupDialog dialog(
        workbench_.theme, words, [&](const QString& name) { return edits_.whyNoGroupName(words.name, name); },
        this);
    if (dialog.exec() == QDialog::Accepted && dialog.words() != words)
        view_->explain(edits_.describeGroup(words.name, dialog.words()), true);
}

void GraphPanel::enterChosen() {
    enter(active());
}

/// Does nothing while another tab hides the graph.
void GraphPanel::takeFocus() {
    if (view_->isVisible()) view_->setFocus(Qt::OtherFocusReason);
}

void GraphPanel::enter(const QString& instance) {
    workbench_.document.pending().handOver();
    workbench_.document.scope().enter(instance);
}

void GraphPanel::leave(int levels) {
    workbench_.document.pending().handOver();
    Scope& scope = workbench_.document.scope();
    if (!scope.open()) return;
    takeFocus();  // a field that has it may disappear together with the group
    const QStringList path = scope.path();
    const QString instance = path.at(std::max<qsizetype>(0, path.size() - levels));
    scope.leave(levels);
    if (scene_.node(instance) != nullptr) workbench_.selection.select({instance});
}

void GraphPanel::rename() {
    if (scene_.chosenNote().kind != NoteChoice::Kind::none) return editNote(NoteChoice(scene_.chosenNote()));
    const NodeItem* node = scene_.node(active());
    if (node != nullptr && !node->picture().block()) renameNode(active());
}

void GraphPanel::renameNode(const QString& name) {
    const NodeItem* node = scene_.node(name);
    if (node == nullptr || node->picture().block()) return;
    view_->reveal(node->sceneBody());
    const QRect header =
        view_->mapFromScene(QRectF(node->pos(), QSizeF(metrics::nodeWidth, metrics::headerHeight)))
            .boundingRect();
    const QRect place(header.left(), header.top(), std::max(160, header.width()),
                      std::max(24, header.height()));
    new InlineEditor(view_, place, name, false,
                     [this, name](const QString& text) { return edits_.rename(name, text); });
}

/// \param gesture  of the edit that has added the note, so that both are one step; 0: a step of its own
void GraphPanel::editNote(const NoteChoice& note, int gesture) {
    const auto index = static_cast<std::size_t>(note.index);
    scene_.choose(note);
    if (note.kind == NoteChoice::Kind::frame && index < scene_.frames().size()) {
        const FrameItem* frame = scene_.frames()[index];
        view_->reveal(frame->titleRect());
        const QRect head = view_->mapFromScene(frame->titleRect()).boundingRect();
        new InlineEditor(view_, QRect(head.topLeft(), QSize(std::max(160, head.width()), 28)),
                         frame->note().title, false, [this, note, gesture](const QString& text) {
                             edits_.setFrameTitle(note.index, text, gesture);
                             return QString();
                         });
    } else if (note.kind == NoteChoice::Kind::comment && index < scene_.comments().size()) {
        const CommentItem* comment = scene_.comments()[index];
        view_->reveal(comment->rect());
        const QRect rect = view_->mapFromScene(comment->rect()).boundingRect();
        new InlineEditor(
            view_, QRect(rect.topLeft(), QSize(std::max(200, rect.width()), std::max(72, rect.height()))),
            comment->note().text, true, [this, note, gesture](const QString& text) {
                edits_.setCommentText(note.index, text, gesture);
                return QString();
            });
    }
}

void GraphPanel::frame() {
    if (chosen().isEmpty()) return;
    const int gesture = workbench_.document.newGesture();
    const auto made = edits_.frame(chosen(), gesture);
    if (made) editNote({NoteChoice::Kind::frame, *made, {}, 0}, gesture);
}

void GraphPanel::comment() {
    workbench_.selection.select({});
    addComment(placeFor({metrics::commentWidth, commentHeight}));
}

void GraphPanel::addComment(QPointF place) {
    const int gesture = workbench_.document.newGesture();
    editNote({NoteChoice::Kind::comment, edits_.addComment(place, gesture), {}, 0}, gesture);
}

// Wires

void GraphPanel::connectByKeys() {
    if (view_->connecting()) return view_->finishByKeys();
    view_->setFocus(Qt::OtherFocusReason);  // its keys choose the socket, even if a menu had the focus
    const NodeItem* node = scene_.node(active());
    if (node == nullptr) return;
    if (node->outputs() > 0) {
        view_->start(std::make_unique<WireDrag>(view_->context(), WireDrag::From::output, *node, 0));
    } else if (node->freeRow() >= 0) {
        view_->start(
            std::make_unique<WireDrag>(view_->context(), WireDrag::From::freeSocket, *node, node->freeRow()));
    }
}

void GraphPanel::changeLink() {
    const auto wire = currentWire(scene_, active());
    if (wire) return view_->changeLink(*wire);
    view_->explain(tr("Select a link, or a node that is linked."), true);
}

void GraphPanel::unlink() {
    if (const auto wire = scene_.chosenWire()) return edits_.unlink(WireChoice(*wire));
    if (!chosen().isEmpty()) edits_.unlinkOutputs(chosen());
}

void GraphPanel::moveInput(int by) {
    const auto wire = currentWire(scene_, active());
    const NodeItem* parent = wire ? scene_.node(wire->parent) : nullptr;
    if (parent == nullptr) return;
    const auto& inputs = parent->picture().inputs;
    for (std::size_t row = 0; row < inputs.size(); ++row) {
        if (inputs[row].entry != wire->entry) continue;
        const auto to = static_cast<std::ptrdiff_t>(row) + by;
        if (to < 0 || to >= static_cast<std::ptrdiff_t>(inputs.size())) return;
        const std::size_t entry = inputs[static_cast<std::size_t>(to)].entry;
        edits_.reorder(*wire, entry);
        return scene_.choose(WireChoice{wire->parent, entry});
    }
}

void GraphPanel::reroute() {
    const NoteChoice note = scene_.chosenNote();
    if (note.kind == NoteChoice::Kind::point) return edits_.removeNote(note);
    const QPointF mouse = view_->pointedAt();
    const Hit hit = scene_.hit(mouse, view_->reach(), view_->zoom());
    if (hit.part == Hit::Part::wire)
        return edits_.addPoint({hit.wire->parentNode()->name(), hit.wire->picture().entry}, mouse);
    const auto wire = currentWire(scene_, active());
    const WireItem* item = wire ? scene_.wire(wire->parent, wire->entry) : nullptr;
    if (item != nullptr) edits_.addPoint(*wire, item->middle());
}

void GraphPanel::selectNeighbours(bool parents) {
    QStringList found;
    for (const QString& name : chosen()) {
        const NodeItem* node = scene_.node(name);
        if (node == nullptr) continue;
        for (const WireItem* wire : parents ? node->out : node->in) {
            if (wire == nullptr) continue;
            const QString& end = (parents ? wire->parentNode() : wire->childNode())->name();
            if (!found.contains(end)) found << end;
        }
    }
    if (!found.isEmpty()) workbench_.selection.select(found);
}

// Places

void GraphPanel::layoutAll() {
    edits_.layout(scene_.names());
    fitAll();
}

void GraphPanel::layoutSelection() {
    edits_.layout(chosen());
}

void GraphPanel::alignLeft() {
    edits_.align(chosen(), active(), NodeSide::left);
}

void GraphPanel::alignRight() {
    edits_.align(chosen(), active(), NodeSide::right);
}

void GraphPanel::alignTop() {
    edits_.align(chosen(), active(), NodeSide::top);
}

void GraphPanel::alignBottom() {
    edits_.align(chosen(), active(), NodeSide::bottom);
}

void GraphPanel::distributeAcross() {
    edits_.distribute(chosen(), Qt::Horizontal);
}

void GraphPanel::distributeDown() {
    edits_.distribute(chosen(), Qt::Vertical);
}

void GraphPanel::arrow(int key, Qt::KeyboardModifiers modifiers, bool repeated) {
    if (modifiers & Qt::AltModifier) return;
    if (modifiers & Qt::ControlModifier) {
        const qreal step = modifiers & Qt::ShiftModifier ? 1 : nudgeStep;
        QPointF by;
        if (key == Qt::Key_Left) by = {-step, 0};
        if (key == Qt::Key_Right) by = {step, 0};
        if (key == Qt::Key_Up) by = {0, -step};
        if (key == Qt::Key_Down) by = {0, step};
        if (!repeated || nudge_ == 0) nudge_ = workbench_.document.newGesture();
        if (!chosen().isEmpty()) return edits_.nudge(chosen(), by, nudge_);
        return edits_.nudgeNote(NoteChoice(scene_.chosenNote()), by, nudge_);
    }
    if (active().isEmpty() && scene_.chosenNote().kind == NoteChoice::Kind::none) {
        const auto root = scene_.design().root;
        if (root) workbench_.selection.select({QString::fromStdString(scene_.design().nodes[*root].name)});
        return;
    }
    const auto step = walk(scene_, active(), key);
    if (!step) return;
    if (step->node.isEmpty()) {
        workbench_.selection.select({});
        return scene_.choose(step->note);
    }
    QStringList nodes = {step->node};
    if (modifiers & Qt::ShiftModifier) {
        nodes = chosen();
        if (!nodes.contains(step->node)) nodes << step->node;
    }
    workbench_.selection.select(nodes, step->node);
    scene_.choose(step->wire);
    view_->reveal(scene_.node(step->node)->sceneBody());
}

// The context menu

namespace {

/// The commands of a node's context menu; an empty one is a line. The blocks of a group's inputs and output
/// cannot be renamed or removed.
QStringList commandsOf(const NodePicture& node) {
    if (node.block()) {
        return {"graph.edit",        "graph.solo",
                "graph.pin",         "",
                "graph.connect",     "graph.trait",
                "graph.unlink",      "graph.children",
                "graph.parents",     "",
                "graph.frame",       "graph.layoutSelection",
                "graph.fitSelection"};
    }
    return {"graph.edit",
            "graph.rename",
            "",
            "graph.solo",
            "graph.pin",
            "graph.mute",
            "",
            "graph.connect",
            "graph.trait",
            "graph.unlink",
            "graph.children",
            "graph.parents",
            "",
            "graph.cut",
            "graph.copy",
            "graph.duplicate",
            "graph.delete",
            "",
            "graph.group",
            "graph.ungroup",
            "graph.describeGroup",
            "graph.saveToLibrary",
            "graph.enter",
            "graph.texture",
            "",
            "graph.frame",
            "graph.layoutSelection",
            "graph.fitSelection"};
}

}  // namespace

void GraphPanel::menu() {
    Hit hit;
    hit.node = scene_.node(active());
    QPoint at = view_->viewport()->rect().center();
    if (hit.node != nullptr) {
        hit.part = Hit::Part::body;
        view_->reveal(hit.node->sceneBody());
        at = view_->mapFromScene(hit.node->sceneBody().center());
    }
    openMenu(hit, view_->viewport()->mapToGlobal(at));
}

void GraphPanel::openMenu(const Hit& hit, QPoint global) {
    QStringList ids;
    if (hit.node != nullptr) {
        ids = commandsOf(hit.node->picture());
        const bool surface = !hit.node->picture().feeds && !hit.node->picture().block();
        if (surface) ids.removeAll("graph.saveToLibrary");  // the surface is not a group
        if (surface) ids << QString() << QString("graph.compensate");
    } else if (hit.wire != nullptr) {
        scene_.choose(WireChoice{hit.wire->parentNode()->name(), hit.wire->picture().entry});
        ids = {"graph.trait", "graph.unlink", "graph.reroute", "graph.inputUp", "graph.inputDown"};
    } else if (hit.part == Hit::Part::frame || hit.part == Hit::Part::comment) {
        const bool isFrame = hit.part == Hit::Part::frame;
        workbench_.selection.select({});
        scene_.choose(
            NoteChoice{isFrame ? NoteChoice::Kind::frame : NoteChoice::Kind::comment, hit.index, {}, 0});
        ids = {"graph.rename", "graph.delete"};
    } else {
        ids = {"graph.add",
               "graph.comment",
               "graph.paste",
               "",
               "graph.leave",
               "graph.describeGroup",
               "graph.saveToLibrary",
               "graph.selectAll",
               "graph.layout",
               "graph.fitAll",
               "",
               "graph.thumbnails",
               "graph.cost",
               "graph.minimap"};
    }
    auto* opened = new QMenu(this);
    opened->setObjectName("graphMenu");
    opened->setAttribute(Qt::WA_DeleteOnClose);
    if (hit.node != nullptr && hit.node->picture().shape == NodeShape::inputs)
        addSocketCommands(*opened, *hit.node, view_->mapToScene(view_->viewport()->mapFromGlobal(global)));
    // The command saves the open group, but the menu of an instance is about the instance.
    const bool inner = workbench_.document.scope().open() && hit.node != nullptr &&
                       hit.node->picture().shape == NodeShape::instance;
    for (const QString& id : ids) {
        if (id.isEmpty()) {
            opened->addSeparator();
        } else if (id == "graph.saveToLibrary" && inner) {
            const QString title = QString(hit.node->picture().title).replace('&', "&&");
            QAction* save = opened->addAction(tr("Save %1 to library…").arg(title));
            save->setObjectName("graph.saveInstance");
            const QString name = hit.node->name();
            connect(save, &QAction::triggered, this, [this, name] { emit savingOfInstanceWanted(name); });
        } else {
            opened->addAction(action(id));
        }
    }
    keepLetters(*opened);
    // The menu's commands add things at the place of the click that opened it, not at the later place of the
    // mouse.
    if (hit.node == nullptr) {
        menuPlace_ = view_->mapToScene(view_->viewport()->mapFromGlobal(global));
        menu_ = opened;
    }
    opened->popup(global);
}

}  // namespace burin::ui
