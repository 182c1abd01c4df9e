// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/math2d.hpp"

#include "gpu/kinds/pointwise.hpp"

#include <algorithm>
#include <utility>

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

std::string refusalOf(const SyntaxTree& tree, Patience patience) {
    if (patience == Patience::hurries) return "a first picture does not wait for a compiler";
    if (tree.nodes.size() > largestSourceTree) return "the expression is too long to be compiled";
    return whyNoJit();
}

/// Rows of a thread: so many that what is computed once for all of them hardly counts, but never so many that
/// the device is not full.
std::int64_t rowsOfThread(std::int64_t blocksAcross, std::int64_t height) {
    constexpr std::int64_t most = 16;
    constexpr std::int64_t fullDevice = 2048;  // blocks
    constexpr std::int64_t gridLimit = 65535;
    return std::max(std::clamp<std::int64_t>(height * blocksAcross / fullDevice, 1, most),
                    (height + gridLimit - 1) / gridLimit);
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
      variables_(variablesOf(node)),
      interpreter_(node.expression.program(), variables_),
      refusal_(refusalOf(node.expression.tree(), patience)) {
    if (!refusal_.empty()) return;
    source_ = expressionSource(node.expression.tree(), variables_);
    kernel_ = compileKernel(std::exchange(source_.text, {}), expressionEntry);
}

std::string OnDevice<Math2d>::whyInterpreted() const {
    return refusal_.empty() ? kernel_.problem() : refusal_;
}

std::size_t OnDevice<Math2d>::stateBytes(const Math2d& node, const Rect& area) const {
    std::size_t planes = 0;
    for (std::size_t k = 0; k < dataCount_; ++k)
        planes += node.usesInput(k) ? 1 : 0;
    return planes * alignedBytes<float>(area.width, area.height);
}

void OnDevice<Math2d>::begin(const Math2d&, cudaStream_t stream, std::span<const LinkShape>, const Rect& area,
                             DeviceSamples value) const {
    if (dataCount_ == 0) evaluate(stream, area, {}, value);  // else the last data link's reduction sets all
}

void OnDevice<Math2d>::evaluate(cudaStream_t stream, const Rect& area, const Planes& planes,
                                DeviceSamples value) const {
    if (area.empty()) return;
    if (whyInterpreted().empty()) return launch(stream, area, planes, value);
    interpreter_.evaluate(stream, area, std::span(planes).first(dataCount_), value);
}

void OnDevice<Math2d>::launch(cudaStream_t stream, const Rect& area, const Planes& planes,
                              DeviceSamples value) const {
    const std::int64_t across = expressionThreads * static_cast<std::int64_t>(source_.samplesPerThread);
    // Samples of formulas alone are there in any number.
    const DeviceSamples out = source_.planes.empty() ? value.wholeSectors() : value;
    const std::int64_t blocks = (out.width + across - 1) / across;
    const std::int64_t rows = rowsOfThread(blocks, area.height);

    struct Plane {
        const float* data;
        long long stride;
    };
    long long stride = value.stride;
    long long width = out.width;
    long long height = area.height;
    long long left = area.x;
    long long top = area.y;
    int rowCount = static_cast<int>(rows);
    int vectors = value.aligned(16) ? 1 : 0;
    std::vector<Plane> rowsOf;
    for (const std::size_t v : source_.planes) {
        const ConstDeviceSamples& plane = planes[v - Math2d::firstInput];
        rowsOf.push_back({plane.data, plane.stride});
        if (plane.aligned(16)) vectors |= 1 << rowsOf.size();
    }
    std::vector<double> constants;
    for (const std::size_t v : source_.constants)
        constants.push_back(variables_[v].value);

    std::vector<void*> arguments = {&value.data, &stride, &width, &height, &left, &top, &rowCount, &vectors};
    for (Plane& plane : rowsOf) {
        arguments.push_back(&plane.data);
        arguments.push_back(&plane.stride);
    }
    for (double& constant : constants)
        arguments.push_back(&constant);
    const dim3 grid(static_cast<unsigned>(blocks), static_cast<unsigned>((area.height + rows - 1) / rows));
    kernel_.launch(stream, grid, expressionThreads, arguments);
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
            planes[k] = child;  // good until the next fetch, and there is none
        } else {
            copySamples(
                call.stream,
                keptPlane(node, call, k)
                    .part(covered.x - call.area.x, covered.y - call.area.y, covered.width, covered.height),
                child);
        }
    }
    if (last) device.evaluate(call.stream, call.area, planes, call.value);
}

}  // namespace burin::gpu
