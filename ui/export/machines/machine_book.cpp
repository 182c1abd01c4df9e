// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/machines/machine_book.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// Applies what was changed from one list to another to a third list.
QList<MachineEntry> merged(QList<MachineEntry> machines, const QList<MachineEntry>& before,
                           const QList<MachineEntry>& now) {
    for (const MachineEntry& machine : before) {
        if (!now.contains(machine)) machines.removeOne(machine);
    }
    for (qsizetype i = 0; i < now.size(); ++i) {
        if (!before.contains(now[i]) && !machines.contains(now[i]))
            machines.insert(std::min(i, machines.size()), now[i]);
    }
    return machines;
}

}  // namespace

MachineBook::MachineBook(QObject* parent) : QObject(parent) {
    watchFile();
    connect(&watcher_, &FileWatcher::changed, this, &MachineBook::reload);
}

MachineBook::~MachineBook() {
    if (beforeUnkept_) static_cast<void>(keep([](QList<MachineEntry>&) {}));
}

void MachineBook::change(const std::function<void(QList<MachineEntry>&)>& change) {
    std::optional<QList<MachineEntry>> machines = keep(change);
    if (machines) {
        beforeUnkept_.reset();
    } else {
        if (!beforeUnkept_) beforeUnkept_ = machines_;
        change(machines.emplace(machines_));
    }
    take(*machines);
}

void MachineBook::setMachines(const QList<MachineEntry>& machines) {
    change([&machines](QList<MachineEntry>& all) { all = machines; });
}

void MachineBook::reload() {
    settings_.exchange();
    watchFile();  // its folder may be new
    if (beforeUnkept_) return change([](QList<MachineEntry>&) {});
    take(settings_.machines());
}

std::optional<QList<MachineEntry>> MachineBook::keep(
    const std::function<void(QList<MachineEntry>&)>& change) {
    return settings_.changeMachines([&](QList<MachineEntry>& machines) {
        if (beforeUnkept_) machines = merged(machines, *beforeUnkept_, machines_);
        change(machines);
    });
}

void MachineBook::watchFile() {
    if (const QString file = settings_.file(); !file.isEmpty()) watcher_.watch({file});
}

void MachineBook::take(const QList<MachineEntry>& machines) {
    if (machines == machines_) return;
    machines_ = machines;
    emit changed();
}

}  // namespace burin::ui
