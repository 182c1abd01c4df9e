// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Formats shares, times, sizes and rates for users.

#include "core/export/surface_info.hpp"
#include "core/geometry/rect.hpp"

#include <QDateTime>
#include <QString>

#include <cstddef>

namespace burin::ui {

/// `37.1 %`, rounded down, so that 100 % means finished. \param share  from 0 to 1
[[nodiscard]] QString percentText(double share);
/// `2 d 21 h 52 min`, `5 min 3 s`, `8 s`.
[[nodiscard]] QString durationText(double seconds);
/// An estimated time: `a few seconds`, `about 5 min 3 s`. Opening, writing and other work on the computer are
/// not estimated; they decide how long a short export takes.
[[nodiscard]] QString estimateText(double seconds);
/// `11:57`, or with the date if it is not today.
[[nodiscard]] QString momentText(const QDateTime& moment);
/// `done Sun 22 Nov, 16:01`: when something ends that takes that long from now.
[[nodiscard]] QString doneWords(double seconds);
/// From this duration on, a date is more useful than a duration.
inline constexpr double secondsADay = 86'400;
/// `4.00 TB`: powers of 1000, as disks count.
[[nodiscard]] QString bytesText(double bytes);
/// `0.3 of 2.0 GiB`: memory in use and its limit, in one unit.
[[nodiscard]] QString memoryText(std::size_t bytes, std::size_t limit);
/// `10.0 MB/s`.
[[nodiscard]] QString rateText(double bytesPerSecond);
/// `1.48 Gpx`.
[[nodiscard]] QString pixelsText(double pixels);
/// `12.345 mm`: a number of samples as a length with three decimals, so that the decimal points of a column
/// stand below each other.
[[nodiscard]] QString millimetresText(double samples, double pixelUm);
/// `2 m × 2 m`.
[[nodiscard]] QString sizeText(const Rect& area, double pixelUm);
[[nodiscard]] QString scanWords(const Scan& scan);

}  // namespace burin::ui
