// SPDX-License-Identifier: GPL-3.0-or-later

// An area is read row by row in the bits of its node: a byte for each sample of 1 bit, 8 or 16 bits of a
// surface, binary32 of any other node.

#include "core/export/sample_reading.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/node_engine.hpp"
#include "support/testing.hpp"

#include <cstring>
#include <string>
#include <vector>

using namespace burin;

namespace {

/// Reads `area` of a node of a surface with these bits, whose samples are x / 400.
template <class Sample>
std::vector<Sample> samplesRead(const char* name, int bits, const Rect& area) {
    const std::string text =
        "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, depth: " + std::to_string(bits) +
        ", width: 400, height: 300, inputs: [{data: slope}]}\n"
        "  slope: {kind: math2d, width: 400, height: 300, expression: \"x / 400\"}\n";
    const Design design = parseDesign(text, {});
    NodeEngine engine({.memoryBytes = std::size_t{256} << 20U, .threads = 2}, design, *design.find(name), {});
    std::vector<Sample> samples(static_cast<std::size_t>(area.area()));
    readSamples(engine.backend(), engine.graph(), area, reinterpret_cast<std::byte*>(samples.data()), {});
    return samples;
}

}  // namespace

class TestSampleReading : public QObject {
    Q_OBJECT

  private slots:
    void aNodeIsReadAsBinary32() {
        const Rect area{3, 5, 350, 280};  // several requests
        const auto samples = samplesRead<float>("slope", 8, area);
        for (std::int64_t y = 0; y < area.height; ++y) {
            const float* row = samples.data() + y * area.width;
            QVERIFY(std::memcmp(row, samples.data(), static_cast<std::size_t>(area.width) * sizeof(float)) ==
                    0);
        }
        for (std::int64_t x = 1; x < area.width; ++x) {
            const auto at = static_cast<std::size_t>(x);
            QVERIFY(samples[at] > samples[at - 1] && samples[at] < 1);
        }
    }

    void aSurfaceIsReadInItsBits() {
        const Rect area{3, 5, 350, 280};
        const auto binary32 = samplesRead<float>("slope", 8, area);
        const auto bytes = samplesRead<std::uint8_t>("surface", 8, area);
        const auto words = samplesRead<std::uint16_t>("surface", 16, area);
        const auto bits = samplesRead<std::uint8_t>("surface", 1, area);
        for (std::size_t i = 0; i < binary32.size(); ++i) {
            QVERIFY(std::abs(static_cast<float>(bytes[i]) - 255 * binary32[i]) < 0.51F);
            QVERIFY(std::abs(static_cast<float>(words[i]) - 65535 * binary32[i]) < 0.51F);
            QCOMPARE(int{bits[i]}, binary32[i] >= 0.5F ? 1 : 0);
        }
    }
};

BURIN_TEST(TestSampleReading)
#include "test_sample_reading.moc"
