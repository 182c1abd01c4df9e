// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/vectors/drawn.hpp"

#include "core/kinds/vectors/code.hpp"
#include "core/kinds/vectors/path.hpp"
#include "core/kinds/vectors/shape.hpp"
#include "core/kinds/vectors/text.hpp"
#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/outlines/fill.hpp"
#include "gpu/kinds/pictures.hpp"

namespace burin::gpu {

DrawnOnDevice::DrawnOnDevice(const DrawnOutline& node) : isSeries_(node.outline() == nullptr) {
    if (isSeries_) return;
    edges_ = DeviceOutline(node.resolved());
    if (node.isDistance()) table_ = DeviceDistanceTable({node.distanceMaxPx(), node.profileValues()});
}

std::size_t DrawnOnDevice::scratchBytes(const DrawnOutline& node, const Rect& area) const {
    if (isSeries_) return 0;
    return node.isDistance() ? distanceScratchBytes(edges_, node.distanceMaxPx(), area)
                             : fillScratchBytes(edges_, area);
}

void DrawnOnDevice::draw(const DrawnOutline& node, cudaStream_t cudaStream, std::span<const LinkShape> links,
                         const Rect& area, DeviceSamples value, DeviceScratch& scratch) const {
    if (isSeries_) {
        uploadSamples(cudaStream, area, value,
                      [&](const Rect& band, SamplesView samples) { node.begin(links, band, samples); });
        return sanitise(cudaStream, value);
    }
    std::byte* const memory = scratch.allocate(scratchBytes(node, area));
    if (node.isDistance()) {
        measureOutline(cudaStream, edges_, table_, area, value, memory);
    } else {
        fillOutline(cudaStream, edges_, node.units(), area, value, memory);
    }
}

#define BURIN_DRAWN(word, Type)                                                                         \
    std::unique_ptr<DeviceOperation> word##OnDevice(std::shared_ptr<const OperationOf<Type>> operation, \
                                                    Patience patience) {                                \
        return std::make_unique<DeviceOperationOf<Type>>(std::move(operation), patience);               \
    }
BURIN_DRAWN(shape, PlainShape)
BURIN_DRAWN(path, DrawnPath)
BURIN_DRAWN(text, DrawnText)
BURIN_DRAWN(code, DrawnCode)
#undef BURIN_DRAWN

}  // namespace burin::gpu
