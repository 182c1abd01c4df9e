// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace burin {

/// A place in a text; both from 1, columns in characters (code points); 0 where there is none.
struct SourceMark {
    int line = 0;
    int column = 0;
    friend bool operator==(const SourceMark&, const SourceMark&) = default;
};

enum class Severity { warning, error };

/// One problem of a design: where, what, and what would be right.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string file;
    SourceMark mark;
    std::string node;       ///< empty for the file as a whole
    std::string parameter;  ///< empty for the node as a whole
    std::string what;
    std::string remedy;

    /// `file:line:column: node: what; remedy`, parameter in the text where there is one.
    [[nodiscard]] std::string text() const;
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace burin
