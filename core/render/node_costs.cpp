// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/node_costs.hpp"

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

namespace burin {

void NodeCosts::addTile(const NodeHash& node, std::chrono::nanoseconds own, std::int64_t samples) noexcept {
    if (samples < fewestSamples) return;
    const std::lock_guard lock(mutex_);
    try {
        // Nanoseconds per sample equal milliseconds per million samples.
        entryOf(node).times.add(static_cast<double>(own.count()) / static_cast<double>(samples));
    } catch (const std::bad_alloc&) {  // a picture matters more than a record of its cost
    }
}

void NodeCosts::addStored(const NodeHash& node, bool hit) noexcept {
    const std::lock_guard lock(mutex_);
    try {
        Entry& entry = entryOf(node);
        ++(hit ? entry.hits : entry.computed);
    } catch (const std::bad_alloc&) {  // a picture matters more than a record of its cost
    }
}

NodeCost NodeCosts::of(const NodeHash& node) const {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(node);
    if (found == entries_.end()) return {};
    const Entry& entry = found->second;
    return {entry.times.value(), entry.times.count(), entry.computed, entry.hits};
}

NodeCosts::Entry& NodeCosts::entryOf(const NodeHash& node) {
    const auto found = entries_.find(node);
    if (found == entries_.end() && entries_.size() >= mostNodes) forgetOldest();
    Entry& entry = found == entries_.end() ? entries_[node] : found->second;
    entry.used = ++uses_;
    return entry;
}

/// Forgets a quarter of the nodes at once, so that the next nodes need no search.
void NodeCosts::forgetOldest() {
    std::vector<std::uint64_t> uses;
    uses.reserve(entries_.size());
    for (const auto& [node, entry] : entries_)
        uses.push_back(entry.used);
    const auto oldestKept = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 4);
    std::nth_element(uses.begin(), oldestKept, uses.end());
    std::erase_if(entries_, [&](const auto& one) { return one.second.used < *oldestKept; });
}

}  // namespace burin
