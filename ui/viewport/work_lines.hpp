// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>

namespace burin::ui {

/// A machine's progress on the surface, in samples; null lines if no machine is engraving it.
struct WorkLines {
    QLineF executed;  ///< the line that is engraved next
    QLineF received;  ///< the last line received

    friend bool operator==(const WorkLines&, const WorkLines&) = default;
};

}  // namespace burin::ui
