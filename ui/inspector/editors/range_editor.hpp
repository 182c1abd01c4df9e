// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/simple_editors.hpp"
#include "ui/inspector/fields/slider_scale.hpp"

#include <optional>

namespace burin::ui {

class RangeSlider;

/// [low, high]: a slider with two knobs, and two fields.
class RangeEditor : public PairEditor {
    Q_OBJECT

  public:
    RangeEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    void slide(bool upper, double fraction);
    void placeKnobs();
    [[nodiscard]] std::optional<double> endOf(bool upper) const;

    const ParameterDescription& wanted_;
    RangeSlider* slider_;
    SliderScale scale_;
    int movement_ = 0;  ///< the gesture of the slider
};

}  // namespace burin::ui
