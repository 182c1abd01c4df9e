// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words for the states and facts of an export.

#include "ui/export/machines/machine_words.hpp"
#include "ui/export/queue/export_job.hpp"

#include <QString>

namespace burin::ui {

/// `whole surface`, or the size and place of the region.
[[nodiscard]] QString regionWords(const ExportOrder& order);
[[nodiscard]] StateLook lookOf(const ExportJob& job);
/// `2 d 21 h left`, `waits`, `Wed 18 Nov, 19:40`: one line beside the state.
[[nodiscard]] QString timeWords(const ExportJob& job);
/// Says what stays when the job is removed from the queue.
[[nodiscard]] QString removalWords(const ExportJob& job);
/// Everything about a job, as plain text for a mail.
[[nodiscard]] QString reportOf(const ExportJob& job);

}  // namespace burin::ui
