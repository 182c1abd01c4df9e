// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace burin {

/// Thrown where a file is refused as a whole; never leaves core/design.
struct FileRefused {
    Diagnostic diagnostic;
};

/// A mistake in one value, before it is known to which node it belongs.
struct ValueProblem {
    SourceMark mark;
    std::string what;
    std::string remedy;
};

/// Collects what is wrong with one file.
class Problems {
  public:
    explicit Problems(std::string file) : file_(std::move(file)) {}

    void error(const std::string& node, std::string parameter, ValueProblem problem);
    void warning(const std::string& node, ValueProblem problem);
    /// \throws FileRefused
    [[noreturn]] void refuse(const std::string& node, ValueProblem problem) const;

    [[nodiscard]] std::size_t errors() const { return errors_; }
    /// In the order of their places; those without one first.
    [[nodiscard]] Diagnostics take();

  private:
    [[nodiscard]] Diagnostic diagnostic(Severity severity, const std::string& node, std::string parameter,
                                        ValueProblem problem) const;

    std::string file_;
    Diagnostics found_;
    std::size_t errors_ = 0;
};

}  // namespace burin
