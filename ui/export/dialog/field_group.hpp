// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace burin::ui {

/// Rows of a form that belong together. The label column has the same width in all groups.
class FieldGroup : public QWidget {
    Q_OBJECT

  public:
    explicit FieldGroup(QWidget* parent = nullptr);

    /// The spacing between rows, and between groups.
    static constexpr int spacing = 4;  // px
    /// The space between the fields of a row.
    static constexpr int gap = 8;         // px
    static constexpr int rowHeight = 32;  // px

  protected:
    [[nodiscard]] QLabel* rowName(const QString& text);
    /// \param widgets  not empty; the label's shortcut focuses the first one
    /// \param stretch  leaves the remaining width empty at the right
    QWidget* addRow(QLabel* name, const QList<QWidget*>& widgets, bool stretch);
    /// Adds a hint below the fields of the last row.
    void addHint(QLabel* hint);

  private:
    QVBoxLayout* rows_;
};

}  // namespace burin::ui
