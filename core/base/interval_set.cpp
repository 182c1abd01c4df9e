// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interval_set.hpp"

#include <algorithm>
#include <iterator>

namespace burin {

void IntervalSet::insert(const ChunkRange& range) {
    if (range.count() <= 0) return;
    ChunkRange merged = range;
    auto it = lastByFirst_.upper_bound(merged.first);
    if (it != lastByFirst_.begin() && std::prev(it)->second >= merged.first) --it;
    while (it != lastByFirst_.end() && it->first <= merged.last) {
        merged = {std::min(merged.first, it->first), std::max(merged.last, it->second)};
        it = lastByFirst_.erase(it);
    }
    lastByFirst_.emplace(merged.first, merged.last);
}

bool IntervalSet::contains(std::int64_t index) const {
    return firstGap(index) != index;
}

std::int64_t IntervalSet::firstGap(std::int64_t from) const {
    const auto it = lastByFirst_.upper_bound(from);
    if (it == lastByFirst_.begin()) return from;
    return std::max(from, std::prev(it)->second);
}

std::int64_t IntervalSet::firstMember(std::int64_t from, std::int64_t otherwise) const {
    if (contains(from)) return from;
    const auto it = lastByFirst_.upper_bound(from);
    return it == lastByFirst_.end() ? otherwise : it->first;
}

}  // namespace burin
