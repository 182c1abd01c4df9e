// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/file_watcher.hpp"
#include "ui/model/settings.hpp"

#include <QObject>

#include <functional>
#include <optional>

namespace burin::ui {

/// The address book of machines, kept in the settings. Other windows of the studio, which are processes of
/// their own, change it too. Interface thread only.
class MachineBook : public QObject {
    Q_OBJECT

  public:
    explicit MachineBook(QObject* parent = nullptr);
    /// Tries again to keep what could not be kept.
    ~MachineBook() override;

    /// As they were last read. They are read again when the file of the settings changes.
    [[nodiscard]] const QList<MachineEntry>& machines() const { return machines_; }
    /// Applies a change to the machines that the settings have now, which may differ from machines(). A
    /// change that cannot be kept in the settings is made here alone, and kept as soon as they can be
    /// written.
    void change(const std::function<void(QList<MachineEntry>&)>& change);
    void setMachines(const QList<MachineEntry>& machines);
    /// Reads what other windows have changed. Not all file systems report that the file changes.
    void reload();

  signals:
    void changed();

  private:
    void take(const QList<MachineEntry>& machines);
    void watchFile();
    /// \return  as Settings::changeMachines()
    std::optional<QList<MachineEntry>> keep(const std::function<void(QList<MachineEntry>&)>& change);

    Settings settings_;
    FileWatcher watcher_;
    QList<MachineEntry> machines_ = settings_.machines();
    /// The machines before the first change that could not be kept; nothing if all are kept.
    std::optional<QList<MachineEntry>> beforeUnkept_;
};

}  // namespace burin::ui
