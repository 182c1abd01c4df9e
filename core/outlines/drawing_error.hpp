// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

#include <cstddef>
#include <string>

namespace burin {

/// A drawing, a font, a text, a code or a table cannot be used. The subject of the problem is a file, or a
/// place in it.
struct DrawingError : ProblemError {
    using ProblemError::ProblemError;
};

/// An outline that cannot be made, because it is too large or too complex.
struct OutlineError : DrawingError {
    using DrawingError::DrawingError;
};

/// A place in a file of text, both from 1.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// `drawing.svg:12:5`, as the subject of a problem.
[[nodiscard]] inline std::string subjectAt(const std::string& file, TextPlace place) {
    return file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

}  // namespace burin
