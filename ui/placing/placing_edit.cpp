// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/placing_edit.hpp"

#include "core/design/design_edit.hpp"
#include "core/geometry/length.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/written_length.hpp"

#include <QCoreApplication>

#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

struct PlacingWords {
    Q_DECLARE_TR_FUNCTIONS(PlacingWords)
};

/// The place of a link as the file has it, or nullptr.
const YamlValue* offsetIn(const Document& document, const PlacedThing& thing) {
    const YamlValue* reader = document.nodeText(thing.reader);
    const YamlValue* inputs = reader == nullptr ? nullptr : reader->find("inputs");
    if (inputs == nullptr || thing.entry >= inputs->items.size()) return nullptr;
    return inputs->items[thing.entry].find("at");
}

std::optional<YamlValue> copyOf(const YamlValue* value) {
    return value == nullptr ? std::nullopt : std::optional(*value);
}

bool hasUnit(const std::string& text) {
    const auto length = parseLength(text);
    return length && length->unit != LengthUnit::pixel;
}

/// The distance in whole pixels between two places, half pixels towards the lower right.
Point wholeStep(QPointF step) {
    return {static_cast<std::int64_t>(std::floor(step.x() + 0.5)),
            static_cast<std::int64_t>(std::floor(step.y() + 0.5))};
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
      at_(copyOf(offsetIn(document, start_))),
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
    // Where a side cannot follow, the opposite one stays all the same.
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
    held_ = PlacingWords::tr("%1 of %2 is a formula and stays").arg(key, node);
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

/// The place as text: numbers that are the same stay as they are written.
std::optional<YamlValue> PlacingEdit::offsetFor(Point at) {
    const std::array<std::int64_t, 2> before = {start_.at.x, start_.at.y};
    const std::array<std::int64_t, 2> after = {at.x, at.y};
    std::array<std::string, 2> written = {"0", "0"};
    for (std::size_t i = 0; at_ && i < 2 && i < at_->items.size(); ++i)
        written[i] = at_->items[i].scalar;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < 2; ++i) {
        const bool formula = written[i].starts_with('=');
        if (formula && after[i] != before[i]) hold(i == 0 ? "x" : "y", start_.node);
        if (formula || after[i] == before[i]) {
            texts.push_back(written[i]);
            continue;
        }
        // A zero without a unit takes that of the other number, or of the surface.
        const std::string& other = written[1 - i];
        const bool plain = written[i] == "0" && (other == "0" || hasUnit(other));
        const std::string like = !plain ? written[i] : hasUnit(other) ? other : surfaceWidth(*before_);
        texts.push_back(writtenLength(static_cast<double>(after[i]), like, before_->pixelUm));
    }
    if (!at_ && texts[0] == "0" && texts[1] == "0") return {};
    return yamlList(texts);
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
