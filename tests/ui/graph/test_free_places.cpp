// SPDX-License-Identifier: GPL-3.0-or-later

// Free positions in the graph, compared with a search through all positions.

#include "support/testing.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/layout/free_places.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace burin::ui {

namespace {

QPointF slowlyFound(const std::vector<QPointF>& taken, QPointF place) {
    const auto meets = [&](QPointF other) {
        return std::abs(other.x() - place.x()) < metrics::nodeWidth + 8 &&
               std::abs(other.y() - place.y()) < metrics::rowDistance;
    };
    while (std::any_of(taken.begin(), taken.end(), meets))
        place.ry() += metrics::rowDistance + 4;
    return place;
}

}  // namespace

class TestFreePlaces : public QObject {
    Q_OBJECT

  private slots:
    void aFreePlaceIsKept() {
        FreePlaces places;
        QCOMPARE(places.takeBelow({10, 20}), QPointF(10, 20));
        places.take({500, 0});
        QCOMPARE(places.takeBelow({500 - metrics::nodeWidth - 8, 0}),
                 QPointF(500 - metrics::nodeWidth - 8, 0));
    }

    /// There are only a few different wishes, so that many of them are repeated.
    void itFindsWhatASearchThroughAllFinds() {
        std::mt19937 random(26);
        for (int round = 0; round < 20; ++round) {
            FreePlaces places;
            std::vector<QPointF> taken;
            for (int i = 0; i < 100; ++i) {
                const QPointF wanted(static_cast<int>(random() % 8) * 80.0,
                                     static_cast<int>(random() % 8) * 62.0);
                if (random() % 3 == 0) {
                    places.take(wanted);
                    taken.push_back(wanted);
                } else {
                    const QPointF expected = slowlyFound(taken, wanted);
                    QCOMPARE(places.takeBelow(wanted), expected);
                    taken.push_back(expected);
                }
            }
        }
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFreePlaces)
#include "test_free_places.moc"
