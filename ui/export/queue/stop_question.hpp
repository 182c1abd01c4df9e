// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace burin::ui {

class ExportJob;
class ExportQueue;

/// Asks `Stop the export?`, saying what is kept. \return whether the user agrees; also where nothing runs
[[nodiscard]] bool stopAgreed(QWidget* parent, const ExportJob& job);

/// What becomes of the program when its window is about to close.
enum class Quit {
    no,           ///< the window stays
    yes,          ///< the end of the queue stops what runs and keeps its journal
    exportingOn,  ///< the window goes, the program stays until the queue is done
};
/// Asks if something is exported; otherwise it is yes. A paused export that is to go on goes on.
[[nodiscard]] Quit askToQuit(QWidget* parent, const ExportQueue& queue);

}  // namespace burin::ui
