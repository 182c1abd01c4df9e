// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// GCC has a macro for each sanitizer, clang asks for a feature.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BURIN_INSTRUMENTED 1
#elif defined(__clang__)
#define BURIN_INSTRUMENTED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define BURIN_INSTRUMENTED 0
#endif

namespace burin {

/// Whether this is a sanitizer build, which is several times slower, so that measured times are meaningless.
inline constexpr bool instrumented = BURIN_INSTRUMENTED != 0;

}  // namespace burin
