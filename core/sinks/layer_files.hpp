// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/surface_info.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace burin {

/// One of the single-bit files into which a surface is cut.
struct LayerFile {
    std::string path;
    SurfaceInfo surface;  ///< of this layer: no other goes on in its file
    float threshold = 0;  ///< what is written of the surface above it is set
};

/// In layer k of N is what is above (k + 0.5) / N.
/// \param pattern  a NumberedName \throws UsageError where it is none
[[nodiscard]] std::vector<LayerFile> layerFiles(const std::string& pattern, const SurfaceInfo& surface,
                                                std::int64_t layers);

}  // namespace burin
