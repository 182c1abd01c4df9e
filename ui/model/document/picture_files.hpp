// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The files that users bring into a design, and the kinds of nodes that read them.

#include "core/kinds/form/description.hpp"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <string_view>

class QMimeData;

namespace burin::ui {

/// The suffixes of files with such content, in lower case.
[[nodiscard]] QStringList suffixesOf(FilesRead::What what);
/// The pattern for the filter of a dialog: "*.svg *.dxf".
[[nodiscard]] QString patternsOf(const QStringList& suffixes);

/// The kind of node that reads such a file. A TIFF is recognised by its first bytes, other files by their
/// suffix. Nothing if no kind reads it.
[[nodiscard]] std::optional<std::string> kindReading(const QString& file);

/// The local files of dropped data, each in the order of the list.
struct DroppedFiles {
    QStringList designs;
    QStringList pictures;  ///< what nodes can read: pictures, drawings, measured heights and fonts
    QStringList others;
};
[[nodiscard]] DroppedFiles filesIn(const QMimeData& data);
/// Says which of the dropped files nothing happened to; empty if `files` is empty.
[[nodiscard]] QString leftOutText(const QStringList& files);

/// Whether a design can name a file, and a node after it. Control characters are not allowed in names, and a
/// name that is not UTF-8 does not lead to its file.
/// \param file   its absolute path
/// \param named  as the design would name it
[[nodiscard]] bool canBeNamed(const QString& file, const QString& named);
[[nodiscard]] inline bool canBeNamed(const QString& file) {
    return canBeNamed(file, file);
}
/// Says that these files are left out because a design cannot name them; empty if `files` is empty.
[[nodiscard]] QString unnamedText(const QStringList& files);
/// The name that a node gets from its file.
[[nodiscard]] std::string nodeNameOf(const QString& file);

/// Whether nodes of a kind show one picture and nothing else.
[[nodiscard]] bool showsPicture(std::string_view kind);

}  // namespace burin::ui
