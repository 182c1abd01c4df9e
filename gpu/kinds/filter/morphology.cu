// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/morphology.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/textures/extremes.hpp"

namespace burin::gpu {

namespace {

using Action = Morphology::Action;

/// The size of an intermediate result, or of one that is combined with another.
Size sizeBetween(const Morphology& node, const Size& out) {
    const int margin = node.twoSteps() ? 2 * node.parameters.radius : 0;
    return {out.width + margin, out.height + margin};
}

std::size_t stepScratchBytes(const Morphology& node, const Size& out) {
    if (node.parameters.shape != Morphology::Shape::square) return 0;
    return extremes::squareScratchBytes(out, node.parameters.radius);
}

}  // namespace

OnDevice<Morphology>::OnDevice(const Morphology& node) {
    const Morphology::Parameters& all = node.parameters;
    if (all.shape != Morphology::Shape::ball) return;
    for (int dy = 0; dy <= all.radius; ++dy) {
        for (int dx = 0; dx <= all.radius; ++dx) {
            const bool inside = dx <= discHalfWidth(all.radius, dy);
            weights.push_back(inside ? ballWeight(dx, dy, all.radius, all.heightPx) : 0.0F);
        }
    }
    weightTable = DeviceTable<float>(std::span<const float>(weights));
}

std::size_t morphologyScratchBytes(const Morphology& node, const Size& out) {
    const Action action = node.parameters.action;
    if (action == Action::dilate || action == Action::erode) return stepScratchBytes(node, out);
    const Size between = sizeBetween(node, out);
    return DeviceScratch::padded(alignedBytes<float>(between.width, between.height)) +
           stepScratchBytes(node, between) + stepScratchBytes(node, out);
}

std::size_t OnDevice<Morphology>::scratchBytes(const Morphology& node, std::span<const LinkShape>,
                                               std::size_t, const Rect& area) const {
    return morphologyScratchBytes(node, {area.width, area.height});
}

void applyMorphology(cudaStream_t cudaStream, const Morphology& node, const OnDevice<Morphology>& device,
                     ConstDeviceSamples padded, DeviceSamples out, DeviceScratch& scratch) {
    const Morphology::Parameters& all = node.parameters;
    const auto step = [&](Extreme which, ConstDeviceSamples from, DeviceSamples to, bool sweeps) {
        if (all.shape == Morphology::Shape::square)
            return extremes::square(cudaStream, which, from, to, all.radius, scratch);
        if (all.shape == Morphology::Shape::disc)
            return extremes::disc(cudaStream, which, from, to, all.radius);
        extremes::ball(cudaStream, which, from, to, all.radius,
                       {device.weights.data(), device.weightTable.data()}, sweeps);
    };
    if (all.action == Action::dilate) return step(Extreme::greatest, padded, out, true);
    if (all.action == Action::erode) return step(Extreme::least, padded, out, true);
    const Size between = sizeBetween(node, {out.width, out.height});
    const DeviceSamples image = scratch.samples<float>(between.width, between.height);
    const bool closes = all.action == Action::close;
    step(closes ? Extreme::greatest : Extreme::least, padded, image, false);
    if (all.action == Action::open || closes)
        return step(closes ? Extreme::least : Extreme::greatest, image, out, true);
    if (all.action == Action::gradient) {
        step(Extreme::greatest, padded, out, false);
        const auto difference = [] __device__(float v, float c) { return swept(v - c); };
        return combineSamples(cudaStream, out, image, difference);
    }
    step(Extreme::greatest, image, out, false);
    const auto difference = [] __device__(float v, float c) { return swept(c - v); };
    combineSamples(cudaStream, out, padded.part(node.radiusX, node.radiusY, out.width, out.height),
                   difference);
}

void DeviceReduction<Morphology, Trait::data>::apply(const Morphology& node,
                                                     const OnDevice<Morphology>& device,
                                                     const DeviceCall& call) {
    const ConstDeviceSamples padded = call.child.fetch(node.neighbourhood(call.link, call.area));
    applyMorphology(call.cudaStream, node, device, padded, call.value, call.scratch);
}

std::unique_ptr<DeviceOperation> morphologyOnDevice(std::shared_ptr<const OperationOf<Morphology>> operation,
                                                    Patience patience) {
    return std::make_unique<DeviceOperationOf<Morphology>>(std::move(operation), patience);
}

}  // namespace burin::gpu
