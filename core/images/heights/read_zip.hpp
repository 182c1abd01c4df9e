// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// Reads a zip archive in memory: files that are stored or deflated (APPNOTE 6.3, without zip64).
class ReadZip {
  public:
    /// \param bytes  must outlive it \return nothing if they are no such archive
    [[nodiscard]] static std::optional<ReadZip> open(std::span<const std::byte> bytes);

    /// The content of a file. Nothing if the archive has no such file, if it is damaged, or if it would be
    /// longer than `mostBytes`.
    [[nodiscard]] std::optional<std::vector<std::byte>> read(std::string_view name,
                                                             std::uint64_t mostBytes) const;

  private:
    struct Entry {
        std::string name;
        std::uint32_t method = 0;
        std::uint32_t crc = 0;
        std::uint64_t packed = 0;
        std::uint64_t bytes = 0;
        std::uint64_t at = 0;  ///< of its local head
    };
    std::span<const std::byte> bytes_;
    std::vector<Entry> entries_;
};

}  // namespace burin
