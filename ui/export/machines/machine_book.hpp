// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/file_watcher.hpp"
#include "ui/model/settings.hpp"

#include <QObject>

#include <functional>

namespace burin::ui {

/// The address book of machines, kept in the settings. Other windows of the studio, which are processes of
/// their own, change it too. Interface thread only.
class MachineBook : public QObject {
    Q_OBJECT

  public:
    explicit MachineBook(QObject* parent = nullptr);

    /// As they were last read. They are read again when the file of the settings changes.
    [[nodiscard]] const QList<MachineEntry>& machines() const { return machines_; }
    /// Applies a change to the machines that the settings have now, which may differ from machines().
    void change(const std::function<void(QList<MachineEntry>&)>& change);
    void setMachines(const QList<MachineEntry>& machines);
    /// Reads what other windows have changed. Not all file systems report that the file changes.
    void reload();

  signals:
    void changed();

  private:
    void take(const QList<MachineEntry>& machines);

    Settings settings_;
    FileWatcher watcher_;
    QList<MachineEntry> machines_ = settings_.machines();
};

}  // namespace burin::ui
