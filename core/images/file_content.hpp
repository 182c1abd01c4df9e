// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/content_cache.hpp"
#include "core/images/content_hash.hpp"
#include "core/images/input_file.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

namespace burin {

/// What an open file holds, told in two ways: at once by its identity, which counts in this process alone,
/// and by the hash of its content, for which it has to be read.
///
/// Thread-safe.
class FileContent {
  public:
    explicit FileContent(std::shared_ptr<const InputFile> file, ContentCache cache = ContentCache::ofUser());

    /// Of two files, and of two states of one, no two are equal: device, inode, length and times, for keys of
    /// what was computed from the file. A file that changed a moment before it was opened may change again
    /// without a sign, so its identity is that of this one opening. Costs nothing.
    [[nodiscard]] std::string identity() const;

    /// Of the content, see content_hash.hpp. The file is read once, and not at all if the cache knows it;
    /// who asks while another thread reads waits for that one.
    /// \return nothing if `stop` was signalled first
    /// \throws ImageError where it cannot be read
    [[nodiscard]] std::optional<ContentHash> hash(const std::stop_token& stop = {}) const;

  private:
    struct Reading;

    [[nodiscard]] std::optional<ContentHash> read(const std::stop_token& stop) const;
    /// Whether the times tell the state in which the file was opened from any later one.
    [[nodiscard]] bool settled() const;

    const std::shared_ptr<const InputFile> file_;
    const ContentCache cache_;
    mutable std::mutex mutex_;  ///< of all below; not held while the file is read
    mutable std::condition_variable_any changed_;
    mutable bool reading_ = false;
    mutable std::optional<ContentHash> hash_;
};

}  // namespace burin
