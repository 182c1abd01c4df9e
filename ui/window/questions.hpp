// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/document/recovery.hpp"

#include <QString>
#include <QStringList>

class QWidget;

namespace burin::ui {

/// What to do with a file that others have written while it was edited here.
enum class Conflict { theirs, mine, saveAs, cancel };
enum class ConflictCause {
    written,       ///< the file was written after it was read or saved here
    sinceTheCopy,  ///< it was written after the autosave from which the design was recovered
    undone         ///< what they wrote was read here and is undone
};
[[nodiscard]] Conflict askAboutConflict(QWidget* parent, const QString& title, ConflictCause cause);

/// What to do with unsaved changes.
enum class Changes { save, discard, cancel };
[[nodiscard]] Changes askAboutChanges(QWidget* parent, const QString& title);
/// The same for a design whose file was removed, with or without changes.
[[nodiscard]] Changes askAboutMissing(QWidget* parent, const QString& title);
/// The same for a design whose file another program has made unreadable.
[[nodiscard]] Changes askAboutSpoilt(QWidget* parent, const QString& title);

/// What to open of a design whose file is older than its autosave.
enum class Autosaved { recover, savedFile, cancel };
[[nodiscard]] Autosaved askAboutAutosave(QWidget* parent, const Recovery::Left& left);

/// Whether to write over a file that exists.
[[nodiscard]] bool askToReplace(QWidget* parent, const QString& file);

/// \param problems  why typed texts are refused \return whether to leave without them
[[nodiscard]] bool askToLeaveTexts(QWidget* parent, const QStringList& problems);

}  // namespace burin::ui
