// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace burin::ui {

class ExportJob;
class ExportQueue;

/// Asks `Stop the export?`, saying what is kept. \return whether the user agrees; also where nothing runs
[[nodiscard]] bool stopAgreed(QWidget* parent, const ExportJob& job);

/// Asks the same for a window that is about to close, and the program with it: the end of the queue stops
/// what runs and keeps its journal. \return whether the window may close
[[nodiscard]] bool mayQuit(QWidget* parent, const ExportQueue& queue);

}  // namespace burin::ui
