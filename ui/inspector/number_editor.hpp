// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/slider_scale.hpp"
#include "ui/inspector/value_editor.hpp"

#include "core/geometry/length.hpp"

#include <QLabel>

namespace burin::ui {

class QuantityField;
class ValueSlider;
struct QuantityRule;

/// Whether the parameter's numbers are lengths.
[[nodiscard]] bool isLength(ParameterType type);
/// How a field reads the numbers of a parameter.
[[nodiscard]] QuantityRule quantityRule(const ParameterDescription& wanted, double pitchUm);
/// The scalar as a number or length; nothing where it is none.
[[nodiscard]] std::optional<Length> quantityOf(const YamlValue* value, const QuantityRule& rule);
/// Keeps steps inside the limits of a description, and odd where they must be.
[[nodiscard]] std::function<std::optional<Length>(Length, Length)> boundOf(const ParameterDescription& wanted,
                                                                           const EditorPlace& place);
/// Shows a scalar in a field: as a quantity, or as the text that it is. Null: empty.
void showQuantity(QuantityField& field, const YamlValue* value);

/// A number, a whole number or a length: slider and field together.
class NumberEditor : public ValueEditor {
    Q_OBJECT

  public:
    NumberEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);

    void setValue(const YamlValue* value) override;

  private:
    void enter(const Length& value, int gesture);
    void slide(double fraction);
    void nudge(int steps);
    void placeSlider();
    void showHint();
    void showRange(const std::optional<Length>& value);
    /// In the unit of the limits.
    [[nodiscard]] double inLimits(const Length& value) const;
    [[nodiscard]] Length fromLimits(double value) const;

    const ParameterDescription& wanted_;
    ValueSlider* slider_;
    QuantityField* field_;
    QWidget* hint_;
    QLabel* range_;
    QLabel* result_;
    SliderScale scale_;
    int gesture_ = 0;  ///< of the slider's movement or the field's run of steps
};

}  // namespace burin::ui
