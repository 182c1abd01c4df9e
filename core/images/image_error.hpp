// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

namespace burin {

/// An image file cannot be read or written. The problem names the file and, if it happened while reading
/// samples, the rectangle.
struct ImageError : ProblemError {
    using ProblemError::ProblemError;
};

}  // namespace burin
