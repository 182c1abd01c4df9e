// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Numbers, times and states of exports as people read them.

#include "core/geometry/rect.hpp"
#include "core/surface/surface_info.hpp"
#include "ui/export/export_job.hpp"
#include "ui/theme/theme.hpp"

#include <QDateTime>
#include <QString>

#include <string>

namespace burin::ui {

/// `37.1 %`, rounded down: 100 % is said only when nothing is left. \param share  from 0 to 1
[[nodiscard]] QString percentText(double share);
/// `2 d 21 h 52 min`, `5 min 3 s`, `8 s`.
[[nodiscard]] QString durationText(double seconds);
/// `11:57`; with the day where that is not today.
[[nodiscard]] QString momentText(const QDateTime& moment);
/// `4.00 TB`: powers of 1000, as disks count.
[[nodiscard]] QString bytesText(double bytes);
/// `0.3 of 2.0 GiB`: memory that is taken, and what there is of it, in one unit.
[[nodiscard]] QString memoryText(std::size_t bytes, std::size_t limit);
/// `10.0 MB/s`.
[[nodiscard]] QString rateText(double bytesPerSecond);
/// `1.48 Gpx`.
[[nodiscard]] QString pixelsText(double pixels);
/// `2 m × 2 m`.
[[nodiscard]] QString sizeText(const Rect& area, double pixelUm);
/// `whole surface`, or its size and place.
[[nodiscard]] QString regionWords(const ExportOrder& order);
[[nodiscard]] QString scanWords(const Scan& scan);

/// What an error says, without the options of the command line that would remedy it.
[[nodiscard]] QString withoutOptions(const std::string& message);

/// How a job's state shows: never by colour alone.
struct StateLook {
    QString word;
    QString icon;
    Role role;
};
[[nodiscard]] StateLook lookOf(const ExportJob& job);
/// `2 d 21 h left`, `waits`, `Wed 18 Nov, 19:40`: one line beside the state.
[[nodiscard]] QString timeWords(const ExportJob& job);
/// What removing it from the queue removes, and what stays.
[[nodiscard]] QString removalWords(const ExportJob& job);
/// Everything about a job, as text for a mail.
[[nodiscard]] QString reportOf(const ExportJob& job);

}  // namespace burin::ui
