// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>

namespace burin {

/// Where packed samples go: asked for when the first of them are there, perhaps several times and from any
/// thread; always the same place.
///
/// So memory is held by what is on its way to it, not by all that is being computed: little of it goes round,
/// and stays in the processor's cache.
using TargetMemory = std::function<std::byte*()>;

}  // namespace burin
