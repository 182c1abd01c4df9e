// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>

namespace burin {

/// What was asked for cannot be done; nothing was computed and nothing was written (exit code 2).
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A sink failed while running: what, where, and how to go on (exit code 1).
struct SinkError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Whoever reads our output has gone: no message, exit code 1.
struct ClosedPipe : std::runtime_error {
    ClosedPipe() : std::runtime_error("the pipe is closed") {}
};

}  // namespace burin
