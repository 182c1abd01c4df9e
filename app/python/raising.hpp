// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/design/diagnostic.hpp"

#include <pybind11/pybind11.h>

#include <exception>
#include <string>
#include <string_view>

namespace burin::python {

/// A text that may name a path. Bytes that are not UTF-8 become what os.fsdecode makes of them.
[[nodiscard]] pybind11::str textOf(std::string_view text);

/// The diagnostic as a `burin.Problem`.
[[nodiscard]] pybind11::object problemOf(const Diagnostic& diagnostic);
[[nodiscard]] pybind11::list problemsOf(const Diagnostics& diagnostics);

/// The problem as one line, with its advice and the keywords that remedy it.
[[nodiscard]] std::string wordsOf(const Problem& problem);
/// The text of a failure; if it carries a Problem, the text of that.
[[nodiscard]] std::string wordsOf(const std::exception& failure);

/// From now on failures of the engine are raised as the exceptions of burin/_errors.py, with their fields.
void raiseWithFields();

}  // namespace burin::python
