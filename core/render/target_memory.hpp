// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace burin {

/// Returns the destination of packed samples. Called when the first of them are ready, perhaps several times
/// and from any thread; always returns the same pointer.
///
/// Memory is therefore allocated only for finished samples and not for everything being computed. A few
/// buffers are reused, and they stay in the processor's cache.
using TargetMemory = std::function<std::byte*()>;

}  // namespace burin
