// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/protocol/line_layout.hpp"
#include "core/protocol/transfer_job.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Limit of the samples of a slice, in bytes.
inline constexpr std::size_t mostSliceBytes = std::size_t{2} << 20;
/// The smallest limit that a machine may set, because one sample must fit.
inline constexpr std::size_t leastSliceBytes = 2;

/// Says which samples a slice holds: a part of one line, or whole lines of one swath.
struct SliceHead {
    std::uint64_t sequence = 0;  ///< counts the slices of a connection from 0
    std::int64_t line = 0;
    std::int64_t sample = 0;  ///< index of the first sample in the line
    std::int64_t samples = 0;
    std::uint32_t bytes = 0;  ///< bytes of samples, before compression
    std::uint32_t crc = 0;    ///< CRC-32C of these bytes
};

/// A slice as it is sent.
struct Slice {
    SliceHead head;
    std::string data;  ///< the samples; compressed if that makes them smaller

    [[nodiscard]] std::span<const std::byte> dataBytes() const { return std::as_bytes(std::span(data)); }
};

/// The longest slice that begins at `offset`, ends no later than `end` and has at most `most` bytes.
/// \pre offset is at a sample's first byte, `end` at a line's; offset < end; most >= 2
[[nodiscard]] SliceHead cutSlice(const LineLayout& layout, std::uint64_t offset, std::uint64_t end,
                                 std::size_t most = mostSliceBytes);

/// Adds the checksum and the data. \param samples  head.bytes bytes
[[nodiscard]] Slice makeSlice(const SliceHead& head, std::span<const std::byte> samples,
                              SliceCompression compression);

/// The offset of the samples in the job; nothing if the head contradicts itself or the layout.
[[nodiscard]] std::optional<std::uint64_t> placeOf(const LineLayout& layout, const SliceHead& head);

/// Checks the slices of one connection in the order of their arrival. Its input is untrusted.
class SliceReceiver {
  public:
    struct Verdict {
        enum class Kind {
            accepted,
            damaged,  ///< the slice must be sent again; slices after it are ignored until then
            ignored,  ///< was under way when a damaged slice was requested again
            refused   ///< `problem` ends the job
        };
        Kind kind = Kind::accepted;
        Problem problem{};         ///< problem of a damaged or refused slice
        std::uint64_t offset = 0;  ///< offset of an accepted slice
        std::span<const std::byte>
            samples{};  ///< samples of an accepted slice; they point into the data or the receiver
    };

    /// \param received  offset at which the first slice begins
    SliceReceiver(const LineLayout& layout, SliceCompression compression, std::uint64_t received)
        : layout_(layout), compression_(compression), received_(received) {}

    /// \param credit  offset beyond which no slice may end
    [[nodiscard]] Verdict check(const SliceHead& head, std::span<const std::byte> data, std::uint64_t credit);

    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// The number of the next slice.
    [[nodiscard]] std::uint64_t sequence() const { return sequence_; }

  private:
    [[nodiscard]] std::optional<Problem> complaint(const SliceHead& head, std::size_t dataBytes,
                                                   std::uint64_t credit) const;
    [[nodiscard]] std::optional<std::span<const std::byte>> unpacked(const SliceHead& head,
                                                                     std::span<const std::byte> data);

    LineLayout layout_;
    SliceCompression compression_;
    std::uint64_t received_;
    std::uint64_t sequence_ = 0;
    int damagedInARow_ = 0;
    std::vector<std::byte> unpacked_;
};

}  // namespace burin
