// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <pybind11/pybind11.h>

namespace burin::python {

/// A value as an object of Python: dict, list, int, float, bool, str or None.
[[nodiscard]] pybind11::object objectOf(const YamlValue& value);

/// Converts an object of Python to a value.
///
/// Arrays of NumPy become lists. Texts are read as in a design: `200 um` is a length.
/// \param literal  keeps a text as it is, as in a lettering
/// \throws pybind11::type_error   the object has another type
/// \throws pybind11::value_error  infinite, NaN or too nested
/// \throws UsageError             a text has a lone surrogate
[[nodiscard]] YamlValue yamlOf(const pybind11::handle& given, bool literal);

}  // namespace burin::python
