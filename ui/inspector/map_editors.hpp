// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Editors of maps: numbers by name, and one of several parameters.

#include "ui/inspector/value_editor.hpp"

#include <memory>
#include <vector>

class QComboBox;
class QVBoxLayout;

namespace burin::ui {

class NumberEditor;

/// Numbers by name: each with slider and field, to be added, renamed and removed.
class NumbersEditor : public ValueEditor {
    Q_OBJECT

  public:
    NumbersEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    struct Row;

    void rebuild();
    QWidget* makeRow(std::size_t index);
    void add();
    void rename(std::size_t index, const QString& name);
    void remove(std::size_t index);
    void setNumber(std::size_t index, const YamlValue& number, int gesture);

    const ParameterDescription& wanted_;
    ParameterDescription number_;  ///< of one of them
    YamlValue map_;
    QVBoxLayout* rows_;
    std::vector<NumberEditor*> editors_;
    std::vector<std::string> names_;  ///< that the rows stand for
};

/// The choice of a key, and the editor of what it takes.
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
    QWidget* part_ = nullptr;  ///< the chosen key's editor with its label
    ValueEditor* editor_ = nullptr;
    int open_ = -1;
    std::vector<std::optional<YamlValue>> before_;  ///< what each key held when it was chosen last
};

}  // namespace burin::ui
