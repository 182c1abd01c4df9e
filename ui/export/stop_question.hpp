// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace burin::ui {

class ExportJob;
class ExportQueue;

/// Asks `Stop the export?`, saying what is kept. \return whether the user agrees; also where nothing runs
[[nodiscard]] bool stopAgreed(QWidget* parent, const ExportJob& job);

/// For a window that is about to close, and the program with it. What runs is then stopped, its journal kept.
/// \return whether the window may close
[[nodiscard]] bool mayQuit(QWidget* parent, ExportQueue& queue);

}  // namespace burin::ui
