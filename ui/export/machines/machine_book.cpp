// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machine_book.hpp"

namespace burin::ui {

MachineBook::MachineBook(QObject* parent) : QObject(parent) {
    watcher_.watch({settings_.file()});
    connect(&watcher_, &FileWatcher::changed, this, &MachineBook::reload);
}

void MachineBook::change(const std::function<void(QList<MachineEntry>&)>& change) {
    std::optional<QList<MachineEntry>> machines = settings_.changeMachines(change);
    if (!machines) change(machines.emplace(machines_));
    take(*machines);
}

void MachineBook::setMachines(const QList<MachineEntry>& machines) {
    change([&machines](QList<MachineEntry>& all) { all = machines; });
}

void MachineBook::reload() {
    settings_.exchange();
    watcher_.watch({settings_.file()});  // its folder may be new
    take(settings_.machines());
}

void MachineBook::take(const QList<MachineEntry>& machines) {
    if (machines == machines_) return;
    machines_ = machines;
    emit changed();
}

}  // namespace burin::ui
