// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QString>

#include <vector>

namespace burin::ui {

/// A remedy that the panel offers for a problem.
enum class ProblemRemedy { none, chooseFile, useMillimetres, unmute };

struct ProblemRow {
    Severity severity = Severity::error;
    QString group;  ///< not empty: `node` is a node of this group, not of the flat design
    QString node;
    QString parameter;
    QString title;  ///< the parameter's name in the inspector
    QString text;
    ProblemRemedy remedy = ProblemRemedy::none;
    friend bool operator==(const ProblemRow&, const ProblemRow&) = default;
};

/// All problems of a design, errors first: its diagnostics, then muted nodes. Pure.
[[nodiscard]] std::vector<ProblemRow> problemRows(const Design& design);

}  // namespace burin::ui
