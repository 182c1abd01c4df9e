// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/median_method.hpp"

#include <algorithm>
#include <cstring>

namespace burin {

namespace {

template <class T>
std::size_t arrayBytes(std::int64_t count) {
    return Scratch::padded(static_cast<std::size_t>(count) * sizeof(T));
}

/// Outputs along each side of a sorted tile: many relative to the radius, but few enough for 16-bit ranks.
std::int64_t sortedTile(int radius) {
    return std::max(64, 4 * radius);
}

}  // namespace

std::size_t RankMedian::scratchBytes(const Size& size) const {
    const std::int64_t side = sortedTile(radius_);
    const std::int64_t samples =
        (std::min(size.width, side) + 2 * radius_) * (std::min(size.height, side) + 2 * radius_);
    return 2 * arrayBytes<float>(samples) + arrayBytes<std::uint16_t>(samples + rankPadding) +
           arrayBytes<std::uint64_t>(2 * samples) + arrayBytes<std::uint8_t>(memberBytes(samples));
}

void RankMedian::apply(const ConstSamplesView& source, const SamplesView& out, Scratch& scratch) const {
    const std::int64_t side = sortedTile(radius_);
    const auto most = static_cast<std::size_t>((std::min(out.width, side) + 2 * radius_) *
                                               (std::min(out.height, side) + 2 * radius_));
    const auto samples = scratch.array<float>(most);
    const auto ascending = scratch.array<float>(most);
    const auto ranks = scratch.array<std::uint16_t>(most + rankPadding);
    const auto pairs = scratch.array<std::uint64_t>(2 * most);
    const auto members =
        scratch.array<std::uint8_t>(static_cast<std::size_t>(memberBytes(static_cast<std::int64_t>(most))));
    for (std::int64_t y = 0; y < out.height; y += side) {
        for (std::int64_t x = 0; x < out.width; x += side) {
            const std::int64_t width = std::min(side, out.width - x);
            const std::int64_t height = std::min(side, out.height - y);
            const std::int64_t across = width + 2 * radius_;
            const std::int64_t down = height + 2 * radius_;
            for (std::int64_t row = 0; row < down; ++row) {
                std::memcpy(samples + row * across, source.row(y + row) + x,
                            static_cast<std::size_t>(across) * sizeof(float));
            }
            kernels_->rank(samples, across * down, ranks, ascending, pairs);
            kernels_->medians({ranks, across, ascending, radius_, width, height, members}, out.row(y) + x,
                              out.stride);
        }
    }
}

NetworkMedian::NetworkMedian(int radius, InstructionSet set)
    : kernel_(radius <= 3 ? medianKernels(set).byRadius[radius - 1]
                          : wideMedianKernels(set).byRadius[radius - 4]),
      narrow_(radius, set) {}

std::size_t NetworkMedian::scratchBytes(const Size& size) const {
    if (size.width < MedianKernel::fewestSamples) return narrow_.scratchBytes(size);
    return arrayBytes<float>(kernel_.workspaceRows() * (size.width + 2 * kernel_.radius)) +
           arrayBytes<float>(size.width);
}

void NetworkMedian::apply(const ConstSamplesView& source, const SamplesView& out, Scratch& scratch) const {
    if (out.width < MedianKernel::fewestSamples) return narrow_.apply(source, out, scratch);
    const auto workspace =
        scratch.array<float>(static_cast<std::size_t>(kernel_.workspaceRows() * source.width));
    const auto surplus = scratch.array<float>(static_cast<std::size_t>(out.width));
    const float* rows[2 * largestRadius + 4];
    float* outRows[4];
    for (std::int64_t y = 0; y < out.height; y += kernel_.tileRows) {
        // Beyond the last row a tile reads that row again; the results are never used.
        for (std::int64_t i = 0; i < 2 * kernel_.radius + kernel_.tileRows; ++i) {
            rows[i] = source.row(std::min(y + i, source.height - 1));
        }
        for (std::int64_t i = 0; i < kernel_.tileRows; ++i) {
            outRows[i] = y + i < out.height ? out.row(y + i) : surplus;
        }
        kernel_.medians(rows, workspace, outRows, out.width);
    }
}

std::unique_ptr<const MedianMethod> chooseMedian(int radius, InstructionSet set) {
    if (radius <= NetworkMedian::largestRadius) return std::make_unique<NetworkMedian>(radius, set);
    return std::make_unique<RankMedian>(radius, set);
}

}  // namespace burin
