// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/line_layout.hpp"
#include "core/protocol/stream_job.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// No slice has more samples than these many bytes hold.
inline constexpr std::size_t mostSliceBytes = std::size_t{2} << 20;
/// Of the largest slice that a machine takes: a sample fits.
inline constexpr std::size_t leastSliceBytes = 2;

/// Which samples a slice holds: a part of one line, or whole lines of one swath.
struct SliceHead {
    std::uint64_t sequence = 0;  ///< counts the slices of a connection from 0
    std::int64_t line = 0;
    std::int64_t sample = 0;  ///< in the line
    std::int64_t samples = 0;
    std::uint32_t bytes = 0;  ///< of the samples, before compression
    std::uint32_t crc = 0;    ///< crc32c of these
};

/// A slice as it travels.
struct Slice {
    SliceHead head;
    std::string data;  ///< the samples; compressed where that made them fewer bytes

    [[nodiscard]] std::span<const std::byte> dataBytes() const { return std::as_bytes(std::span(data)); }
};

/// The longest slice that begins at `offset`, ends at `end` at the latest and has at most `most` bytes.
/// \pre offset is that of a sample's first byte, `end` that of a line's; offset < end; most >= 2
[[nodiscard]] SliceHead cutSlice(const LineLayout& layout, std::uint64_t offset, std::uint64_t end,
                                 std::size_t most = mostSliceBytes);

/// Fills in checksum and data. \param samples  head.bytes of them
[[nodiscard]] Slice makeSlice(const SliceHead& head, std::span<const std::byte> samples,
                              SliceCompression compression);

/// Where the samples lie in the job; nothing where the head contradicts itself or the layout.
[[nodiscard]] std::optional<std::uint64_t> placeOf(const LineLayout& layout, const SliceHead& head);

/// Checks the slices of one connection, in the order in which they come. What it is given may be anything.
class SliceReceiver {
  public:
    struct Verdict {
        enum class Kind {
            accepted,
            damaged,  ///< has to be sent again; what follows it is ignored until then
            ignored,  ///< was under way when a damaged one was sent back
            refused   ///< `reason` ends the job
        };
        Kind kind = Kind::accepted;
        std::string reason{};
        std::uint64_t offset = 0;              ///< of an accepted one
        std::span<const std::byte> samples{};  ///< of an accepted one; lie in the data or in the receiver
    };

    /// \param received  where the first slice begins
    SliceReceiver(const LineLayout& layout, SliceCompression compression, std::uint64_t received)
        : layout_(layout), compression_(compression), received_(received) {}

    /// \param credit  no slice may end behind this offset
    [[nodiscard]] Verdict check(const SliceHead& head, std::span<const std::byte> data, std::uint64_t credit);

    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// Of the slice that has to come next.
    [[nodiscard]] std::uint64_t sequence() const { return sequence_; }

  private:
    [[nodiscard]] std::string complaint(const SliceHead& head, std::size_t dataBytes,
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
