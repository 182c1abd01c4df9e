// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/slider_scale.hpp"

#include "core/geometry/length.hpp"

#include <QLabel>

class QHBoxLayout;

namespace burin::ui {

class QuantityField;
class ResultLabel;
class ValueSlider;
struct QuantityRule;

/// How a field reads the numbers of a parameter.
[[nodiscard]] QuantityRule quantityRule(const ParameterDescription& wanted, double pitchUm);
/// The scalar as a number or length; nothing if it is neither.
[[nodiscard]] std::optional<Length> quantityOf(const YamlValue* value, const QuantityRule& rule);
/// Keeps the results of steps inside the limits of a description, and keeps them odd if it demands that.
[[nodiscard]] std::function<std::optional<Length>(Length, Length)> boundOf(const ParameterDescription& wanted,
                                                                           const EditorPlace& place);
/// "1 px … 1023 px", in the unit of the value; names only the limits that exist.
[[nodiscard]] QString rangeText(const ParameterDescription& wanted, LengthUnit unit, double pitchUm);
/// Whether the loader accepts the value.
[[nodiscard]] bool insideLimits(const ParameterDescription& wanted, const Length& value, double pitchUm);
/// "= 24 µm = 12 px": the result of a text while it is typed; empty without a result.
[[nodiscard]] QString resultText(const ParameterDescription& wanted, const std::optional<Length>& result,
                                 const QuantityRule& rule);
/// Shows a scalar in a field, as a quantity if it is one, otherwise as text. Null: empty.
void showQuantity(QuantityField& field, const YamlValue* value);

/// A number, a whole number or a length, with slider and field.
class NumberEditor : public ValueEditor {
    Q_OBJECT

  public:
    NumberEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);

    void setValue(const YamlValue* value) override;
    [[nodiscard]] bool takesFormulas() const override { return true; }
    [[nodiscard]] QuantityField& field() const { return *field_; }

  protected:
    /// Puts a widget beside the field in place of the slider.
    void replaceSlider(QWidget* widget);

  private:
    void enter(const Length& value, int gesture);
    void showFormula();
    void slide(double fraction);
    void nudge(int steps);
    void placeSlider();
    void showHint();
    void showRange(const std::optional<Length>& value);
    /// Converts to the unit of the limits.
    [[nodiscard]] double inLimits(const Length& value) const;
    [[nodiscard]] Length fromLimits(double value) const;

    const ParameterDescription& wanted_;
    QHBoxLayout* line_ = nullptr;
    ValueSlider* slider_;
    QuantityField* field_;
    QWidget* hint_;
    QLabel* range_;
    QLabel* result_;
    ResultLabel* formulaResult_;
    bool slides_ = true;
    SliderScale scale_;
    std::optional<Length> slid_;  ///< the value that the slider has set last
    int gesture_ = 0;             ///< the gesture of the slider's movement, or of a run of steps in the field
};

}  // namespace burin::ui
