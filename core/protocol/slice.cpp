// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/slice.hpp"

#include "core/base/crc32c.hpp"
#include "core/export/surface_info.hpp"

#include <lz4.h>

#include <algorithm>

namespace burin {
namespace {

constexpr int mostDamages = 3;

/// The bytes before a sample of a line; nothing if the sample does not start at a byte.
std::optional<std::uint64_t> bytesBefore(std::int64_t sample, int depth) {
    if (depth == 1 && sample % 8 != 0) return {};
    return packedBytes(sample, depth);
}

/// Whether the last byte of a line has a bit that belongs to no sample and is not 0. \pre the head fits the
/// layout, and the samples have head.bytes bytes
bool setsUnusedBits(const LineLayout& layout, const SliceHead& head, std::span<const std::byte> samples) {
    const std::int64_t width = layout.width(head.line);
    const auto used = static_cast<unsigned>(width * layout.depth() % 8);
    if (used == 0) return false;
    const std::byte unused{static_cast<unsigned char>(0xFFU >> used)};
    if (head.sample != 0 || head.samples < width)
        return head.sample + head.samples == width && (samples.back() & unused) != std::byte{0};
    const std::size_t lineBytes = layout.bytesOf(head.line);
    for (std::size_t end = lineBytes; end <= samples.size(); end += lineBytes) {
        if ((samples[end - 1] & unused) != std::byte{0}) return true;
    }
    return false;
}

}  // namespace

SliceHead cutSlice(const LineLayout& layout, std::uint64_t offset, std::uint64_t end, std::size_t most) {
    SliceHead head;
    head.line = layout.lineAt(offset);
    const std::uint64_t before = offset - layout.offsetOf(head.line);
    const std::size_t lineBytes = layout.bytesOf(head.line);
    const std::uint64_t room = std::min<std::uint64_t>(end - offset, most);
    if (before == 0 && room >= lineBytes) {
        const auto lines =
            std::min(static_cast<std::int64_t>(room / lineBytes), layout.endOfSwath(head.line) - head.line);
        head.samples = lines * layout.width(head.line);
        head.bytes = static_cast<std::uint32_t>(static_cast<std::size_t>(lines) * lineBytes);
        return head;
    }
    const auto depth = static_cast<std::uint64_t>(layout.depth());
    const std::uint64_t left = lineBytes - before;
    head.sample = static_cast<std::int64_t>(before * 8 / depth);
    head.bytes = static_cast<std::uint32_t>(room < left && depth == 16 ? room / 2 * 2 : std::min(room, left));
    head.samples = std::min(static_cast<std::int64_t>(head.bytes * std::uint64_t{8} / depth),
                            layout.width(head.line) - head.sample);
    return head;
}

Slice makeSlice(const SliceHead& head, std::span<const std::byte> samples, SliceCompression compression) {
    Slice slice{head, {}};
    slice.head.crc = crc32c(samples);
    const auto* const text = reinterpret_cast<const char*>(samples.data());
    if (compression == SliceCompression::lz4) {
        // Provides no room for a result that is not smaller, so slices that do not shrink are sent
        // uncompressed.
        slice.data.resize(samples.size() - 1);
        const int packed = LZ4_compress_default(text, slice.data.data(), static_cast<int>(samples.size()),
                                                static_cast<int>(slice.data.size()));
        slice.data.resize(static_cast<std::size_t>(packed));
        if (packed > 0) return slice;
    }
    slice.data.assign(text, samples.size());
    return slice;
}

std::optional<std::uint64_t> placeOf(const LineLayout& layout, const SliceHead& head) {
    if (head.line < 0 || head.line >= layout.lines() || head.sample < 0 || head.samples < 1) return {};
    const std::int64_t width = layout.width(head.line);
    if (head.sample >= width || head.bytes > mostSliceBytes) return {};
    const auto before = bytesBefore(head.sample, layout.depth());
    if (!before) return {};
    std::uint64_t bytes = 0;
    if (head.sample == 0 && head.samples % width == 0) {
        const std::int64_t lines = head.samples / width;
        if (lines > layout.endOfSwath(head.line) - head.line) return {};
        bytes = static_cast<std::uint64_t>(lines) * layout.bytesOf(head.line);
    } else {
        if (head.samples > width - head.sample) return {};
        const bool toTheEnd = head.sample + head.samples == width;
        if (!toTheEnd && !bytesBefore(head.samples, layout.depth())) return {};
        bytes = packedBytes(head.samples, layout.depth());
    }
    if (bytes != head.bytes) return {};
    return layout.offsetOf(head.line) + *before;
}

SliceReceiver::Verdict SliceReceiver::check(const SliceHead& head, std::span<const std::byte> data,
                                            std::uint64_t credit) {
    using Kind = Verdict::Kind;
    if (damagedInARow_ > 0 && head.sequence > sequence_) return {Kind::ignored, {}};
    if (auto problem = complaint(head, data.size(), credit)) return {Kind::refused, std::move(*problem)};
    const auto samples = unpacked(head, data);
    if (!samples || crc32c(*samples) != head.crc) {
        const bool last = ++damagedInARow_ >= mostDamages;
        return {last ? Kind::refused : Kind::damaged,
                {.reason = last ? "slice %1 (line %2) fails its checksum for the third time"
                                : "slice %1 (line %2) fails its checksum",
                 .details = {std::to_string(head.sequence), std::to_string(head.line)}}};
    }
    if (setsUnusedBits(layout_, head, *samples))
        return {Kind::refused,
                {.reason = "slice %1 (line %2) sets bits after the end of a line, which must be 0",
                 .details = {std::to_string(head.sequence), std::to_string(head.line)}}};
    damagedInARow_ = 0;
    ++sequence_;
    const std::uint64_t offset = received_;
    received_ += head.bytes;
    return {Kind::accepted, {}, offset, *samples};
}

/// The mistake in a slice, apart from its samples; nothing if there is none.
std::optional<Problem> SliceReceiver::complaint(const SliceHead& head, std::size_t dataBytes,
                                                std::uint64_t credit) const {
    const auto mistake = [&head](std::string reason, std::vector<std::string> details = {}) {
        details.insert(details.begin(), std::to_string(head.sequence));
        return Problem{.reason = std::move(reason), .details = std::move(details)};
    };
    if (head.sequence != sequence_)
        return mistake("slice %1 arrived instead of slice %2", {std::to_string(sequence_)});
    const auto place = placeOf(layout_, head);
    if (!place) return mistake("slice %1 does not lie inside the job");
    if (*place != received_)
        return mistake("slice %1 begins at byte %2, expected %3",
                       {std::to_string(*place), std::to_string(received_)});
    if (*place + head.bytes > credit) return mistake("slice %1 exceeds the credit");
    if (compression_ == SliceCompression::lz4 && dataBytes > head.bytes)
        return mistake(
            "slice %1 has %2 bytes compressed, but only %3 uncompressed; send such a slice uncompressed",
            {std::to_string(dataBytes), std::to_string(head.bytes)});
    if (compression_ == SliceCompression::none && dataBytes != head.bytes)
        return mistake("slice %1 does not have as many bytes as its head says");
    return {};
}

std::optional<std::span<const std::byte>> SliceReceiver::unpacked(const SliceHead& head,
                                                                  std::span<const std::byte> data) {
    if (data.size() == head.bytes) return data;
    unpacked_.resize(head.bytes);
    const int got = LZ4_decompress_safe(reinterpret_cast<const char*>(data.data()),
                                        reinterpret_cast<char*>(unpacked_.data()),
                                        static_cast<int>(data.size()), static_cast<int>(unpacked_.size()));
    if (got != static_cast<int>(head.bytes)) return {};
    return std::span<const std::byte>(unpacked_);
}

}  // namespace burin
