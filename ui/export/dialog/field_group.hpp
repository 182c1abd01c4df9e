// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace burin::ui {

/// Rows of a form that belong together. Their names stand at the left, as wide in all groups.
class FieldGroup : public QWidget {
    Q_OBJECT

  public:
    explicit FieldGroup(QWidget* parent = nullptr);

    /// Between two rows, and between two groups.
    static constexpr int spacing = 4;  // px

  protected:
    [[nodiscard]] QLabel* rowName(const QString& text);
    /// \param widgets  not empty; the name's shortcut goes to the first of them
    /// \param stretch  what is left of the width stays free at the right
    QWidget* addRow(QLabel* name, const QList<QWidget*>& widgets, bool stretch);
    /// Below the fields of the row before it.
    void addHint(QLabel* hint);

  private:
    QVBoxLayout* rows_;
};

}  // namespace burin::ui
