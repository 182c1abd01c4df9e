// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Editors of a single line: yes or no, a choice, a text, a file, a pair.

#include "ui/inspector/value_editor.hpp"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QToolButton;

namespace burin::ui {

class QuantityField;
class SegmentedSwitch;
class SideLock;

class BooleanEditor : public ValueEditor {
    Q_OBJECT

  public:
    BooleanEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    const ParameterDescription& wanted_;
    QCheckBox* box_;
};

/// A switch where the words fit into the row, else a list that drops down.
class ChoiceEditor : public ValueEditor {
    Q_OBJECT

  public:
    ChoiceEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    void pick(int index);

    const ParameterDescription& wanted_;
    SegmentedSwitch* switch_ = nullptr;
    QComboBox* list_ = nullptr;
};

/// A text, or a file with its chooser.
class TextEditor : public ValueEditor {
    Q_OBJECT

  public:
    TextEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;
    /// Asks for a file. \pre the parameter is one
    void choose();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void apply();

    const ParameterDescription& wanted_;
    QLineEdit* field_;
    QString shown_;
};

/// [x, y], [width, height], or a scale: one number or two.
class PairEditor : public ValueEditor {
    Q_OBJECT

  public:
    PairEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    void enter(QuantityField* changed, int gesture);
    void setLocked(bool locked);
    void showProportions();
    [[nodiscard]] std::optional<double> proportionsOfChild() const;

    const ParameterDescription& wanted_;
    QuantityField* x_;
    QuantityField* y_;
    QToolButton* lock_ = nullptr;  ///< of a scale: both are the same
    SideLock* sides_ = nullptr;    ///< of a size: its proportions stay
    bool lockChosen_ = false;      ///< by hand
    int gesture_ = 0;
};

}  // namespace burin::ui
