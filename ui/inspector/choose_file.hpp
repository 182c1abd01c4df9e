// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace burin::ui {

/// Asks for an existing file without holding anything up.
///
/// \param folder  where relative paths start  \param now  the path that the file has now; may be empty
/// \param taken   called with the path relative to `folder`, while `owner` lives
void chooseFile(QWidget* owner, const QString& folder, const QString& now,
                std::function<void(const QString&)> taken);

}  // namespace burin::ui
