// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

namespace burin::ui {

/// Writes a file that appears whole or not at all: what was there before stays where that fails, as on a full
/// disk. \return empty, or what the system says
[[nodiscard]] QString writeFile(const QString& file, const QByteArray& bytes);

}  // namespace burin::ui
