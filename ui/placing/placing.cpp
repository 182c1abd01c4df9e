// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/placing.hpp"

#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"

#include <QLineF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

constexpr double angleStep = 0.1;
constexpr double keptAngleStep = 15;
constexpr double freeAngleStep = 0.001;

/// The part of `way` along the axis on which it is longer.
QPointF alongOneAxis(QPointF way) {
    return std::abs(way.x()) >= std::abs(way.y()) ? QPointF(way.x(), 0) : QPointF(0, way.y());
}

/// Whether a place is on a box. A thin line is hard to hit, so the places beside it count too.
bool isOnBox(const TurnedBox& box, QPointF place, double scale) {
    if (box.contains(place)) return true;
    const bool thin = std::min(box.size.width(), box.size.height()) * scale < Placing::reach;
    TurnedBox around = box;
    around.size += QSizeF(Placing::reach, Placing::reach) / scale;
    return thin && around.contains(place);
}

}  // namespace

Placing::Placing(Workbench workbench, QObject* parent) : QObject(parent), workbench_(workbench) {
    connect(&workbench_.document, &Document::fileChanged, this, &Placing::endDrag);
    connect(&workbench_.document, &Document::changed, this, &Placing::find);
    connect(&workbench_.document.scope(), &Scope::changed, this, &Placing::find);
    connect(&workbench_.selection, &Selection::changed, this, &Placing::find);
    connect(&workbench_.previews, &Previews::shownChanged, this, &Placing::find);
}

void Placing::setOn(bool on) {
    if (on == on_) return;
    if (!on) cancel();
    on_ = on;
    find();
    emit onChanged(on_);
}

void Placing::setSnapping(bool on) {
    if (on == snapping_) return;
    snapping_ = on;
    emit snappingChanged(on);
}

/// Finds the things of the present design. The chosen link stays as long as the selected node is its child.
void Placing::find() {
    things_.clear();
    chosen_.reset();
    keyHeld_.clear();
    // An undo, or a file that was read again, may have put another link in the place of the dragged one.
    if (edit_ && !isLinked(workbench_.document, edit_->start())) endDrag();
    const bool missed = std::exchange(missed_, false);
    const BoundNodePtr shown = workbench_.previews.shown();
    if (on_ && shown) things_ = thingsOn(workbench_.document, shown->name);
    const QString& active = workbench_.selection.active();
    const auto fits = [&](const PlacedThing& thing) {
        return thing.node == active && thing.isLink(reader_, entry_);
    };
    auto found = std::find_if(things_.begin(), things_.end(), fits);
    if (found == things_.end()) {
        found = std::find_if(things_.begin(), things_.end(),
                             [&](const PlacedThing& thing) { return thing.node == active; });
    }
    if (found != things_.end()) {
        chosen_ = static_cast<std::size_t>(found - things_.begin());
        reader_ = found->reader;
        entry_ = found->entry;
    }
    if (on_ || missed) emit changed();
}

const PlacedThing* Placing::chosen() const {
    return chosen_ ? &things_[*chosen_] : nullptr;
}

void Placing::choose(const PlacedThing& thing) {
    reader_ = thing.reader;
    entry_ = thing.entry;
    const QString node = thing.node;
    if (workbench_.selection.nodes() == QStringList{node}) return find();
    workbench_.selection.select({node});
}

/// Selects a thing besides those that are selected.
void Placing::chooseToo(const PlacedThing& thing) {
    const Selection& selection = workbench_.selection;
    reader_ = thing.reader;
    entry_ = thing.entry;
    const QString node = thing.node;
    QStringList nodes = selection.nodes();
    if (!nodes.contains(node)) {
        added_ = node;
        nodes << node;
    } else if (selection.active() == node) {
        return find();
    }
    workbench_.selection.select(nodes, node);
}

void Placing::toggle(const PlacedThing& thing) {
    QStringList nodes = workbench_.selection.nodes();
    if (!nodes.removeOne(thing.node)) return chooseToo(thing);
    workbench_.selection.select(nodes);
}

const DesignNode& Placing::nodeOf(const PlacedThing& thing) const {
    return workbench_.document.design()->nodes[thing.flat];
}

/// The values of an instance are its group's own.
Sizing Placing::sizing(const PlacedThing& thing) const {
    const DesignNode* node = workbench_.document.node(thing.node);
    return node == nullptr || isInstance(*node) ? Sizing::none : sizingOf(nodeOf(thing));
}

bool Placing::turns(const PlacedThing& thing) const {
    const DesignNode* node = workbench_.document.node(thing.node);
    return node != nullptr && !isInstance(*node) && canTurn(nodeOf(thing));
}

Sizing Placing::chosenSizing() const {
    return chosen_ ? sizing(*chosen()) : Sizing::none;
}

bool Placing::chosenTurns() const {
    return chosen_ && turns(*chosen());
}

std::vector<std::size_t> Placing::handles(double scale) const {
    const PlacedThing* thing = chosen();
    if (thing == nullptr || sizing(*thing) == Sizing::none) return {};
    const QSizeF size = thing->form.upright.size() * scale;
    std::vector<std::size_t> handles;
    for (std::size_t i = 0; i < handleSides.size(); ++i) {
        const auto [x, y] = handleSides[i];
        const bool narrow = (x == 0 && size.width() < leastSide) || (y == 0 && size.height() < leastSide);
        if (!narrow) handles.push_back(i);
    }
    return handles;
}

std::optional<QPointF> Placing::turningHandle(double scale) const {
    const PlacedThing* thing = chosen();
    if (thing == nullptr || !turns(*thing)) return {};
    const TurnedBox box = thing->box();
    const double way = box.size.height() / 2 + turningWay / scale;
    const bool below = dragging() ? below_ : turnsBelow(box, scale);
    return box.toPlane({0, below ? way : -way});
}

bool Placing::turnsBelow(const TurnedBox& box, double scale) const {
    if (seen_.isNull()) return false;
    const double edge = reach / scale;
    const QRectF whole = seen_.adjusted(edge, edge, -edge, -edge);
    const double way = box.size.height() / 2 + turningWay / scale;
    return !whole.contains(box.toPlane({0, -way})) && whole.contains(box.toPlane({0, way}));
}

PlacingGrip Placing::gripAt(QPointF place, double scale) const {
    const PlacedThing* thing = chosen();
    if (thing == nullptr) return {};
    const TurnedBox box = thing->box();
    const auto near = [&](QPointF at) {
        const QPointF way = (at - place) * scale;
        return std::max(std::abs(way.x()), std::abs(way.y())) <= reach;
    };
    using Part = PlacingGrip::Part;
    if (const auto turning = turningHandle(scale); turning && near(*turning)) return {Part::turn, 0};
    // The middle of a thing that is small on the screen moves it, though it lies near its handles.
    const QPointF inside = box.toInside(place);
    const bool inMiddle =
        std::abs(inside.x()) <= box.size.width() / 4 && std::abs(inside.y()) <= box.size.height() / 4;
    if (!inMiddle) {
        for (const std::size_t handle : handles(scale)) {
            if (near(handleOf(box, handle))) return {Part::handle, handle};
        }
    }
    return {isOnBox(box, place, scale) ? Part::body : Part::none, 0};
}

bool Placing::press(QPointF place, double scale, bool more) {
    grip_ = gripAt(place, scale);
    more_ = more;
    added_.clear();
    if (grip_.part == PlacingGrip::Part::none) {
        const PlacedThing* top = thingAt(things_, place);
        if (top == nullptr) return false;
        more ? chooseToo(*top) : choose(*top);
        if (chosen() == nullptr) return false;
        grip_.part = PlacingGrip::Part::body;
    }
    pressedAt_ = place;
    moving_ = false;
    keyHeld_.clear();
    findTargets(*chosen());
    below_ = turnsBelow(chosen()->box(), scale);
    edit_ = std::make_shared<PlacingEdit>(workbench_.document, *chosen());
    emit changed();
    return true;
}

void Placing::dragTo(QPointF place, double scale, PlacingKeys keys) {
    // A slow edit lets other events through, which may end the drag.
    const std::shared_ptr<PlacingEdit> kept = edit_;
    if (!kept) return;
    // A drag moves one thing, so it alone is selected.
    if (!moving_ && !added_.isEmpty() && chosen() != nullptr) choose(PlacedThing(*chosen()));
    moving_ = true;
    clearGuides();
    const QPointF by = place - pressedAt_;
    if (grip_.part == PlacingGrip::Part::body) {
        moveThing(by, scale, keys);
    } else if (grip_.part == PlacingGrip::Part::handle) {
        resizeThing(by, scale, keys);
    } else {
        const double step = keys.keep ? keptAngleStep : keys.free ? freeAngleStep : angleStep;
        edit_->turnTo(turnedAngle(edit_->start().box(), pressedAt_, place, step));
    }
    if (grip_.part != PlacingGrip::Part::turn) markNearest();
    emit changed();
}

void Placing::moveThing(QPointF by, double scale, PlacingKeys keys) {
    const QPointF way = keys.keep ? alongOneAxis(by) : by;
    if (keys.free || !snapping_) return edit_->moveBy(way);
    const SnapEdges none{false, false, false};
    const bool keptX = keys.keep && way.x() == 0;
    const bool keptY = keys.keep && !keptX;
    const QPointF more = snap(edit_->start().box().bounds().translated(way), scale,
                              keptX ? none : SnapEdges(), keptY ? none : SnapEdges());
    edit_->moveBy(way + more);
    const PlacedThing* moved = chosen();
    if (!edit_ || moved == nullptr) return;  // the drag ended during its edit
    // The place in the design is rounded, so marks are computed from the thing itself.
    for (const bool acrossX : {true, false}) {
        if (acrossX ? keptX : keptY) continue;
        const std::vector<GapMark> marks = gaps_.marksFor(moved->box().bounds(), acrossX);
        gapMarks_.insert(gapMarks_.end(), marks.begin(), marks.end());
    }
}

/// An edge that is moved snaps, unless the box is turned or keeps its proportions.
void Placing::resizeThing(QPointF by, double scale, PlacingKeys keys) {
    const TurnedBox start = edit_->start().box();
    const PlacedThing* thing = chosen();
    ResizeRules rules{
        .proportional = keys.keep || (thing != nullptr && sizing(*thing) == Sizing::proportional),
        .fromMiddle = keys.fromMiddle,
        .whole = false};
    QPointF more;
    if (snapping_ && !keys.free && !rules.proportional && start.degrees == 0) {
        const auto [x, y] = handleSides[grip_.handle];
        const QRectF box = resizedBox(start, grip_.handle, by, rules).bounds();
        more = snap(box, scale, {x<0, false, x> 0}, {y<0, false, y> 0});
    }
    rules.whole = !keys.free;
    edit_->resizeTo(resizedBox(start, grip_.handle, by + more, rules));
}

/// The shown node, readers with a size of their own, and all other things that a click can take.
std::vector<SnapTarget> Placing::targetsFor(const PlacedThing& moved) const {
    std::vector<SnapTarget> targets;
    const BoundNodePtr shown = workbench_.previews.shown();
    if (shown && !shown->frame.empty()) {
        const Rect& r = shown->frame;
        targets.push_back({QRectF(static_cast<double>(r.x), static_cast<double>(r.y),
                                  static_cast<double>(r.width), static_cast<double>(r.height)),
                           shown->name, false});
    }
    for (const PlacedThing& thing : things_) {
        const bool own = thing.isLink(moved.reader, moved.entry);
        const bool sizedReader = thing.node == moved.reader && nodeOf(thing).size;
        if (!own && ((thing.clickable && !thing.container) || sizedReader))
            targets.push_back({thing.box().bounds(), thing.node, !sizedReader});
    }
    return targets;
}

void Placing::findTargets(const PlacedThing& moved) {
    targets_ = targetsFor(moved);
    std::vector<QRectF> beside;
    for (const SnapTarget& target : targets_) {
        if (target.beside) beside.push_back(target.box);
    }
    gaps_ = EqualGaps(beside);
}

void Placing::clearGuides() {
    guides_.clear();
    gapMarks_.clear();
}

/// Marks the gap to the nearest neighbour, unless equal gaps along its axis are marked.
void Placing::markNearest() {
    const PlacedThing* moved = chosen();
    if (!edit_ || moved == nullptr) return;  // the drag ended during its edit
    const std::optional<GapMark> gap = gaps_.nearestGap(moved->box().bounds());
    if (!gap) return;
    const bool known = std::any_of(gapMarks_.begin(), gapMarks_.end(),
                                   [&](const GapMark& mark) { return mark.acrossX == gap->acrossX; });
    if (!known) gapMarks_.push_back(*gap);
}

/// Keeps the guides. \return by how much the box has to move
QPointF Placing::snap(const QRectF& box, double scale, SnapEdges acrossX, SnapEdges acrossY) {
    const Snapped made = snapped(box, targets_, snapReach / scale, acrossX, acrossY, gaps_);
    guides_ = made.lines;
    return made.by;
}

void Placing::release(QPointF place, bool moved) {
    if (!edit_) return;
    endDrag();
    const PlacedThing* top = thingAt(things_, place);
    if (!moved && grip_.part == PlacingGrip::Part::body && top != nullptr) {
        if (!more_) {
            choose(*top);
        } else if (top->node != added_) {
            toggle(*top);
        }
    }
    emit changed();
}

/// The design stays as the drag has made it.
void Placing::endDrag() {
    edit_.reset();
    clearGuides();
}

void Placing::cancel() {
    if (!edit_) return;
    const bool moving = std::exchange(moving_, false);
    // The things are found again while the edit restores the design.
    const std::shared_ptr<PlacingEdit> edit = std::exchange(edit_, nullptr);
    clearGuides();
    if (moving) edit->cancel();
    emit changed();
}

void Placing::nudge(QPoint by, bool again) {
    const PlacedThing* thing = chosen();
    if (thing == nullptr || edit_) return;
    if (!again || gesture_ == 0) gesture_ = workbench_.document.newGesture();
    PlacingEdit edit(workbench_.document, *thing, gesture_);
    edit.moveBy(by);
    sayHeld(edit.held());
}

void Placing::turnBy(double degrees, bool again) {
    const PlacedThing* thing = chosen();
    if (thing == nullptr || edit_) return;
    if (!turns(*thing))
        return sayHeld(tr("%1 cannot be turned; insert a transform for that").arg(thing->node));
    if (!again || gesture_ == 0) gesture_ = workbench_.document.newGesture();
    const double turned = std::remainder(thing->form.degrees + degrees, 360.0);
    PlacingEdit edit(workbench_.document, *thing, gesture_);
    edit.turnTo(turned);
    sayHeld(edit.held());
}

/// Lets hint() tell why a value did not follow a key. \param why  empty: it did
void Placing::sayHeld(const QString& why) {
    if (why == keyHeld_) return;
    keyHeld_ = why;
    emit changed();
}

void Placing::chooseNext(bool back) {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < things_.size(); ++i) {
        if (things_[i].clickable) all.push_back(i);
    }
    if (all.empty() || edit_) return;
    const auto now = chosen_ ? std::find(all.begin(), all.end(), *chosen_) : all.end();
    std::size_t next = back ? all.size() - 1 : 0;
    if (now != all.end()) {
        const auto place = static_cast<std::size_t>(now - all.begin());
        next = (place + (back ? all.size() - 1 : 1)) % all.size();
    }
    choose(PlacedThing(things_[all[next]]));
}

void Placing::missAt(QPointF place, double scale) {
    const BoundNodePtr shown = workbench_.previews.shown();
    const QString& active = workbench_.selection.active();
    if (on_ || !shown || active.isEmpty()) return;
    const std::vector<PlacedThing> things = thingsOn(workbench_.document, shown->name);
    missed_ = std::any_of(things.begin(), things.end(), [&](const PlacedThing& thing) {
        return thing.node == active && isOnBox(thing.box(), place, scale);
    });
    emit changed();
}

std::optional<TurnedBox> Placing::before() const {
    return moving() ? std::optional(edit_->start().box()) : std::nullopt;
}

std::vector<PlacingNumber> Placing::numbers() const {
    const PlacedThing* now = chosen();
    if (!moving() || now == nullptr) return {};
    const PlacedThing& start = edit_->start();
    using Name = PlacingNumber::Name;
    if (grip_.part == PlacingGrip::Part::turn) {
        const double added = std::remainder(now->form.degrees - start.form.degrees, 360.0);
        return {{Name::angle, now->form.degrees, added}};
    }
    if (grip_.part == PlacingGrip::Part::handle) {
        const QSizeF size = now->form.upright.size();
        const QSizeF added = size - start.form.upright.size();
        return {{Name::width, size.width(), added.width()}, {Name::height, size.height(), added.height()}};
    }
    const auto x = static_cast<double>(now->at.x);
    const auto y = static_cast<double>(now->at.y);
    return {{Name::x, x, x - static_cast<double>(start.at.x)},
            {Name::y, y, y - static_cast<double>(start.at.y)}};
}

QString Placing::hint() const {
    if (!on_) return missed_ ? tr("Place (Shift+P) moves it") : QString();
    if (moving()) return tr("Shift: axis or proportions, Alt: from the middle, Ctrl: no snapping, Esc: back");
    if (!keyHeld_.isEmpty()) return keyHeld_;
    if (chosen() != nullptr)
        return tr("drag or arrows move, Tab: next, Shift+click: one more, Esc ends placing");
    const QString& active = workbench_.selection.active();
    if (active.isEmpty()) return tr("click on a thing to place it, Esc ends placing");
    return tr("%1 cannot be placed here; click on another thing").arg(active);
}

}  // namespace burin::ui
