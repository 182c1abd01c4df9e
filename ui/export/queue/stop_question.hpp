// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace burin::ui {

class ExportJob;
class ExportQueue;

/// Asks `Stop the export?` and says what is kept. \return whether the user agrees, even if the export has
/// ended since
[[nodiscard]] bool stopAgreed(QWidget* parent, const ExportJob& job);

/// What to do when the window is about to close.
enum class Quit {
    no,           ///< keep the window
    yes,          ///< quit; the queue stops the running export and keeps its journal
    exportingOn,  ///< close the window, but keep the program running until the queue is done
};
/// Asks if something is being exported; otherwise the answer is yes. If the user keeps exporting, a paused
/// export continues.
[[nodiscard]] Quit askToQuit(QWidget* parent, const ExportQueue& queue);

}  // namespace burin::ui
