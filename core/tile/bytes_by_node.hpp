// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tile/tile.hpp"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

namespace burin {

/// The bytes of tiles that each node holds now, and has held at most. Guarded by the lock of the cache that
/// contains it.
class BytesByNode {
  public:
    void add(const NodeHash& node, std::size_t bytes) {
        Bytes& of = nodes_[node];
        of.held += bytes;
        of.peak = std::max(of.peak, of.held);
    }
    void remove(const NodeHash& node, std::size_t bytes) { nodes_[node].held -= bytes; }
    [[nodiscard]] std::size_t peak(const NodeHash& node) const {
        const auto found = nodes_.find(node);
        return found == nodes_.end() ? 0 : found->second.peak;
    }

  private:
    struct Bytes {
        std::size_t held = 0;
        std::size_t peak = 0;
    };
    struct Hash {
        std::size_t operator()(const NodeHash& node) const { return mixedHash(node.words[0], node.words[1]); }
    };
    std::unordered_map<NodeHash, Bytes, Hash> nodes_;
};

}  // namespace burin
