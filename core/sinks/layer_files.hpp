// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace burin {

/// One of the single-bit files of a layered export.
struct LayerFile {
    std::string path;
    SurfaceInfo surface;  ///< of this layer; its hash keeps other layers from resuming its file
    float threshold = 0;  ///< written values above it are set
};

/// Layer k of N holds what is above (k + 0.5) / N.
/// \param pattern  a NumberedName \throws UsageError if it is not one
[[nodiscard]] std::vector<LayerFile> layerFiles(const std::string& pattern, const SurfaceInfo& surface,
                                                std::int64_t layers);

}  // namespace burin
