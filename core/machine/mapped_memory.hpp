// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace burin {

/// Memory that is mapped to a file: its content survives any end of the process, but not a power cut. Without
/// a path it is ordinary memory, initially zero.
///
/// The file may begin with a mark, which distinguishes it from files of other origins.
class MappedMemory {
  public:
    /// Keeps the content if the file already has this size. \param bytes  at least 1, not counting the mark
    /// \throws SinkError; UsageError if there is a file that does not begin with the mark
    MappedMemory(const std::filesystem::path& path, std::size_t bytes, std::string_view mark = {});
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;
    ~MappedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
    /// Whether the file existed with this size.
    [[nodiscard]] bool kept() const { return kept_; }

  private:
    std::span<std::byte> mapped_;  ///< includes the mark
    std::span<std::byte> bytes_;
    bool kept_ = false;
};

}  // namespace burin
