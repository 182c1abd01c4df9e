// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/repeat_kernels.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

constexpr float dust = 0x1p-20F;

std::vector<float> someSamples(Random& random, std::int64_t count) {
    std::vector<float> samples(static_cast<std::size_t>(count));
    for (float& s : samples)
        s = random.chance(0.2) ? 0.0F : static_cast<float>(random.between(-6, 6)) / 8;
    return samples;
}

std::vector<InstructionSet> setsHere() {
    std::vector<InstructionSet> sets;
    for (const auto set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
        if (supported(set)) sets.push_back(set);
    }
    return sets;
}

/// Combines a value, and the number beside it, with one sample as the header describes.
void combineOne(RepeatOperation operation, float& value, float& beside, float c, float id) {
    const bool shows = c != 0;
    switch (operation) {
        case RepeatOperation::over:
            if (shows) value = c;
            return;
        case RepeatOperation::mean:
            if (shows) beside += 1;
            [[fallthrough]];
        case RepeatOperation::add:
            value += c;
            return;
        case RepeatOperation::max:
            if (shows) value = value == 0 ? c : std::max(value, c);
            return;
        case RepeatOperation::min:
            if (shows) value = value == 0 ? c : std::min(value, c);
            return;
        case RepeatOperation::idOver:
            if (shows) value = id;
            return;
        case RepeatOperation::idMost:
        case RepeatOperation::idLeast: {
            const bool reaches = operation == RepeatOperation::idMost ? c >= beside : c <= beside;
            if (!shows || (beside != 0 && !reaches)) return;
            beside = c;
            value = id;
        }
    }
}

/// Arrays around the rows of a repeat, all a little wider and higher than the rows.
struct Stage {
    RepeatRows rows;
    std::vector<float> value, beside, samples;

    explicit Stage(Random& random) {
        rows.width = random.between(1, random.chance(0.2) ? 300 : 40);
        rows.height = random.between(1, 40);
        rows.valueStride = rows.width + random.between(0, 3);
        rows.besideStride = rows.width + random.between(0, 3);
        rows.backwards = random.chance(0.5);
        rows.turned = random.chance(0.5);
        rows.gain = random.pick({1.0F, -2.0F, 0.0F, 0x1p-18F});
        rows.dust = dust;
        rows.id = 0.375F;
        value = someSamples(random, rows.valueStride * rows.height);
        beside = someSamples(random, rows.besideStride * rows.height);
        const std::int64_t lines = rows.turned ? rows.width : rows.height;
        const std::int64_t across = rows.turned ? rows.height : rows.width;
        const std::int64_t stride = across + random.between(0, 3);
        samples = someSamples(random, stride * lines);
        const bool up = random.chance(0.5);
        rows.samples = samples.data() + (up ? (lines - 1) * stride : 0) + (rows.backwards ? across - 1 : 0);
        rows.stride = up ? -stride : stride;
        rows.value = value.data();
        rows.beside = beside.data();
    }
    Stage(const Stage&) = delete;

    [[nodiscard]] float sampleAt(std::int64_t x, std::int64_t y) const {
        if (rows.turned) std::swap(x, y);
        const float product = rows.samples[y * rows.stride + (rows.backwards ? -x : x)] * rows.gain;
        return std::abs(product) < dust ? 0.0F : product;
    }
};

}  // namespace

/// Tests every operation on every instruction set of this processor, at lengths around those of registers.
class TestRepeatKernels : public QObject {
    Q_OBJECT

  private slots:
    void partsAreCombined_data();
    void partsAreCombined();
};

void TestRepeatKernels::partsAreCombined_data() {
    QTest::addColumn<int>("operation");
    const char* const names[repeatOperations] = {"over",
                                                 "mean",
                                                 "add",
                                                 "max",
                                                 "min",
                                                 "numbers over",
                                                 "numbers of the largest",
                                                 "numbers of the least"};
    for (int k = 0; k < static_cast<int>(repeatOperations); ++k)
        QTest::newRow(names[k]) << k;
}

void TestRepeatKernels::partsAreCombined() {
    QFETCH(int, operation);
    Random random(static_cast<std::uint64_t>(operation) + 1);
    for (int k = 0; k < 400; ++k) {
        Stage stage(random);
        const RepeatRows& rows = stage.rows;
        const std::vector<float> valueBefore = stage.value;
        const std::vector<float> besideBefore = stage.beside;
        std::vector<float> value = stage.value;
        std::vector<float> beside = stage.beside;
        for (std::int64_t y = 0; y < rows.height; ++y) {
            for (std::int64_t x = 0; x < rows.width; ++x) {
                combineOne(static_cast<RepeatOperation>(operation),
                           value[static_cast<std::size_t>(y * rows.valueStride + x)],
                           beside[static_cast<std::size_t>(y * rows.besideStride + x)], stage.sampleAt(x, y),
                           rows.id);
            }
        }
        for (const InstructionSet set : setsHere()) {
            std::copy(valueBefore.begin(), valueBefore.end(), stage.value.begin());
            std::copy(besideBefore.begin(), besideBefore.end(), stage.beside.begin());
            repeatKernels(set).combine[operation](rows);
            QVERIFY(stage.value == value);
            QVERIFY(stage.beside == beside);
        }
    }
}

BURIN_TEST(TestRepeatKernels)
#include "test_repeat_kernels.moc"
