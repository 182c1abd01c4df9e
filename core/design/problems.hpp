// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// Thrown when a file is refused as a whole; never leaves core/design.
struct FileRefused {
    Diagnostic diagnostic;
};

/// A mistake in one value, or a likely one, reported before its node is known.
struct ValueProblem {
    ValueProblem(SourceMark place, Problem whatIsWrong) : mark(place), problem(std::move(whatIsWrong)) {}
    /// \param reason  and `advice` are patterns; %1 to %9 stand for the details
    ValueProblem(SourceMark place, std::string reason, std::string advice,
                 std::vector<std::string> details = {})
        : ValueProblem(
              place,
              {.reason = std::move(reason), .details = std::move(details), .advice = std::move(advice)}) {}

    SourceMark mark;
    Problem problem;
    Severity severity = Severity::error;
    bool ofFile = false;  ///< the reason is a file that the value names
};

/// Collects the problems of one file.
class Problems {
  public:
    explicit Problems(std::string file) : file_(std::move(file)) {}

    void error(const std::string& node, std::string parameter, ValueProblem problem);
    /// Adds an error of a group of the design; `node` is a node of the group, or empty.
    void groupError(const std::string& group, const std::string& node, std::string parameter,
                    ValueProblem problem);
    void warning(const std::string& node, ValueProblem problem, std::string parameter = {});
    /// Adds an error or a warning, according to the severity of the problem.
    void add(const std::string& node, std::string parameter, ValueProblem problem);
    /// \throws FileRefused
    [[noreturn]] void refuse(const std::string& node, ValueProblem problem) const;

    [[nodiscard]] std::size_t errors() const { return errors_; }
    /// All diagnostics in the order of their places; those without a place come first.
    [[nodiscard]] Diagnostics take();

  private:
    [[nodiscard]] Diagnostic diagnostic(Severity severity, const std::string& node, std::string parameter,
                                        ValueProblem problem) const;

    std::string file_;
    Diagnostics found_;
    std::size_t errors_ = 0;
};

}  // namespace burin
