// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin {

/// How many rows the bands of a row sink have: a power of two, so that tiles fit them, or all there are.
/// \param name   of the sink, for the message
/// \param bytes  that two bands may take together
/// \throws UsageError where that is too little
[[nodiscard]] std::int64_t bandRows(const std::string& name, const SurfaceInfo& surface, const Scan& scan,
                                    std::size_t bytes);

}  // namespace burin
