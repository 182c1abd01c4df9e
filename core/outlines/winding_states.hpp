// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/snapped_outline.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <vector>

namespace burin {

/// The winding numbers of all layers at a place, as one number: equal numbers mean equal windings.
///
/// A state is a binary tree over the layers whose equal parts are stored once, so that a step over an edge
/// costs the logarithm of the number of layers, even if many layers lie over each other. Memory: about 40
/// bytes for each part that is not forgotten.
class WindingStates {
  public:
    using State = std::uint32_t;
    static constexpr State outside = 0;  ///< all windings are 0

    /// \param outline  must outlive this
    explicit WindingStates(const SnappedOutline& outline, std::stop_token stop = {});

    /// The state on the other side of an edge that changes the winding of a layer.
    [[nodiscard]] State changed(State state, std::size_t layer, std::int32_t by);
    /// V of the last item whose layer and clips are filled; 0 if there is none. The cost grows with the
    /// number of filled layers and the parts of their clips. \throws Cancelled
    [[nodiscard]] std::int32_t value(State state);

    /// Whether most of the stored states may be out of use.
    [[nodiscard]] bool crowded() const { return parts_.size() >= room_; }
    /// Forgets all states except `used`, and renumbers these. The cost grows with the number of parts.
    void keepOnly(std::span<State* const> used);
    [[nodiscard]] std::size_t size() const { return parts_.size(); }

  private:
    static constexpr std::size_t leastRoom = std::size_t{1} << 21U;

    struct Part {
        State low = 0;  ///< winding number of a leaf
        State high = 0;
    };
    [[nodiscard]] State change(State state, int height, std::size_t rank, std::int32_t by);
    [[nodiscard]] State leaf(std::int32_t winding);
    [[nodiscard]] State joined(State low, State high);
    [[nodiscard]] bool filled(State state, std::size_t layer) const;
    [[nodiscard]] bool inside(State state, std::size_t clip);
    /// Visits filled layers from the last rank down, and improves the item that is seen.
    void topmost(State part, State whole, int height, std::size_t rank, std::ptrdiff_t& seen);
    void askStop();

    const SnappedOutline& outline_;
    std::stop_token stop_;
    std::uint32_t steps_ = 0;
    std::size_t room_ = leastRoom;
    int height_ = 0;
    std::vector<std::size_t> rankOf_;                // rank of each layer, in the order of the layers' last
                                                     // items
    std::vector<std::size_t> layerOf_;               // layer of each rank
    std::vector<std::vector<std::size_t>> itemsOf_;  // items of each layer, ascending
    std::vector<Part> parts_;
    std::unordered_map<std::uint64_t, State> known_;
    std::unordered_map<std::int32_t, State> leaves_;
    std::vector<std::optional<std::int32_t>> values_;
};

}  // namespace burin
