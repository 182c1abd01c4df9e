// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The states and facts of an export as people read them.

#include "ui/export/machines/machine_words.hpp"
#include "ui/export/queue/export_job.hpp"

#include <QString>

namespace burin::ui {

/// `whole surface`, or its size and place.
[[nodiscard]] QString regionWords(const ExportOrder& order);
[[nodiscard]] StateLook lookOf(const ExportJob& job);
/// `2 d 21 h left`, `waits`, `Wed 18 Nov, 19:40`: one line beside the state.
[[nodiscard]] QString timeWords(const ExportJob& job);
/// What removing it from the queue removes, and what stays.
[[nodiscard]] QString removalWords(const ExportJob& job);
/// Everything about a job, as text for a mail.
[[nodiscard]] QString reportOf(const ExportJob& job);

}  // namespace burin::ui
