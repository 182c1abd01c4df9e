// SPDX-License-Identifier: GPL-3.0-or-later

// The sums over a row have the bits that their definition gives, on every instruction set: a card computes
// the same sums in the same order.

#include "core/kernels/measuring/height_kernels.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

using namespace burin;

namespace {

/// Eight parts of a sum. Term i belongs to part i modulo 8.
class SlowSum {
  public:
    void add(std::int64_t i, double term) { parts_[static_cast<std::size_t>(i % 8)] += term; }
    [[nodiscard]] double total() const {
        const auto& p = parts_;
        return ((p[0] + p[1]) + (p[2] + p[3])) + ((p[4] + p[5]) + (p[6] + p[7]));
    }

  private:
    std::array<double, 8> parts_{};
};

double squaredSlope(float from, float to, double factor) {
    const double d = static_cast<double>(to) - static_cast<double>(from);
    return d * d * factor;
}

double slowSeries(double s) {
    return s * (0.5 - s * (0.125 - s * (0.0625 - s * (0.0390625 - s * 0.02734375))));
}

double slowCell(double upper, double lower, double left, double right, bool isSteep) {
    if (!isSteep)
        return (slowSeries(upper + left) + slowSeries(lower + right)) +
               (slowSeries(upper + right) + slowSeries(lower + left));
    const auto root = [](double s) { return std::sqrt(1.0 + s); };
    return ((root(upper + left) + root(lower + right)) + (root(upper + right) + root(lower + left))) - 4.0;
}

/// The sums over a row, written out. `lower` receives the squared slopes of the row below.
HeightRowSums slowRow(const HeightRow& row, std::vector<double>& lower) {
    SlowSum second;
    SlowSum third;
    SlowSum fourth;
    for (std::int64_t i = 0; i < row.count; ++i) {
        const double d = static_cast<double>(row.value[i]) - row.mean;
        second.add(i, d * d);
        third.add(i, d * d * d);
        fourth.add(i, d * d * (d * d));
    }
    HeightRowSums sums{second.total(), third.total(), fourth.total()};
    if (row.below == nullptr) return sums;
    std::vector<double> sides;
    SlowSum alongY;
    for (std::int64_t i = 0; i < row.cells + 1; ++i) {
        sides.push_back(squaredSlope(row.value[i], row.below[i], row.factorY));
        if (i < row.count) alongY.add(i, sides.back());
    }
    SlowSum alongX;
    for (std::int64_t i = 0; i < row.cells; ++i) {
        lower.push_back(squaredSlope(row.below[i], row.below[i + 1], row.factorX));
        alongX.add(i, lower.back());
    }
    SlowSum excess;
    for (std::int64_t i = 0; i < row.cells; ++i) {
        const std::int64_t from = i / 512 * 512;
        const std::int64_t to = std::min(from + 512, row.cells);
        const auto steep = [](double square) { return square >= 0x1p-10; };
        const bool isSteep = std::any_of(row.upper + from, row.upper + to, steep) ||
                             std::any_of(lower.begin() + from, lower.begin() + to, steep) ||
                             std::any_of(sides.begin() + from, sides.begin() + to + 1, steep);
        const auto at = static_cast<std::size_t>(i);
        excess.add(i, slowCell(row.upper[i], lower[at], sides[at], sides[at + 1], isSteep));
    }
    sums.alongY = alongY.total();
    sums.alongXBelow = alongX.total();
    sums.excess = excess.total();
    return sums;
}

bool sameBits(double a, double b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

class TestHeightKernels : public QObject {
    Q_OBJECT

  private slots:
    void rowsAreTheirDefinitions_data() {
        QTest::addColumn<int>("set");
        QTest::addColumn<double>("factor");
        QTest::addColumn<bool>("last");
        for (const InstructionSet set :
             {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
            if (!supported(set)) continue;
            const QByteArray name = instructionSetName(set);
            QTest::newRow((name + ", steep").constData()) << static_cast<int>(set) << 40.0 << false;
            QTest::newRow((name + ", shallow").constData()) << static_cast<int>(set) << 1e-5 << false;
            // Few sides are steep, so some pieces have steep slopes and others do not.
            QTest::newRow((name + ", a few steep").constData())
                << static_cast<int>(set) << 1.0005e-3 << false;
            QTest::newRow((name + ", the last row").constData()) << static_cast<int>(set) << 40.0 << true;
        }
    }
    void rowsAreTheirDefinitions() {
        QFETCH(int, set);
        QFETCH(double, factor);
        QFETCH(bool, last);
        const HeightKernels& kernels = heightKernels(static_cast<InstructionSet>(set));
        std::mt19937 random(11);
        std::uniform_real_distribution<float> anywhere(0.0F, 1.0F);
        for (const std::int64_t count : {1, 2, 7, 8, 9, 15, 16, 17, 40, 511, 512, 513, 1024, 1031}) {
            for (const std::int64_t more : {0, 1}) {
                std::vector<float> samples(static_cast<std::size_t>(3 * (count + more)));
                std::generate(samples.begin(), samples.end(), [&] { return anywhere(random); });
                HeightRow row;
                row.value = samples.data();
                if (!last) row.below = row.value + count + more;
                row.count = count;
                row.cells = count - 1 + more;
                row.mean = 0.47;
                row.factorX = factor;
                row.factorY = 0.7 * factor;
                std::vector<double> upper(static_cast<std::size_t>(count));
                std::vector<double> lower(static_cast<std::size_t>(count));
                const double along = kernels.slopesAlong(row.value, row.cells, row.factorX, upper.data());
                SlowSum slowAlong;
                for (std::int64_t i = 0; i < row.cells; ++i) {
                    const double slope = squaredSlope(row.value[i], row.value[i + 1], row.factorX);
                    QVERIFY(sameBits(upper[static_cast<std::size_t>(i)], slope));
                    slowAlong.add(i, slope);
                }
                QVERIFY(sameBits(along, slowAlong.total()));
                row.upper = upper.data();
                row.lower = lower.data();
                std::vector<std::uint64_t> words(static_cast<std::size_t>(HeightKernels::bins));
                std::vector<std::uint64_t> expectedWords = words;
                row.table = {0, 65536.0 * 1048576.0, words.data()};
                const HeightRowSums found = kernels.row(row);
                std::vector<double> expectedLower;
                const HeightRowSums expected = slowRow(row, expectedLower);
                QVERIFY(sameBits(found.second, expected.second));
                QVERIFY(sameBits(found.third, expected.third));
                QVERIFY(sameBits(found.fourth, expected.fourth));
                QVERIFY(sameBits(found.alongY, expected.alongY));
                QVERIFY(sameBits(found.alongXBelow, expected.alongXBelow));
                QVERIFY(sameBits(found.excess, expected.excess));
                QVERIFY(std::equal(expectedLower.begin(), expectedLower.end(), lower.begin()));
                kernels.histogram(row.value, count, {0, row.table.scale, expectedWords.data()});
                QVERIFY(words == expectedWords);
                row.table = {};
                QVERIFY(sameBits(kernels.row(row).excess, expected.excess));
            }
        }
    }
};

BURIN_TEST(TestHeightKernels)
#include "test_height_kernels.moc"
