// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/profile.hpp"
#include "gpu/support/exact.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// A random number in [0, 1) that depends only on the position.
float noise(std::int64_t x, std::int64_t y) {
    std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U ^
                      static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FU;
    h ^= h >> 29;
    h *= 0xBF58476D1CE4E5B9U;
    h ^= h >> 32;
    return static_cast<float>(h >> 40) * 0x1p-24F;
}

/// A profile whose value is the squared distance plus one: exact in binary32 and never 0.
Profile squaredDistance(std::int64_t distanceMaxPx, float threshold = 0, bool invert = false) {
    Profile node;
    node.distanceMaxPx = distanceMaxPx;
    node.threshold = threshold;
    node.invert = invert;
    node.tabulate(
        [](std::int64_t first, std::span<float> entries) {
            for (float& entry : entries)
                entry = static_cast<float>(++first);
        },
        false);
    return node;
}

/// Each sample is white with this probability.
FakeChild::Sample whites(double density) {
    return [density](auto x, auto y) { return noise(x, y) < static_cast<float>(density) ? 0.75F : 0.0F; };
}

/// Discs of very different sizes, so that distances grow slowly inside and around them.
float discs(std::int64_t x, std::int64_t y) {
    constexpr std::int64_t pitch = 170;
    const std::int64_t i = floorDiv(x, pitch);
    const std::int64_t j = floorDiv(y, pitch);
    const auto dx = static_cast<double>(x - i * pitch - pitch / 2);
    const auto dy = static_cast<double>(y - j * pitch - pitch / 2);
    return std::hypot(dx, dy) < 70 * static_cast<double>(noise(i, j)) ? 1.0F : 0.0F;
}

QString difference(const Profile& node, FakeChild& mask, const Rect& area, Point at = {}) {
    return differenceOnDevice(node, {{Trait::mask, &mask, at}}, area);
}

/// A mask of bytes or floats on the device, and the result of calling the kernels directly.
template <class T>
OwnedSamples profileOfMask(const std::vector<T>& samples, const Rect& maskArea, const Profile& node,
                           const Rect& area, std::int64_t offset) {
    gpu::CudaStream cudaStream;
    const std::int64_t stride = maskArea.width + offset;
    std::vector<T> placed(static_cast<std::size_t>(stride * maskArea.height + offset));
    for (std::int64_t y = 0; y < maskArea.height; ++y)
        std::copy_n(samples.begin() + y * maskArea.width, maskArea.width,
                    placed.begin() + offset + y * stride);
    const gpu::DeviceTable<T> held(placed);
    const gpu::DeviceTable<float> table(node.table.value());
    const gpu::DeviceMemory values(static_cast<std::size_t>(area.area()) * sizeof(float));
    FakeDeviceScratch scratch(gpu::profileScratchBytes(
        node.distanceMaxPx, maskArea.translated(-area.origin()), {area.width, area.height}));
    const gpu::DeviceSamples out{reinterpret_cast<float*>(values.data()), area.width, area.width,
                                 area.height};
    const gpu::DeviceView<const T> mask{held.data() + offset, stride, maskArea.width, maskArea.height};
    gpu::profileOfMask(cudaStream, mask, maskArea.origin() - area.origin(), {node.threshold, node.invert},
                       {table.data(), static_cast<int>(node.distanceMaxPx)}, out, scratch);
    cudaStream.synchronise();
    OwnedSamples image(area);
    gpu::check(cudaMemcpy(image.samples.data(), out.data, image.samples.size() * sizeof(float),
                          cudaMemcpyDeviceToHost));
    return image;
}

}  // namespace

class TestProfileOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void findsTheNearestWhiteSample_data();
    void findsTheNearestWhiteSample();
    void allAreasFromAStripToABlock_data();
    void allAreasFromAStripToABlock();
    void nothingIsWhiteOutsideABoundedMask_data();
    void nothingIsWhiteOutsideABoundedMask();
    void nothingWhiteIsInReach_data();
    void nothingWhiteIsInReach();
    void masksThatAreNoNumbers();
    void aLargeArea_data();
    void aLargeArea();
    void doesNotDependOnTheArea_data();
    void doesNotDependOnTheArea();
    void dataIsMultipliedIn();
    void aMaskOfBytes_data();
    void aMaskOfBytes();
    void holdsItsTableOnTheDevice();
};

void TestProfileOnDevice::initTestCase() {
    BURIN_NEEDS_DEVICE();
}

void TestProfileOnDevice::findsTheNearestWhiteSample_data() {
    QTest::addColumn<int>("distanceMax");
    QTest::addColumn<double>("density");
    // Distances around those at which the kernel switches its method.
    for (const int distance : {1,  2,  6,   7,   8,   15,  16,  22,  23,  24,  30,  31,   32,  33,
                               63, 64, 100, 172, 173, 174, 181, 182, 255, 256, 300, 1000, 1023}) {
        const double density = 1500.0 / ((2.0 * distance + 70) * (2.0 * distance + 40));
        QTest::addRow("D = %d, some white around", distance) << distance << density;
        QTest::addRow("D = %d, hardly any white", distance) << distance << density / 400;
        QTest::addRow("D = %d, half of all samples white", distance) << distance << 0.5;
    }
    for (const int distance : {9, 20, 90, 200}) {
        QTest::addRow("D = %d, no white at all", distance) << distance << 0.0;
        QTest::addRow("D = %d, all white", distance) << distance << 2.0;
        QTest::addRow("D = %d, nearly all white", distance) << distance << 0.999;
    }
}

void TestProfileOnDevice::findsTheNearestWhiteSample() {
    QFETCH(int, distanceMax);
    QFETCH(double, density);
    FakeChild mask(Extent(), whites(density));
    const QString wrong = difference(squaredDistance(distanceMax), mask, {-17, 1'999'963, 151, 37}, {3, -5});
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestProfileOnDevice::allAreasFromAStripToABlock_data() {
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    QTest::newRow("one sample") << qint64{1} << qint64{1};
    QTest::newRow("a strip") << qint64{700} << qint64{1};
    QTest::newRow("a column") << qint64{1} << qint64{400};
    QTest::newRow("exactly a block") << qint64{64} << qint64{128};
    QTest::newRow("one row and column less") << qint64{63} << qint64{127};
    QTest::newRow("one row and column more") << qint64{65} << qint64{129};
    QTest::newRow("half a block's columns") << qint64{32} << qint64{16};
    QTest::newRow("several blocks and a rest") << qint64{331} << qint64{277};
}

void TestProfileOnDevice::allAreasFromAStripToABlock() {
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    for (const int distance : {5, 15, 27, 40, 260}) {
        for (std::size_t offset = 0; offset < 4; ++offset) {
            FakeChild mask(Extent(Rect{-20, -30, 300, 220}), whites(0.004));
            const Profile profile = squaredDistance(distance);
            const Rect area{3 + static_cast<std::int64_t>(offset), 11, width, height};
            const QString wrong = differenceOnDevice(profile, {{Trait::mask, &mask, {}}}, area, offset);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }
}

void TestProfileOnDevice::nothingIsWhiteOutsideABoundedMask_data() {
    QTest::addColumn<float>("threshold");
    QTest::addColumn<bool>("invert");
    QTest::newRow("white is what is greater") << 0.4F << false;
    QTest::newRow("inverted: white is what is not greater") << 0.4F << true;
    QTest::newRow("a threshold below empty") << -0.5F << false;
    QTest::newRow("a threshold below empty, inverted") << -0.5F << true;
    QTest::newRow("inverted with the default threshold") << 0.0F << true;
    QTest::newRow("everything is white") << -2.0F << false;
    QTest::newRow("everything is white, inverted") << 2.0F << true;
    QTest::newRow("nothing is white") << 2.0F << false;
}

void TestProfileOnDevice::nothingIsWhiteOutsideABoundedMask() {
    QFETCH(float, threshold);
    QFETCH(bool, invert);
    FakeChild mask(Extent(Rect{10, 20, 75, 35}),
                   [](auto x, auto y) { return std::floor(noise(x, y) * 8) / 4 - 1; });
    for (const int distance : {6, 12, 31, 50, 300}) {
        const QString wrong =
            difference(squaredDistance(distance, threshold, invert), mask, {-20, -10, 190, 170}, {1, 2});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfileOnDevice::nothingWhiteIsInReach_data() {
    QTest::addColumn<qint64>("x");
    QTest::newRow("the mask ends just within reach") << qint64{1'000'000 - 19};
    QTest::newRow("the mask ends at D") << qint64{1'000'000 - 20};
    QTest::newRow("nothing of the mask is read") << qint64{1'000'000 - 400};
}

void TestProfileOnDevice::nothingWhiteIsInReach() {
    QFETCH(qint64, x);
    for (const int distance : {20, 40}) {
        FakeChild mask(Extent(Rect{x - 50, 1'000'000, 51, 100}), [](auto, auto) { return 1.0F; });
        const QString wrong = difference(squaredDistance(distance), mask, {1'000'000, 1'000'000, 200, 150});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfileOnDevice::masksThatAreNoNumbers() {
    constexpr float values[] = {0.5F, std::numeric_limits<float>::quiet_NaN(), 0.0F, -0.0F,
                                std::numeric_limits<float>::infinity()};
    FakeChild mask(Extent(), [&](auto x, auto y) {
        return noise(x, y) < 0.95F ? values[1] : values[static_cast<std::size_t>(floorMod(x + y, 5))];
    });
    for (const bool invert : {false, true}) {
        const QString wrong = difference(squaredDistance(9, 0.5F, invert), mask, {0, 0, 200, 200});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfileOnDevice::aLargeArea_data() {
    QTest::addColumn<int>("distanceMax");
    for (const int distance : {4, 15, 31, 63, 150, 255, 700})
        QTest::addRow("discs, D = %d", distance) << distance;
}

void TestProfileOnDevice::aLargeArea() {
    QFETCH(int, distanceMax);
    FakeChild mask(Extent(), discs);
    for (const bool invert : {false, true}) {
        const QString wrong =
            difference(squaredDistance(distanceMax, 0, invert), mask, {-300, 777, 1507, 973});
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfileOnDevice::doesNotDependOnTheArea_data() {
    QTest::addColumn<int>("distanceMax");
    for (const int distance : {3, 15, 70, 200})
        QTest::addRow("D = %d", distance) << distance;
}

void TestProfileOnDevice::doesNotDependOnTheArea() {
    QFETCH(int, distanceMax);
    FakeChild mask(Extent(Rect{-90, 60, 380, 480}), whites(0.001));
    const Rect area{-100, 50, 400, 500};
    const auto operation = std::make_shared<const OperationOf<Profile>>(squaredDistance(distanceMax));
    const gpu::DeviceOperationOf<Profile> device(operation);
    const std::vector<FakeLink> links = {{Trait::mask, &mask, {}}};
    const OwnedSamples whole = computeOnDevice(device, *operation, links, area);
    for (const Rect piece : {Rect{-37, 61, 101, 207}, Rect{0, 50, 1, 500}, Rect{-100, 301, 400, 33},
                             Rect{63, 64, 64, 64}, Rect{299, 549, 1, 1}}) {
        const OwnedSamples alone = computeOnDevice(device, *operation, links, piece);
        OwnedSamples expected(piece);
        for (std::int64_t y = piece.y; y < piece.bottom(); ++y) {
            for (std::int64_t x = piece.x; x < piece.right(); ++x)
                expected.at(x, y) = whole.at(x, y);
        }
        const QString wrong = firstDifference(alone, expected);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfileOnDevice::dataIsMultipliedIn() {
    FakeChild mask(Extent(), whites(0.01));
    FakeChild bounded(Extent(Rect{0, 0, 130, 40}), noise);
    FakeChild everywhere(Extent(), [](auto x, auto y) { return noise(x, y) - 0.5F; });
    for (const int distance : {9, 90}) {
        const QString wrong = differenceOnDevice(
            squaredDistance(distance),
            {{Trait::mask, &mask, {}}, {Trait::data, &bounded, {2, 1}}, {Trait::data, &everywhere, {-3, 5}}},
            {-5, -5, 173, 65}, 3);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestProfileOnDevice::aMaskOfBytes_data() {
    QTest::addColumn<int>("distanceMax");
    QTest::addColumn<float>("threshold");
    QTest::addColumn<bool>("invert");
    for (const int distance : {15, 40, 300}) {
        QTest::addRow("D = %d, a threshold between two bytes", distance) << distance << 250.5F << false;
        QTest::addRow("D = %d, a threshold that is a byte", distance) << distance << 250.0F << false;
        QTest::addRow("D = %d, inverted", distance) << distance << 4.0F << true;
        QTest::addRow("D = %d, inverted, a threshold between", distance) << distance << 0.25F << true;
        QTest::addRow("D = %d, all above", distance) << distance << -1.5F << false;
        QTest::addRow("D = %d, none above", distance) << distance << 255.0F << false;
        QTest::addRow("D = %d, none above by far", distance) << distance << 1e9F << false;
        QTest::addRow("D = %d, none below", distance) << distance << -0.25F << true;
    }
}

void TestProfileOnDevice::aMaskOfBytes() {
    QFETCH(int, distanceMax);
    QFETCH(float, threshold);
    QFETCH(bool, invert);
    const Profile node = squaredDistance(distanceMax, threshold, invert);
    const Rect area{100, 200, 203, 141};
    const Rect maskArea{91, 207, 235, 130};
    std::vector<std::uint8_t> bytes;
    std::vector<float> floats;
    for (std::int64_t y = maskArea.y; y < maskArea.bottom(); ++y) {
        for (std::int64_t x = maskArea.x; x < maskArea.right(); ++x) {
            bytes.push_back(static_cast<std::uint8_t>(noise(x, y) * 256));
            floats.push_back(static_cast<float>(bytes.back()));
        }
    }
    FakeChild mask(Extent(maskArea), [&](auto x, auto y) {
        return floats[static_cast<std::size_t>((y - maskArea.y) * maskArea.width + x - maskArea.x)];
    });
    const OwnedSamples expected = compute(OperationOf<Profile>(node), {{Trait::mask, &mask, {}}}, area);
    for (std::int64_t offset = 0; offset < 3; ++offset) {
        const QString byBytes = firstDifference(profileOfMask(bytes, maskArea, node, area, offset), expected);
        QVERIFY2(byBytes.isEmpty(), qPrintable(byBytes));
        const QString byFloats =
            firstDifference(profileOfMask(floats, maskArea, node, area, offset), expected);
        QVERIFY2(byFloats.isEmpty(), qPrintable(byFloats));
    }
}

void TestProfileOnDevice::holdsItsTableOnTheDevice() {
    const auto operation = std::make_shared<const OperationOf<Profile>>(squaredDistance(30));
    QCOMPARE(gpu::DeviceOperationOf<Profile>(operation).residentBytes(), std::size_t{901 * sizeof(float)});
}

BURIN_TEST(TestProfileOnDevice)
#include "test_profile_on_device.moc"
