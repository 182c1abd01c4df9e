// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace burin::gpu {

/// The most threads that fit on a multiprocessor of the architecture being compiled for.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
inline constexpr int mostResidentThreads = 1024;
#elif defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1200)
inline constexpr int mostResidentThreads = 1536;
#else
inline constexpr int mostResidentThreads = 2048;
#endif

/// For __launch_bounds__: the number of blocks per multiprocessor. It is `wanted`, or less if that many
/// blocks with this many threads do not fit.
constexpr int blocksThatFit(int threads, int wanted) {
    return std::min(wanted, mostResidentThreads / threads);
}

}  // namespace burin::gpu
