// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace burin::ui {

/// Distinguishes one version of a file from the next, also if a program has set the file's time back after
/// it wrote; empty if there is no such file. Does not read the file. Any thread.
[[nodiscard]] QString fileVersion(const QString& file);

/// Whether every later write will give the file another version: the clocks of file systems tick slowly, so
/// a file that was written just before may be written again within the same tick. Any thread.
[[nodiscard]] bool hasSettled(const QString& file);

}  // namespace burin::ui
