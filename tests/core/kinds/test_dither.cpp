// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/pack_kernels.hpp"
#include "core/kinds/root.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <utility>

using namespace burin;
using namespace burin::test;

namespace {

/// The ranks of the places, row by row.
std::vector<int> ranksOf(const DitherMatrix& matrix) {
    std::vector<int> ranks;
    const auto places = static_cast<float>(matrix.side() * matrix.side());
    for (int y = 0; y < matrix.side(); ++y) {
        for (int x = 0; x < matrix.side(); ++x)
            ranks.push_back(static_cast<int>(matrix.at({x, y}) * places - 0.5F));
    }
    return ranks;
}

/// The power share of waves longer than `wave` places if the `level` lowest ranks are set. A plain Fourier
/// transform, first along x, then along y.
double longWaves(const std::vector<int>& ranks, int side, int level, double wave) {
    const auto at = [side](int x, int y) { return static_cast<std::size_t>(y * side + x); };
    std::vector<std::complex<double>> turns;
    for (int k = 0; k < side; ++k)
        turns.push_back(std::polar(1.0, -2 * std::numbers::pi * k / side));
    std::vector<std::complex<double>> rows(ranks.size());
    for (int y = 0; y < side; ++y) {
        for (int u = 0; u < side; ++u) {
            for (int x = 0; x < side; ++x) {
                if (ranks[at(x, y)] < level) rows[at(u, y)] += turns[static_cast<std::size_t>(u * x % side)];
            }
        }
    }
    double all = 0;
    double low = 0;
    for (int v = 0; v < side; ++v) {
        for (int u = 0; u < side; ++u) {
            std::complex<double> sum;
            for (int y = 0; y < side; ++y)
                sum += rows[at(u, y)] * turns[static_cast<std::size_t>(v * y % side)];
            const double frequency = std::hypot(std::min(u, side - u), std::min(v, side - v)) / side;
            if (frequency == 0) continue;
            all += std::norm(sum);
            if (frequency * wave < 1) low += std::norm(sum);
        }
    }
    return low / all;
}

std::vector<float> someValues(std::int64_t count) {
    std::vector<float> values = {
        -1, -0.0F, 0, 1, 2, std::nextafter(1.0F, 0.0F), std::numeric_limits<float>::quiet_NaN()};
    Random random(7);
    while (static_cast<std::int64_t>(values.size()) < count)
        values.push_back(static_cast<float>(random.between(0, 8192)) / 8192.0F);
    return values;
}

Root ditheredRoot(Dither dither) {
    Root root;
    root.depth = 1;
    root.dither = dither;
    return root;
}

/// A row as Root::pack writes it, starting at `at`.
std::vector<std::byte> packed(const Root& root, std::vector<float> row, Point at) {
    std::vector<std::byte> out((row.size() + 7) / 8);
    root.pack(row.data(), at, out.data(), static_cast<std::int64_t>(row.size()));
    return out;
}

}  // namespace

Q_DECLARE_METATYPE(Dither)

class TestDither : public QObject {
    Q_OBJECT

  private slots:
    void holdsEachRankOnce_data() { addMatrices(); }
    void holdsEachRankOnce();
    void repeatsInEveryDirection_data() { addMatrices(); }
    void repeatsInEveryDirection();
    void showsEachLevelByAsManyBits_data() { addMatrices(); }
    void showsEachLevelByAsManyBits();
    void packsTheSameOnEveryInstructionSet_data() { addMatrices(); }
    void packsTheSameOnEveryInstructionSet();
    void showsNoSeamWhereARowIsCut_data() { addMatrices(); }
    void showsNoSeamWhereARowIsCut();
    void bayerIsWhatItWasIn1973();
    void blueNoiseIsTheSameEverywhere();
    void blueNoiseHasFewLongWaves_data();
    void blueNoiseHasFewLongWaves();

  private:
    static void addMatrices() {
        QTest::addColumn<Dither>("dither");
        QTest::newRow("Bayer's matrix") << Dither::ordered;
        QTest::newRow("blue noise") << Dither::blueNoise;
    }
};

void TestDither::holdsEachRankOnce() {
    QFETCH(Dither, dither);
    const DitherMatrix& matrix = *matrixOf(dither);
    std::vector<int> ranks = ranksOf(matrix);
    std::sort(ranks.begin(), ranks.end());
    for (std::size_t k = 0; k < ranks.size(); ++k)
        QCOMPARE(ranks[k], static_cast<int>(k));
    for (const float t : matrix.rows())
        QVERIFY(t > 0 && t < 1);
}

void TestDither::repeatsInEveryDirection() {
    QFETCH(Dither, dither);
    const DitherMatrix& matrix = *matrixOf(dither);
    const std::int64_t side = matrix.side();
    for (const Point origin : {Point{0, 0}, Point{-side, -3 * side}, Point{2'000'000 / side * side, side}}) {
        for (std::int64_t y = 0; y < side; ++y) {
            for (std::int64_t x = 0; x < side; ++x) {
                for (std::int64_t k = 0; k < DitherMatrix::run; ++k) {
                    const float* from = matrix.from({origin.x + x, origin.y + y});
                    QCOMPARE(from[k], matrix.at({(x + k) % side, y}));
                }
            }
        }
    }
}

/// The mean of the bits equals the value as closely as the number of places allows.
void TestDither::showsEachLevelByAsManyBits() {
    QFETCH(Dither, dither);
    const Root root = ditheredRoot(dither);
    const int side = matrixOf(dither)->side();
    const int places = side * side;
    for (int level = 0; level <= places; level += places / 64) {
        int set = 0;
        for (int y = 0; y < side; ++y) {
            const auto value = static_cast<float>(level) / static_cast<float>(places);
            for (const std::byte bits :
                 packed(root, std::vector(static_cast<std::size_t>(side), value), {0, y}))
                set += std::popcount(std::to_integer<unsigned>(bits));
        }
        QCOMPARE(set, level);
    }
}

void TestDither::packsTheSameOnEveryInstructionSet() {
    QFETCH(Dither, dither);
    const DitherMatrix& matrix = *matrixOf(dither);
    for (const std::int64_t count : {1, 7, 8, 9, 63, 64, 65, 1000}) {
        std::vector<float> values = someValues(count);
        values.resize(static_cast<std::size_t>(count));
        for (const std::int64_t x : {0, 1, 5, 8, 57, 1'999'003}) {
            std::vector<std::uint8_t> expected((values.size() + 7) / 8);
            for (std::size_t k = 0; k < values.size(); ++k) {
                const float v = values[k] > 0 ? std::min(values[k], 1.0F) : 0;
                const float t = matrix.at({x + static_cast<std::int64_t>(k), 11});
                expected[k / 8] |=
                    static_cast<std::uint8_t>(static_cast<int>(std::floor(v + t)) << (7 - k % 8));
            }
            for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
                if (!supported(set)) continue;
                std::vector<std::uint8_t> out(expected.size(), 0xFF);
                packKernels(set).dithered(values.data(), matrix.from({0, 11}), x, matrix.side(), out.data(),
                                          count);
                QVERIFY2(out == expected, instructionSetName(set));
            }
        }
    }
}

/// Tiles begin at whole bytes, wherever they lie.
void TestDither::showsNoSeamWhereARowIsCut() {
    QFETCH(Dither, dither);
    Root root = ditheredRoot(dither);
    root.invert = true;
    root.materialCurve = Curve({{0, 0.1}, {0.5, 0.7}, {1, 0.9}});
    const std::vector<float> row = someValues(600);
    for (const Point at : {Point{0, 0}, Point{3, 77}, Point{1'999'001, 1'999'999}}) {
        const std::vector<std::byte> whole = packed(root, row, at);
        for (const std::size_t tile : {8U, 16U, 40U, 104U, 256U}) {
            std::vector<std::byte> parts;
            for (std::size_t x = 0; x < row.size(); x += tile) {
                const auto begin = row.begin() + static_cast<std::ptrdiff_t>(x);
                const auto end = row.begin() + static_cast<std::ptrdiff_t>(std::min(x + tile, row.size()));
                const Point place{at.x + static_cast<std::int64_t>(x), at.y};
                for (const std::byte bits : packed(root, {begin, end}, place))
                    parts.push_back(bits);
            }
            QVERIFY(parts == whole);
        }
    }
}

void TestDither::bayerIsWhatItWasIn1973() {
    const std::vector<int> ranks = ranksOf(*matrixOf(Dither::ordered));
    const int first[] = {0, 128, 32, 160, 8, 136, 40, 168, 2, 130, 34, 162, 10, 138, 42, 170};
    const int second[] = {192, 64, 224, 96, 200, 72, 232, 104, 194, 66, 226, 98, 202, 74, 234, 106};
    QVERIFY(std::equal(std::begin(first), std::end(first), ranks.begin()));
    QVERIFY(std::equal(std::begin(second), std::end(second), ranks.begin() + 16));
}

/// Exports of one design agree on all computers.
void TestDither::blueNoiseIsTheSameEverywhere() {
    quint64 hash = 0xCBF29CE484222325U;  // FNV-1a over the numbers
    for (const int rank : ranksOf(*matrixOf(Dither::blueNoise)))
        hash = (hash ^ static_cast<quint64>(rank)) * 0x100000001B3U;
    QCOMPARE(hash, quint64{12475079078777361745U});
}

void TestDither::blueNoiseHasFewLongWaves_data() {
    QTest::addColumn<int>("level");
    for (const int level : {100, 410, 1024, 2048, 3072, 3686, 3996})
        QTest::addRow("%d of 4096 places", level) << level;
}

/// The comparison is white noise: the same ranks, shuffled.
void TestDither::blueNoiseHasFewLongWaves() {
    QFETCH(int, level);
    const DitherMatrix& matrix = *matrixOf(Dither::blueNoise);
    const std::vector<int> blue = ranksOf(matrix);
    std::vector<int> white = blue;
    Random random(3);
    for (std::size_t k = white.size() - 1; k > 0; --k)
        std::swap(white[k], white[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(k)))]);
    // Waves count as long from three times the mean distance of the rarer bits, set or cleared.
    const double wave = 3 * matrix.side() / std::sqrt(std::min(level, 4096 - level));
    const double share = longWaves(blue, matrix.side(), level, wave);
    const double ofWhite = longWaves(white, matrix.side(), level, wave);
    qInfo("long waves: %.4f of blue noise, %.4f of white noise", share, ofWhite);
    QVERIFY(share * 4 < ofWhite);
}

BURIN_TEST(TestDither)
#include "test_dither.moc"
