// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QString>

#include <vector>

namespace burin::ui {

/// What can be done about a problem at once.
enum class ProblemRemedy { none, chooseFile, unmute };

/// A row of the list of problems.
struct ProblemRow {
    Severity severity = Severity::error;
    QString node;
    QString parameter;
    QString text;
    ProblemRemedy remedy = ProblemRemedy::none;
    friend bool operator==(const ProblemRow&, const ProblemRow&) = default;
};

/// All that is wrong with a design, errors first: its diagnostics, and the nodes that are muted. Pure.
[[nodiscard]] std::vector<ProblemRow> problemRows(const Design& design);

}  // namespace burin::ui
