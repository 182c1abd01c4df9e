// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/filter/convolution.hpp"
#include "gpu/support/device_test.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <limits>
#include <random>

using namespace burin;
using namespace burin::test;

namespace {

float noise(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    return static_cast<float>(h >> 8) * 0x1p-24F;
}

KernelMatrix named(const char* key, Value value) {
    return kernelMatrix({key, std::move(value)});
}
KernelMatrix box(std::int64_t d) {
    return named("box", d).normalized();
}
KernelMatrix binomial(std::int64_t d) {
    return named("binomial", d).normalized();
}
KernelMatrix gaussian(double sigma) {
    return named("gaussian", sigma).normalized();
}

/// A matrix in [-1, 1] of full rank, not symmetric.
KernelMatrix irregular(int rows, int columns) {
    KernelMatrix kernel{rows, columns, {}};
    for (int i = 0; i < rows * columns; ++i)
        kernel.weights.push_back(2 * noise(i, 77) - 1);
    return kernel;
}

/// A random matrix whose sum is 0.
KernelMatrix balanced(int rows, int columns) {
    KernelMatrix kernel = irregular(rows, columns);
    const double mean = kernel.sum() / (rows * columns);
    for (double& w : kernel.weights)
        w -= mean;
    return kernel;
}

/// A column times a row, both random.
KernelMatrix product(int rows, int columns) {
    KernelMatrix kernel{rows, columns, {}};
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c)
            kernel.weights.push_back((2 * noise(r, 5) - 1) * (2 * noise(c, 6) - 1));
    }
    return kernel;
}

/// The difference of two Gaussians: rank 2, and a sum close to 0.
KernelMatrix hat(double sigma) {
    const KernelMatrix narrow = gaussian(sigma);
    KernelMatrix kernel = gaussian(2 * sigma);
    const int margin = (kernel.rows - narrow.rows) / 2;
    for (int r = 0; r < narrow.rows; ++r) {
        for (int c = 0; c < narrow.columns; ++c) {
            kernel.weights[static_cast<std::size_t>((r + margin) * kernel.columns + c + margin)] -=
                narrow.at(r, c);
        }
    }
    return kernel;
}

KernelMatrix disc(int radius) {
    KernelMatrix kernel{2 * radius + 1, 2 * radius + 1, {}};
    for (int y = -radius; y <= radius; ++y) {
        for (int x = -radius; x <= radius; ++x) {
            kernel.weights.push_back(x * x + y * y <= radius * radius ? 1 : 0);
        }
    }
    return kernel.normalized();
}

struct Node {
    std::shared_ptr<const OperationOf<Convolution>> operation;
    std::shared_ptr<const gpu::DeviceOperation> device;

    explicit Node(const KernelMatrix& kernel, Edge edge = Edge::extend)
        : operation(std::make_shared<const OperationOf<Convolution>>(Convolution(kernel, edge))),
          device(std::make_shared<const gpu::DeviceOperationOf<Convolution>>(operation)) {}

    [[nodiscard]] OwnedSamples over(const Rect& area, FakeChild& child, const Point& at,
                                    std::size_t offset = 0) const {
        return computeOnDevice(*device, *operation, {{Trait::data, &child, at}}, area, offset);
    }
};

/// Says where `image` differs from the sum over each neighbourhood in binary64, which the format's page
/// defines; empty if it does not differ.
QString mistake(const OwnedSamples& image, const FakeChild& child, const Point& at,
                const KernelMatrix& kernel, Edge edge) {
    const int radiusX = kernel.columns / 2;
    const int radiusY = kernel.rows / 2;
    OwnedSamples source(image.area.translated({-at.x, -at.y}).grown(radiusX, radiusY));
    for (std::int64_t y = source.area.y; y < source.area.bottom(); ++y) {
        for (std::int64_t x = source.area.x; x < source.area.right(); ++x)
            source.at(x, y) = child.at(x, y, edge);
    }
    const double magnitude = std::max(1.0, kernel.magnitude());
    for (std::int64_t y = image.area.y; y < image.area.bottom(); ++y) {
        for (std::int64_t x = image.area.x; x < image.area.right(); ++x) {
            double exact = 0;
            for (int r = 0; r < kernel.rows; ++r) {
                const float* row = &source.samples[static_cast<std::size_t>(
                    (y - image.area.y + r) * source.area.width + x - image.area.x)];
                for (int c = 0; c < kernel.columns; ++c)
                    exact += kernel.at(r, c) * row[c];
            }
            const float value = image.at(x, y);
            const bool clean = value == 0 ? !std::signbit(value)
                                          : std::abs(value) >= static_cast<float>(0x1p-20 * magnitude);
            const bool right = std::abs(exact) < 0x1p-21 * magnitude
                                   ? value == 0
                                   : std::abs(value - exact) <= 1e-5 * magnitude;
            if (clean && right) continue;
            return QStringLiteral("(%1, %2): %3 for %4")
                .arg(x)
                .arg(y)
                .arg(value, 0, 'g', 9)
                .arg(exact, 0, 'g', 12);
        }
    }
    return {};
}

using KernelOfSide = KernelMatrix (*)(int side);

/// The name of the method chosen for a matrix.
QString methodOf(const KernelMatrix& kernel) {
    const std::unique_ptr<const gpu::DeviceConvolution> method = gpu::chooseDeviceConvolution(kernel);
    if (dynamic_cast<const gpu::SmallConvolution*>(method.get())) return "small";
    if (dynamic_cast<const gpu::LargeConvolution*>(method.get())) return "large";
    if (dynamic_cast<const gpu::DeviceBoxConvolution*>(method.get())) return "box";
    if (dynamic_cast<const gpu::DeviceSeparableConvolution*>(method.get())) return "separable";
    return {};
}

}  // namespace

class TestConvolutionOnDevice : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void choosesTheMethodWithTheLeastWork();
    void isTheSum_data();
    void isTheSum();
    void everySideIsRight_data();
    void everySideIsRight();
    void continuesTheChildAsItsEdgeSays_data();
    void continuesTheChildAsItsEdgeSays();
    void doesNotDependOnTheArea_data();
    void doesNotDependOnTheArea();
    void whatCancelsLeavesNothing_data();
    void whatCancelsLeavesNothing();
    void evenSumsStayWithinTheTolerance_data();
    void evenSumsStayWithinTheTolerance();
    void leavesNoDustAroundASpot();
    void dustIsSweptBeforeTheMasks();
    void hugeWeightsDoNotOverflow();
    void anOverflowStaysInItsNeighbourhood_data();
    void anOverflowStaysInItsNeighbourhood();
};

void TestConvolutionOnDevice::initTestCase() {
    BURIN_NEEDS_DEVICE();
}

void TestConvolutionOnDevice::choosesTheMethodWithTheLeastWork() {
    QCOMPARE(methodOf(box(7)), "small");
    QCOMPARE(methodOf(irregular(7, 3)), "small");
    QCOMPARE(methodOf(box(9)), "box");
    QCOMPARE(methodOf(binomial(25)), "separable");
    QCOMPARE(methodOf(hat(4)), "separable");
    QCOMPARE(methodOf(irregular(1, 255)), "separable");
    QCOMPARE(methodOf(irregular(25, 25)), "large");
    QCOMPARE(methodOf(irregular(255, 3)), "large");
}

void TestConvolutionOnDevice::isTheSum_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    QTest::addColumn<int>("offset");
    const auto row = [](const char* name, const KernelMatrix& kernel, qint64 width = 301, qint64 height = 149,
                        int offset = 0) { QTest::newRow(name) << kernel << width << height << offset; };
    row("one weight", named("box", std::int64_t{1}));
    row("box 3", box(3));
    row("box 3, unaligned", box(3), 301, 149, 1);
    row("box 7, not normalised", named("box", std::int64_t{7}));
    row("box 25", box(25));
    row("box 25, unaligned", box(25), 203, 149, 3);
    row("box 25, a single row", box(25), 301, 1);
    row("box 25, a single column", box(25), 1, 301);
    row("box 81", box(81), 131, 40);
    row("box 83", box(83), 131, 40);
    row("box 85", box(85), 131, 40);
    row("box 87", box(87), 131, 40);
    row("box 255", box(255), 41, 9);
    row("box 255, not normalised", named("box", std::int64_t{255}), 41, 9);
    row("uniform but not square", KernelMatrix{3, 17, std::vector<double>(51, 0.25)});
    row("binomial 3", binomial(3));
    row("binomial 25", binomial(25));
    row("binomial 25, unaligned", binomial(25), 203, 149, 3);
    row("binomial 25, a single sample", binomial(25), 1, 1);
    row("binomial 255", binomial(255), 41, 9);
    row("gaussian 0.3", gaussian(0.3));
    row("gaussian 5", gaussian(5));
    row("gaussian 5, not normalised", named("gaussian", 5.0));
    row("gaussian 13.3", gaussian(13.3), 131, 40);
    row("gaussian 14", gaussian(14), 131, 40);
    row("gaussian 42", gaussian(42), 41, 9);
    row("sharpen", named("sharpen", 2.5));
    row("sobel x", named("sobel", std::string("x")));
    row("sobel y", named("sobel", std::string("y")));
    row("laplacian 4", named("laplacian", std::string("4")));
    row("laplacian 8", named("laplacian", std::string("8")));
    row("a row of 9", irregular(1, 9));
    row("a column of 9", irregular(9, 1));
    row("a row of 255", irregular(1, 255), 131, 40);
    row("a column of 255", irregular(255, 1), 131, 40);
    row("rank 1, 9 rows of 61", product(9, 61), 131, 140);
    row("rank 1, 61 rows of 9", product(61, 9), 131, 140);
    row("rank 1, 101 rows of 9", product(101, 9), 131, 140);
    row("rank 1, 9 rows of 101, in two passes", product(9, 101), 131, 140);
    row("gaussian 27, in two passes", gaussian(27), 131, 40, 1);
    row("5 x 3, irregular", irregular(3, 5));
    row("7 x 7, irregular", irregular(7, 7));
    row("7 x 7, unaligned", irregular(7, 7), 301, 149, 2);
    row("9 x 9, irregular", irregular(9, 9));
    row("25 x 25, irregular", irregular(25, 25));
    row("25 x 25, unaligned", irregular(25, 25), 301, 49, 1);
    row("25 x 25, a single sample", irregular(25, 25), 1, 1);
    row("31 rows of 9", irregular(31, 9), 301, 49);
    row("33 rows of 9", irregular(33, 9), 301, 49);
    row("65 rows of 5", irregular(65, 5), 301, 49);
    row("9 rows of 65", irregular(9, 65), 301, 49);
    row("65 x 61, irregular", irregular(65, 61), 270, 18);
    row("255 x 255, irregular", irregular(255, 255), 41, 5);
    row("255 x 255, unaligned", irregular(255, 255), 5, 17, 3);
    row("a hat of rank 2 that cancels", hat(4));
    row("a wide hat of rank 2, in two passes", hat(14), 61, 20);
    row("a disc", disc(12));
    row("all weights 0", KernelMatrix{9, 9, std::vector<double>(81, 0.0)});
}

void TestConvolutionOnDevice::isTheSum() {
    QFETCH(KernelMatrix, kernel);
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    QFETCH(int, offset);
    FakeChild child(Extent(), &noise);
    const Point at{-4, 9};
    const OwnedSamples image =
        Node(kernel).over({-11, 2000000 - 5, width, height}, child, at, static_cast<std::size_t>(offset));
    const QString wrong = mistake(image, child, at, kernel, Edge::extend);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestConvolutionOnDevice::everySideIsRight_data() {
    QTest::addColumn<KernelOfSide>("kernelOf");
    QTest::newRow("boxes") << +[](int side) { return box(side); };
    QTest::newRow("of rank 1") << +[](int side) { return product(side, side); };
    QTest::newRow("irregular") << +[](int side) { return irregular(side, side); };
    QTest::newRow("irregular, wide") << +[](int side) { return irregular(9, side); };
    QTest::newRow("irregular, high") << +[](int side) { return irregular(side, 9); };
}

void TestConvolutionOnDevice::everySideIsRight() {
    QFETCH(KernelOfSide, kernelOf);
    FakeChild child(Extent(), &noise);
    for (int side = 1; side <= 255; side += side < 100 ? 2 : 14) {
        const KernelMatrix kernel = kernelOf(side);
        const OwnedSamples image = Node(kernel).over({3, -7, side < 40 ? 261 : 37, 21}, child, {});
        const QString wrong = mistake(image, child, {}, kernel, Edge::extend);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("side %1, %2").arg(side).arg(wrong)));
    }
}

void TestConvolutionOnDevice::continuesTheChildAsItsEdgeSays_data() {
    QTest::addColumn<Edge>("edge");
    QTest::newRow("the nearest pixel") << Edge::extend;
    QTest::newRow("mirrored") << Edge::mirror;
    QTest::newRow("repeated") << Edge::wrap;
}

void TestConvolutionOnDevice::continuesTheChildAsItsEdgeSays() {
    QFETCH(Edge, edge);
    FakeChild child(Extent(Rect{0, 0, 11, 7}), &noise);
    const Rect area{-6, -5, 30, 25};  // like a node whose own size exceeds its child's
    for (const KernelMatrix& kernel : {irregular(5, 3), box(9), gaussian(3), irregular(11, 15)}) {
        const QString wrong =
            mistake(Node(kernel, edge).over(area, child, {2, 3}), child, {2, 3}, kernel, edge);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

namespace {

void kernelsOfAllMethods() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::newRow("small, 3 x 3") << irregular(3, 3);
    QTest::newRow("small, 7 x 7") << irregular(7, 7);
    QTest::newRow("box 9") << box(9);
    QTest::newRow("box 27") << box(27);
    QTest::newRow("box 29") << box(29);
    QTest::newRow("box 95") << box(95);
    QTest::newRow("binomial 9") << binomial(9);
    QTest::newRow("binomial 25") << binomial(25);
    QTest::newRow("gaussian of 33 weights") << gaussian(5.3);
    QTest::newRow("gaussian of 61 weights") << gaussian(10);
    QTest::newRow("gaussian of 253 weights, in two passes") << gaussian(42);
    QTest::newRow("two terms") << hat(4);
    QTest::newRow("large, 25 x 25") << irregular(25, 25);
    QTest::newRow("large, 41 x 37, in bands and chunks") << irregular(41, 37);
}

}  // namespace

void TestConvolutionOnDevice::doesNotDependOnTheArea_data() {
    kernelsOfAllMethods();
}

void TestConvolutionOnDevice::doesNotDependOnTheArea() {
    QFETCH(KernelMatrix, kernel);
    FakeChild child(Extent(Rect{0, 0, 297, 261}), &noise);
    const Node node(kernel, Edge::mirror);
    const OwnedSamples whole = node.over({0, 0, 297, 261}, child, {});
    std::mt19937 random(3);
    const auto below = [&random](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
    for (int piece = 0; piece < 24; ++piece) {
        const Rect area = intersection({below(290), below(260), 1 + below(140), 1 + below(140)}, whole.area);
        const OwnedSamples part = node.over(area, child, {}, static_cast<std::size_t>(piece % 4));
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x)
                QCOMPARE(part.at(x, y), whole.at(x, y));
        }
    }
}

void TestConvolutionOnDevice::whatCancelsLeavesNothing_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::newRow("sobel") << named("sobel", std::string("x"));
    QTest::newRow("laplacian") << named("laplacian", std::string("8"));
    QTest::newRow("7 x 7") << balanced(7, 7);
    QTest::newRow("15 x 15") << balanced(15, 15);
    QTest::newRow("25 x 25") << balanced(25, 25);
    QTest::newRow("31 x 31") << balanced(31, 31);
    QTest::newRow("63 x 63") << balanced(63, 63);
    QTest::newRow("255 x 255") << balanced(255, 255);
    QTest::newRow("a hat") << hat(4);
    QTest::newRow("a wide hat") << hat(14);
    QTest::newRow("a disc in a square") << [] {
        KernelMatrix kernel = disc(12);
        for (double& w : kernel.weights)
            w -= 1.0 / (25 * 25);
        return kernel;
    }();
}

void TestConvolutionOnDevice::whatCancelsLeavesNothing() {
    QFETCH(KernelMatrix, kernel);
    const Node node(kernel);
    for (const float level : {1.0F, 0.7F, 1.0F / 3, 0.999999F}) {
        FakeChild even(Extent(), [level](auto, auto) { return level; });
        const OwnedSamples image = node.over({0, 0, 40, 20}, even, {});
        const QString wrong = mistake(image, even, {}, kernel, Edge::extend);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestConvolutionOnDevice::evenSumsStayWithinTheTolerance_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    for (const int side : {7, 9, 15, 21, 25, 31, 63, 127, 255}) {
        KernelMatrix kernel{side, side, std::vector<double>(static_cast<std::size_t>(side * side), 1.0)};
        QTest::addRow("box %d", side) << kernel.normalized();
        for (int i = 0; i < side; ++i)
            kernel.weights[static_cast<std::size_t>(i * side + (i * i) % side)] = 0.5;
        QTest::addRow("nearly a box %d", side) << kernel.normalized();
    }
    QTest::newRow("gaussian 42") << gaussian(42);
}

void TestConvolutionOnDevice::evenSumsStayWithinTheTolerance() {
    QFETCH(KernelMatrix, kernel);
    const Node node(kernel);
    for (const float level : {1.0F, 0.7F, 0.999999F}) {
        FakeChild even(Extent(), [level](auto, auto) { return level; });
        const QString wrong = mistake(node.over({0, 0, 9, 3}, even, {}), even, {}, kernel, Edge::extend);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
}

void TestConvolutionOnDevice::leavesNoDustAroundASpot() {
    FakeChild spot(Extent(), [](auto x, auto y) { return x == 0 && y == 0 ? 1.0F : 0.0F; });
    for (const KernelMatrix& kernel : {binomial(63), irregular(63, 63), hat(4), gaussian(20), binomial(25)}) {
        const OwnedSamples image = Node(kernel).over({-70, -70, 140, 140}, spot, {});
        const QString wrong = mistake(image, spot, {}, kernel, Edge::extend);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        QCOMPARE(image.at(-70, -70), 0.0F);
    }
}

void TestConvolutionOnDevice::dustIsSweptBeforeTheMasks() {
    // With sum|K| = 100, a sum below 9.5e-5 is dust; a sample is dust only below 9.5e-7.
    const Node node(KernelMatrix{1, 3, {50, 0, -50}});
    FakeChild small(Extent(), [](auto x, auto) { return x < 0 ? 0.0F : 1e-6F * static_cast<float>(x); });
    FakeChild mask(Extent(), [](auto, auto) { return 1.0F; });
    FakeChild faint(Extent(), [](auto, auto) { return 1e-3F; });
    const auto first = [&](FakeChild& with, std::int64_t x) {
        return computeOnDevice(*node.device, *node.operation,
                               {{Trait::data, &small, {}}, {Trait::mask, &with, {}}}, {x, 0, 1, 1})
            .samples.front();
    };
    QCOMPARE(first(mask, 0), 0.0F);     // 50e-6 < 2^-20 * 100
    QVERIFY(first(mask, 10) < -9e-5F);  // 100e-6 is not
    QCOMPARE(first(faint, 10), 0.0F);   // below 2^-20 after the mask
}

void TestConvolutionOnDevice::hugeWeightsDoNotOverflow() {
    FakeChild child(Extent(), &noise);
    for (const int exponent : {70, 129, 900}) {
        const KernelMatrix kernel{1, 3, {std::ldexp(1.0, exponent), 0, 1}};
        const OwnedSamples image = Node(kernel).over({0, 0, 64, 1}, child, {});
        for (std::int64_t x = 0; x < 64; ++x) {
            const double exact = std::ldexp(static_cast<double>(noise(x - 1, 0)), exponent) + noise(x + 1, 0);
            if (exact >= 0x1p128) {
                QCOMPARE(image.at(x, 0), 0.0F);  // exceeds binary32
            } else if (exact < 0x1.fffffep127) {
                QVERIFY(std::abs(image.at(x, 0) - exact) <= 1e-5 * kernel.magnitude());
                QVERIFY(image.at(x, 0) != 0 || exact < 0x1p-20 * kernel.magnitude());
            }
        }
    }
}

void TestConvolutionOnDevice::anOverflowStaysInItsNeighbourhood_data() {
    kernelsOfAllMethods();
}

void TestConvolutionOnDevice::anOverflowStaysInItsNeighbourhood() {
    QFETCH(KernelMatrix, kernel);
    constexpr float largest = std::numeric_limits<float>::max();
    for (double& w : kernel.weights)
        w *= 5;
    const Rect hole{100, 100, 2, 2};
    FakeChild child(Extent(), [&](auto x, auto y) {
        return hole.contains(Point{x, y}) ? largest : noise(x, y);
    });
    FakeChild plain(Extent(), &noise);
    const Node node(kernel);
    const Rect area{0, 0, 201, 201};
    const OwnedSamples with = node.over(area, child, {});
    const OwnedSamples without = node.over(area, plain, {});
    const Rect reached = hole.grown(kernel.columns / 2, kernel.rows / 2);
    for (std::int64_t y = 0; y < area.height; ++y) {
        for (std::int64_t x = 0; x < area.width; ++x) {
            if (!reached.contains(Point{x, y})) QCOMPARE(with.at(x, y), without.at(x, y));
            QVERIFY(std::isfinite(with.at(x, y)));
        }
    }
}

BURIN_TEST(TestConvolutionOnDevice)
#include "test_convolution_on_device.moc"
