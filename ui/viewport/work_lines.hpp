// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineF>

namespace burin::ui {

/// How far a machine is on the surface, in samples; null lines: it is not there.
struct WorkLines {
    QLineF executed;  ///< that it engraves next
    QLineF received;  ///< the last one that it has got

    friend bool operator==(const WorkLines&, const WorkLines&) = default;
};

}  // namespace burin::ui
