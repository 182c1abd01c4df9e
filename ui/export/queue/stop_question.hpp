// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace burin::ui {

class ExportJob;
class ExportQueue;

/// Asks `Stop the export?` and says what is kept. If the export ends first, the question closes. \return
/// whether the user agrees
/// \param rowsLeft  if the export is a row of a batch: how many rows are left, as a sentence
[[nodiscard]] bool stopAgreed(QWidget* parent, const ExportJob& job, const QString& rowsLeft = {});

/// What to do when the window is about to close.
enum class Quit {
    no,           ///< keep the window
    yes,          ///< quit; the queue stops the running export and keeps its journal
    exportingOn,  ///< close the window, but keep the program running until the queue is done
};
/// Asks the user only if something is being exported; otherwise the answer is yes. If the user keeps
/// exporting, a paused export continues. If everything is exported before the user answers, the question
/// closes and the answer is yes; after a failure it is no, so that the failure is seen.
[[nodiscard]] Quit askToQuit(QWidget* parent, const ExportQueue& queue);

}  // namespace burin::ui
