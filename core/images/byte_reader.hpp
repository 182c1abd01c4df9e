// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace burin {

/// Numbers at places of a byte array that may be damaged: whatever lies outside reads as nothing.
class ByteReader {
  public:
    explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

    /// An unsigned number of `count` bytes, up to 4. 0 where it does not lie inside.
    [[nodiscard]] std::uint32_t number(std::size_t at, std::size_t count, std::endian order) const {
        if (at > size() || count > size() - at) return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t from = order == std::endian::big ? at + i : at + count - 1 - i;
            value = value << 8 | std::to_integer<std::uint32_t>(bytes_[from]);
        }
        return value;
    }
    [[nodiscard]] std::uint32_t big(std::size_t at, std::size_t count) const {
        return number(at, count, std::endian::big);
    }
    [[nodiscard]] std::uint32_t little(std::size_t at, std::size_t count) const {
        return number(at, count, std::endian::little);
    }
    [[nodiscard]] bool has(std::size_t at, std::string_view text) const {
        return at <= size() && text.size() <= size() - at &&
               std::string_view(reinterpret_cast<const char*>(bytes_.data()) + at, text.size()) == text;
    }
    /// What lies inside of `count` bytes from `at` on.
    [[nodiscard]] std::span<const std::byte> part(std::size_t at, std::size_t count) const {
        if (at > size()) return {};
        return bytes_.subspan(at, count < size() - at ? count : size() - at);
    }

  private:
    std::span<const std::byte> bytes_;
};

}  // namespace burin
