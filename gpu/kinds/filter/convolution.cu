// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/convolution.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/methods/convolution_tile.cuh"

#include <algorithm>
#include <cmath>

namespace burin::gpu {

std::unique_ptr<const DeviceConvolution> chooseDeviceConvolution(const KernelMatrix& matrix) {
    const int side = std::max(matrix.rows, matrix.columns);
    if (side <= SmallConvolution::largestSide) return std::make_unique<SmallConvolution>(matrix);
    if (matrix.uniform() && matrix.rows == matrix.columns)
        return std::make_unique<DeviceBoxConvolution>(side, static_cast<float>(matrix.weights.front()));
    const double taps = static_cast<double>(matrix.rows) * matrix.columns;
    const double worthwhile = taps / DeviceSeparableConvolution::costOfTerm(matrix.rows, matrix.columns);
    const std::vector<SeparableTerm> terms =
        separableTerms(matrix, std::max(1, static_cast<int>(worthwhile)));
    if (!terms.empty()) return std::make_unique<DeviceSeparableConvolution>(terms);
    return std::make_unique<LargeConvolution>(matrix);
}

OnDevice<Convolution>::OnDevice(const Convolution& node)
    : exponent(node.way.value().exponent),
      limit(node.way.value().limit),
      method(chooseDeviceConvolution(node.kernel.matrix().scaled(std::ldexp(1.0, -exponent)))) {}

void DeviceReduction<Convolution, Trait::data>::apply(const Convolution& node,
                                                      const OnDevice<Convolution>& device,
                                                      const DeviceCall& call) {
    const ConstDeviceSamples source = call.child.fetch(node.neighbourhood(call.link, call.area));
    if (device.exponent == 0)
        return device.method->apply(call.cudaStream, source, call.value, device.limit, call.scratch);
    device.method->apply(call.cudaStream, source, call.value, 0, call.scratch);
    // Beyond 2^200 every result above the limit overflows binary32, and so becomes 0 as well.
    const float first = std::ldexp(1.0F, std::min(device.exponent, 100));
    const float second = std::ldexp(1.0F, std::clamp(device.exponent - 100, 0, 100));
    mapSamples(call.cudaStream, call.value, [first, second, limit = device.limit] __device__(float v) {
        return swept(v * first * second, limit);
    });
}

std::unique_ptr<DeviceOperation> convolutionOnDevice(
    std::shared_ptr<const OperationOf<Convolution>> operation, Patience patience) {
    return std::make_unique<DeviceOperationOf<Convolution>>(std::move(operation), patience);
}

}  // namespace burin::gpu
