// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/example.hpp"

namespace burin::gpu {

namespace {

template <class T>
DeviceTable<T> tableOf(const std::vector<T>& values) {
    return DeviceTable<T>(std::span<const T>(values));
}

}  // namespace

OnDevice<ExampleTexture>::OnDevice(const ExampleTexture& node) {
    tone = node.tone();
    if (node.parameters.method == ExampleTexture::Method::blend) {
        const BlendTables& tables = node.held->blended.value().tables;
        normal = tableOf(tables.normal);
        values = tableOf(tables.values);
        return;
    }
    const CutTables& tables = node.held->pieces.tables.value();
    example = tableOf(node.held->pieces.samples.value().values);
    upright = tableOf(tables.upright);
    seams = tableOf(tables.seams);
    for (std::size_t k = 0; k < tables.windows.size(); ++k) {
        const Point centre = tables.windows[k];
        windows.centres[k] = static_cast<std::int32_t>(centre.y * node.held->size.width + centre.x);
    }
}

void OnDevice<ExampleTexture>::make(cudaStream_t cudaStream, const ExampleTexture& node, const Rect& area,
                                    DeviceSamples value) const {
    if (area.empty()) return;
    if (node.parameters.method == ExampleTexture::Method::blend) {
        const BlendedPatches patches{node.held->blend, normal.data(), values.data(),
                                     node.parameters.sharpness, tone};
        return blendPatches(cudaStream, patches, area, value);
    }
    const CutPatches patches{node.held->cut,
                             example.data(),
                             static_cast<std::int32_t>(node.held->size.width),
                             windows,
                             upright.data(),
                             seams.data(),
                             tone};
    cutPatches(cudaStream, patches, area, value);
}

std::unique_ptr<DeviceOperation> exampleOnDevice(std::shared_ptr<const OperationOf<ExampleTexture>> operation,
                                                 Patience patience) {
    return std::make_unique<DeviceOperationOf<ExampleTexture>>(std::move(operation), patience);
}

}  // namespace burin::gpu
