// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/pictures.hpp"

#include <algorithm>

namespace burin::gpu {

void uploadSamples(cudaStream_t cudaStream, const Rect& area, DeviceSamples value,
                   const std::function<void(const Rect& band, SamplesView samples)>& read) {
    constexpr std::int64_t bandSamples = std::int64_t{1} << 20;
    const std::int64_t rows = std::clamp<std::int64_t>(bandSamples / area.width, 1, area.height);
    std::vector<float> samples(static_cast<std::size_t>(rows * area.width));
    const std::size_t rowBytes = static_cast<std::size_t>(area.width) * sizeof(float);
    for (std::int64_t y = 0; y < area.height; y += rows) {
        const Rect band{area.x, area.y + y, area.width, std::min(rows, area.height - y)};
        read(band, {samples.data(), area.width, area.width, band.height});
        check(cudaMemcpy2DAsync(value.row(y), static_cast<std::size_t>(value.stride) * sizeof(float),
                                samples.data(), rowBytes, rowBytes, static_cast<std::size_t>(band.height),
                                cudaMemcpyHostToDevice, cudaStream));
        // The call may return before pageable memory has been read: some systems let cards read it directly.
        check(cudaStreamSynchronize(cudaStream));
    }
}

std::unique_ptr<DeviceOperation> imageOnDevice(std::shared_ptr<const OperationOf<Image>> operation,
                                               Patience patience) {
    return std::make_unique<DeviceOperationOf<Image>>(std::move(operation), patience);
}

std::unique_ptr<DeviceOperation> scanOnDevice(std::shared_ptr<const OperationOf<MeasuredScan>> operation,
                                              Patience patience) {
    return std::make_unique<DeviceOperationOf<MeasuredScan>>(std::move(operation), patience);
}

std::unique_ptr<DeviceOperation> tiffOnDevice(std::shared_ptr<const OperationOf<Tiff>> operation,
                                              Patience patience) {
    return std::make_unique<DeviceOperationOf<Tiff>>(std::move(operation), patience);
}

}  // namespace burin::gpu
