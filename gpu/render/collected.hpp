// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The results that a lane collects on its card while it computes the parts of a request one after the other:
// means of blocks, or sums over depths.

#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/measuring/summed_heights.hpp"
#include "gpu/render/block_means.hpp"
#include "gpu/render/cuda_device.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace burin::gpu {

/// Collects the means for one request while its parts are computed one after the other.
class CudaBackend::Means {
  public:
    /// \param packing  of a root \throws OutOfMemory
    Means(Device& device, const Device::Claim& claim, cudaStream_t cudaStream, const RenderRequest& what,
          std::optional<Packing> packing)
        : device_(device),
          cudaStream_(cudaStream),
          area_(what.area),
          target_(*what.means),
          packing_(packing),
          memory_(device.beginMeans(claim, BlockSums::bytes(target_.blocks),
                                    static_cast<std::size_t>(target_.blocks.area()) * sizeof(float))) {
        if (const cudaError_t why =
                cudaMemsetAsync(memory_.sums.data(), 0, BlockSums::bytes(target_.blocks), cudaStream_);
            why != cudaSuccess) {
            end();
            check(why);
        }
    }
    Means(const Means&) = delete;
    Means& operator=(const Means&) = delete;
    /// Waits, because queued work uses its memory.
    ~Means() {
        cudaStreamSynchronize(cudaStream_);
        end();
    }

    void add(const Rect& part, ConstDeviceSamples samples) {
        addToSums(cudaStream_, sums(), packing_, part, samples);
    }
    /// Delivers the means to their target, or keeps them on the card. Waits until the card is done.
    void deliver() {
        auto* picture = reinterpret_cast<float*>(memory_.picture.data());
        writeMeans(cudaStream_, sums(), area_, picture);
        const Rect& blocks = target_.blocks;
        // The host needs the values of a picture that stays, too: the thread of a window must not wait for
        // them.
        std::vector<float> kept(target_.kept == nullptr ? 0 : static_cast<std::size_t>(blocks.area()));
        float* const out = target_.kept == nullptr ? target_.out : kept.data();
        const std::int64_t stride = target_.kept == nullptr ? target_.stride : blocks.width;
        const std::size_t rowBytes = static_cast<std::size_t>(blocks.width) * sizeof(float);
        check(cudaMemcpy2DAsync(out, static_cast<std::size_t>(stride) * sizeof(float), picture, rowBytes,
                                rowBytes, static_cast<std::size_t>(blocks.height), cudaMemcpyDeviceToHost,
                                cudaStream_));
        check(cudaStreamSynchronize(cudaStream_));
        if (target_.kept != nullptr) {
            *target_.kept = device_.pictures().keep(device_.index(), std::move(memory_.picture), blocks.width,
                                                    blocks.height, std::move(kept));
        }
    }

  private:
    [[nodiscard]] BlockSums sums() const {
        return {target_.level, target_.blocks, reinterpret_cast<unsigned long long*>(memory_.sums.data())};
    }
    void end() {
        memory_ = {};
        device_.endMeans();
    }

    Device& device_;
    cudaStream_t cudaStream_;
    const Rect area_;
    const MeansTarget target_;
    const std::optional<Packing> packing_;
    Device::MeansMemory memory_;
};

/// Collects the sums over the depths of one request. The samples stay on the card.
class CudaBackend::Heights {
  public:
    /// \param staging  page-locked memory for the results \throws OutOfMemory
    Heights(Device& device, const Device::Claim& claim, cudaStream_t cudaStream, const RenderRequest& what,
            std::byte* staging)
        : device_(device),
          cudaStream_(cudaStream),
          area_(what.area),
          target_(*what.heights),
          sums_(target_.size),
          staging_(staging),
          missing_(area_.area()),
          memory_(
              device.beginHeights(claim, sums_.bytes() + alignedBytes<float>(area_.width, area_.height))) {}
    Heights(const Heights&) = delete;
    Heights& operator=(const Heights&) = delete;
    /// Waits, because queued work uses its memory.
    ~Heights() {
        cudaStreamSynchronize(cudaStream_);
        memory_ = {};
        device_.endMeans();
    }

    /// Slopes need neighbours of other parts, so parts are put together first.
    void add(const Rect& part, ConstDeviceSamples samples) {
        if (part == area_) return queue(samples);
        const DeviceSamples whole =
            alignedView(reinterpret_cast<float*>(memory_.data() + sums_.bytes()), area_.width, area_.height);
        copySamples(cudaStream_, whole.part(part.x - area_.x, part.y - area_.y, part.width, part.height),
                    samples);
        missing_ -= part.area();
        if (missing_ == 0) queue(whole);
    }
    /// Waits for the sums and delivers them to their target. \pre all parts were added
    void deliver() { sums_.take(cudaStream_, memory_.data(), staging_, *target_.out); }

  private:
    void queue(ConstDeviceSamples samples) {
        sums_.queue(cudaStream_, target_, samples, memory_.data(), staging_);
    }

    Device& device_;
    cudaStream_t cudaStream_;
    const Rect area_;
    const HeightsTarget target_;
    const SummedHeights sums_;
    std::byte* staging_;
    std::int64_t missing_;  ///< samples that are still missing
    DeviceHeap::Block memory_;
};

}  // namespace burin::gpu
