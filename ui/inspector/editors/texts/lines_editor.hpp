// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

class QLabel;

namespace burin::ui {

class LinesField;

/// A text of several lines. Below it stand how many there are, and which place a series fills.
class LinesEditor : public ValueEditor {
    Q_OBJECT

  public:
    LinesEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    void apply();
    void say();

    const ParameterDescription& wanted_;
    LinesField* field_;
    QLabel* count_;
    QLabel* series_;
    QString shown_;  ///< the text of the file
};

}  // namespace burin::ui
