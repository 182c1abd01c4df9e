// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/winding_states.hpp"

#include <algorithm>
#include <numeric>

namespace burin {

WindingStates::WindingStates(const SnappedOutline& outline)
    : outline_(outline), rankOf_(outline.layers.size()), itemsOf_(outline.layers.size()), parts_(1) {
    for (std::size_t i = 0; i < outline.items.size(); ++i)
        itemsOf_[outline.items[i].layer].push_back(i);
    layerOf_.resize(rankOf_.size());
    std::iota(layerOf_.begin(), layerOf_.end(), std::size_t{0});
    const auto lastItem = [this](std::size_t layer) {
        return itemsOf_[layer].empty() ? std::ptrdiff_t{-1}
                                       : static_cast<std::ptrdiff_t>(itemsOf_[layer].back());
    };
    std::stable_sort(layerOf_.begin(), layerOf_.end(),
                     [&](std::size_t p, std::size_t q) { return lastItem(p) < lastItem(q); });
    for (std::size_t rank = 0; rank < layerOf_.size(); ++rank)
        rankOf_[layerOf_[rank]] = rank;
    while ((std::size_t{1} << height_) < rankOf_.size())
        ++height_;
}

WindingStates::State WindingStates::leaf(std::int32_t winding) {
    if (winding == 0) return outside;
    const auto [found, isNew] = leaves_.try_emplace(winding, static_cast<State>(parts_.size()));
    if (isNew) parts_.push_back({static_cast<State>(winding), 0});
    return found->second;
}

WindingStates::State WindingStates::joined(State low, State high) {
    if (low == outside && high == outside) return outside;
    const std::uint64_t both = static_cast<std::uint64_t>(low) << 32 | high;
    const auto [found, isNew] = known_.try_emplace(both, static_cast<State>(parts_.size()));
    if (isNew) parts_.push_back({low, high});
    return found->second;
}

WindingStates::State WindingStates::change(State state, int height, std::size_t rank, std::int32_t by) {
    const Part part = parts_[state];
    if (height == 0) return leaf(static_cast<std::int32_t>(part.low) + by);
    const bool upper = (rank >> (height - 1) & 1) != 0;
    if (upper) return joined(part.low, change(part.high, height - 1, rank, by));
    return joined(change(part.low, height - 1, rank, by), part.high);
}

WindingStates::State WindingStates::changed(State state, std::size_t layer, std::int32_t by) {
    return change(state, height_, rankOf_[layer], by);
}

bool WindingStates::filled(State state, std::size_t layer) const {
    for (int height = height_; height > 0; --height)
        state = (rankOf_[layer] >> (height - 1) & 1) != 0 ? parts_[state].high : parts_[state].low;
    return outline_.layers[layer].rule == FillRule::nonzero ? state != outside : (parts_[state].low & 1) != 0;
}

bool WindingStates::inside(State state, std::size_t clip) const {
    return std::any_of(outline_.clips[clip].parts.begin(), outline_.clips[clip].parts.end(),
                       [&](const OutlineClip::Part& part) {
                           return filled(state, part.layer) &&
                                  std::all_of(part.clips.begin(), part.clips.end(),
                                              [&](std::size_t c) { return inside(state, c); });
                       });
}

void WindingStates::topmost(State part, State whole, int height, std::size_t rank,
                            std::ptrdiff_t& seen) const {
    if (part == outside) return;
    if (height > 0) {
        topmost(parts_[part].high, whole, height - 1, rank | std::size_t{1} << (height - 1), seen);
        topmost(parts_[part].low, whole, height - 1, rank, seen);
        return;
    }
    const std::size_t layer = layerOf_[rank];
    if (itemsOf_[layer].empty() || static_cast<std::ptrdiff_t>(itemsOf_[layer].back()) <= seen) return;
    if (!filled(whole, layer)) return;
    for (auto item = itemsOf_[layer].rbegin(); item != itemsOf_[layer].rend(); ++item) {
        if (static_cast<std::ptrdiff_t>(*item) <= seen) return;
        const std::vector<std::size_t>& clips = outline_.items[*item].clips;
        if (std::all_of(clips.begin(), clips.end(), [&](std::size_t c) { return inside(whole, c); })) {
            seen = static_cast<std::ptrdiff_t>(*item);
            return;
        }
    }
}

std::int32_t WindingStates::value(State state) {
    if (values_.size() < parts_.size()) values_.resize(parts_.size() + parts_.size() / 2);
    std::optional<std::int32_t>& known = values_[state];
    if (!known) {
        std::ptrdiff_t seen = -1;
        topmost(state, state, height_, 0, seen);
        known = seen < 0 ? 0 : outline_.items[static_cast<std::size_t>(seen)].value;
    }
    return *known;
}

}  // namespace burin
