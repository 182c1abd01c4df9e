// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace burin {

/// Memory that is mapped to a file: its content survives any end of the process, but not a power cut. Without
/// a path it is plain memory, initially zero.
class MappedMemory {
  public:
    /// Keeps the content if the file already has this size. \throws SinkError, UsageError
    MappedMemory(const std::filesystem::path& path, std::size_t bytes);
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;
    ~MappedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
    /// Whether the file existed with this size.
    [[nodiscard]] bool kept() const { return kept_; }

  private:
    std::span<std::byte> bytes_;
    bool kept_ = false;
};

}  // namespace burin
