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

/// The most recently used decoded blocks, up to a number of bytes.
///
/// Thread-safe. A block that several threads request is decoded once. A block in use stays alive after the
/// cache has dropped it.
class BlockCache {
  public:
    using Block = RawBytes;
    /// Fills the block with that index. Called without a lock, for several blocks at once.
    using Decode = std::function<void(std::int64_t index, Block& block)>;

    /// Keeps at least one block, even if the block exceeds the capacity.
    BlockCache(std::size_t capacityBytes, Decode decode);

    /// Whether a caller waits for a block that another thread is decoding, or returns to do other work.
    enum class Patience { waits, doesNotWait };

    /// \return nullptr if another thread is decoding the block and the caller does not wait
    /// \throws what decode throws; the next call tries again
    [[nodiscard]] std::shared_ptr<const Block> block(std::int64_t index, Patience patience = Patience::waits);

  private:
    struct Entry {
        std::int64_t index;
        std::shared_ptr<const Block> block;  ///< nullptr while a thread is decoding it
    };
    using Entries = std::list<Entry>;

    void evict();

    const std::size_t capacityBytes_;
    const Decode decode_;
    std::mutex mutex_;  ///< guards all members below
    std::condition_variable decoded_;
    Entries entries_;  ///< most recently used first
    std::unordered_map<std::int64_t, Entries::iterator> places_;
    std::size_t heldBytes_ = 0;
};

}  // namespace burin
