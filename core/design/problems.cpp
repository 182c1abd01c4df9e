// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/problems.hpp"

#include <algorithm>
#include <tuple>

namespace burin {

namespace {

/// A file with more errors is probably not a design, and a longer list would only fill memory.
constexpr std::size_t mostErrors = 100'000;

}  // namespace

Diagnostic Problems::diagnostic(Severity severity, const std::string& node, std::string parameter,
                                ValueProblem problem) const {
    return {severity, file_,         problem.mark, node, std::move(parameter), std::move(problem.problem),
            {},       problem.ofFile};
}

void Problems::error(const std::string& node, std::string parameter, ValueProblem problem) {
    if (++errors_ > mostErrors) {
        refuse("", {problem.mark, "the file has more than 100,000 errors",
                    "check whether this file is a design"});
    }
    found_.push_back(diagnostic(Severity::error, node, std::move(parameter), std::move(problem)));
}

void Problems::groupError(const std::string& group, const std::string& node, std::string parameter,
                          ValueProblem problem) {
    error(node, std::move(parameter), std::move(problem));
    found_.back().group = group;
}

void Problems::warning(const std::string& node, ValueProblem problem, std::string parameter) {
    found_.push_back(diagnostic(Severity::warning, node, std::move(parameter), std::move(problem)));
}

void Problems::add(const std::string& node, std::string parameter, ValueProblem problem) {
    if (problem.severity == Severity::warning) return warning(node, std::move(problem), std::move(parameter));
    error(node, std::move(parameter), std::move(problem));
}

void Problems::refuse(const std::string& node, ValueProblem problem) const {
    throw FileRefused{diagnostic(Severity::error, node, "", std::move(problem))};
}

Diagnostics Problems::take() {
    std::stable_sort(found_.begin(), found_.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.mark.line, a.mark.column) < std::tie(b.mark.line, b.mark.column);
    });
    return std::move(found_);
}

}  // namespace burin
