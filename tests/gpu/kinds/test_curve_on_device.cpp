// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/stream_counters.hpp"
#include "gpu/kinds/textures/pieces.hpp"
#include "gpu/support/device_test.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// Just so many samples that the parts of the area are dealt.
constexpr Size largeSize{8192, gpu::DevicePieces::manySamples / 8192};

/// A curve of straight pieces, on the processor and on the card.
class StraightCurve {
  public:
    explicit StraightCurve(int count) : zero_(static_cast<std::size_t>(count)) {
        Random random(static_cast<std::uint64_t>(count));
        for (int k = 0; k < count; ++k) {
            start_.push_back(static_cast<float>((k + random.real(0, 0.9)) / count));
            c0_.push_back(static_cast<float>(random.real(-0.5, 1.5)));
            c1_.push_back(k + 1 < count ? static_cast<float>(random.real(-9, 9)) : 0.0F);
        }
        onCard = gpu::DevicePieces(pieces());
    }
    [[nodiscard]] CurvePieces pieces() const {
        return {start_.data(), c0_.data(), c1_.data(), zero_.data(), zero_.data(), count()};
    }
    [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(start_.size()); }

    /// Samples everywhere in the curve's range and outside of it, at its points and beside them, and with any
    /// bits.
    [[nodiscard]] std::vector<float> samples(std::size_t size, bool finite) const {
        Random random(size);
        std::vector<float> all(size);
        for (float& sample : all) {
            const std::uint64_t bits = random.next();
            const auto low = static_cast<std::uint32_t>(bits);
            switch (bits >> 61) {
                case 0:
                    sample = start_[low % start_.size()];
                    break;
                case 1:
                    sample = std::nextafter(start_[low % start_.size()], bits >> 60 & 1 ? 9.0F : -9.0F);
                    break;
                case 2:
                    sample = std::bit_cast<float>(low);
                    if (finite && !std::isfinite(sample)) sample = 0;
                    break;
                case 3:
                    sample = static_cast<float>(low) * 0x1p-30F - 1.5F;
                    break;
                default:
                    sample = static_cast<float>(low) * 0x1p-32F;
            }
        }
        return all;
    }

    gpu::DevicePieces onCard;

  private:
    std::vector<float> start_, c0_, c1_, zero_;
};

/// Rows of samples in device memory, with any distance between their starts.
class CardRows {
  public:
    CardRows(Size size, std::int64_t gap, std::int64_t offset = 0)
        : memory_(static_cast<std::size_t>((size.width + gap) * size.height + offset) * sizeof(float)),
          view_{reinterpret_cast<float*>(memory_.data()) + offset, size.width + gap, size.width,
                size.height} {
        spoil(cudaStreamLegacy);
        gpu::check(cudaStreamSynchronize(cudaStreamLegacy));
    }
    [[nodiscard]] gpu::DeviceSamples view() const { return view_; }
    [[nodiscard]] std::size_t size() const { return memory_.bytes() / sizeof(float); }
    void spoil(cudaStream_t cudaStream) const {
        gpu::check(cudaMemsetAsync(memory_.data(), 0xCD, memory_.bytes(), cudaStream));
    }
    void upload(const std::vector<float>& all) const {
        gpu::check(cudaMemcpy(memory_.data(), all.data(), memory_.bytes(), cudaMemcpyHostToDevice));
        gpu::check(cudaStreamSynchronize(cudaStreamLegacy));
    }
    /// Everything, also what lies between rows. \pre work on them has ended
    [[nodiscard]] std::vector<float> download() const {
        std::vector<float> all(size());
        gpu::check(cudaMemcpy(all.data(), memory_.data(), memory_.bytes(), cudaMemcpyDeviceToHost));
        return all;
    }

  private:
    gpu::DeviceMemory memory_;
    gpu::DeviceSamples view_;
};

/// Whether the counters are as a kernel must find them. \pre work that uses them has ended
bool areZero(const gpu::StreamCounters& counters) {
    gpu::StreamCounters::Words words{1, 1};
    gpu::check(cudaMemcpy(&words, counters.words(), sizeof words, cudaMemcpyDeviceToHost));
    return words.taken == 0 && words.ended == 0;
}

/// Maps bands that are so small that each is computed as any small area is.
void mapInBands(const StraightCurve& curve, const CardRows& in, const CardRows& out) {
    const gpu::CudaStream cudaStream;
    const gpu::StreamCounters counters;
    const gpu::DeviceSamples to = out.view();
    const std::int64_t side = gpu::DevicePieces::manySamples / 2;
    const std::int64_t width = std::min(to.width, side);
    const std::int64_t rows = std::max<std::int64_t>(1, side / width);
    for (std::int64_t y = 0; y < to.height; y += rows) {
        for (std::int64_t x = 0; x < to.width; x += width) {
            const std::int64_t w = std::min(width, to.width - x);
            const std::int64_t h = std::min(rows, to.height - y);
            curve.onCard.map(cudaStream, gpu::ConstDeviceSamples(in.view()).part(x, y, w, h),
                             to.part(x, y, w, h), counters);
        }
    }
    cudaStream.synchronise();
}

/// The first place at which two pictures in memory differ in a bit; empty if there is none.
QString firstOtherBit(const std::vector<float>& actual, const std::vector<float>& expected) {
    if (std::memcmp(actual.data(), expected.data(), expected.size() * sizeof(float)) == 0) return {};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::bit_cast<std::uint32_t>(actual[i]) != std::bit_cast<std::uint32_t>(expected[i]))
            return QString("sample %1 is %2, not %3")
                .arg(i)
                .arg(actual[i], 0, 'g', 9)
                .arg(expected[i], 0, 'g', 9);
    }
    return {};
}

}  // namespace

/// Curves over areas that are so large that their parts are dealt to the warps of the card.
class TestCurveOnDevice : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void aLargeAreaEqualsItsBands_data();
    void aLargeAreaEqualsItsBands();
    void anyNumberOfPiecesIsAsOnTheProcessor_data();
    void anyNumberOfPiecesIsAsOnTheProcessor();
    void aWideRangeIsAsInBands();
    void runsFollowEachOther();
    void streamsShareACurve();
    void aGraphRunsAgain();
};

void TestCurveOnDevice::initTestCase() {
    BURIN_NEEDS_DEVICE();
}

void TestCurveOnDevice::aLargeAreaEqualsItsBands_data() {
    QTest::addColumn<Size>("size");
    QTest::addColumn<int>("gapOfInput");
    QTest::addColumn<int>("gap");
    QTest::addColumn<int>("offset");
    const std::int64_t many = gpu::DevicePieces::manySamples;
    QTest::newRow("just large enough, no gaps") << largeSize << 0 << 0 << 0;
    QTest::newRow("a row less") << Size{8192, largeSize.height - 1} << 0 << 0 << 0;
    QTest::newRow("the last part is cut short") << Size{8204, 4093} << 0 << 0 << 0;
    QTest::newRow("gaps in the input") << largeSize << 32 << 0 << 0;
    QTest::newRow("gaps in the result") << largeSize << 0 << 32 << 0;
    QTest::newRow("different gaps, the last part of a row is cut short")
        << Size{8196, 4100} << 64 << 128 << 4;
    QTest::newRow("a row is one part") << Size{256, 131'073} << 32 << 32 << 0;
    QTest::newRow("a row is three parts") << Size{760, 44'200} << 8 << 8 << 0;
    QTest::newRow("rows are shorter than a part") << Size{36, 940'000} << 28 << 28 << 0;
    QTest::newRow("rows are a little longer than a part") << Size{260, 130'000} << 4 << 4 << 0;
    QTest::newRow("a single row") << Size{many + 4, 1} << 0 << 0 << 0;
    QTest::newRow("a single row, not whole vectors") << Size{many + 3, 1} << 0 << 0 << 0;
    QTest::newRow("width not a multiple of four") << Size{8191, 4100} << 1 << 1 << 0;
    QTest::newRow("width not a multiple of four, no gaps") << Size{8191, 4100} << 0 << 0 << 0;
    QTest::newRow("rows not aligned") << largeSize << 0 << 0 << 1;
}

void TestCurveOnDevice::aLargeAreaEqualsItsBands() {
    QFETCH(Size, size);
    QFETCH(int, gapOfInput);
    QFETCH(int, gap);
    QFETCH(int, offset);
    const StraightCurve curve(1024);
    const CardRows in(size, gapOfInput, offset);
    in.upload(curve.samples(in.size(), false));
    const CardRows expected(size, gap, offset);
    mapInBands(curve, in, expected);
    const CardRows out(size, gap, offset);
    const gpu::CudaStream cudaStream;
    const gpu::StreamCounters counters;
    curve.onCard.map(cudaStream, in.view(), out.view(), counters);
    cudaStream.synchronise();
    QCOMPARE(firstOtherBit(out.download(), expected.download()), QString());
    QVERIFY(areZero(counters));
}

void TestCurveOnDevice::anyNumberOfPiecesIsAsOnTheProcessor_data() {
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 8, 1023, 1024})
        QTest::addRow("%d of them", count) << count;
}

void TestCurveOnDevice::anyNumberOfPiecesIsAsOnTheProcessor() {
    QFETCH(int, count);
    const StraightCurve curve(count);
    const CardRows in(largeSize, 0);
    const std::vector<float> samples = curve.samples(in.size(), true);
    in.upload(samples);
    const CardRows out(largeSize, 0);
    const gpu::CudaStream cudaStream;
    const gpu::StreamCounters counters;
    curve.onCard.map(cudaStream, in.view(), out.view(), counters);
    std::vector<float> expected(samples.size());
    toneKernels().pieces(curve.pieces(), samples.data(), expected.data(),
                         static_cast<std::int64_t>(samples.size()));
    for (float& value : expected) {
        if (!(std::abs(value) >= dustLimit && std::isfinite(value))) value = 0;
    }
    cudaStream.synchronise();
    QCOMPARE(firstOtherBit(out.download(), expected), QString());
}

/// The difference between the ends of the curve's range is infinite in binary32.
void TestCurveOnDevice::aWideRangeIsAsInBands() {
    const std::array<float, 3> start{-3e38F, 0, 3e38F};
    const std::array<float, 3> c0{0, 0.5F, 1};
    const std::array<float, 3> zero{};
    StraightCurve curve(3);
    const std::vector<float> samples =
        curve.samples(static_cast<std::size_t>(largeSize.width * largeSize.height), false);
    curve.onCard =
        gpu::DevicePieces(CurvePieces{start.data(), c0.data(), zero.data(), zero.data(), zero.data(), 3});
    const CardRows in(largeSize, 0);
    in.upload(samples);
    const CardRows expected(largeSize, 0);
    mapInBands(curve, in, expected);
    const CardRows out(largeSize, 0);
    const gpu::CudaStream cudaStream;
    const gpu::StreamCounters counters;
    curve.onCard.map(cudaStream, in.view(), out.view(), counters);
    cudaStream.synchronise();
    QCOMPARE(firstOtherBit(out.download(), expected.download()), QString());
}

void TestCurveOnDevice::runsFollowEachOther() {
    const StraightCurve curves[] = {StraightCurve(8), StraightCurve(1024)};
    const CardRows in(largeSize, 0);
    in.upload(curves[1].samples(in.size(), false));
    const CardRows expected[] = {CardRows(largeSize, 0), CardRows(largeSize, 0)};
    const CardRows out[] = {CardRows(largeSize, 0), CardRows(largeSize, 0)};
    const gpu::CudaStream cudaStream;
    const gpu::StreamCounters counters;
    for (int k = 0; k < 2; ++k)
        mapInBands(curves[k], in, expected[k]);
    for (int run = 0; run < 50; ++run) {
        for (int k = 0; k < 2; ++k) {
            out[k].spoil(cudaStream);
            curves[k].onCard.map(cudaStream, in.view(), out[k].view(), counters);
        }
    }
    cudaStream.synchronise();
    for (int k = 0; k < 2; ++k)
        QCOMPARE(firstOtherBit(out[k].download(), expected[k].download()), QString());
    QVERIFY(areZero(counters));
}

void TestCurveOnDevice::streamsShareACurve() {
    const StraightCurve curve(1024);
    const CardRows in(largeSize, 0);
    in.upload(curve.samples(in.size(), false));
    const CardRows wanted(largeSize, 0);
    mapInBands(curve, in, wanted);
    const std::vector<float> expected = wanted.download();
    const CardRows out[] = {CardRows(largeSize, 0), CardRows(largeSize, 0)};
    const gpu::CudaStream cudaStreams[2];
    const gpu::StreamCounters counters[2];
    for (int run = 0; run < 50; ++run) {
        for (int k = 0; k < 2; ++k) {
            out[k].spoil(cudaStreams[k]);
            cudaStreams[k].synchronise();
        }
        for (int k = 0; k < 2; ++k)
            curve.onCard.map(cudaStreams[k], in.view(), out[k].view(), counters[k]);
        for (int k = 0; k < 2; ++k) {
            cudaStreams[k].synchronise();
            const QString difference = firstOtherBit(out[k].download(), expected);
            QVERIFY2(difference.isEmpty(), qPrintable(QString("run %1: %2").arg(run).arg(difference)));
        }
    }
    QVERIFY(areZero(counters[0]) && areZero(counters[1]));
}

void TestCurveOnDevice::aGraphRunsAgain() {
    const StraightCurve curve(1024);
    const CardRows in(largeSize, 0);
    in.upload(curve.samples(in.size(), false));
    const CardRows expected(largeSize, 0);
    mapInBands(curve, in, expected);
    const CardRows out(largeSize, 0);
    const gpu::CudaStream cudaStream;
    const gpu::StreamCounters counters;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t launched = nullptr;
    gpu::check(cudaStreamBeginCapture(cudaStream, cudaStreamCaptureModeThreadLocal));
    out.spoil(cudaStream);
    for (int i = 0; i < 3; ++i)
        curve.onCard.map(cudaStream, in.view(), out.view(), counters);
    gpu::check(cudaStreamEndCapture(cudaStream, &graph));
    gpu::check(cudaGraphInstantiate(&launched, graph, 0));
    gpu::check(cudaGraphDestroy(graph));
    for (int i = 0; i < 5; ++i)
        gpu::check(cudaGraphLaunch(launched, cudaStream));
    cudaStream.synchronise();
    gpu::check(cudaGraphExecDestroy(launched));
    QCOMPARE(firstOtherBit(out.download(), expected.download()), QString());
    QVERIFY(areZero(counters));
}

BURIN_TEST(TestCurveOnDevice)
#include "test_curve_on_device.moc"
