// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin {

/// Whether this is a sanitizer build, which is several times slower, so that measured times mean nothing.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool instrumented = true;
#else
inline constexpr bool instrumented = false;
#endif

}  // namespace burin
