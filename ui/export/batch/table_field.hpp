// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/field_group.hpp"

class QLineEdit;
class QPushButton;

namespace burin::ui {

class Theme;

/// The file of the table of jobs, and the actions for it.
class TableField : public FieldGroup {
    Q_OBJECT

  public:
    explicit TableField(const Theme& theme, QWidget* parent = nullptr);

    /// The typed path, absolute; empty if nothing is typed.
    [[nodiscard]] QString table() const;
    void setTable(const QString& file);
    /// Asks for the file.
    void choose();

  signals:
    void changed();
    /// The user wants to create a table.
    void createWanted();

  private:
    void openInProgram();

    QLineEdit* file_;
    QPushButton* open_;
};

}  // namespace burin::ui
