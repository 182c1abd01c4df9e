// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/input_file.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace burin {

/// Reads numbers at given offsets of a byte array that may be damaged. Reading outside of the array returns
/// nothing.
///
/// For a file it holds windowBytes at a time, so that headers are found in a file of any length. One thread
/// at a time.
class ByteReader {
  public:
    /// Reads bytes in memory, which must outlive this object.
    explicit ByteReader(std::span<const std::byte> bytes) : size_(bytes.size()), window_(bytes) {}
    /// \param file  must outlive this object; the length of the file is the one at its opening
    explicit ByteReader(const InputFile& file)
        : size_(static_cast<std::size_t>(file.size())), file_(&file), held_(std::min(size_, windowBytes)) {}

    static constexpr std::size_t windowBytes = std::size_t{64} << 10;

    [[nodiscard]] std::size_t size() const { return size_; }

    /// An unsigned number of `count` bytes, at most 4; 0 if the data end before it.
    [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t count, std::endian order) const {
        if (at > size() || count > size() - at) return 0;
        const std::span<const std::byte> bytes = part(at, count);
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < count; ++i)
            value = value << 8 |
                    std::to_integer<std::uint32_t>(bytes[order == std::endian::big ? i : count - 1 - i]);
        return value;
    }
    [[nodiscard]] std::uint32_t big(std::size_t at, std::size_t count) const {
        return number(at, count, std::endian::big);
    }
    [[nodiscard]] std::uint32_t little(std::size_t at, std::size_t count) const {
        return number(at, count, std::endian::little);
    }
    [[nodiscard]] bool has(std::size_t at, std::string_view text) const {
        const std::span<const std::byte> bytes = part(at, text.size());
        return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()) == text;
    }
    /// The part of the `count` bytes from `at` that lies inside; for a file at most windowBytes. Valid until
    /// the next call. \throws ImageError if the file was cut short meanwhile
    [[nodiscard]] std::span<const std::byte> part(std::size_t at, std::size_t count) const {
        if (at > size()) return {};
        count = std::min(count, size() - at);
        if (file_ != nullptr) count = std::min(count, windowBytes);
        if (at < first_ || at + count > first_ + window_.size()) moveTo(at, count);
        return window_.subspan(at - first_, count);
    }
    /// The bytes that are held from `at` on; at least one, unless the end is reached. Valid until the next
    /// call.
    [[nodiscard]] std::span<const std::byte> onwards(std::size_t at) const {
        if (part(at, 1).empty()) return {};
        return window_.subspan(at - first_);
    }

  private:
    /// Moves the window. It starts a little before `at`, because readers of headers move forwards and rarely
    /// look back.
    void moveTo(std::size_t at, std::size_t count) const {
        constexpr std::size_t before = 16;
        first_ = at > before && count + before <= windowBytes ? at - before : at;
        const std::span<std::byte> bytes = std::span(held_).first(std::min(held_.size(), size_ - first_));
        file_->read(static_cast<std::int64_t>(first_), bytes);
        window_ = bytes;
    }

    std::size_t size_;
    const InputFile* file_ = nullptr;
    mutable std::size_t first_ = 0;  ///< the start of the window
    mutable std::span<const std::byte> window_;
    mutable std::vector<std::byte> held_;  ///< the window of a file
};

}  // namespace burin
