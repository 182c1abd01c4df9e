// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Editors for maps: named numbers, exactly one of several parameters, and any number of several parameters.

#include "ui/inspector/editors/value_editor.hpp"

#include <QPointer>

#include <memory>
#include <string_view>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace burin::ui {

class CheckedField;
class NumberEditor;
class ParameterRow;

/// Named numbers, each with a slider and a field. They can be added, renamed and removed.
class NumbersEditor : public ValueEditor {
    Q_OBJECT

  public:
    NumbersEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    /// The widgets of one number.
    struct Row {
        QWidget* whole;
        CheckedField* name;
        NumberEditor* number;
    };

    void rebuild(const std::vector<std::string>& names);
    [[nodiscard]] Row makeRow(std::size_t index);
    void add();
    [[nodiscard]] QString problemOf(const QString& name) const;
    void rename(std::size_t index, const QString& name);
    void remove(std::size_t index);
    void setNumber(std::size_t index, const YamlValue& number, int gesture);

    const ParameterDescription& wanted_;
    ParameterDescription number_;  ///< describes one number
    YamlValue map_;
    QVBoxLayout* column_;
    QLabel* more_;  ///< how many numbers have no row
    QPushButton* add_;
    std::vector<Row> rows_;
    std::vector<std::string> names_;  ///< the names of the rows
};

/// Chooses a key and edits its value.
class OneOfEditor : public ValueEditor {
    Q_OBJECT

  public:
    OneOfEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;
    [[nodiscard]] QWidget* makeHead() override;

  private:
    void pick(int index);
    void open(int index);
    [[nodiscard]] YamlValue under(int index, YamlValue value) const;

    const ParameterDescription& wanted_;
    QComboBox* keys_;
    QVBoxLayout* column_;
    QWidget* part_ = nullptr;  ///< the chosen key's label and editor
    ValueEditor* editor_ = nullptr;
    int open_ = -1;
    std::vector<std::optional<YamlValue>> before_;  ///< the value of each key when it was last chosen
};

/// A row for each key. A key that is not in the map shows its default.
class MapEditor : public ValueEditor {
    Q_OBJECT

  public:
    MapEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;
    /// A button that removes the map.
    [[nodiscard]] QWidget* makeHead() override;

  private:
    [[nodiscard]] YamlValue with(std::string_view key, const std::optional<YamlValue>& value) const;

    const ParameterDescription& wanted_;
    YamlValue map_;
    std::vector<ParameterRow*> rows_;  ///< one for each key
    QPointer<QToolButton> reset_;
};

}  // namespace burin::ui
