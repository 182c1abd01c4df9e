// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <string>
#include <vector>

namespace burin {

/// A place in a text. Both numbers start at 1, columns count characters (code points); 0 means unknown.
struct SourceMark {
    int line = 0;
    int column = 0;
    friend bool operator==(const SourceMark&, const SourceMark&) = default;
};

enum class Severity { warning, error };

/// One problem of a design: its place, what is wrong, and how to correct it.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string file;
    SourceMark mark;
    std::string node;       ///< empty for the file as a whole
    std::string parameter;  ///< empty for the node as a whole
    Problem problem;
    std::string group = {};  ///< not empty: `node` is a node of this group, or empty for the group as a whole
    bool ofFile = false;     ///< the reason is a file that the parameter names

    /// The text of the problem: what is wrong, and how to correct it.
    [[nodiscard]] std::string what() const { return problem.text(); }
    [[nodiscard]] std::string remedy() const { return problem.adviceText(); }

    /// `file:line:column: node: what; remedy`. The text names the group and the parameter if there are any.
    [[nodiscard]] std::string text() const;
};

using Diagnostics = std::vector<Diagnostic>;

/// The problem with `text` appended to its reason.
[[nodiscard]] Problem extended(const Problem& problem, std::string text);

}  // namespace burin
