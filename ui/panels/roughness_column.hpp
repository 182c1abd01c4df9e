// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/roughness_job.hpp"

#include <QString>

#include <vector>

namespace burin::ui {

/// The part of the roughness panel for one surface.
struct RoughnessColumn {
    ViewRoughnessPtr measured;  ///< null: nothing is measured, or nothing can be measured
    bool outdated = false;      ///< the result belongs to an older state and is shown quietly
    QString problem;            ///< why it cannot be measured
};
/// The column of the shown node, or those of A and B.
using RoughnessColumns = std::vector<RoughnessColumn>;

}  // namespace burin::ui
