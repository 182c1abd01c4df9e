// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin::gpu {

/// Compiled kernels in a folder, a file each, for the next run of the program.
///
/// A file appears under its name only when it is complete, and says by a checksum that it still is: processes
/// may share the folder. Whatever goes wrong only means that a kernel is compiled again, so nothing throws.
/// Immutable; thread-safe.
class KernelCache {
  public:
    /// \param folder     made when the first kernel is kept; empty: nothing is kept
    /// \param mostBytes  of all files; beyond that those go that were used the longest ago
    explicit KernelCache(std::filesystem::path folder, std::uintmax_t mostBytes = std::uintmax_t{64} << 20U);

    /// burin/kernels in XDG_CACHE_HOME, else in ~/.cache; empty where there is no home either.
    [[nodiscard]] static std::filesystem::path folderOfUser();

    /// \param key  letters and digits
    [[nodiscard]] std::optional<std::vector<std::byte>> find(const std::string& key) const;
    void keep(const std::string& key, std::span<const std::byte> kernel) const;

  private:
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;
    void removeOldest() const;

    std::filesystem::path folder_;
    std::uintmax_t mostBytes_;
};

}  // namespace burin::gpu
