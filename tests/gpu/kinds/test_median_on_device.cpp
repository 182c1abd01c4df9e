// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/median.hpp"
#include "gpu/support/device_test.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>

using namespace burin;
using namespace burin::test;

namespace {

using Pattern = float (*)(std::int64_t x, std::int64_t y);

std::uint64_t hashed(std::int64_t x, std::int64_t y) {
    return Random(static_cast<std::uint64_t>(x * 1'000'003 + y)).next();
}
float allDifferent(std::int64_t x, std::int64_t y) {
    return static_cast<float>(hashed(x, y) >> 40U) * 0x1p-24F - 0.5F;
}
float fewValues(std::int64_t x, std::int64_t y) {
    return static_cast<float>(hashed(x, y) % 3) * 0.5F;
}
float slope(std::int64_t x, std::int64_t y) {
    return static_cast<float>(3 * x - 2 * y) * 0.01F;
}
float specks(std::int64_t x, std::int64_t y) {
    return hashed(x, y) % 50 == 0 ? 1e30F : hashed(x, y) % 50 == 1 ? -1e30F : 0.0F;
}
float plain(std::int64_t, std::int64_t) {
    return -0.75F;
}

std::shared_ptr<const OperationOf<Median>> medianOf(int radius, Edge edge) {
    return std::make_shared<OperationOf<Median>>(Median(radius, edge));
}

/// Rows of samples with any offset and stride, on the device and on the host.
template <class T>
class Plane {
  public:
    Plane(std::int64_t width, std::int64_t height, std::int64_t offset, std::int64_t stride)
        : offset_(offset),
          stride_(stride),
          width_(width),
          height_(height),
          samples_(static_cast<std::size_t>(offset + stride * height + 64), T{77}),
          memory_(samples_.size() * sizeof(T)) {}

    [[nodiscard]] T& at(std::int64_t x, std::int64_t y) {
        return samples_[static_cast<std::size_t>(offset_ + y * stride_ + x)];
    }
    void upload() {
        gpu::check(cudaMemcpy(memory_.data(), samples_.data(), memory_.bytes(), cudaMemcpyHostToDevice));
    }
    void download() {
        gpu::check(cudaMemcpy(samples_.data(), memory_.data(), memory_.bytes(), cudaMemcpyDeviceToHost));
    }
    [[nodiscard]] gpu::DeviceView<T> view() const {
        return {reinterpret_cast<T*>(memory_.data()) + offset_, stride_, width_, height_};
    }
    [[nodiscard]] const std::vector<T>& all() const { return samples_; }

  private:
    std::int64_t offset_;
    std::int64_t stride_;
    std::int64_t width_;
    std::int64_t height_;
    std::vector<T> samples_;
    gpu::DeviceMemory memory_;
};

template <class T>
T middleAround(Plane<T>& padded, std::int64_t x, std::int64_t y, int radius) {
    std::vector<T> window;
    for (std::int64_t row = y; row <= y + 2 * radius; ++row) {
        for (std::int64_t column = x; column <= x + 2 * radius; ++column)
            window.push_back(padded.at(column, row));
    }
    const auto middle = window.begin() + static_cast<std::ptrdiff_t>(window.size() / 2);
    std::nth_element(window.begin(), middle, window.end());
    return *middle;
}

/// The filter writes the right samples for random input and nothing outside of its area.
template <class T>
void comparePlanes(int radius, std::int64_t width, std::int64_t height, std::int64_t paddedOffset,
                   std::int64_t outOffset, std::int64_t stride, int valuesInUse) {
    Plane<T> padded(width + 2 * radius, height + 2 * radius, paddedOffset, stride);
    Random random(static_cast<std::uint64_t>(width));
    for (std::int64_t y = 0; y < height + 2 * radius; ++y) {
        for (std::int64_t x = 0; x < width + 2 * radius; ++x)
            padded.at(x, y) = static_cast<T>(random.between(0, valuesInUse - 1));
    }
    padded.upload();
    Plane<T> out(width, height, outOffset, stride);
    out.upload();
    const gpu::CudaStream cudaStream;
    gpu::medianFilter(cudaStream, gpu::DeviceView<const T>(padded.view()), out.view(), radius);
    cudaStream.synchronise();
    Plane<T> expected(width, height, outOffset, stride);
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x)
            expected.at(x, y) = middleAround(padded, x, y, radius);
    }
    out.download();
    QVERIFY(out.all() == expected.all());
}

}  // namespace

class TestMedianOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void equalsTheProcessor_data();
    void equalsTheProcessor();
    void continuesTheChildAsItsEdgeSays_data();
    void continuesTheChildAsItsEdgeSays();
    void readsUnalignedChildren_data();
    void readsUnalignedChildren();
    void isMasked();
    void filtersPlainViews_data();
    void filtersPlainViews();
    void takesNothingForNothing();
};

void TestMedianOnDevice::equalsTheProcessor_data() {
    QTest::addColumn<int>("radius");
    QTest::addColumn<Pattern>("pattern");
    QTest::addColumn<Rect>("area");
    for (int radius = 1; radius <= 31; ++radius) {
        const auto row = [radius](const char* what) -> QTestData& {
            return QTest::addRow("radius %d, %s", radius, what);
        };
        row("all samples different") << radius << &allDifferent << Rect{-5, 11, 83, 37};
        row("three values") << radius << &fewValues << Rect{3, -9, 70, 9};
        row("a slope") << radius << &slope << Rect{0, 0, 37, 70};
        row("rare specks that are huge") << radius << &specks << Rect{-40, -21, 40, 21};
        row("one value") << radius << &plain << Rect{0, 0, 33, 5};
        row("a single pixel") << radius << &allDifferent << Rect{7, 7, 1, 1};
        row("a single column") << radius << &allDifferent << Rect{0, 0, 1, 70};
        row("a single row") << radius << &allDifferent << Rect{0, 0, 70, 1};
    }
    for (const int radius : {1, 2, 3, 4, 5, 9})
        QTest::addRow("radius %d, many blocks", radius) << radius << &allDifferent << Rect{0, 0, 391, 83};
    QTest::newRow("far away") << 2 << &slope << Rect{1'999'900, 1'999'950, 100, 50};
}

void TestMedianOnDevice::equalsTheProcessor() {
    QFETCH(int, radius);
    QFETCH(Pattern, pattern);
    QFETCH(Rect, area);
    const auto median = medianOf(radius, Edge::extend);
    FakeChild child(Extent(), pattern);
    const std::vector<FakeLink> links{{Trait::data, &child, {7, -3}}};
    const gpu::DeviceOperationOf<Median> device(median);
    QCOMPARE(computeOnDevice(device, *median, links, area).samples, compute(*median, links, area).samples);
}

void TestMedianOnDevice::continuesTheChildAsItsEdgeSays_data() {
    QTest::addColumn<Edge>("edge");
    QTest::addColumn<int>("radius");
    for (const int radius : {1, 3, 5, 8, 20}) {
        QTest::addRow("radius %d, the nearest pixel", radius) << Edge::extend << radius;
        QTest::addRow("radius %d, mirrored", radius) << Edge::mirror << radius;
        QTest::addRow("radius %d, repeated", radius) << Edge::wrap << radius;
    }
}

void TestMedianOnDevice::continuesTheChildAsItsEdgeSays() {
    QFETCH(Edge, edge);
    QFETCH(int, radius);
    const auto median = medianOf(radius, edge);
    FakeChild child(Extent(Rect{0, 0, 13, 9}), &allDifferent);
    const std::vector<FakeLink> links{{Trait::data, &child, {2, 1}}};
    const Rect area{-4, -6, 30, 25};  // like a node whose own size exceeds its child's
    const gpu::DeviceOperationOf<Median> device(median);
    QCOMPARE(computeOnDevice(device, *median, links, area).samples, compute(*median, links, area).samples);
}

void TestMedianOnDevice::readsUnalignedChildren_data() {
    QTest::addColumn<int>("radius");
    QTest::addColumn<int>("offset");
    for (const int radius : {1, 2, 3, 4, 5, 8}) {
        for (const int offset : {1, 2, 3, 4, 31})
            QTest::addRow("radius %d, %d samples off", radius, offset) << radius << offset;
    }
}

void TestMedianOnDevice::readsUnalignedChildren() {
    QFETCH(int, radius);
    QFETCH(int, offset);
    const auto median = medianOf(radius, Edge::mirror);
    FakeChild child(Extent(Rect{0, 0, 301, 43}), &allDifferent);
    const std::vector<FakeLink> links{{Trait::data, &child, {}}};
    const Rect area{0, 0, 301, 43};
    const gpu::DeviceOperationOf<Median> device(median);
    QCOMPARE(computeOnDevice(device, *median, links, area, static_cast<std::size_t>(offset)).samples,
             compute(*median, links, area).samples);
}

void TestMedianOnDevice::isMasked() {
    const auto median = medianOf(1, Edge::extend);
    FakeChild child(Extent(), [](auto, auto) { return 0.75F; });
    FakeChild mask(Extent(Rect{0, 0, 2, 1}), [](auto x, auto) { return x == 0 ? 0.5F : 9.0F; });
    const std::vector<FakeLink> links{{Trait::data, &child, {}}, {Trait::mask, &mask, {1, 0}}};
    const gpu::DeviceOperationOf<Median> device(median);
    QCOMPARE(computeOnDevice(device, *median, links, {0, 0, 4, 1}).samples,
             (std::vector<float>{0.0F, 0.375F, 0.75F, 0.0F}));
}

void TestMedianOnDevice::filtersPlainViews_data() {
    QTest::addColumn<int>("radius");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    QTest::addColumn<qint64>("paddedOffset");
    QTest::addColumn<qint64>("outOffset");
    QTest::addColumn<qint64>("stride");
    QTest::addColumn<int>("values");
    for (int radius = 1; radius <= 31; ++radius) {
        const auto row = [radius](const char* what) -> QTestData& {
            return QTest::addRow("radius %d, %s", radius, what);
        };
        row("aligned rows") << radius << qint64{64} << qint64{19} << qint64{0} << qint64{0} << qint64{192}
                            << 256;
        row("the same place in a vector")
            << radius << qint64{99} << qint64{9} << qint64{5} << qint64{5} << qint64{192} << 256;
        row("another place, and rows that are aligned to nothing")
            << radius << qint64{71} << qint64{13} << qint64{3} << qint64{6} << qint64{135} << 256;
        row("two values") << radius << qint64{35} << qint64{5} << qint64{1} << qint64{0} << qint64{128} << 2;
        row("narrower than a vector")
            << radius << qint64{3} << qint64{11} << qint64{14} << qint64{2} << qint64{65} << 200;
    }
    QTest::newRow("3 x 3, many blocks")
        << 1 << qint64{1300} << qint64{70} << qint64{7} << qint64{0} << qint64{1312} << 256;
    QTest::newRow("3 x 3, more blocks than a device holds at a time")
        << 1 << qint64{2061} << qint64{2055} << qint64{16} << qint64{16} << qint64{2112} << 256;
    QTest::newRow("11 x 11, many blocks")
        << 5 << qint64{700} << qint64{40} << qint64{0} << qint64{0} << qint64{768} << 256;
}

void TestMedianOnDevice::filtersPlainViews() {
    QFETCH(int, radius);
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    QFETCH(qint64, paddedOffset);
    QFETCH(qint64, outOffset);
    QFETCH(qint64, stride);
    QFETCH(int, values);
    comparePlanes<std::uint8_t>(radius, width, height, paddedOffset, outOffset, stride, values);
    comparePlanes<float>(radius, width, height, paddedOffset, outOffset, stride, values);
}

void TestMedianOnDevice::takesNothingForNothing() {
    const gpu::CudaStream cudaStream;
    gpu::medianFilter(cudaStream, gpu::DeviceView<const float>{nullptr, 0, 62, 62}, {nullptr, 0, 0, 0}, 31);
    gpu::medianFilter(cudaStream, gpu::DeviceView<const std::uint8_t>{nullptr, 0, 2, 5}, {nullptr, 0, 0, 3},
                      1);
    cudaStream.synchronise();
}

BURIN_TEST(TestMedianOnDevice)
#include "test_median_on_device.moc"
