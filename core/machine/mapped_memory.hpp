// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace burin {

/// Memory that is a file: what is written there outlives the process, however that ends, but not a power cut.
/// Without a path it is plain memory, and empty.
class MappedMemory {
  public:
    /// Keeps what the file holds where it has this size already. \throws SinkError, UsageError
    MappedMemory(const std::filesystem::path& path, std::size_t bytes);
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;
    ~MappedMemory();

    [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
    /// Whether the file was there, with this size.
    [[nodiscard]] bool kept() const { return kept_; }

  private:
    std::span<std::byte> bytes_;
    bool kept_ = false;
};

}  // namespace burin
