// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/winding_states.hpp"

#include "core/base/cancelled.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace burin {

WindingStates::WindingStates(const SnappedOutline& outline, std::stop_token stop)
    : outline_(outline),
      stop_(std::move(stop)),
      rankOf_(outline.layers.size()),
      itemsOf_(outline.layers.size()),
      parts_(1) {
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

void WindingStates::askStop() {
    if ((++steps_ & 0xFFFF) == 0 && stop_.stop_requested()) throw Cancelled();
}

bool WindingStates::inside(State state, std::size_t clip) {
    return std::any_of(outline_.clips[clip].parts.begin(), outline_.clips[clip].parts.end(),
                       [&](const OutlineClip::Part& part) {
                           askStop();
                           return filled(state, part.layer) &&
                                  std::all_of(part.clips.begin(), part.clips.end(),
                                              [&](std::size_t c) { return inside(state, c); });
                       });
}

void WindingStates::topmost(State part, State whole, int height, std::size_t rank, std::ptrdiff_t& seen) {
    if (part == outside) return;
    askStop();
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

void WindingStates::keepOnly(std::span<State* const> used) {
    std::vector<bool> isLeaf(parts_.size(), false);
    for (const auto& [winding, state] : leaves_)
        isLeaf[state] = true;
    std::vector<bool> needed(parts_.size(), false);
    for (const State* const state : used)
        needed[*state] = true;
    // A part is always made after its own two parts.
    for (std::size_t i = parts_.size(); i-- > 1;) {
        if (needed[i] && !isLeaf[i]) needed[parts_[i].low] = needed[parts_[i].high] = true;
    }
    std::vector<State> moved(parts_.size(), outside);
    std::vector<Part> kept(1);
    known_.clear();
    leaves_.clear();
    values_.clear();
    for (std::size_t i = 1; i < parts_.size(); ++i) {
        if (!needed[i]) continue;
        moved[i] = static_cast<State>(kept.size());
        Part part = parts_[i];
        if (isLeaf[i]) {
            leaves_[static_cast<std::int32_t>(part.low)] = moved[i];
        } else {
            part = {moved[part.low], moved[part.high]};
            known_[static_cast<std::uint64_t>(part.low) << 32 | part.high] = moved[i];
        }
        kept.push_back(part);
    }
    parts_ = std::move(kept);
    for (State* const state : used)
        *state = moved[*state];
    room_ = std::max(leastRoom, 2 * parts_.size());
}

}  // namespace burin
