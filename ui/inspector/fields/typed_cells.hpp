// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QMap>
#include <QObject>
#include <QPair>
#include <QString>

#include <optional>

class QTableWidget;

namespace burin::ui {

class Theme;

/// The typed texts of a table's cells that are not valid. Like those of a TypedField, they stay until they
/// are corrected or discarded by Esc, or until the cell gets another value. Their cells are red, and their
/// tooltips say why. Owned by the table.
class TypedCells : public QObject {
    Q_OBJECT

  public:
    TypedCells(const Theme& theme, QTableWidget* table);

    struct Cell {
        QString place;  ///< names the cell: the table's name, row and column
        QString value;  ///< the text of the value that the typed text replaces
        QString text;
        QString problem;
    };
    /// Keeps the text of a cell. \param why  the problem; empty if the text was accepted
    /// \param value  the text of the cell's value
    void refuse(int row, int column, const QString& why, const QString& value);
    /// Shows the texts again, after the table was filled with the values. A text whose cell has another value
    /// by now is discarded.
    void show();
    [[nodiscard]] QList<Cell> all() const;
    /// The problem of the first one; empty if all are valid.
    [[nodiscard]] QString problem() const;
    /// Whether a cell of the table has that name.
    [[nodiscard]] bool has(const QString& place) const { return cellAt(place).has_value(); }
    /// Shows a text as if it had been refused now, unless the cell has another value. \pre has(cell.place)
    void setTyped(const Cell& cell);
    void forgetTyped();

  signals:
    void changed();
    /// The table is to be filled with the values again.
    void givenUp();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Refused {
        QString value;
        QString text;
        QString why;
    };
    void mark(int row, int column, const QString& why);
    [[nodiscard]] QString placeOf(const QPair<int, int>& at) const;
    [[nodiscard]] std::optional<QPair<int, int>> cellAt(const QString& place) const;

    const Theme& theme_;
    QTableWidget* table_;
    QMap<QPair<int, int>, Refused> refused_;  ///< by row and column
    bool marked_ = false;                     ///< cells may be red
};

}  // namespace burin::ui
