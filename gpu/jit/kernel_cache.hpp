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

/// Keeps compiled kernels in a folder, one file each, for the next run of the program.
///
/// A file appears under its name only when it is complete, and contains a checksum, so several processes may
/// share the folder. If anything goes wrong, a kernel is compiled again, so nothing throws. Immutable;
/// thread-safe.
class KernelCache {
  public:
    /// \param folder     created when the first kernel is stored; empty: nothing is stored
    /// \param mostBytes  the limit of all files together; if it is exceeded, the least recently used files
    ///         are removed
    explicit KernelCache(std::filesystem::path folder, std::uintmax_t mostBytes = std::uintmax_t{64} << 20U);

    /// burin/kernels in XDG_CACHE_HOME or, if that is not set, in ~/.cache; empty if the user has no home
    /// folder.
    [[nodiscard]] static std::filesystem::path folderOfUser();

    /// \param key  only letters and digits
    [[nodiscard]] std::optional<std::vector<std::byte>> find(const std::string& key) const;
    void keep(const std::string& key, std::span<const std::byte> kernel) const;

  private:
    [[nodiscard]] std::filesystem::path fileOf(const std::string& key) const;
    void removeOldest() const;

    std::filesystem::path folder_;
    std::uintmax_t mostBytes_;
};

}  // namespace burin::gpu
