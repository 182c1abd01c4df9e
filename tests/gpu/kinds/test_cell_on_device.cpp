// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/methods/cell.hpp"
#include "gpu/support/exact.hpp"
#include "support/testing.hpp"

#include <optional>

using namespace burin;
using namespace burin::test;

namespace {

/// Rows in device memory with any first sample and any stride; every sample is 77 until it is set.
template <class T>
class Held {
  public:
    Held(std::int64_t width, std::int64_t height, std::int64_t offset, std::int64_t stride)
        : host_(static_cast<std::size_t>(offset + stride * height), T(77)),
          memory_(host_.size() * sizeof(T)),
          view_{reinterpret_cast<T*>(memory_.data()) + offset, stride, width, height} {
        upload();
    }
    [[nodiscard]] T& at(std::int64_t x, std::int64_t y) { return host_[index(x, y)]; }
    [[nodiscard]] gpu::DeviceView<T> view() const { return view_; }
    [[nodiscard]] const std::vector<T>& samples() const { return host_; }
    void upload() {
        gpu::check(cudaMemcpy(memory_.data(), host_.data(), memory_.bytes(), cudaMemcpyDefault));
        gpu::check(cudaStreamSynchronize(cudaStreamLegacy));  // the copy returns before it is complete
    }
    void download() {
        gpu::check(cudaMemcpy(host_.data(), memory_.data(), memory_.bytes(), cudaMemcpyDefault));
    }

  private:
    [[nodiscard]] std::size_t index(std::int64_t x, std::int64_t y) const {
        return host_.size() - static_cast<std::size_t>(view_.stride * (view_.height - y) - x);
    }
    std::vector<T> host_;
    gpu::DeviceMemory memory_;
    gpu::DeviceView<T> view_;
};

/// The first place at which the samples read from a cell, or those around it, differ from folding each
/// position. The stride exceeds the row length by `more` samples; nothing: the stride that Burin allocates.
template <class T>
QString differenceOf(const Lattice& lattice, const Rect& area, std::int64_t offset,
                     std::optional<std::int64_t> more) {
    const std::int64_t stride = more ? area.width + *more : gpu::alignedStride<T>(area.width + offset);
    Held<T> cell(lattice.width, lattice.height, offset, lattice.width + more.value_or(32));
    for (std::int64_t y = 0; y < lattice.height; ++y) {
        for (std::int64_t x = 0; x < lattice.width; ++x)
            cell.at(x, y) = static_cast<T>(100.0F + 100.0F * scattered(x, y));
    }
    cell.upload();
    Held<T> out(area.width, area.height, offset, stride);
    Held<T> expected(area.width, area.height, offset, stride);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            const Point from = lattice.fold({area.x + x, area.y + y});
            expected.at(x, y) = cell.at(from.x, from.y);
        }
    }
    const gpu::CudaStream cudaStream;
    gpu::readCell(cudaStream, cell.view(), lattice, area, out.view());
    cudaStream.synchronise();
    out.download();
    const auto [a, b] = std::mismatch(out.samples().begin(), out.samples().end(), expected.samples().begin());
    if (a == out.samples().end()) return {};
    const auto place = a - out.samples().begin() - offset;
    return QString("(%1, %2): %3, not %4")
        .arg(place % stride)
        .arg(place / stride)
        .arg(static_cast<double>(*a))
        .arg(static_cast<double>(*b));
}

}  // namespace

class TestCellOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { BURIN_NEEDS_DEVICE(); }
    void isFolded_data();
    void isFolded();
};

void TestCellOnDevice::isFolded_data() {
    QTest::addColumn<Lattice>("lattice");
    QTest::addColumn<Rect>("area");
    const Rect some{-123, -45, 1003, 211};
    for (const int width : {1, 2, 3, 5, 7, 15, 16, 17, 31, 97, 100, 128, 1000, 1021, 4096}) {
        QTest::addRow("%d wide, no shift", width) << Lattice{width, 13, 0} << some;
        QTest::addRow("%d wide, shifted", width) << Lattice{width, 13, width / 3} << some;
        QTest::addRow("%d wide, shifted, a row high", width) << Lattice{width, 1, width - 1} << some;
    }
    QTest::newRow("higher than the area") << Lattice{100, 1000, 50} << some;
    QTest::newRow("far to the right and below") << Lattice{97, 89, 13} << Rect{1999000, 1999800, 700, 200};
    QTest::newRow("far to the left and above") << Lattice{97, 89, 13} << Rect{-2000000, -1999999, 699, 201};
    QTest::newRow("a single sample") << Lattice{97, 89, 13} << Rect{-5, 90, 1, 1};
    QTest::newRow("narrower than a vector") << Lattice{97, 89, 13} << Rect{-5, 90, 3, 300};
    QTest::newRow("many rows") << Lattice{20, 3, 7} << Rect{-5, 90, 77, 16384};
    QTest::newRow("more rows than a launch has blocks") << Lattice{2, 1, 1} << Rect{-5, 90, 5, 270000};
    QTest::newRow("the widest that is held in memory, f32") << Lattice{12280, 2, 1234} << some;
    QTest::newRow("too wide for that, f32") << Lattice{12281, 2, 1234} << some;
    QTest::newRow("the widest that is held in memory, u8") << Lattice{49120, 2, 49119} << some;
    QTest::newRow("too wide for that, u8") << Lattice{49121, 2, 49119} << some;
    QTest::newRow("wider than high, read across its end")
        << Lattice{60000, 1, 59001} << Rect{59700, 8, 901, 99};
    QTest::newRow("four million wide, a row high") << Lattice{4003994, 1, 3987001} << some;
}

void TestCellOnDevice::isFolded() {
    QFETCH(Lattice, lattice);
    QFETCH(Rect, area);
    using Layout = std::pair<std::int64_t, std::optional<std::int64_t>>;
    for (const auto& [offset, more] : {Layout{0, 0}, {0, 13}, {1, 0}, {5, 3}, {16, 16}, {0, {}}, {9, {}}}) {
        QCOMPARE(differenceOf<float>(lattice, area, offset, more), QString());
        QCOMPARE(differenceOf<std::uint8_t>(lattice, area, offset, more), QString());
    }
}

BURIN_TEST(TestCellOnDevice)
#include "test_cell_on_device.moc"
