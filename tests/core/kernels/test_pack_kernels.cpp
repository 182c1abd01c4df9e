// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/pack_kernels.hpp"
#include "core/kernels/pointwise_kernels.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace burin;

class TestPackKernels : public QObject {
    Q_OBJECT

  private:
    static void addSets() {
        QTest::addColumn<int>("set");
        for (const InstructionSet set :
             {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
            if (supported(set)) QTest::newRow(instructionSetName(set)) << static_cast<int>(set);
        }
    }
    static std::vector<float> samples(std::size_t count) {
        std::mt19937 random(static_cast<unsigned>(count));
        std::uniform_real_distribution<float> anywhere(-0.2F, 1.2F);
        std::vector<float> values(count);
        for (float& value : values)
            value = anywhere(random);
        return values;
    }

  private slots:
    void writtenValuesAreWholeSteps_data() { addSets(); }
    void writtenValuesAreWholeSteps() {
        QFETCH(int, set);
        const PackKernels& kernels = packKernels(static_cast<InstructionSet>(set));
        constexpr float endless = std::numeric_limits<float>::infinity();
        for (const float steps : {1.0F, 255.0F, 65535.0F}) {
            std::vector<float> values = samples(1003);
            for (int step = 0; step < static_cast<int>(steps); step += 7) {  // around the middle of two steps
                const float middle = (static_cast<float>(step) + 0.5F) / steps;
                values.insert(values.end(),
                              {std::nextafter(middle, 0.0F), middle, std::nextafter(middle, 1.0F)});
            }
            values.insert(values.end(), {-endless, endless, std::nanf(""), -0.0F, 1e-40F});
            std::vector<float> written = values;
            kernels.quantise(written.data(), steps, static_cast<std::int64_t>(written.size()));
            for (std::size_t k = 0; k < values.size(); ++k) {
                const float inside = values[k] > 0 ? std::min(values[k], 1.0F) : 0.0F;
                const float product = inside * steps;  // rounded, because the sum is also rounded
                QCOMPARE(written[k], std::floor(product + 0.5F) / steps);
            }
        }
    }

    /// The bytes of a sum depend on the order of its additions.
    void sumsAreAddedInOneOrder_data() { addSets(); }
    void sumsAreAddedInOneOrder() {
        QFETCH(int, set);
        const PointwiseKernels& kernels = pointwiseKernels(static_cast<InstructionSet>(set));
        for (const std::size_t count : {0U, 1U, 3U, 4U, 7U, 64U, 1023U, 4096U}) {
            const std::vector<float> values = samples(count);
            double sums[4] = {};
            for (std::size_t k = 0; k < count; ++k)
                sums[k < count / 4 * 4 ? k % 4 : 0] += static_cast<double>(values[k]);
            QVERIFY(kernels.sum(values.data(), static_cast<std::int64_t>(count)) ==
                    (sums[0] + sums[1]) + (sums[2] + sums[3]));
        }
    }
};

BURIN_TEST(TestPackKernels)
#include "test_pack_kernels.moc"
