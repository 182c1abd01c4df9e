// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

namespace burin::ui {

/// Writes a file atomically: if it fails, for example on a full disk, the old content stays. A file that is
/// replaced keeps its permissions. Pipes, devices and read-only files are not replaced.
/// \param mayReplace  as in replaceFile() \return empty, or why it was not written
[[nodiscard]] QString writeFile(const QString& file, const QByteArray& bytes,
                                const std::function<bool()>& mayReplace = {});

}  // namespace burin::ui
