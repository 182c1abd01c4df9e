// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/machines/machine_query.hpp"

#include <QFrame>
#include <QMap>

class QGridLayout;
class QLabel;
class QPushButton;

namespace burin::ui {

class Theme;

/// Shows a machine's capabilities and its state, or why it did not answer.
class MachineCard : public QFrame {
    Q_OBJECT

  public:
    MachineCard(const Theme& theme, MachineQuery& query, QWidget* parent = nullptr);

  private:
    void addRow(const QString& id, const QString& name);
    void refresh();
    void fill(const MachineDescription& machine);

    const Theme& theme_;
    MachineQuery& query_;
    QGridLayout* grid_;
    QWidget* limits_;
    QMap<QString, QLabel*> values_;
    QLabel* icon_;
    QLabel* words_;
    QPushButton* again_;
};

}  // namespace burin::ui
