// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/jit/device_expression.hpp"

#include <algorithm>
#include <utility>

namespace burin::gpu {

namespace {

using Role = SourceVariable::Role;

std::string refusalOf(const SyntaxTree& tree, bool hurries) {
    if (hurries) return "a first picture does not wait for a compiler";
    if (tree.nodes.size() > largestSourceTree) return "the expression is too long to be compiled";
    return whyNoJit();
}

/// Rows of a thread: enough that values computed once for all rows cost little, but few enough to keep the
/// device full.
std::int64_t rowsOfThread(std::int64_t blocksAcross, std::int64_t height) {
    constexpr std::int64_t most = 16;
    constexpr std::int64_t fullDevice = 2048;  // in blocks
    constexpr std::int64_t gridLimit = 65535;
    return std::max(std::clamp<std::int64_t>(height * blocksAcross / fullDevice, 1, most),
                    (height + gridLimit - 1) / gridLimit);
}

}  // namespace

DeviceExpression::DeviceExpression(const Expression& expression, std::vector<SourceVariable> variables,
                                   bool hurries)
    : variables_(std::move(variables)),
      interpreter_(expression.program(), variables_),
      refusal_(refusalOf(expression.tree(), hurries)) {
    if (!refusal_.empty()) return;
    source_ = expressionSource(expression.tree(), variables_);
    kernel_ = compileKernel(std::exchange(source_.text, {}), expressionEntry);
}

std::string DeviceExpression::whyInterpreted() const {
    return refusal_.empty() ? kernel_.problem() : refusal_;
}

void DeviceExpression::evaluate(cudaStream_t cudaStream, const Rect& area,
                                std::span<const ConstDeviceSamples> planes, DeviceSamples value) const {
    if (area.empty()) return;
    if (whyInterpreted().empty()) return launch(cudaStream, area, planes, value);
    interpreter_.evaluate(cudaStream, area, planes, value);
}

void DeviceExpression::launch(cudaStream_t cudaStream, const Rect& area,
                              std::span<const ConstDeviceSamples> planes, DeviceSamples value) const {
    const std::int64_t across = expressionThreads * static_cast<std::int64_t>(source_.samplesPerThread);
    // Formulas without children can be computed for any number of samples, even beyond the row.
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
        const auto before = variables_.begin() + static_cast<std::ptrdiff_t>(v);
        const auto samples = std::count_if(variables_.begin(), before, [](const SourceVariable& variable) {
            return variable.role == Role::sample;
        });
        const ConstDeviceSamples& plane = planes[static_cast<std::size_t>(samples)];
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
    kernel_.launch(cudaStream, grid, expressionThreads, arguments);
}

}  // namespace burin::gpu
