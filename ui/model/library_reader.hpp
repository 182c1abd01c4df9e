// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/file_stamp.hpp"
#include "ui/model/pattern.hpp"

#include <QImage>
#include <QList>
#include <QString>

#include <stop_token>

namespace burin::ui {

/// The limits of a library. Files that exceed them are listed with the reason.
inline constexpr std::size_t mostEntryBytes = 256UL * 1024;
inline constexpr std::size_t mostLibraryBytes = 4UL * 1024 * 1024;  ///< the limit of all texts together
inline constexpr std::size_t mostPictureBytes = 1024UL * 1024;
inline constexpr int mostEntries = 1000;
inline constexpr int mostCategories = 100;

/// A file of a library.
struct LibraryEntry {
    QString file;                            ///< absolute path
    QString category;                        ///< the name of its folder
    bool own = false;                        ///< whether the pattern is the user's
    QString name;                            ///< the pattern's title, or the file's name if it cannot be read
    QString problem;                         ///< why the pattern cannot be used; empty if it can
    QImage picture;                          ///< may be null
    std::shared_ptr<const Pattern> pattern;  ///< null if the pattern cannot be used
    /// The other titled groups of the file. They have no card, but the search of nodes offers them.
    std::vector<std::shared_ptr<const Pattern>> further;
    QString state;          ///< version of its files when they were read; empty: read them again
    std::size_t bytes = 0;  ///< the size of its text
    FileStamp stamp;        ///< of the text that was read; only of the user's patterns

    [[nodiscard]] QString pictureFile() const { return file.chopped(6) + ".png"; }
};

/// Reads the entries of both folders, by category and name. An entry that cannot be read is listed with the
/// reason and never stops the others.
///
/// \param shipped  may be empty  \param known  entries whose files have not changed are not read again
/// \return only some of them after a stop
[[nodiscard]] QList<LibraryEntry> readLibrary(const QString& shipped, const QString& own,
                                              std::span<const Kind> kinds, const QList<LibraryEntry>& known,
                                              const std::stop_token& stop = {});

}  // namespace burin::ui
