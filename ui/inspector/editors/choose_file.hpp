// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

#include <QString>

#include <functional>

class QWidget;

namespace burin::ui {

/// Asks for an existing file without blocking. The dialog opens in the folder of the current file, or else of
/// the file that was last chosen for this design, or else of the design. Its first filter matches the files
/// that the node reads.
///
/// \param place  of the value that names the file  \param now  the current path; may be empty
/// \param taken  called with the path relative to the design's folder, if `owner` still lives
void chooseFile(QWidget* owner, const EditorPlace& place, const QString& now,
                std::function<void(const QString&)> taken);

}  // namespace burin::ui
