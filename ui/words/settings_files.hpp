// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where settings are kept, and which of their files must not be read. QSettings would read a pipe or a device
// for ever, and a huge file would take all memory.

#include <QString>
#include <QStringList>

namespace burin::ui {

/// Limit of each file of settings.
inline constexpr qint64 mostSettingsBytes = qint64{64} << 20U;

/// The folder of all settings of this process; empty: those of the user and of the system.
[[nodiscard]] QString settingsFolder();
void setSettingsFolder(const QString& folder);

/// Names the first file that must not be read, and why: it is a pipe, a device, a socket or a folder, or
/// larger than `mostSettingsBytes`. Empty if all can be read.
[[nodiscard]] QString obstacleInSettings(const QStringList& files);

}  // namespace burin::ui
