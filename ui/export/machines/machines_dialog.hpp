// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/machines/machine_query.hpp"

#include <QDialog>
#include <QList>

#include <utility>
#include <vector>

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace burin::ui {

class ListWords;
class MachineBook;
class Theme;

/// The address book of machines. Changes take effect at once.
class MachinesDialog : public QDialog {
    Q_OBJECT

  public:
    MachinesDialog(const Theme& theme, MachineBook& book, QWidget* parent = nullptr);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeList();
    QWidget* makeFields();
    QLineEdit* addField(const QString& id, const QString& name, const QString& hint, bool file);
    void add();
    void remove();
    void restore();
    void follow();
    void fillList(int current);
    void showCurrent();
    void changed();
    void showProblem();
    [[nodiscard]] MachineEntry typed() const;
    [[nodiscard]] int current() const;

    const Theme& theme_;
    MachineBook& book_;
    MachineQuery query_;
    MachineEntry shown_;  ///< the machine of the current row as the book has it
    std::vector<std::pair<int, MachineEntry>> removed_;  ///< with their rows, in the order of their removal

    QListWidget* list_;
    ListWords* words_;
    QPushButton* remove_;
    QPushButton* undo_;
    QWidget* fields_;
    QGridLayout* grid_;
    QLineEdit* name_;
    QLineEdit* address_;
    QLineEdit* ca_;
    QLineEdit* certificate_;
    QLineEdit* key_;
    QLineEdit* token_;
    QCheckBox* insecure_;
    QLabel* problemIcon_;
    QLabel* problem_;
    QPushButton* ask_;
};

}  // namespace burin::ui
