// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/graph_edits.hpp"

#include "core/design/file_paths.hpp"
#include "core/geometry/length.hpp"
#include "ui/graph/adding/start_values.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/layout/auto_layout.hpp"
#include "ui/graph/make_room.hpp"
#include "ui/graph/wire_aim.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/node_names.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/written_length.hpp"
#include "ui/words/text.hpp"

#include <QSet>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

/// The beginning of a text, on one line.
QString briefly(const QString& body) {
    constexpr qsizetype most = 32;
    const QString line = body.simplified();
    return line.size() <= most ? line : line.left(most - 1) + QChar(0x2026);
}

bool mutedIn(const DesignNode* node) {
    return node != nullptr && node->muted;
}

}  // namespace

void GraphEdits::edit(const QString& what, const std::function<void(DesignEdit&)>& change, int gesture) {
    document().edit(what, change, gesture);
}

QString GraphEdits::countText(const QStringList& names) const {
    return names.size() == 1 ? shownName(names.first())
                             : tr("%n nodes", nullptr, static_cast<int>(names.size()));
}

bool GraphEdits::takesSurface() const {
    return !scene_.design().root && !document().scope().open();
}

QStringList GraphEdits::withoutBlocks(const QStringList& names) const {
    QStringList nodes;
    std::copy_if(names.begin(), names.end(), std::back_inserter(nodes), [&](const QString& name) {
        const NodeItem* item = scene_.node(name);
        return item != nullptr && !item->picture().block();
    });
    return nodes;
}

// Nodes

void GraphEdits::linkNew(DesignEdit& edit, const std::string& name, const KindDescription& kind,
                         const NewLink& link) {
    if (link.how == NewLink::How::readsNode) {
        const auto child = scene_.index(link.node);
        const auto trait = child ? traitOfNew(kind, scene_.fitting().bounded(*child)) : std::nullopt;
        if (trait) edit.link(name, *trait, link.node.toStdString());
    } else if (link.how == NewLink::How::feedsNode && link.trait) {
        const DesignNode* parent = scene_.designNode(link.node);
        if (parent == nullptr) return;
        const std::size_t entry = entryFor(*parent, *link.trait).value_or(edit.links(parent->name));
        edit.link(parent->name, *link.trait, name, entry);
        if (link.at) edit.setOffset(parent->name, entry, link.at);
    } else if (link.how == NewLink::How::onWires) {
        if (const auto trait = insertable(kind, link.wires.front()))
            insertInto(edit, link.wires, name, *trait);
    }
}

QString GraphEdits::addNew(const KindDescription& kind, QPointF place, const NewLink& link,
                           const std::function<void(DesignEdit&, const std::string& name)>& make) {
    std::string name;
    QPointF where = freePlace(place);
    edit(tr("Add %1").arg(textOf(kind.title)), [&](DesignEdit& change) {
        name = change.freeName(textOf(kind.title).toLower().toStdString());
        make(change, name);
        linkNew(change, name, kind, link);
        scene_.keepPlaces(change);
        if (link.how == NewLink::How::onWires && !link.staysInPlace)
            where = makeRoom(scene_, change, QString::fromStdString(name), link.wires, where);
        change.setPlace(name, canvasPoint(where));
    });
    const QString added = QString::fromStdString(name);
    workbench_.selection.select({added});
    showNewLink(added, link);
    return added;
}

/// Chooses the wire of a new node's link, so that its chip can change it.
void GraphEdits::showNewLink(const QString& added, const NewLink& link) {
    const NodeItem* item = scene_.node(added);
    if (item == nullptr || link.how == NewLink::How::none) return;
    const auto& wires = link.how == NewLink::How::feedsNode ? item->out : item->in;
    const auto wire =
        std::find_if(wires.begin(), wires.end(), [](const WireItem* each) { return each != nullptr; });
    if (wire != wires.end()) scene_.choose(choiceOf(**wire));
}

QString GraphEdits::addNode(const KindDescription& kind, QPointF place, const NewLink& link,
                            const YamlValue* values) {
    if (!feedsOthers(kind) && !takesSurface()) return {};
    return addNew(kind, place, link, [&](DesignEdit& change, const std::string& name) {
        change.addNode(name, kind.name);
        giveStartValues(change, name, kind, link.trait == Trait::pattern);
        for (const YamlEntry& entry : values == nullptr ? std::vector<YamlEntry>() : values->entries)
            change.setValue(name, entry.key.scalar, entry.value);
        giveUnits(change, name, kind);
    });
}

QString GraphEdits::addDrawn(const KindDescription& kind, QPointF place, const NewLink& link,
                             const YamlValue& values) {
    return addNew(kind, place, link, [&](DesignEdit& change, const std::string& name) {
        change.addNode(name, kind.name);
        for (const YamlEntry& entry : values.entries)
            change.setValue(name, entry.key.scalar, entry.value);
    });
}

/// The lengths of a new node get units if the lengths of the surface have them.
void GraphEdits::giveUnits(DesignEdit& change, const std::string& name, const KindDescription& kind) const {
    const Design& design = scene_.design();
    const auto surface = parseLength(surfaceWidth(design));
    if (surface && surface->unit != LengthUnit::pixel) writeInMicrometres(change, name, kind, design.pixelUm);
}

QString GraphEdits::addPattern(const Pattern& pattern, QPointF place, const NewLink& link) {
    return addNew(pattern.shown, place, link, [&](DesignEdit& change, const std::string& name) {
        addInstanceOf(pattern, change, name, DesignFolders::of(pathOf(document().file())),
                      document().kinds());
    });
}

void GraphEdits::remove(const QStringList& chosen) {
    const QStringList names = withoutBlocks(chosen);
    if (names.isEmpty()) return;
    const QString what = tr("Delete %1").arg(countText(names));
    workbench_.selection.select({});
    edit(what, [&](DesignEdit& change) {
        scene_.keepPlaces(change);
        removeHealing(change, names);
    });
}

/// Reconnects the wires, including masks, except for patterns that would have no size.
void GraphEdits::removeHealing(DesignEdit& edit, const QStringList& names) const {
    const QSet<QString> gone(names.begin(), names.end());
    QList<const DesignNode*> readers;
    for (const DesignNode& node : scene_.design().nodes) {
        const bool reads = std::any_of(node.links.begin(), node.links.end(), [&](const DesignLink& link) {
            return link.trait == Trait::pattern && gone.contains(QString::fromStdString(link.childName));
        });
        if (reads && !gone.contains(QString::fromStdString(node.name))) readers << &node;
    }
    edit.removeNodes(standardTexts(names), true);
    for (const DesignNode* reader : readers) {
        const YamlValue* inputs = edit.node(reader->name)->find("inputs");
        for (std::size_t entry = inputs == nullptr ? 0 : inputs->items.size(); entry-- > 0;) {
            const YamlValue* child = inputs->items[entry].find(traitName(Trait::pattern));
            const auto known =
                child == nullptr ? std::nullopt : scene_.index(QString::fromStdString(child->scalar));
            if (!known || scene_.fitting().bounded(*known)) continue;
            edit.unlink(reader->name, entry);
            break;  // a kind has at most one pattern; the unlink may have removed `inputs`
        }
    }
}

QString GraphEdits::rename(const QString& name, const QString& wanted) {
    const QString title = wanted.trimmed();
    if (title == name || document().node(name) == nullptr) return {};
    if (const QString why = whyNoNodeName(document(), title); !why.isEmpty()) return why;
    const QString flat = document().scope().flat(name);
    Selection& selection = workbench_.selection;
    // If the name of the shown node no longer exists, the scene drops the node and its pin.
    const bool shown = !flat.isEmpty() && flat == selection.solo();
    const bool pinned = selection.pinned();
    edit(tr("Rename %1 to %2").arg(name, title),
         [&](DesignEdit& change) { change.renameNode(name.toStdString(), title.toStdString()); });
    if (shown && document().node(title) != nullptr) {
        selection.setSolo(document().scope().flat(title));
        selection.setPinned(pinned);
    }
    selection.select({title});
    return {};
}

void GraphEdits::mute(const QStringList& names) {
    QStringList able;
    for (const QString& name : names) {
        const DesignNode* node = document().node(name);
        if (node != nullptr && (node->kind == nullptr || feedsOthers(node->kind->description))) able << name;
    }
    if (able.isEmpty()) return;
    const bool muted = !std::all_of(able.begin(), able.end(),
                                    [&](const QString& name) { return mutedIn(document().node(name)); });
    edit((muted ? tr("Mute %1") : tr("Unmute %1")).arg(countText(able)), [&](DesignEdit& change) {
        for (const QString& name : able)
            change.setMuted(name.toStdString(), muted);
    });
}

// Links

QString GraphEdits::linkText(const QString& child, const QString& parent, Trait trait,
                             const QString& before) {
    const QString how = textOf(traitName(trait));
    const QString from = shownName(child);
    const QString to = shownName(parent);
    return before.isEmpty() ? tr("Link %1 to %2 as %3").arg(from, to, how)
                            : tr("Link %1 to %2 as %3 instead of %4").arg(from, to, how, shownName(before));
}

void GraphEdits::link(const QString& child, const QString& parent, Trait trait) {
    const DesignNode* node = scene_.designNode(parent);
    if (node == nullptr) return;
    std::size_t entry = 0;
    edit(linkText(child, parent, trait), [&](DesignEdit& change) {
        entry = entryFor(*node, trait).value_or(change.links(node->name));
        change.link(node->name, trait, child.toStdString(), entryFor(*node, trait));
    });
    if (scene_.wire(parent, entry) != nullptr) scene_.choose(WireChoice{parent, entry});
}

void GraphEdits::setTrait(const WireChoice& wire, Trait trait) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    const DesignNode* node = scene_.designNode(wire.parent);
    if (item == nullptr || node == nullptr || item->picture().trait == trait) return;
    const std::string name = node->name;
    const QString child = item->picture().child;
    const std::size_t entry = entryAs(*node, wire.entry, trait);
    edit(tr("Read %1 as %2 in %3").arg(shownName(child), textOf(traitName(trait)), shownName(wire.parent)),
         [&](DesignEdit& change) {
             change.relink(name, wire.entry, trait, child.toStdString());
             if (entry != wire.entry) change.moveLink(name, wire.entry, entry);
         });
    scene_.choose(WireChoice{wire.parent, entry});
}

void GraphEdits::setBlend(const QString& name, const QString& operation) {
    edit(tr("Combine the inputs of %1 by %2").arg(shownName(name), operation), [&](DesignEdit& change) {
        change.setValue(name.toStdString(), "operation", yamlScalar(operation.toStdString()));
    });
}

void GraphEdits::relink(const WireChoice& wire, const QString& child) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    const DesignNode* node = scene_.designNode(wire.parent);
    if (node == nullptr) return;
    Trait trait = item == nullptr ? Trait::data : item->picture().trait;
    QString before;
    for (const DesignLink& link : node->links) {
        if (link.entry != wire.entry) continue;
        trait = link.trait;
        before = QString::fromStdString(link.childName);
    }
    edit(linkText(child, wire.parent, trait, before),
         [&](DesignEdit& change) { change.relink(node->name, wire.entry, trait, child.toStdString()); });
}

void GraphEdits::moveTo(const WireChoice& wire, const QString& parent, Trait trait) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    const DesignNode* node = scene_.designNode(parent);
    if (item == nullptr || node == nullptr) return;
    const std::string child = item->picture().child.toStdString();
    edit(linkText(item->picture().child, parent, trait), [&](DesignEdit& change) {
        std::optional<std::size_t> entry = entryFor(*node, trait);
        if (parent == wire.parent && entry && *entry > wire.entry) --*entry;
        change.unlink(wire.parent.toStdString(), wire.entry);
        change.link(node->name, trait, child, entry);
    });
}

void GraphEdits::moveOver(const WireChoice& wire, const WireChoice& replaced) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    const DesignNode* node = scene_.designNode(replaced.parent);
    if (item == nullptr || node == nullptr) return;
    for (const DesignLink& link : node->links) {
        if (link.entry != replaced.entry) continue;
        const Trait trait = link.trait;
        const QString before = QString::fromStdString(link.childName);
        edit(linkText(item->picture().child, replaced.parent, trait, before), [&](DesignEdit& change) {
            change.relink(node->name, replaced.entry, trait, item->picture().child.toStdString());
            change.unlink(wire.parent.toStdString(), wire.entry);
        });
        return;
    }
}

void GraphEdits::unlink(const WireChoice& wire) {
    const DesignNode* node = scene_.designNode(wire.parent);
    if (node == nullptr) return;
    QString child;
    for (const DesignLink& link : node->links) {
        if (link.entry == wire.entry) child = QString::fromStdString(link.childName);
    }
    edit(tr("Unlink %1 from %2").arg(shownName(child), shownName(wire.parent)),
         [&](DesignEdit& change) { change.unlink(wire.parent.toStdString(), wire.entry); });
}

void GraphEdits::unlinkOutputs(const QStringList& names) {
    const QSet<QString> chosen(names.begin(), names.end());
    edit(tr("Unlink %1").arg(countText(names)), [&](DesignEdit& change) {
        for (const DesignNode& parent : scene_.design().nodes) {
            for (auto link = parent.links.rbegin(); link != parent.links.rend(); ++link) {
                if (chosen.contains(QString::fromStdString(link->childName)))
                    change.unlink(parent.name, link->entry);
            }
        }
    });
}

void GraphEdits::reorder(const WireChoice& wire, std::size_t to) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    if (to == wire.entry) return;
    edit(item == nullptr
             ? tr("Reorder the inputs of %1").arg(wire.parent)
             : tr("Make %1 input %2 of %3").arg(item->picture().child, QString::number(to + 1), wire.parent),
         [&](DesignEdit& change) { change.moveLink(wire.parent.toStdString(), wire.entry, to); });
}

// The canvas

void GraphEdits::move(const Moves& moves) {
    const QString what = !moves.nodes.isEmpty() ? tr("Move %1").arg(countText(moves.nodes.keys()))
                         : moves.frames         ? tr("Move a frame")
                                                : tr("Move a comment");
    edit(what, [&](DesignEdit& change) {
        if (!moves.nodes.isEmpty()) scene_.keepPlaces(change);
        for (auto move = moves.nodes.cbegin(); move != moves.nodes.cend(); ++move)
            change.setPlace(move.key().toStdString(), canvasPoint(*move));
        if (moves.frames) setFrames(change, *moves.frames);
        if (moves.comments) setComments(change, *moves.comments);
    });
}

void GraphEdits::nudge(const QStringList& names, QPointF by, int gesture) {
    if (names.isEmpty()) return;
    edit(
        tr("Move %1").arg(countText(names)),
        [&](DesignEdit& change) {
            scene_.keepPlaces(change);
            for (const QString& name : names) {
                if (const NodeItem* item = scene_.node(name))
                    change.setPlace(name.toStdString(), canvasPoint(item->pos() + by));
            }
        },
        gesture);
}

void GraphEdits::nudgeNote(const NoteChoice& note, QPointF by, int gesture) {
    const auto index = static_cast<std::size_t>(std::max(0, note.index));
    std::vector<FrameNote> frames = scene_.frameNotes();
    std::vector<CommentNote> comments = scene_.commentNotes();
    const WireItem* wire = scene_.wire(note.parent, note.entry);
    edit(
        tr("Move a note"),
        [&](DesignEdit& change) {
            if (note.kind == NoteChoice::Kind::frame && index < frames.size()) {
                frames[index].rect.translate(by);
                setFrames(change, frames);
            } else if (note.kind == NoteChoice::Kind::comment && index < comments.size()) {
                comments[index].place += by;
                setComments(change, comments);
            } else if (note.kind == NoteChoice::Kind::point && wire != nullptr) {
                Route route = wire->picture().route;
                if (index < route.size()) route[index] += by;
                setRoute(change, note.parent, note.entry, route);
            }
        },
        gesture);
}

QStringList GraphEdits::nodesIn(const QRectF& rect) const {
    QStringList names;
    for (const NodeItem* node : scene_.nodes()) {
        if (rect.contains(node->sceneBody().center())) names << node->name();
    }
    return names;
}

QHash<QString, QRectF> GraphEdits::bodiesOf(const QStringList& names) const {
    QHash<QString, QRectF> bodies;
    for (const QString& name : names) {
        if (const NodeItem* node = scene_.node(name)) bodies.insert(name, node->sceneBody());
    }
    return bodies;
}

void GraphEdits::align(const QStringList& names, const QString& to, NodeSide side) {
    const auto moves = aligned(bodiesOf(names), to, side);
    if (!moves.isEmpty()) move({moves, {}, {}});
}

void GraphEdits::distribute(const QStringList& names, Qt::Orientation along) {
    const auto moves = distributed(bodiesOf(names), along);
    if (!moves.isEmpty()) move({moves, {}, {}});
}

void GraphEdits::layout(const QStringList& chosen) {
    QStringList names;
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(names),
                 [&](const QString& name) { return scene_.node(name) != nullptr; });
    if (names.isEmpty()) return;
    QHash<QString, int> places;
    for (const QString& name : names)
        places.insert(name, static_cast<int>(places.size()));
    std::vector<LayoutNode> nodes;
    for (const QString& name : names) {
        const NodeItem* item = scene_.node(name);
        LayoutNode& node = nodes.emplace_back();
        node.height = item->body().height();
        node.input = item->picture().shape == NodeShape::inputs;
        for (const InputPicture& input : item->picture().inputs) {
            const QString child = scene_.sourceName(input.child);
            if (places.contains(child)) node.children.push_back(places[child]);
        }
    }
    const std::vector<QPointF> found = autoLayout(nodes);
    const QPointF origin = metrics::snapped(scene_.rectOf(names).topLeft());
    std::vector<FrameNote> frames = scene_.frameNotes();
    scene_.glide(200);
    edit(names.size() == scene_.nodes().size() ? tr("Lay out the graph")
                                               : tr("Lay out %1").arg(countText(names)),
         [&](DesignEdit& change) {
             scene_.keepPlaces(change);
             QHash<QString, QRectF> rects;
             for (const QString& name : names) {
                 const auto i = static_cast<std::size_t>(places[name]);
                 change.setPlace(name.toStdString(), canvasPoint(origin + found[i]));
                 rects.insert(name, QRectF(origin + found[i], scene_.node(name)->body().size()));
                 for (const WireItem* wire : scene_.node(name)->in) {
                     // Route points led around things that have moved: drop them.
                     if (wire != nullptr && places.contains(wire->childNode()->name()))
                         setRoute(change, name, wire->picture().entry, {});
                 }
             }
             for (FrameNote& frame : frames) {
                 QRectF around;
                 for (const QString& name : nodesIn(frame.rect))
                     around |= rects.value(name, scene_.node(name)->sceneBody());
                 if (around.isNull()) continue;
                 const qreal p = metrics::framePadding;
                 frame.rect = around.adjusted(-p, -metrics::frameHead, p, p);
             }
             if (!frames.empty()) setFrames(change, frames);
         });
}

std::optional<int> GraphEdits::frame(const QStringList& names, int gesture) {
    if (scene_.rectOf(names).isNull()) return {};
    const qreal p = metrics::framePadding;
    const QRectF rect = scene_.rectOf(names).adjusted(-p, -metrics::frameHead, p, p);
    for (std::size_t i = 0; i < scene_.frames().size(); ++i) {
        if (scene_.frames()[i]->note().rect != rect) continue;
        removeNote({NoteChoice::Kind::frame, static_cast<int>(i), {}, 0});
        return {};
    }
    return addFrame(rect, gesture);
}

int GraphEdits::addFrame(const QRectF& rect, int gesture) {
    std::vector<FrameNote> frames = scene_.frameNotes();
    frames.push_back({tr("Frame"), rect});
    edit(
        tr("Add a frame"),
        [&](DesignEdit& change) {
            scene_.keepPlaces(change);
            setFrames(change, frames);
        },
        gesture);
    return static_cast<int>(frames.size()) - 1;
}

int GraphEdits::addComment(QPointF place, int gesture) {
    std::vector<CommentNote> comments = scene_.commentNotes();
    comments.push_back({tr("Comment"), metrics::snapped(place)});
    edit(
        tr("Add a comment"), [&](DesignEdit& change) { setComments(change, comments); }, gesture);
    return static_cast<int>(comments.size()) - 1;
}

void GraphEdits::setFrameTitle(int index, const QString& title, int gesture) {
    std::vector<FrameNote> frames = scene_.frameNotes();
    if (static_cast<std::size_t>(index) >= frames.size()) return;
    const QString before = std::exchange(frames[static_cast<std::size_t>(index)].title, title.trimmed());
    edit(
        tr("Rename frame %1 to %2").arg(before, title.trimmed()),
        [&](DesignEdit& change) { setFrames(change, frames); }, gesture);
}

void GraphEdits::setCommentText(int index, const QString& body, int gesture) {
    std::vector<CommentNote> comments = scene_.commentNotes();
    if (static_cast<std::size_t>(index) >= comments.size()) return;
    comments[static_cast<std::size_t>(index)].text = body.trimmed();
    edit(
        tr("Comment: %1").arg(briefly(body)), [&](DesignEdit& change) { setComments(change, comments); },
        gesture);
}

void GraphEdits::removeNote(const NoteChoice& note) {
    const auto index = static_cast<std::size_t>(note.index);
    if (note.kind == NoteChoice::Kind::frame) {
        if (index >= scene_.frames().size()) return;
        edit(tr("Delete frame %1").arg(scene_.frames()[index]->note().title),
             [&](DesignEdit& change) { removeFrame(change, index); });
    } else if (note.kind == NoteChoice::Kind::comment) {
        if (index >= scene_.comments().size()) return;
        edit(tr("Delete comment: %1").arg(briefly(scene_.comments()[index]->note().text)),
             [&](DesignEdit& change) { removeComment(change, index); });
    } else if (note.kind == NoteChoice::Kind::point) {
        const WireItem* wire = scene_.wire(note.parent, note.entry);
        if (wire == nullptr || static_cast<std::size_t>(note.index) >= wire->picture().route.size()) return;
        Route route = wire->picture().route;
        route.erase(route.begin() + note.index);
        setRouteOf({note.parent, note.entry}, tr("Delete a reroute point"), route);
    }
    scene_.choose(NoteChoice());
}

void GraphEdits::setRouteOf(const WireChoice& wire, const QString& what, const Route& route) {
    edit(what, [&](DesignEdit& change) {
        scene_.keepPlaces(change);
        setRoute(change, wire.parent, wire.entry, route);
    });
}

void GraphEdits::addPoint(const WireChoice& wire, QPointF place) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    if (item == nullptr) return;
    Route route = item->picture().route;
    const std::size_t at = item->placeInRoute(place);
    route.insert(route.begin() + static_cast<std::ptrdiff_t>(at), metrics::snapped(place));
    setRouteOf(wire, tr("Reroute %1").arg(item->picture().child), route);
    scene_.choose(NoteChoice{NoteChoice::Kind::point, static_cast<int>(at), wire.parent, wire.entry});
}

void GraphEdits::movePoint(const WireChoice& wire, int point, QPointF place) {
    const WireItem* item = scene_.wire(wire.parent, wire.entry);
    if (item == nullptr || static_cast<std::size_t>(point) >= item->picture().route.size()) return;
    Route route = item->picture().route;
    route[static_cast<std::size_t>(point)] = place;
    setRouteOf(wire, tr("Reroute %1").arg(item->picture().child), route);
}

}  // namespace burin::ui
