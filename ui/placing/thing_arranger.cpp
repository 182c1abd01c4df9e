// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/thing_arranger.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/node_extents.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/placing/placing.hpp"
#include "ui/placing/things_move.hpp"

#include <QHash>
#include <QMultiHash>
#include <QSet>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace burin::ui {

namespace {

QRectF areaOf(const Rect& r) {
    return {static_cast<double>(r.x), static_cast<double>(r.y), static_cast<double>(r.width),
            static_cast<double>(r.height)};
}

std::vector<QRectF> boxesOf(const std::vector<PlacedThing>& things) {
    std::vector<QRectF> boxes;
    for (const PlacedThing& thing : things)
        boxes.push_back(thing.box().bounds());
    return boxes;
}

/// Tells which things move with others that read them, directly or through others.
class CarriedThings {
  public:
    /// \param carriers  the nodes of these others
    CarriedThings(const std::vector<PlacedThing>& all, QSet<QString> carriers)
        : carriers_(std::move(carriers)) {
        for (const PlacedThing& thing : all)
            readers_.insert(thing.node, thing.reader);
    }

    [[nodiscard]] bool contain(const PlacedThing& thing) { return moves(thing.reader); }

  private:
    bool moves(const QString& node) {
        if (carriers_.contains(node)) return true;
        if (const auto known = known_.constFind(node); known != known_.constEnd()) return *known;
        known_.insert(node, false);  // ends a circle
        const QStringList above = readers_.values(node);
        const bool found =
            std::any_of(above.begin(), above.end(), [this](const QString& reader) { return moves(reader); });
        known_.insert(node, found);
        return found;
    }

    QSet<QString> carriers_;
    QMultiHash<QString, QString> readers_;
    QHash<QString, bool> known_;
};

bool makesGaps(Arranging how) {
    return how == Arranging::gapsX || how == Arranging::gapsY;
}

}  // namespace

ThingArranger::ThingArranger(Workbench workbench, const Placing& placing, QObject* parent)
    : QObject(parent), workbench_(workbench), placing_(placing) {
    // Until a drag ends, it does not change anything that is shown here.
    connect(&placing_, &Placing::changed, this, [this] {
        if (!placing_.dragging()) emit changed();
    });
    connect(&placing_, &Placing::onChanged, this, &ThingArranger::forget);
    connect(&workbench_.selection, &Selection::changed, this, &ThingArranger::forget);
    connect(&workbench_.document, &Document::changed, this, [this] {
        if (!held_.isEmpty()) forget();
    });
}

void ThingArranger::setIn(In in) {
    if (in == in_) return;
    in_ = in;
    emit changed();
}

/// Removes the message about the last command. It does not concern the things that are selected now, or a
/// design that was opened since.
void ThingArranger::forget() {
    held_.clear();
    emit changed();
}

QString ThingArranger::nameOf(In in) const {
    if (in == In::things) return tr("selection");
    if (in == In::reader) {
        const auto thing = lead();
        return thing ? thing->reader : tr("reader");
    }
    const BoundNodePtr shown = workbench_.previews.shown();
    return shown ? shown->name : tr("surface");
}

ThingArranger::In ThingArranger::inFor(Arranging how) const {
    return how == Arranging::centre && in_ == In::things ? In::reader : in_;
}

std::vector<PlacedThing> ThingArranger::things() const {
    const QStringList& nodes = workbench_.selection.nodes();
    const PlacedThing* chosen = placing_.chosen();
    if (nodes.size() <= 1) return chosen == nullptr ? std::vector<PlacedThing>() : std::vector{*chosen};
    const std::vector<PlacedThing>& all = placing_.things();
    QHash<QString, const PlacedThing*> first;
    for (const PlacedThing& thing : all) {
        if (!first.contains(thing.node)) first.insert(thing.node, &thing);
    }
    if (chosen != nullptr) first[chosen->node] = chosen;
    std::vector<PlacedThing> found;
    QSet<QString> carriers;
    for (const QString& node : nodes) {
        const PlacedThing* thing = first.value(node, nullptr);
        if (thing == nullptr) continue;
        found.push_back(*thing);
        carriers.insert(node);
    }
    CarriedThings carried(all, std::move(carriers));
    std::erase_if(found, [&](const PlacedThing& thing) { return carried.contain(thing); });
    return found;
}

/// The thing that decides which reader In::reader stands for.
std::optional<PlacedThing> ThingArranger::lead() const {
    if (const PlacedThing* chosen = placing_.chosen()) return *chosen;
    const std::vector<PlacedThing> all = things();
    return all.empty() ? std::nullopt : std::optional(all.front());
}

std::optional<QRectF> ThingArranger::boxOf(In in, const std::vector<PlacedThing>& things) const {
    if (in == In::things) return boxAround(boxesOf(things));
    if (in == In::reader) return boxOfReader();
    const BoundNodePtr shown = workbench_.previews.shown();
    if (!shown || shown->frame.empty()) return {};
    return areaOf(shown->frame);
}

std::optional<QRectF> ThingArranger::boxOfReader() const {
    const auto thing = lead();
    if (!thing) return {};
    const Design& design = *workbench_.document.design();
    const QString name = workbench_.document.scope().flat(thing->reader);
    const std::optional<NodeIndex> reader = design.find(name.toStdString());
    if (!reader) return {};
    const NodeExtents extents(design, *reader);
    const Extent& seen = extents.seen(*reader);
    if (!hasArea(seen)) return {};
    const QPointF at(static_cast<double>(thing->at.x), static_cast<double>(thing->at.y));
    return areaOf(seen.rect()).translated(thing->origin - at);
}

QString ThingArranger::whyNot(Arranging how) const {
    if (!placing_.on()) return tr("placing is off");
    const std::vector<PlacedThing> all = things();
    if (all.empty()) return tr("select a thing on the picture first");
    const In in = inFor(how);
    // In the box around the things, a single thing touches both sides, and so do the outer ones of several.
    std::size_t least = makesGaps(how) ? 2 : 1;
    if (in == In::things) ++least;
    if (all.size() < least) {
        return least > 2 ? tr("select three things on the picture first")
                         : tr("select two things on the picture first");
    }
    return boxOf(in, all) ? QString() : tr("%1 has no width and height").arg(nameOf(in));
}

void ThingArranger::arrange(Arranging how) {
    if (!whyNot(how).isEmpty() || placing_.dragging()) return;
    const std::vector<PlacedThing> all = things();
    const QString what =
        all.size() == 1 ? all.front().node : tr("%n things", nullptr, static_cast<int>(all.size()));
    const QString step = how == Arranging::centre ? tr("Centre %1 in %2").arg(what, nameOfCentre())
                         : makesGaps(how)         ? tr("Equal gaps between %1").arg(what)
                                                  : tr("Align %1").arg(what);
    const QRectF in = *boxOf(inFor(how), all);
    held_ = moveThings(workbench_.document, step, all, arranged(boxesOf(all), in, how));
    emit changed();
}

}  // namespace burin::ui
