// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

#include <string>

class QLabel;

namespace burin::ui {

class LinesField;

/// A text of several lines, in the node's font if it has one. Below the text are the number of its lines and
/// the place that a series fills.
class LinesEditor : public ValueEditor {
    Q_OBJECT

  public:
    LinesEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    void apply();
    void say();
    void dress();

    const ParameterDescription& wanted_;
    LinesField* field_;
    QLabel* count_;
    QLabel* series_;
    QString shown_;  ///< the text of the file
    /// the font that the field is shown in, as the design names it; empty: the window's font
    std::string font_;
};

}  // namespace burin::ui
