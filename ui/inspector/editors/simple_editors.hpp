// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Editors of one line: yes or no, a choice, a text, a file, a pair.

#include "ui/inspector/editors/value_editor.hpp"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;
class QToolButton;

namespace burin::ui {

class QuantityField;
class ResultLabel;
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

/// A switch if the words fit into the row, otherwise a drop-down list.
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

/// A text, or a file with a button to choose it.
class TextEditor : public ValueEditor {
    Q_OBJECT

  public:
    TextEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;
    /// Asks for a file. \pre the parameter is a file
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
    [[nodiscard]] bool takesFormulas() const override { return true; }

  protected:
    /// The field of the first or the second number.
    [[nodiscard]] QuantityField& field(bool second) const { return second ? *y_ : *x_; }
    /// Puts a widget before the fields, which become narrow. It is hidden while a formula needs its room.
    void putBefore(QWidget* widget);
    /// Enters both numbers as they are shown.
    void enterBoth(int gesture);
    void resizeEvent(QResizeEvent* event) override;

  private:
    void enter(QuantityField* changed, int gesture);
    void showResults();
    void shareRoom();
    void setStretches(int before, int x, int y);
    void setLocked(bool locked);
    void showProportions();
    [[nodiscard]] std::optional<double> proportionsOfChild() const;

    const ParameterDescription& wanted_;
    QuantityField* x_;
    QuantityField* y_;
    QGridLayout* grid_;
    QWidget* before_ = nullptr;
    ResultLabel* resultX_;
    ResultLabel* resultY_;
    QToolButton* lock_ = nullptr;  ///< makes both numbers of a scale the same
    SideLock* sides_ = nullptr;    ///< keeps the proportions of a size
    bool lockChosen_ = false;      ///< the user has set the lock
    int gesture_ = 0;
};

}  // namespace burin::ui
