// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/winding_states.hpp"
#include "support/testing.hpp"

#include <array>
#include <random>
#include <vector>

using namespace burin;

namespace {

constexpr std::size_t layerCount = 21;

/// Items over each other; every third is clipped by the layers 0 and 1 together.
SnappedOutline manyLayers() {
    SnappedOutline outline;
    outline.clips.push_back({{{0, {}}, {1, {}}}});
    for (std::size_t i = 0; i < layerCount; ++i) {
        outline.layers.push_back({i % 2 == 0 ? FillRule::nonzero : FillRule::evenodd, 0});
        outline.items.push_back({i, i % 3 == 0 ? std::vector<std::size_t>{0} : std::vector<std::size_t>{},
                                 static_cast<std::int32_t>(i + 1)});
    }
    return outline;
}

/// A place: its state, and the winding numbers one by one.
struct Place {
    WindingStates::State state = WindingStates::outside;
    std::array<int, layerCount> windings = {};

    [[nodiscard]] bool filled(std::size_t layer) const {
        return layer % 2 == 0 ? windings[layer] != 0 : windings[layer] % 2 != 0;
    }
    [[nodiscard]] std::int32_t value() const {
        for (std::size_t i = layerCount; i-- > 0;) {
            if (filled(i) && (i % 3 != 0 || filled(0) || filled(1))) return static_cast<std::int32_t>(i + 1);
        }
        return 0;
    }
};

}  // namespace

class TestWindingStates : public QObject {
    Q_OBJECT

  private slots:
    /// States that are kept do not change, and states that were passed take no memory.
    void passedStatesAreForgotten() {
        const SnappedOutline outline = manyLayers();
        WindingStates states(outline);
        std::mt19937 random(5);
        std::array<Place, 6> places;
        std::vector<WindingStates::State*> used;
        for (Place& place : places)
            used.push_back(&place.state);
        std::size_t largest = 0;
        for (int turn = 0; turn < 20'000; ++turn) {
            Place& place = places[random() % places.size()];
            const std::size_t layer = random() % layerCount;
            const int by = random() % 2 == 0 ? 1 : -1;
            place.windings[layer] += by;
            place.state = states.changed(place.state, layer, by);
            QCOMPARE(states.value(place.state), place.value());
            for (const Place& other : places)
                QCOMPARE(other.state == place.state, other.windings == place.windings);
            if (turn % 100 == 99) states.keepOnly(used);
            largest = std::max(largest, states.size());
        }
        // A change makes at most 6 parts; a place has at most 52.
        QVERIFY2(largest <= 100 * 6 + places.size() * 52 + 1, qPrintable(QString::number(largest)));
    }
};

BURIN_TEST(TestWindingStates)
#include "test_winding_states.moc"
