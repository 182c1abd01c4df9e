// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/batch/design_values.hpp"
#include "ui/model/workbench.hpp"

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace burin::ui {

class ListWords;

/// Creates a table of jobs from values of the design: a header, and one row to begin with.
class NewTableDialog : public QDialog {
    Q_OBJECT

  public:
    explicit NewTableDialog(Workbench workbench, QWidget* parent = nullptr);

    /// The text of a table with the chosen values as columns.
    [[nodiscard]] QByteArray table() const;

  signals:
    /// The user wants it to be written.
    void created(const QByteArray& table);

  private:
    void fill();
    void filter();
    [[nodiscard]] std::vector<DesignValue> chosen() const;
    void refresh();

    const Workbench workbench_;
    std::vector<DesignValue> values_;
    QLineEdit* search_;
    QListWidget* list_;
    ListWords* words_;
    QLabel* preview_;
};

}  // namespace burin::ui
