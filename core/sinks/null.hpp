// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"

#include <cstdint>
#include <memory>

namespace burin {

/// Takes everything, in squares of `chunkSide` samples, and writes nothing. For measuring and for testing
/// designs.
[[nodiscard]] std::unique_ptr<Sink> makeNullSink(const SurfaceInfo& surface, std::int64_t chunkSide);

}  // namespace burin
