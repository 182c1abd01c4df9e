// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"

#include <QObject>

namespace burin::ui {

/// The address book of machines, kept in the settings. Interface thread only.
class MachineBook : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] const QList<MachineEntry>& machines() const { return machines_; }
    void setMachines(const QList<MachineEntry>& machines);

  signals:
    void changed();

  private:
    Settings settings_;
    QList<MachineEntry> machines_ = settings_.machines();
};

}  // namespace burin::ui
