// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/number_editor.hpp"

class QPushButton;

namespace burin::ui {

/// A seed of random numbers: a field, and a button that writes another seed.
///
/// If the seed is a formula, the button changes the parameter that the formula uses.
class SeedEditor : public NumberEditor {
    Q_OBJECT

  public:
    SeedEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    void renew();

    QPushButton* renew_;
};

/// A random seed, as the file has it. Seeds below 65,536 share no random numbers.
[[nodiscard]] YamlValue anotherSeed();

}  // namespace burin::ui
