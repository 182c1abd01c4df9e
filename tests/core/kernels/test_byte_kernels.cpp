// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/byte_kernels.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

using namespace burin;

class TestByteKernels : public QObject {
    Q_OBJECT

  private:
    static std::vector<std::uint8_t> noise(std::int64_t count, unsigned seed) {
        std::mt19937 random(seed);
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
        for (std::uint8_t& byte : bytes)
            byte = random() % 3 == 0 ? 0 : static_cast<std::uint8_t>(random());
        return bytes;
    }
    static void addSets() {
        QTest::addColumn<int>("set");
        for (const InstructionSet set :
             {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
            if (supported(set)) QTest::newRow(instructionSetName(set)) << static_cast<int>(set);
        }
    }
    static const ByteKernels& kernels() {
        QFETCH(int, set);
        return byteKernels(static_cast<InstructionSet>(set));
    }

  private slots:
    void theMedianIsTheFifthOfNine_data() { addSets(); }
    void theMedianIsTheFifthOfNine() {
        for (const std::int64_t count : {1, 2, 15, 16, 17, 63, 64, 65, 200, 1023, 1024, 1025, 2500}) {
            std::array<std::vector<std::uint8_t>, 3> image;
            std::array<const std::uint8_t*, 3> rows{};
            for (unsigned r = 0; r < 3; ++r) {
                image[r] = noise(count + 2, r + static_cast<unsigned>(count));
                rows[r] = image[r].data();
            }
            std::vector<std::uint8_t> out(static_cast<std::size_t>(count));
            kernels().median3(rows.data(), out.data(), count);
            for (std::size_t x = 0; x < out.size(); ++x) {
                std::vector<std::uint8_t> window;
                for (const auto& row : image)
                    window.insert(window.end(), row.begin() + static_cast<std::ptrdiff_t>(x),
                                  row.begin() + static_cast<std::ptrdiff_t>(x) + 3);
                std::sort(window.begin(), window.end());
                QCOMPARE(out[x], window[4]);
            }
        }
    }

    /// Values around the middle between two levels: a difference of one decides there.
    void meansOfABoxAreRoundedToTheNearestLevel_data() { addSets(); }
    void meansOfABoxAreRoundedToTheNearestLevel() {
        for (int rows = 1; rows <= 31; rows += 2) {
            for (int columns = 1; columns <= 31; columns += 2) {
                const int n = rows * columns;
                std::vector<std::uint16_t> sums(static_cast<std::size_t>(columns));
                for (int level = 0; level < 255; ++level) {
                    for (const int sum : {n * level + n / 2, n * level + n / 2 + 1}) {
                        for (int left = sum, c = 0; c < columns; ++c) {
                            const int part = left / (columns - c);
                            sums[static_cast<std::size_t>(c)] = static_cast<std::uint16_t>(part);
                            left -= part;
                        }
                        std::uint8_t mean = 0;
                        kernels().boxMeans(sums.data(), rows, columns, 1.0F / static_cast<float>(n), &mean,
                                           1);
                        QCOMPARE(int{mean}, (2 * sum + n) / (2 * n));
                    }
                }
            }
        }
    }

    void meansOfABoxAreThoseOfTheirOwnNeighbours_data() { addSets(); }
    void meansOfABoxAreThoseOfTheirOwnNeighbours() {
        constexpr int rows = 5;
        for (const int columns : {1, 3, 9, 25, 31}) {
            for (const std::int64_t count : {1, 17, 1023, 1024, 1025, 2500}) {
                const std::int64_t width = count + columns - 1;
                std::vector<std::uint16_t> sums(static_cast<std::size_t>(width));
                std::vector<std::vector<std::uint8_t>> image;
                for (unsigned y = 0; y < rows + 1; ++y)
                    image.push_back(noise(width, y));
                for (int y = 0; y < rows; ++y)
                    kernels().addRow(sums.data(), image[static_cast<std::size_t>(y)].data(), width);
                kernels().slideRows(sums.data(), image[rows].data(), image[0].data(), width);
                std::vector<std::uint8_t> out(static_cast<std::size_t>(count));
                kernels().boxMeans(sums.data(), rows, columns, 1.0F / static_cast<float>(rows * columns),
                                   out.data(), count);
                for (std::size_t x = 0; x < out.size(); ++x) {
                    int sum = 0;
                    for (std::size_t y = 1; y <= rows; ++y) {
                        for (int c = 0; c < columns; ++c)
                            sum += image[y][x + static_cast<std::size_t>(c)];
                    }
                    QCOMPARE(int{out[x]}, (2 * sum + rows * columns) / (2 * rows * columns));
                }
            }
        }
    }

    void overLeavesWhatNothingCovers_data() { addSets(); }
    void overLeavesWhatNothingCovers() {
        for (const std::int64_t count : {1, 31, 64, 777}) {
            const std::vector<std::uint8_t> below = noise(count, 1);
            const std::vector<std::uint8_t> above = noise(count, 2);
            std::vector<std::uint8_t> value = below;
            kernels().over(value.data(), above.data(), count);
            for (std::size_t i = 0; i < value.size(); ++i)
                QCOMPARE(value[i], above[i] != 0 ? above[i] : below[i]);
        }
    }

    /// Compared with the quotient in binary64, which is not close to a tie at any level.
    void samplesAreRoundedOnce_data() { addSets(); }
    void samplesAreRoundedOnce() {
        std::vector<std::uint8_t> levels;
        for (int k = 0; k < 256; ++k)
            levels.push_back(static_cast<std::uint8_t>(k));
        std::vector<float> samples(levels.size());
        kernels().toSamples(levels.data(), samples.data(), 256);
        for (std::size_t k = 0; k < samples.size(); ++k)
            QVERIFY(samples[k] == static_cast<float>(static_cast<double>(k) / 255.0));
    }
};

BURIN_TEST(TestByteKernels)
#include "test_byte_kernels.moc"
