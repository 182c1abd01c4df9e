// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/content_cache.hpp"
#include "core/images/content_hash.hpp"
#include "core/images/input_file.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace burin {

/// The content of an open file, identified in two ways: by an identity that is known at once but valid only
/// in this process, and by a hash, for which the file must be read.
///
/// Thread-safe.
class FileContent {
  public:
    explicit FileContent(std::shared_ptr<const InputFile> file, ContentCache cache = ContentCache::ofUser());

    [[nodiscard]] const InputFile& file() const { return *file_; }

    /// Identifies the file and its state by device, inode, length and times, for the keys of data computed
    /// from it; different files or states never share an identity. A file that changed just before it was
    /// opened may change again with the same times, so its identity also names this opening. Costs nothing.
    [[nodiscard]] std::string identity() const;

    /// The hash of the content, see content_hash.hpp. The file is read once, and not at all if the cache
    /// knows it. If another thread is already reading, the call waits for that thread.
    /// \return nothing if `stop` was signalled first
    /// \throws ImageError if the file cannot be read, or if it had to be read and was written since it was
    ///         opened or holds something else than decodedFrom() was told
    [[nodiscard]] std::optional<ContentHash> hash(const std::stop_token& stop = {}) const;

    /// Like InputFile::requireUnchanged(), but compares contents if a program has set the file's times and a
    /// hash of all bytes is known. The file is then read once more for each such change. Otherwise a call
    /// for a settled file makes one system call.
    void requireUnchanged() const;

    /// Receives the whole content of the file when its samples are decoded, so that the hash always belongs
    /// to these samples. \throws ImageError if the file had other content when it was hashed
    void decodedFrom(std::span<const std::byte> bytes) const;

  private:
    struct Reading;

    [[nodiscard]] std::optional<ContentHash> read(const std::stop_token& stop) const;
    /// Whether nothing was decoded yet, or content of this hash.
    [[nodiscard]] bool wasDecodedFrom(const ContentHash& hash) const;

    const std::shared_ptr<const InputFile> file_;
    const ContentCache cache_;
    mutable std::mutex mutex_;  ///< guards everything below; not held while the file is read
    mutable std::condition_variable_any changed_;
    mutable bool reading_ = false;
    mutable std::optional<ContentHash> hash_;
    mutable std::optional<ContentHash> decoded_;  ///< of the bytes that decodedFrom() was told
    mutable std::mutex comparing_;                ///< guards comparedNs_; held while the file is read
    mutable std::int64_t comparedNs_ = 0;         ///< time of the last change that left the hash as it was
};

}  // namespace burin
