// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/editors/value_editor.hpp"

#include <QString>

#include <QStringList>

#include <functional>
#include <string_view>

class QEvent;
class QObject;
class QWidget;

namespace burin::ui {

/// Asks for an existing file without blocking. The dialog opens in the folder of the current file, or else of
/// the file that was last chosen for this design, or else of the design. Its filters are fileFilters().
///
/// \param place  of the value that names the file  \param now  the current path; may be empty
/// \param taken  called with the path relative to the design's folder, if `owner` still lives
void chooseFile(QWidget* owner, const EditorPlace& place, const QString& now,
                std::function<void(const QString&)> taken);

/// Asks for pictures and drawings without blocking, in the folder that chooseFile() opens.
/// \param taken  called with absolute paths, if `owner` still lives
void chooseFiles(QWidget* owner, const Document& document, std::function<void(const QStringList&)> taken);

/// Accepts a file that is dragged over a field. A field would take the address of the file as text.
/// \param event  any event of the field
/// \param taken  called as by chooseFile() after a file was dropped. The program that the file comes from
///               waits until the event has returned, and an edit may show a message.
/// \return whether the event was of such a file
bool takeDroppedFile(QObject* owner, QEvent& event, const Document& document,
                     const std::function<void(const QString&)>& taken);

/// The name filters of the dialog: first what the value may name, last all files. A node that shows a picture
/// offers the files of all kinds that show one, see nameFile().
/// \param kind  of the node; empty: unknown  \param key  of the value, or of the innermost map that has it
[[nodiscard]] QStringList fileFilters(std::string_view kind, std::string_view key);

}  // namespace burin::ui
