// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace burin {

/// The height of a row sink's bands: a power of two, so that tiles fit into them, or the whole height.
/// \param name   of the sink, for the message
/// \param bytes  limit of two bands together
/// \throws UsageError if that is too little
[[nodiscard]] std::int64_t bandRows(const std::string& name, const SurfaceInfo& surface, const Scan& scan,
                                    std::size_t bytes);

}  // namespace burin
