// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// An exception that carries its problem as data. `what()` is the problem's text, for logs.
class ProblemError : public std::runtime_error {
  public:
    explicit ProblemError(Problem problem)
        : std::runtime_error(problem.text()), problem_(std::make_shared<const Problem>(std::move(problem))) {}
    /// \param reason  the whole text: without a subject and without placeholders
    explicit ProblemError(std::string reason) : ProblemError(Problem{.reason = std::move(reason)}) {}
    ProblemError(std::string subject, std::string reason, std::vector<Remedy> remedies = {})
        : ProblemError(Problem{std::move(subject), std::move(reason), {}, std::move(remedies)}) {}

    [[nodiscard]] const Problem& problem() const noexcept { return *problem_; }

  private:
    std::shared_ptr<const Problem> problem_;  // shared, so that a copy of the exception cannot fail
};

/// The request cannot be carried out; nothing was computed and nothing was written (exit code 2).
struct UsageError : ProblemError {
    using ProblemError::ProblemError;
};

/// A sink failed while it was running (exit code 1). The problem says what failed and where.
struct SinkError : ProblemError {
    using ProblemError::ProblemError;
};

/// The reader of our output has closed the pipe: no message, exit code 1.
struct ClosedPipe : std::runtime_error {
    ClosedPipe() : std::runtime_error("the pipe is closed") {}
};

}  // namespace burin
