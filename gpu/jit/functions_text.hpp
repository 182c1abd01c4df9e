// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::gpu {

/// The text of functions.cuh, embedded by the build.
extern const char* const functionsText;

}  // namespace burin::gpu
