// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/range_editor.hpp"

#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/range_slider.hpp"
#include "ui/model/document/document.hpp"

namespace burin::ui {

RangeEditor::RangeEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent)
    : PairEditor(wanted, std::move(place), parent), wanted_(wanted), slider_(new RangeSlider(theme(), this)) {
    slider_->setObjectName("slider." + kindText(wanted.key));
    slider_->setAccessibleName(titleOf(wanted));
    putBefore(slider_);
    connect(slider_, &RangeSlider::grabbed, this, [this] { movement_ = document().newGesture(); });
    connect(slider_, &RangeSlider::slid, this, &RangeEditor::slide);
}

void RangeEditor::setValue(const YamlValue* value) {
    PairEditor::setValue(value);
    placeKnobs();
}

/// The number of a field, or the result of its formula; nothing if it has neither.
std::optional<double> RangeEditor::endOf(bool upper) const {
    if (field(upper).quantity()) return field(upper).quantity()->value;
    const QString text = field(upper).written();
    const auto result = place().formulas != nullptr && meansFormula(text)
                            ? place().formulas->value(text, wanted_)
                            : std::nullopt;
    const auto number = quantityOf(result ? &*result : nullptr, field(upper).rule());
    return number ? std::optional(number->value) : std::nullopt;
}

void RangeEditor::placeKnobs() {
    const std::optional<double> low = endOf(false);
    const std::optional<double> high = endOf(true);
    // The scale must not change while a knob is held.
    if (!slider_->held()) scale_ = rangeScale(wanted_, low, high);
    slider_->setFractions(scale_.fraction(low.value_or(scale_.low)),
                          scale_.fraction(high.value_or(scale_.high)));
}

void RangeEditor::slide(bool upper, double fraction) {
    // A formula is not changed by the slider.
    if (!field(upper).quantity()) return placeKnobs();
    field(upper).setQuantity(Length{scale_.value(fraction), LengthUnit::pixel});
    enterBoth(movement_);
}

}  // namespace burin::ui
