// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace burin::ui {

/// Asks for the file to save something in. A name without a suffix gets the first one of the chosen filter,
/// before the dialog asks whether to replace a file of that name.
/// \param suggested  a name, with or without a folder
/// \param filters  "Pages (*.pdf);;Numbers (*.json)"
/// \return empty if the user cancels
[[nodiscard]] QString fileToSave(QWidget* parent, const QString& title, const QString& suggested,
                                 const QString& filters);

}  // namespace burin::ui
