// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBoxLayout>

#include <optional>

namespace burin::ui {

/// A row of parts that is a column as long as the parts do not fit side by side.
class FoldingRow : public QBoxLayout {
  public:
    explicit FoldingRow(QWidget* parent = nullptr) : QBoxLayout(LeftToRight, parent) {}

    /// Sets a space between the parts of the row that differs from the one between the parts of the column.
    void setSpacings(int row, int column);
    /// The width of the column, so that a scroll area may make it narrower than the row.
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& place) override;

  private:
    [[nodiscard]] int leastWidth(Direction direction) const;

    std::optional<QSize> spacings_;  ///< in the row and in the column
};

}  // namespace burin::ui
