// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/editors/range_editor.hpp"

#include "ui/inspector/editors/formula_space.hpp"
#include "ui/inspector/editors/number_editor.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/inspector/fields/range_slider.hpp"
#include "ui/model/document/document.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// A wide range is shown from 1/4 to 4, or from 0 to 2, while the values are in there.
SliderScale scaleOfRange(const ParameterDescription& wanted, double low, double high) {
    SliderScale scale{wanted.minimum, wanted.maximum, wanted.minimum > 0, false, false};
    const double near = scale.logarithmic ? 0.25 : 0;
    const double far = scale.logarithmic ? 4 : 2;
    if (low >= near) scale.low = std::max(near, wanted.minimum);
    if (high <= far) scale.high = std::min(far, wanted.maximum);
    scale.low = std::max(scale.low, std::min(low, -far));
    scale.high = std::min(scale.high, std::max(high, 4 * far));
    return scale;
}

}  // namespace

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

/// The number of a field, or the result of its formula.
double RangeEditor::endOf(bool upper) const {
    if (field(upper).quantity()) return field(upper).quantity()->value;
    const QString text = field(upper).written();
    const auto result = place().formulas != nullptr && meansFormula(text)
                            ? place().formulas->value(text, wanted_)
                            : std::nullopt;
    const auto number = quantityOf(result ? &*result : nullptr, field(upper).rule());
    return number ? number->value : upper ? wanted_.maximum : wanted_.minimum;
}

void RangeEditor::placeKnobs() {
    const double low = endOf(false);
    const double high = endOf(true);
    // The scale must not change while a knob is held.
    if (!slider_->held()) scale_ = scaleOfRange(wanted_, std::min(low, high), std::max(low, high));
    slider_->setFractions(scale_.fraction(low), scale_.fraction(high));
}

void RangeEditor::slide(bool upper, double fraction) {
    // A formula is not changed by the slider.
    if (!field(upper).quantity()) return placeKnobs();
    field(upper).setQuantity(Length{scale_.value(fraction), LengthUnit::pixel});
    enterBoth(movement_);
}

}  // namespace burin::ui
