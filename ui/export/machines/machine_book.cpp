// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machine_book.hpp"

namespace burin::ui {

void MachineBook::setMachines(const QList<MachineEntry>& machines) {
    if (machines == machines_) return;
    machines_ = machines;
    settings_.setMachines(machines);
    emit changed();
}

}  // namespace burin::ui
