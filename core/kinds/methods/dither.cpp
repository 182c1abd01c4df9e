// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/dither.hpp"

#include <array>
#include <random>

namespace burin {

namespace {

/// B. E. Bayer, An Optimum Method for Two-Level Rendition of Continuous-Tone Pictures, 1973: interleaves the
/// bits of x ^ y and y; the lowest bits become the most significant.
int bayerRank(int x, int y, int side) {
    int rank = 0;
    for (int bit = 1; bit < side; bit *= 2) {
        rank = rank * 4 + (((x ^ y) & bit) != 0 ? 2 : 0) + ((y & bit) != 0 ? 1 : 0);
    }
    return rank;
}

DitherMatrix bayer() {
    constexpr int side = 16;
    std::vector<int> ranks;
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < side; ++x)
            ranks.push_back(bayerRank(x, y, side));
    }
    return {side, ranks};
}

/// A set of places on a torus, and how crowded the surroundings of each place are.
///
/// Uses integers, so that every computer finds the same order.
class CrowdedPattern {
  public:
    static constexpr int side = 64;
    static constexpr int places = side * side;

    CrowdedPattern() : crowding_(places), set_(places) {
        // A Gaussian of sigma 1.5: exp(-1 / 4.5) for each unit of squared distance, as a fraction of 65536.
        std::array<std::uint64_t, 2 * reach * reach + 1> bell{};
        bell[0] = std::uint64_t{1} << 32U;
        for (std::size_t k = 1; k < bell.size(); ++k)
            bell[k] = bell[k - 1] * 52477 / 65536;
        for (int dy = -reach; dy <= reach; ++dy) {
            for (int dx = -reach; dx <= reach; ++dx)
                weights_.push_back(bell[static_cast<std::size_t>(dx * dx + dy * dy)]);
        }
    }

    [[nodiscard]] bool isSet(int place) const { return set_[static_cast<std::size_t>(place)] != 0; }
    void change(int place, bool set) {
        set_[static_cast<std::size_t>(place)] = set ? 1 : 0;
        auto weight = weights_.begin();
        for (int dy = -reach; dy <= reach; ++dy) {
            for (int dx = -reach; dx <= reach; ++dx, ++weight) {
                const int x = (place + dx) & (side - 1);
                const int y = (place / side + dy) & (side - 1);
                std::uint64_t& crowding = crowding_[static_cast<std::size_t>(y * side + x)];
                crowding = set ? crowding + *weight : crowding - *weight;
            }
        }
    }
    /// The member with the most members around it.
    [[nodiscard]] int tightestCluster() const {
        return best(true, [](std::uint64_t a, std::uint64_t b) { return a > b; });
    }
    /// The place with the fewest members around it that is not a member itself.
    [[nodiscard]] int largestVoid() const {
        return best(false, [](std::uint64_t a, std::uint64_t b) { return a < b; });
    }

  private:
    static constexpr int reach = 9;  ///< beyond it the Gaussian is below 2^-32

    /// If several are equal, takes the first one.
    template <class Better>
    [[nodiscard]] int best(bool set, Better better) const {
        int found = -1;
        for (int place = 0; place < places; ++place) {
            if (isSet(place) != set) continue;
            if (found < 0 || better(crowding_[static_cast<std::size_t>(place)],
                                    crowding_[static_cast<std::size_t>(found)])) {
                found = place;
            }
        }
        return found;
    }

    std::vector<std::uint64_t> weights_;
    std::vector<std::uint64_t> crowding_;
    std::vector<char> set_;
};

/// Selects a tenth of the places, evenly spread: starts with random places, then moves places from clusters
/// to voids until nothing changes.
/// \return the number of places
int spreadTenth(CrowdedPattern& pattern) {
    constexpr int number = CrowdedPattern::places / 10;
    std::mt19937 random(1);  // the standard defines its sequence
    for (int count = 0; count < number;) {
        const auto place = static_cast<int>(random() % CrowdedPattern::places);
        if (pattern.isSet(place)) continue;
        pattern.change(place, true);
        ++count;
    }
    while (true) {
        const int cluster = pattern.tightestCluster();
        pattern.change(cluster, false);
        const int gap = pattern.largestVoid();
        pattern.change(gap, true);
        if (gap == cluster) return number;
    }
}

/// R. Ulichney, The Void-and-Cluster Method for Dither Array Generation, 1993. His last phase searches for
/// the tightest cluster of unset places. That is the largest void of set places, because the total crowding
/// is the same everywhere.
DitherMatrix voidAndCluster() {
    CrowdedPattern pattern;
    const int number = spreadTenth(pattern);
    std::vector<int> ranks(CrowdedPattern::places);
    CrowdedPattern fewer = pattern;
    for (int rank = number; rank-- > 0;) {
        const int place = fewer.tightestCluster();
        fewer.change(place, false);
        ranks[static_cast<std::size_t>(place)] = rank;
    }
    for (int rank = number; rank < CrowdedPattern::places; ++rank) {
        const int place = pattern.largestVoid();
        pattern.change(place, true);
        ranks[static_cast<std::size_t>(place)] = rank;
    }
    return {CrowdedPattern::side, ranks};
}

}  // namespace

DitherMatrix::DitherMatrix(int side, std::span<const int> ranks) : side_(side) {
    const float step = 1.0F / static_cast<float>(side * side);
    for (int y = 0; y < side; ++y) {
        for (int x = 0; x < rowLength(side); ++x) {
            const int rank = ranks[static_cast<std::size_t>(y * side + x % side)];
            rows_.push_back((static_cast<float>(rank) + 0.5F) * step);
        }
    }
}

const DitherMatrix* matrixOf(Dither dither) {
    if (dither == Dither::ordered) {
        static const DitherMatrix matrix = bayer();
        return &matrix;
    }
    if (dither == Dither::blueNoise) {
        static const DitherMatrix matrix = voidAndCluster();
        return &matrix;
    }
    return nullptr;
}

}  // namespace burin
