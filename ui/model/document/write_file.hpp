// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace burin::ui {

/// Writes a file atomically: if it fails, for example on a full disk, the old content stays. \return empty,
/// or the system's error message
[[nodiscard]] QString writeFile(const QString& file, const QByteArray& bytes);

}  // namespace burin::ui
