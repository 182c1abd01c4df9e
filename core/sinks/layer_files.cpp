// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/layer_files.hpp"

#include "core/base/errors.hpp"
#include "core/sinks/swaths.hpp"

namespace burin {

std::vector<LayerFile> layerFiles(const std::string& pattern, const SurfaceInfo& surface,
                                  std::int64_t layers) {
    const auto name = NumberedName::parse(pattern);
    if (!name) throw UsageError(pattern, "layers need a name with a number, such as layer%03d.png");
    std::vector<LayerFile> files;
    for (std::int64_t k = 0; k < layers; ++k) {
        LayerFile file{name->path(k).string(), surface,
                       (static_cast<float>(k) + 0.5F) / static_cast<float>(layers)};
        file.surface.depth = 1;
        file.surface.designHash += " layer " + std::to_string(k) + " of " + std::to_string(layers);
        files.push_back(std::move(file));
    }
    return files;
}

}  // namespace burin
