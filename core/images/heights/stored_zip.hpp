// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// Writes a zip archive of files without compression (APPNOTE 6.3, without zip64). Dates are 1980-01-01, so
/// equal files make equal archives.
///
/// The length and the checksum of a file are written into its head when it ends.
class StoredZip {
  public:
    using Write = std::function<void(std::span<const std::byte> bytes, std::uint64_t at)>;

    explicit StoredZip(Write write) : write_(std::move(write)) {}

    void begin(std::string_view name);
    /// Adds to the file that has begun. \pre all files together stay below 4 GiB
    void append(std::span<const std::byte> bytes);
    void end();
    /// Adds a whole file.
    void add(std::string_view name, std::string_view text);
    /// Writes the table of files.
    void close();

  private:
    struct Entry {
        std::string name;
        std::uint64_t at = 0;
        std::uint32_t bytes = 0;
        std::uint32_t crc = 0;
    };
    void put(const std::string& bytes);
    [[nodiscard]] static std::string fieldsOf(const Entry& entry);

    Write write_;
    std::vector<Entry> entries_;
    std::uint64_t at_ = 0;
};

}  // namespace burin
