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
/// are corrected or given up by Esc; their cells are red, and their tooltips say why. Owned by the table.
class TypedCells : public QObject {
    Q_OBJECT

  public:
    TypedCells(const Theme& theme, QTableWidget* table);

    struct Cell {
        QString place;  ///< names the cell: the table's name, row and column
        QString text;
        QString problem;
    };
    /// Keeps the text of a cell. \param why  empty: it was taken
    void refuse(int row, int column, const QString& why);
    /// Shows the texts again, after the table was filled with the values.
    void show();
    [[nodiscard]] QList<Cell> all() const;
    /// The problem of the first one; empty if all are valid.
    [[nodiscard]] QString problem() const;
    /// Whether a cell of the table has that name.
    [[nodiscard]] bool has(const QString& place) const { return cellAt(place).has_value(); }
    /// Shows a text as if it had been refused now. \pre has(cell.place)
    void setTyped(const Cell& cell);
    void forgetTyped();

  signals:
    void changed();
    /// The values are to be shown again.
    void givenUp();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Refused {
        QString text;
        QString why;
    };
    [[nodiscard]] QString placeOf(const QPair<int, int>& at) const;
    [[nodiscard]] std::optional<QPair<int, int>> cellAt(const QString& place) const;

    const Theme& theme_;
    QTableWidget* table_;
    QMap<QPair<int, int>, Refused> refused_;  ///< by row and column
};

}  // namespace burin::ui
