// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;

namespace burin::ui {

/// Opens the folder of a file in the desktop's file manager.
void showInFolder(const QString& file);

}  // namespace burin::ui
