// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/content_hash.hpp"
#include "core/images/input_file.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace burin {

/// Keeps the hashes of files that were read, for the next run of the program.
///
/// A small file of fixed size: a table of records in sets, each with its own checksum. A record is written by
/// a single call and replaces the oldest of its set, so that several programs can share the table without a
/// lock. If a record is torn, damaged or overwritten, its file is simply read again. Nothing throws.
/// Immutable; thread-safe.
class ContentCache {
  public:
    /// \param table  created with its folder when the first hash is stored; empty: nothing is stored
    explicit ContentCache(std::filesystem::path table) : table_(std::move(table)) {}

    /// The user's table: see userCacheFolder().
    [[nodiscard]] static ContentCache ofUser();

    [[nodiscard]] std::optional<ContentHash> find(const FileState& file) const;
    void keep(const FileState& file, const ContentHash& content) const;

    /// Number of sets; does not depend on the content.
    static constexpr std::int64_t sets = 512;
    static constexpr std::int64_t recordsInSet = 8;
    static constexpr std::int64_t recordBytes = 48;

  private:
    std::filesystem::path table_;
};

}  // namespace burin
