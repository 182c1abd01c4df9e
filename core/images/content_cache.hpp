// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/content_hash.hpp"
#include "core/images/input_file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace burin {

/// The hashes of files that were read before, for the next run of the program.
///
/// One small file of a fixed size: a table of records in sets, each with a checksum of its own. A record is
/// written by one call and replaces the oldest of its set, so that programs may share the table without a
/// lock: one that is torn, damaged or overwritten only means that a file is read again. Nothing throws.
/// Immutable; thread-safe.
class ContentCache {
  public:
    /// \param table  made, with its folder, when the first hash is kept; empty: nothing is kept
    explicit ContentCache(std::filesystem::path table) : table_(std::move(table)) {}

    /// That of the user: see userCacheFolder().
    [[nodiscard]] static ContentCache ofUser();

    [[nodiscard]] std::optional<ContentHash> find(const FileState& file) const;
    void keep(const FileState& file, const ContentHash& content) const;

    /// Of the table, whatever is kept.
    static constexpr std::int64_t sets = 512;
    static constexpr std::int64_t recordsInSet = 8;
    static constexpr std::int64_t recordBytes = 48;

  private:
    std::filesystem::path table_;
};

}  // namespace burin
