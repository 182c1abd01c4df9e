// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/profile.hpp"

#include "gpu/kinds/form/pointwise.cuh"
#include "gpu/kinds/form/pointwise.hpp"
#include "gpu/kinds/methods/profile.cuh"

#include <algorithm>
#include <cmath>

namespace burin::gpu {

namespace {

using profile::WhiteBits;

constexpr int rowsOfBlock = 8;

/// A thread's place in the bits: a warp processes 32 words of a row.
struct WordPlace {
    int row = static_cast<int>(blockIdx.y) * rowsOfBlock + static_cast<int>(threadIdx.y);
    int lane = static_cast<int>(threadIdx.x);
    int first = static_cast<int>(blockIdx.x) * profile::lanes;  ///< the warp's first stored word

    __device__ WordPlace() {}
    __device__ void store(const WhiteBits& bits, std::uint32_t word) const {
        const int w = first + lane;
        if (w < bits.wordsOfRow) bits.words[row * bits.wordsOfRow + w] = word;
    }
};

/// All lanes of a warp read the samples of one word after another; the lane that owns a word keeps the
/// result.
__global__ void __launch_bounds__(profile::lanes* rowsOfBlock)
    whiteBits(DeviceView<const float> mask, int left, WhiteRule rule, WhiteBits bits) {
    const WordPlace place;
    if (place.row >= bits.rows) return;
    const int column = (bits.firstWord + place.first) * profile::wordBits + place.lane - left;
    const float* samples = mask.row(place.row) + column;
    const auto width = static_cast<unsigned>(mask.width);
    std::uint32_t mine = 0;
#pragma unroll 16
    for (int i = 0; i < profile::lanes; ++i) {
        const bool inside = static_cast<unsigned>(column + i * profile::wordBits) < width;
        const float c = inside ? samples[i * profile::wordBits] : 0.0F;
        const bool white = rule.invert ? c <= rule.threshold : c > rule.threshold;
        const std::uint32_t word = __ballot_sync(profile::allLanes, inside && white);
        mine = place.lane == i ? word : mine;
    }
    place.store(bits, mine);
}

/// Compares four bytes at a time: c > threshold if c + (255 - threshold) carries.
class WhiteBytes {
  public:
    explicit WhiteBytes(WhiteRule rule) {
        const auto threshold = static_cast<int>(std::floor(std::clamp(rule.threshold, -1.0F, 255.0F)));
        // No byte is above 255, so "above -1" is computed as the inverse of that.
        const bool all = threshold < 0;
        complement_ = all ? 0 : 0x01010101U * static_cast<unsigned>(255 - threshold);
        flip_ = rule.invert != all ? 0xFFFF : 0;
    }

    /// One bit for each byte from `at` on, 0 for bytes outside of the row. \pre at is aligned to 16 bytes
    [[nodiscard]] __device__ unsigned sixteen(const std::uint8_t* at, const std::uint8_t* begin,
                                              const std::uint8_t* end) const {
        if (at >= begin && at + 16 <= end) return bits(*reinterpret_cast<const uint4*>(at));
        if (at >= end || at + 16 <= begin) return 0;
        union {
            uint4 words;
            std::uint8_t bytes[16];
        } some{};
        unsigned inside = 0;
        for (int i = 0; i < 16; ++i) {
            if (at + i < begin || at + i >= end) continue;
            some.bytes[i] = at[i];
            inside |= 1U << i;
        }
        return bits(some.words) & inside;
    }

  private:
    [[nodiscard]] __device__ unsigned bits(uint4 bytes) const {
        return (four(bytes.x) | four(bytes.y) << 4 | four(bytes.z) << 8 | four(bytes.w) << 12) ^ flip_;
    }
    [[nodiscard]] __device__ unsigned four(std::uint32_t bytes) const {
        const std::uint32_t carries = __vhaddu4(bytes, complement_) & 0x80808080U;
        return carries * 0x00204081U >> 28;
    }

    std::uint32_t complement_;
    std::uint32_t flip_;
};

/// A thread computes a word from 32 bytes, which need not be aligned.
__global__ void __launch_bounds__(profile::lanes* rowsOfBlock)
    whiteBits(DeviceView<const std::uint8_t> mask, int left, WhiteBytes white, WhiteBits bits) {
    const WordPlace place;
    if (place.row >= bits.rows) return;
    const std::uint8_t* begin = mask.row(place.row);
    const std::uint8_t* end = begin + mask.width;
    const std::uint8_t* at = begin + (bits.firstWord + place.first + place.lane) * profile::wordBits - left;
    const auto before = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(at) % 16);
    at -= before;
    const unsigned low = white.sixteen(at, begin, end) | white.sixteen(at + 16, begin, end) << 16;
    const unsigned high = before != 0 ? white.sixteen(at + 32, begin, end) : 0;
    place.store(bits, __funnelshift_r(low, high, before));
}

/// The layout of a mask's bits, without memory for them.
WhiteBits shapeOfBits(const Rect& mask) {
    WhiteBits bits;
    bits.firstWord = static_cast<int>(floorDiv(mask.x, profile::wordBits));
    bits.wordsOfRow = static_cast<int>(floorDiv(mask.right() - 1, profile::wordBits)) - bits.firstWord + 1;
    bits.top = static_cast<int>(mask.y);
    bits.rows = static_cast<int>(mask.height);
    return bits;
}

std::size_t bytesOfBits(const WhiteBits& bits) {
    return static_cast<std::size_t>(bits.wordsOfRow) * static_cast<std::size_t>(bits.rows) *
           sizeof(std::uint32_t);
}

template <class T, class Rule>
void profileOf(cudaStream_t cudaStream, DeviceView<const T> mask, Point maskAt, const Rule& rule,
               const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch) {
    WhiteBits bits = shapeOfBits({maskAt.x, maskAt.y, mask.width, mask.height});
    bits.words = reinterpret_cast<std::uint32_t*>(scratch.allocate(bytesOfBits(bits)));
    const dim3 blocks(static_cast<unsigned>((bits.wordsOfRow + profile::lanes - 1) / profile::lanes),
                      static_cast<unsigned>((bits.rows + rowsOfBlock - 1) / rowsOfBlock));
    whiteBits<<<blocks, dim3(profile::lanes, rowsOfBlock), 0, cudaStream>>>(mask, static_cast<int>(maskAt.x),
                                                                            rule, bits);
    check(cudaGetLastError());
    if (table.distanceMaxPx <= profile::largestNearDistance)
        return profile::nearProfile(cudaStream, bits, table, out);
    profile::farProfile(cudaStream, bits, table, out, scratch);
}

/// The part of the mask that is read for `area`, in the node's frame.
Rect readableMask(const Profile& node, std::span<const LinkShape> links, std::size_t index,
                  const Rect& area) {
    std::vector<Fetch> fetches;
    node.fetches(links, index, area, fetches);
    return fetches.empty() ? Rect{} : fetches.front().area.translated(links[index].at);
}

}  // namespace

void profileOfMask(cudaStream_t cudaStream, DeviceView<const float> mask, Point maskAt, WhiteRule rule,
                   const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch) {
    profileOf(cudaStream, mask, maskAt, rule, table, out, scratch);
}

void profileOfMask(cudaStream_t cudaStream, DeviceView<const std::uint8_t> mask, Point maskAt, WhiteRule rule,
                   const ProfileTable& table, DeviceSamples out, DeviceScratch& scratch) {
    profileOf(cudaStream, mask, maskAt, WhiteBytes(rule), table, out, scratch);
}

std::size_t profileScratchBytes(std::int64_t distanceMaxPx, const Rect& mask, Size out) {
    const std::size_t bits = DeviceScratch::padded(bytesOfBits(shapeOfBits(mask)));
    if (distanceMaxPx <= profile::largestNearDistance) return bits;
    return bits + profile::farScratchBytes(distanceMaxPx, mask, out);
}

std::size_t OnDevice<Profile>::scratchBytes(const Profile& node, std::span<const LinkShape> links,
                                            std::size_t index, const Rect& area) const {
    if (links[index].trait != Trait::mask) return 0;
    const Rect readable = readableMask(node, links, index, area);
    if (readable.empty()) return 0;
    return profileScratchBytes(node.distanceMaxPx, readable.translated(-area.origin()),
                               {area.width, area.height});
}

void DeviceReduction<Profile, Trait::mask>::apply(const Profile& node, const OnDevice<Profile>& device,
                                                  const DeviceCall& call) {
    const Rect readable = readableMask(node, call.links, call.index, call.area);
    if (readable.empty()) return fillSamples(call.cudaStream, call.value, node.farValue);
    const ConstDeviceSamples mask = call.child.fetch({readable.translated(-call.link.at), Edge::empty});
    profileOfMask(call.cudaStream, mask, readable.origin() - call.area.origin(),
                  {node.threshold, node.invert}, {device.table.data(), static_cast<int>(node.distanceMaxPx)},
                  call.value, call.scratch);
}

void DeviceReduction<Profile, Trait::data>::apply(const Profile&, const OnDevice<Profile>&,
                                                  const DeviceCall& call) {
    const auto product = [] __device__(float v, float c) { return v * c; };
    combineSamples(call.cudaStream, call.value, call.aligned(call.area), Finally{product, call.last()});
}

std::unique_ptr<DeviceOperation> profileOnDevice(std::shared_ptr<const OperationOf<Profile>> operation,
                                                 Patience patience) {
    return std::make_unique<DeviceOperationOf<Profile>>(std::move(operation), patience);
}

}  // namespace burin::gpu
