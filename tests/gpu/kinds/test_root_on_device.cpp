// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/root.hpp"
#include "gpu/support/exact.hpp"
#include "support/testing.hpp"

#include <limits>

using namespace burin;
using namespace burin::test;

namespace {

constexpr std::byte untouched{0x5A};

/// Every level of every depth from just below to just above its limit, and special values.
float steps(std::int64_t x, std::int64_t y) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float odd[] = {0,        1,         -1,       2,    -0.0F, infinity, -infinity, std::nanf(""),
                             0x1p-30F, 0x1p-140F, 0.99999F, 0.5F, 0.25F, 0.75F,    0.1F};
    const std::int64_t k = y * 4099 + x;
    if (k % 17 == 0) return odd[static_cast<std::size_t>(k / 17) % std::size(odd)];
    const float levels = k % 3 == 0 ? 65535.0F : k % 3 == 1 ? 255.0F : 1000003.0F;
    const float limit = (static_cast<float>(k % static_cast<std::int64_t>(levels)) + 0.5F) / levels;
    return k % 4 == 0 ? std::nextafter(limit, 0.0F) : k % 4 == 1 ? std::nextafter(limit, 1.0F) : limit;
}

Curve manyPoints(int count) {
    std::vector<std::pair<double, double>> points;
    for (int k = 0; k < count; ++k)
        points.emplace_back(0.1 + 0.8 * k / (count - 1), 0.5 + 0.5 * std::sin(0.37 * k));
    return Curve(std::move(points));
}

/// The samples, packed by Root::pack into rows of `stride` bytes.
std::vector<std::byte> packedByRoot(const Root& root, OwnedSamples samples, std::size_t stride) {
    std::vector<std::byte> out(stride * static_cast<std::size_t>(samples.area.height), untouched);
    for (std::int64_t y = 0; y < samples.area.height; ++y)
        root.pack(samples.view().row(y), {samples.area.x, samples.area.y + y},
                  out.data() + static_cast<std::size_t>(y) * stride, samples.area.width);
    return out;
}

/// The samples packed on the device, with rows that start `offset` samples or bytes after an aligned address.
std::vector<std::byte> packedByDevice(const Root& root, FakeChild& samples, const Rect& area,
                                      std::size_t stride, std::size_t offset) {
    const gpu::OnDevice<Root> device(root);
    const FakeLink link{Trait::data, &samples, {}};
    FakeChildren children({&link, 1});
    children.promise({{area}});
    FakeDeviceChildren child(children, offset);
    std::vector<std::byte> out(stride * static_cast<std::size_t>(area.height), untouched);
    gpu::DeviceMemory memory(out.size() + offset);
    std::byte* start = memory.data() + offset;
    const gpu::CudaStream cudaStream;
    gpu::check(cudaMemcpyAsync(start, out.data(), out.size(), cudaMemcpyDefault, cudaStream));
    gpu::packSamples(cudaStream, device.packing(), area.origin(), child.fetch({area}),
                     reinterpret_cast<std::uint8_t*>(start), stride);
    cudaStream.synchronise();
    gpu::check(cudaMemcpy(out.data(), start, out.size(), cudaMemcpyDefault));
    return out;
}

}  // namespace

class TestRootOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void packsAsTheProcessorDoes_data();
    void packsAsTheProcessorDoes();
    void startsFromItsBackground();
};

void TestRootOnDevice::packsAsTheProcessorDoes_data() {
    QTest::addColumn<Root>("root");
    for (const int depth : {1, 8, 16}) {
        Root root;
        root.depth = depth;
        QTest::addRow("%d bit, plain", depth) << root;
        root.invert = true;
        QTest::addRow("%d bit, inverted", depth) << root;
        root.materialCurve = Curve({{0.25, 0.1}, {0.5, 0.9}, {0.75, 0.3}});
        QTest::addRow("%d bit, inverted, through one curve", depth) << root;
        root.machineCurve = manyPoints(1024);
        QTest::addRow("%d bit, inverted, through both curves", depth) << root;
        root.invert = false;
        root.materialCurve.reset();
        QTest::addRow("%d bit, through the machine's curve", depth) << root;
        root.machineCurve = Curve({{0, 1}, {0.3, 0.7}, {0.3000000001, 0.2}, {1, 0}});
        QTest::addRow("%d bit, through points that fall together", depth) << root;
    }
    Root root;
    root.depth = 1;
    root.dither = Dither::ordered;
    QTest::newRow("1 bit, dithered by Bayer's matrix") << root;
    root.dither = Dither::blueNoise;
    QTest::newRow("1 bit, dithered by blue noise") << root;
    root.invert = true;
    root.materialCurve = Curve({{0.25, 0.1}, {0.5, 0.9}, {0.75, 0.3}});
    QTest::newRow("1 bit, inverted, through a curve, dithered by blue noise") << root;
}

void TestRootOnDevice::packsAsTheProcessorDoes() {
    QFETCH(Root, root);
    for (const std::int64_t width : {1, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 127, 1000, 1024, 4099}) {
        const Rect area{5, 7, width, width > 1000 ? 65 : 3};
        FakeChild samples(Extent(), &steps);
        samples.promise({{area}});
        OwnedSamples image(area);
        const ConstSamplesView view = samples.fetch({area});
        std::copy(view.data, view.data + area.area(), image.samples.begin());
        const auto rowBytes = static_cast<std::size_t>((width * root.depth + 7) / 8);
        for (const std::size_t offset : {0, 1, 4}) {
            const std::size_t stride = offset == 0 ? (rowBytes + 31) / 16 * 16 : rowBytes + offset - 1;
            QVERIFY2(packedByDevice(root, samples, area, stride, offset) == packedByRoot(root, image, stride),
                     qPrintable(QString("%1 samples, %2 behind").arg(width).arg(offset)));
        }
    }
}

void TestRootOnDevice::startsFromItsBackground() {
    FakeChild first(Extent({0, 0, 50, 40}), &scattered);
    FakeChild second(Extent(), &scattered);
    FakeChild mask(Extent({0, 0, 90, 60}), &scattered);
    const std::vector<FakeLink> links = {{Trait::data, &first, {3, 4}},
                                         {Trait::mask, &mask, {-2, 1}},
                                         {Trait::data, &first, {40, 31}},
                                         {Trait::data, &first, {4000, 31}}};
    for (const float background : {0.0F, 0.375F}) {
        Root root;
        root.background = background;
        QCOMPARE(differenceOnDevice(root, links, {-10, -10, 120, 90}, 3), QString());
        QCOMPARE(differenceOnDevice(root, {{Trait::data, &second, {1, 1}}}, {0, 0, 70, 50}), QString());
        QCOMPARE(differenceOnDevice(root, {}, {0, 0, 7, 5}), QString());
    }
}

BURIN_TEST(TestRootOnDevice)
#include "test_root_on_device.moc"
