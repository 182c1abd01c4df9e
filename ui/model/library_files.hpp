// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writing the user's own library.

#include "core/design/design.hpp"
#include "core/design/file_paths.hpp"
#include "ui/model/library_reader.hpp"

#include <QImage>
#include <QString>

namespace burin::ui {

/// The fields of the dialog *Save to library*.
struct PatternNotes {
    QString title;
    QString category;
    QString help;   ///< one sentence
    QString words;  ///< more words for the search
};

/// Why a name or a category is refused; empty if it is not.
[[nodiscard]] QString whyNoPatternName(const QString& title);
[[nodiscard]] QString whyNoCategory(const QString& category);

/// The file of a pattern in a library.
[[nodiscard]] QString patternFile(const QString& library, const QString& category, const QString& title);

/// Why a group cannot be saved: a parameter has neither a default nor a value in the design. Empty if it can.
/// \param instance  see patternDocument()
[[nodiscard]] QString whyNotSaved(const Design& design, const QString& group, const QString& instance);

/// A design that shows a group: the group with its notes, the groups that it needs, and a root. Sockets that
/// need a link read a plain surface.
/// \param instance  a node of the design, whose values the root's instance gets; may be empty
/// \param from  of the design  \param to  the folder of the file that it is written to
[[nodiscard]] YamlValue patternDocument(const Design& design, const QString& group, const QString& instance,
                                        const PatternNotes& notes, const DesignFolders& from,
                                        const QString& to, std::span<const Kind> kinds);

/// Writes a pattern, and then its picture. If the picture fails, a new pattern is removed again; a pattern
/// that was replaced stays without a picture. \param over  what may be replaced: if the file holds anything
/// else, because another program has just
///        written it, nothing is written. Afterwards it is what was written. nullptr: anything is replaced
/// \return empty, or why it was not written
[[nodiscard]] QString writePattern(const QString& file, const YamlValue& document, const QImage& picture,
                                   FileStamp* over = nullptr);

/// Gives an entry another title, category, or both, unless another program has changed its file since it was
/// read. \return empty, or why it cannot; then the file of the entry has not changed, unless only its picture
/// could not be written
[[nodiscard]] QString movePattern(const LibraryEntry& entry, const QString& library, const QString& category,
                                  const QString& title, std::span<const Kind> kinds);

/// Removes an entry with its picture, and its category's folder if that is empty then.
[[nodiscard]] QString removePattern(const LibraryEntry& entry);

}  // namespace burin::ui
