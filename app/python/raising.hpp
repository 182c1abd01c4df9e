// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"

#include <pybind11/pybind11.h>

namespace burin::python {

/// The diagnostic as a `burin.Problem`.
[[nodiscard]] pybind11::object problemOf(const Diagnostic& diagnostic);
[[nodiscard]] pybind11::list problemsOf(const Diagnostics& diagnostics);

/// From now on failures of the engine are raised as the exceptions of burin/_errors.py, with their fields.
void raiseWithFields();

}  // namespace burin::python
