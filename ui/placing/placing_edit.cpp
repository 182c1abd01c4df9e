// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/placing_edit.hpp"

#include "core/design/design_edit.hpp"
#include "ui/model/document/document.hpp"
#include "ui/placing/written_offset.hpp"

#include <QCoreApplication>

#include <utility>

namespace burin::ui {

namespace {

struct PlacingWords {
    Q_DECLARE_TR_FUNCTIONS(PlacingWords)
};

std::optional<YamlValue> copyOf(const YamlValue* value) {
    return value == nullptr ? std::nullopt : std::optional(*value);
}

/// The share of a wanted change that was made.
double shareMade(double before, double wanted, double made) {
    return wanted == before ? 0 : (made - before) / (wanted - before);
}

}  // namespace

PlacingEdit::PlacingEdit(Document& document, PlacedThing thing, int gesture)
    : document_(document),
      before_(document.design()),
      start_(std::move(thing)),
      node_(copyOf(document.nodeText(start_.node))),
      at_(offsetInFile(document, start_)),
      gesture_(gesture == 0 ? document.newGesture() : gesture) {}

void PlacingEdit::moveBy(QPointF by) {
    held_.clear();
    follow(PlacingWords::tr("Move %1").arg(start_.node), {}, start_.origin + by);
}

void PlacingEdit::resizeTo(const TurnedBox& box) {
    held_.clear();
    const TurnedBox before = start_.box();
    const QSizeF size = before.size;
    if (!node_ || size.width() <= 0 || size.height() <= 0) return;
    const ThingValues values = sizedBy(before_->nodes[start_.flat], *node_, box.size.width() / size.width(),
                                       box.size.height() / size.height(), before_->pixelUm);
    if (!values.formula.isEmpty()) hold(values.formula, start_.node);
    // If a side cannot follow, the opposite one stays in its place anyway.
    const QPointF way = turnedBy(box.middle - before.middle, -before.degrees);
    const QPointF made(way.x() * shareMade(size.width(), box.size.width(), size.width() * values.alongX),
                       way.y() * shareMade(size.height(), box.size.height(), size.height() * values.alongY));
    const QPointF middle = before.middle + turnedBy(made, before.degrees);
    const ThingForm form = start_.form.scaled(values.alongX, values.alongY);
    follow(PlacingWords::tr("Resize %1").arg(start_.node), values, middle - form.box().middle);
}

void PlacingEdit::turnTo(double degrees) {
    held_.clear();
    if (!node_) return;
    const ThingValues values = turnedTo(*node_, degrees);
    if (!values.formula.isEmpty()) return hold(values.formula, start_.node);
    const ThingForm form = start_.form.turnedTo(degrees);
    follow(PlacingWords::tr("Turn %1").arg(start_.node), values, start_.box().middle - form.box().middle);
}

void PlacingEdit::hold(const QString& key, const QString& node) {
    held_ = staysAsFormula(key, node);
}

/// \param origin  of the child, in samples of the shown node
void PlacingEdit::follow(const QString& what, const ThingValues& values, QPointF origin) {
    const std::optional<YamlValue> at = offsetFor(start_.at + wholeStep(origin - start_.origin));
    for (const auto& [key, value] : values.values)
        touched_.insert(key);
    document_.edit(
        what,
        [&](DesignEdit& edit) {
            for (const auto& [key, value] : values.values)
                edit.setValue(start_.node.toStdString(), key, value);
            edit.setOffset(start_.reader.toStdString(), start_.entry, at);
        },
        gesture_);
}

/// The text of a new place.
std::optional<YamlValue> PlacingEdit::offsetFor(Point at) {
    const WrittenOffset made = writtenOffset(*before_, at_, start_.at, at);
    if (!made.formula.isEmpty()) hold(made.formula, start_.node);
    return made.at;
}

void PlacingEdit::cancel() {
    document_.edit(
        PlacingWords::tr("Move %1").arg(start_.node),
        [&](DesignEdit& edit) {
            for (const std::string& key : touched_)
                edit.setValue(start_.node.toStdString(), key, copyOf(node_->find(key)));
            edit.setOffset(start_.reader.toStdString(), start_.entry, at_);
        },
        gesture_);
}

}  // namespace burin::ui
