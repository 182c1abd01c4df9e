// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/raw_bytes.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace burin {

/// The decoded blocks that were used last, up to a number of bytes.
///
/// Thread-safe; a block that several threads ask for is decoded once. A block that is in use outlives its
/// place in the cache.
class BlockCache {
  public:
    using Block = RawBytes;
    /// Fills the block of that index; called without any lock, for several blocks at once.
    using Decode = std::function<void(std::int64_t index, Block& block)>;

    /// Keeps at least one block, whatever the capacity.
    BlockCache(std::size_t capacityBytes, Decode decode);

    /// Whether a caller waits for a block that another thread decodes, or can do something else meanwhile.
    enum class Patience { waits, doesNotWait };

    /// \return nullptr if another thread decodes it and the caller does not wait
    /// \throws what decode throws; the next call tries again
    [[nodiscard]] std::shared_ptr<const Block> block(std::int64_t index, Patience patience = Patience::waits);

  private:
    struct Entry {
        std::int64_t index;
        std::shared_ptr<const Block> block;  ///< nullptr while a thread decodes it
    };
    using Entries = std::list<Entry>;

    void evict();

    const std::size_t capacityBytes_;
    const Decode decode_;
    std::mutex mutex_;  ///< of all below
    std::condition_variable decoded_;
    Entries entries_;  ///< the one used last is the first
    std::unordered_map<std::int64_t, Entries::iterator> places_;
    std::size_t heldBytes_ = 0;
};

}  // namespace burin
