// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::gpu {

/// functions.cuh as text, put here by the build.
extern const char* const functionsText;

}  // namespace burin::gpu
