// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_pieces.hpp"
#include "support/testing.hpp"

#include <random>

using namespace burin;

class TestReliefPieces : public QObject {
    Q_OBJECT

  private slots:
    /// Random pictures, place by place.
    void theFirstPictureShowsAPlace() {
        std::mt19937 random(5);
        const auto number = [&](int least, int most) {
            return std::uniform_int_distribution<std::int64_t>(least, most)(random);
        };
        for (int run = 0; run < 100; ++run) {
            const Rect surface{number(-5, 5), number(-5, 5), number(1, 30), number(1, 30)};
            std::vector<Rect> pictures;
            for (std::int64_t k = number(0, 9); k > 0; --k)
                pictures.push_back({number(-10, 30), number(-10, 30), number(1, 20), number(1, 20)});
            const std::vector<ReliefPiece> pieces = piecesOf(surface, pictures);
            for (std::int64_t y = -12; y < 52; ++y) {
                for (std::int64_t x = -12; x < 52; ++x) {
                    const Point place{x, y};
                    std::vector<std::size_t> shownBy;
                    for (const ReliefPiece& piece : pieces) {
                        if (piece.part.contains(place)) shownBy.push_back(piece.picture);
                    }
                    const auto first = std::find_if(pictures.begin(), pictures.end(),
                                                    [&](const Rect& each) { return each.contains(place); });
                    const bool shown = surface.contains(place) && first != pictures.end();
                    QCOMPARE(shownBy.size(), std::size_t{shown ? 1U : 0U});
                    if (shown) QCOMPARE(shownBy[0], static_cast<std::size_t>(first - pictures.begin()));
                }
            }
        }
    }

    /// A grid of tiles in the middle of a coarse picture, as a view has it.
    void aGridOfTilesMakesFewPieces() {
        std::vector<Rect> pictures;
        for (int row = 0; row < 8; ++row) {
            for (int column = 0; column < 8; ++column)
                pictures.push_back({1000 + 256 * column, 1000 + 256 * row, 256, 256});
        }
        pictures.push_back({0, 0, 10'000, 10'000});
        const std::size_t inOrder = piecesOf({0, 0, 9000, 9000}, pictures).size();
        QCOMPARE(inOrder, std::size_t{64 + 2 + 2 * 8});
        std::reverse(pictures.begin(), pictures.end() - 1);
        QCOMPARE(piecesOf({0, 0, 9000, 9000}, pictures).size(), inOrder);
    }

    void thereMayBeNothing() {
        QVERIFY(piecesOf({}, std::vector<Rect>{{0, 0, 9, 9}}).empty());
        QVERIFY(piecesOf({0, 0, 9, 9}, {}).empty());
    }
};

BURIN_TEST(TestReliefPieces)
#include "test_relief_pieces.moc"
