// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

#include <vector>

class QPushButton;
class QTableWidget;

namespace burin::ui {

class QuantityField;
class TypedCells;

/// Rows of numbers in a grid, with fields for its size.
class MatrixEditor : public ValueEditor {
    Q_OBJECT

  public:
    MatrixEditor(const ParameterDescription& wanted, EditorPlace place, QWidget* parent);
    void setValue(const YamlValue* value) override;

  private:
    using Rows = std::vector<std::vector<std::string>>;

    QuantityField* makeSide(const QString& name);
    void resizeTo(int rows, int columns);
    void takeCell(int row, int column);
    [[nodiscard]] QString valueAt(int row, int column) const;
    void fillTable();
    void write(const Rows& rows, int gesture);

    const ParameterDescription& wanted_;
    QWidget* body_;
    QPushButton* begin_;
    QuantityField* rows_;
    QuantityField* columns_;
    QTableWidget* table_;
    TypedCells* cells_;
    Rows shown_;
    int gesture_ = 0;
};

}  // namespace burin::ui
