// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/math2d.hpp"

#include "gpu/kinds/form/pointwise.hpp"

#include <algorithm>
#include <span>

namespace burin::gpu {

namespace {

using Role = SourceVariable::Role;

std::vector<SourceVariable> variablesOf(const Math2d& node) {
    std::vector<SourceVariable> variables = {{Role::x}, {Role::y}};
    for (std::size_t v = Math2d::firstInput; v < node.operands.size(); ++v) {
        const bool sample = v < Math2d::firstInput + node.dataCount;
        variables.push_back({sample ? Role::sample : Role::constant, node.operands[v].constant});
    }
    return variables;
}

std::size_t dataIndex(const DeviceCall& call) {
    return static_cast<std::size_t>(
        std::count_if(call.links.begin(), call.links.begin() + static_cast<std::ptrdiff_t>(call.index),
                      [](const LinkShape& link) { return link.trait == Trait::data; }));
}

/// The plane of data link `k` in the node's state.
DeviceSamples keptPlane(const Math2d& node, const DeviceCall& call, std::size_t k) {
    std::size_t before = 0;
    for (std::size_t i = 0; i < k; ++i)
        before += node.usesInput(i) ? 1 : 0;
    const std::int64_t stride = alignedStride<float>(call.area.width);
    float* const data =
        reinterpret_cast<float*>(call.state) + before * static_cast<std::size_t>(stride * call.area.height);
    return {data, stride, call.area.width, call.area.height};
}

}  // namespace

OnDevice<Math2d>::OnDevice(const Math2d& node, Patience patience)
    : dataCount_(node.dataCount),
      expression_(node.expression, variablesOf(node), patience == Patience::hurries) {}

std::size_t OnDevice<Math2d>::stateBytes(const Math2d& node, const Rect& area) const {
    std::size_t planes = 0;
    for (std::size_t k = 0; k < dataCount_; ++k)
        planes += node.usesInput(k) ? 1 : 0;
    return planes * alignedBytes<float>(area.width, area.height);
}

void OnDevice<Math2d>::begin(const Math2d&, cudaStream_t cudaStream, std::span<const LinkShape>,
                             const Rect& area, DeviceSamples value) const {
    if (dataCount_ == 0)
        // if there are data links, the reduction of the last one writes all samples
        evaluate(cudaStream, area, {}, value);
}

void OnDevice<Math2d>::evaluate(cudaStream_t cudaStream, const Rect& area, const Planes& planes,
                                DeviceSamples value) const {
    expression_.evaluate(cudaStream, area, std::span(planes).first(dataCount_), value);
}

void DeviceReduction<Math2d, Trait::data>::apply(const Math2d& node, const OnDevice<Math2d>& device,
                                                 const DeviceCall& call) {
    const std::size_t k = dataIndex(call);
    const bool last = k + 1 == node.dataCount;
    OnDevice<Math2d>::Planes planes;
    for (std::size_t i = 0; last && i < node.dataCount; ++i) {
        if (node.usesInput(i)) planes[i] = keptPlane(node, call, i);
    }
    const Rect covered = call.covered();
    if (node.usesInput(k) && !covered.empty()) {
        const ConstDeviceSamples child = call.aligned(covered);
        if (last && covered == call.area) {
            planes[k] = child;  // valid until the next fetch, and this fetch is the last one
        } else {
            copySamples(
                call.cudaStream,
                keptPlane(node, call, k)
                    .part(covered.x - call.area.x, covered.y - call.area.y, covered.width, covered.height),
                child);
        }
    }
    if (last) device.evaluate(call.cudaStream, call.area, planes, call.value);
}

std::unique_ptr<DeviceOperation> math2dOnDevice(std::shared_ptr<const OperationOf<Math2d>> operation,
                                                Patience patience) {
    return std::make_unique<DeviceOperationOf<Math2d>>(std::move(operation), patience);
}

}  // namespace burin::gpu
