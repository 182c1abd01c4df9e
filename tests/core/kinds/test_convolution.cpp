// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/convolution.hpp"
#include "support/testing.hpp"

#include "core/kinds/methods/fourier_convolution.hpp"
#include "support/system/fake_child.hpp"

#include <cmath>
#include <random>
#include <typeinfo>

using namespace burin;
using namespace burin::test;

namespace {

std::uint32_t hashed(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    return h;
}

float noise(std::int64_t x, std::int64_t y) {
    return static_cast<float>(hashed(x, y) >> 8) * 0x1p-24F;
}

KernelMatrix named(const char* key, Value value) {
    return kernelMatrix({key, std::move(value)});
}
KernelMatrix box(std::int64_t d) {
    return named("box", d).normalized();
}

/// A matrix in [-1, 1] of full rank, not symmetric.
KernelMatrix irregular(int rows, int columns) {
    KernelMatrix kernel{rows, columns, {}};
    for (int i = 0; i < rows * columns; ++i)
        kernel.weights.push_back(2 * noise(i, 77) - 1);
    return kernel;
}

/// The difference of two Gaussians: rank 2, and a sum close to 0.
KernelMatrix hat() {
    const KernelMatrix wide = named("gaussian", 4.0).normalized();
    const KernelMatrix narrow = named("gaussian", 2.0).normalized();
    KernelMatrix kernel = wide;
    const int margin = (wide.rows - narrow.rows) / 2;
    for (int r = 0; r < narrow.rows; ++r) {
        for (int c = 0; c < narrow.columns; ++c) {
            kernel.weights[static_cast<std::size_t>((r + margin) * wide.columns + c + margin)] -=
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

/// The sum over the neighbourhood of (x, y), in binary64.
double sumAround(const FakeChild& child, std::int64_t x, std::int64_t y, const KernelMatrix& kernel,
                 Edge edge) {
    double sum = 0;
    for (int r = 0; r < kernel.rows; ++r) {
        for (int c = 0; c < kernel.columns; ++c) {
            const double sample = child.at(x + c - kernel.columns / 2, y + r - kernel.rows / 2, edge);
            sum += kernel.at(r, c) * sample;
        }
    }
    return sum;
}

/// Whether `value` satisfies the format's page if the binary64 sum is `exact`.
bool within(float value, double exact, const KernelMatrix& kernel) {
    const double magnitude = std::max(1.0, kernel.magnitude());
    if (std::abs(exact) < 0x1p-21 * magnitude) return value == 0;
    return std::abs(value - exact) <= 1e-5 * magnitude;
}

OperationOf<Convolution> convolutionWith(const KernelMatrix& kernel, Edge edge) {
    return OperationOf<Convolution>(Convolution(kernel, edge));
}

std::vector<float> applied(const ConvolutionMethod& method, const Rect& area) {
    OwnedSamples source(method.reads(area));
    for (std::int64_t y = source.area.y; y < source.area.bottom(); ++y) {
        for (std::int64_t x = source.area.x; x < source.area.right(); ++x)
            source.at(x, y) = noise(x, y);
    }
    OwnedSamples out(area);
    FakeScratch scratch(method.scratchBytes(area));
    method.apply(source.view(), area, out.view(), scratch);
    return out.samples;
}

/// Binds the kind as the loader does.
std::shared_ptr<const Operation> bound(Alternative kernel, bool normalize,
                                       std::vector<ParameterProblem>& problems) {
    Values values;
    values.set("kernel", std::make_shared<const Alternative>(std::move(kernel)));
    values.set("normalize", normalize);
    values.set("edge", std::string("extend"));
    return convolutionKind().bind({values, {}, 1, {Trait::data}, {}, problems});
}

}  // namespace

class TestConvolution : public QObject {
    Q_OBJECT

  private slots:
    void weightsAreThoseOfThePage_data();
    void weightsAreThoseOfThePage();
    void gaussianIsSampledAndCut();
    void weightsAreNormalised();
    void isTheSum_data();
    void isTheSum();
    void continuesTheChildAsItsEdgeSays_data();
    void continuesTheChildAsItsEdgeSays();
    void methodsAgreeOnEveryInstructionSet_data();
    void methodsAgreeOnEveryInstructionSet();
    void choosesTheMethodWithTheFewestOperations();
    void noOtherMethodTakesFewer_data();
    void noOtherMethodTakesFewer();
    void aColumnTimesARowIsNeverTransformed();
    void bindingChoosesNothing();
    void splitsIntoAsFewTermsAsTheRank();
    void doesNotDependOnTheArea_data();
    void doesNotDependOnTheArea();
    void repeatsAsItsChildrenUnlessItIsAnchored();
    void leavesNoDust();
    void dustIsSweptBeforeTheMasks();
    void hugeWeightsDoNotOverflow();
    void endlessWeightsAreRefused();
    void isTheSameForTheSameWeightsOnly();
};

void TestConvolution::weightsAreThoseOfThePage_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::addColumn<int>("side");
    QTest::addColumn<QList<double>>("weights");
    const auto row = [](const char* name, const KernelMatrix& kernel, int side, QList<double> weights) {
        QTest::newRow(name) << kernel << side << weights;
    };
    row("box", named("box", std::int64_t{3}), 3, {1, 1, 1, 1, 1, 1, 1, 1, 1});
    row("binomial", named("binomial", std::int64_t{3}), 3, {1, 2, 1, 2, 4, 2, 1, 2, 1});
    row("sharpen", named("sharpen", 0.5), 3, {0, -0.5, 0, -0.5, 3, -0.5, 0, -0.5, 0});
    row("sobel x", named("sobel", std::string("x")), 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1});
    row("sobel y", named("sobel", std::string("y")), 3, {-1, -2, -1, 0, 0, 0, 1, 2, 1});
    row("laplacian 4", named("laplacian", std::string("4")), 3, {0, 1, 0, 1, -4, 1, 0, 1, 0});
    row("laplacian 8, written as a number", named("laplacian", std::int64_t{8}), 3,
        {1, 1, 1, 1, -8, 1, 1, 1, 1});
    row("matrix", named("matrix", Matrix{1, 3, {5, 0, -7}}), 1, {5, 0, -7});
}

void TestConvolution::weightsAreThoseOfThePage() {
    QFETCH(KernelMatrix, kernel);
    QFETCH(int, side);
    QFETCH(QList<double>, weights);
    QCOMPARE(kernel.rows, side);
    QCOMPARE(QList<double>(kernel.weights.begin(), kernel.weights.end()), weights);
}

void TestConvolution::gaussianIsSampledAndCut() {
    for (const double sigma : {0.001, 0.3, 1.0, 1.34, 41.9}) {
        const KernelMatrix kernel = named("gaussian", sigma);
        const int radius = static_cast<int>(std::ceil(3 * sigma));
        QCOMPARE(kernel.rows, 2 * radius + 1);
        QCOMPARE(kernel.columns, 2 * radius + 1);
        for (int y = -radius; y <= radius; ++y) {
            for (int x = -radius; x <= radius; ++x) {
                const double expected = std::exp(-(x * x + y * y) / (2 * sigma * sigma));
                QVERIFY(std::abs(kernel.at(y + radius, x + radius) - expected) <= 1e-14 * expected + 1e-300);
            }
        }
    }
    // The square of this sigma is 0.
    const std::vector<double> identity{0, 0, 0, 0, 1, 0, 0, 0, 0};
    QCOMPARE(named("gaussian", 1e-200).normalized().weights, identity);
}

void TestConvolution::weightsAreNormalised() {
    QCOMPARE(named("binomial", std::int64_t{3}).normalized().at(1, 1), 0.25);
    QCOMPARE(named("sobel", std::string("x")).normalized().at(1, 0), -2.0);  // Sobel's sum is 0
    QCOMPARE((KernelMatrix{1, 3, {1, -4, 1}}).normalized().at(0, 0), -0.5);
    QCOMPARE((KernelMatrix{1, 3, {1, -1, 1e-9}}).normalized().at(0, 0),
             1.0);  // the sum is 5e-10 of the magnitude
}

void TestConvolution::isTheSum_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("height");
    const auto row = [](const char* name, const KernelMatrix& kernel, qint64 width = 61, qint64 height = 23) {
        QTest::newRow(name) << kernel << width << height;
    };
    row("one weight", named("box", std::int64_t{1}));
    row("box 3", box(3));
    row("box 7, not normalised", named("box", std::int64_t{7}));
    row("box 25 on an area wider than a strip", box(25), 1100, 3);
    row("box 255", box(255), 9, 2);
    row("uniform but not square", KernelMatrix{3, 7, std::vector<double>(21, 0.25)});
    row("binomial 3", named("binomial", std::int64_t{3}).normalized());
    row("binomial 25", named("binomial", std::int64_t{25}).normalized());
    row("binomial 255", named("binomial", std::int64_t{255}).normalized(), 9, 2);
    row("gaussian 0.3", named("gaussian", 0.3).normalized());
    row("gaussian 5, not normalised", named("gaussian", 5.0));
    row("gaussian 42", named("gaussian", 42.0).normalized(), 7, 3);
    row("sharpen", named("sharpen", 2.5));
    row("sobel x", named("sobel", std::string("x")));
    row("sobel y", named("sobel", std::string("y")));
    row("laplacian 4", named("laplacian", std::string("4")));
    row("laplacian 8", named("laplacian", std::string("8")));
    row("a row", irregular(1, 9));
    row("a column", irregular(9, 1));
    row("5 x 3, irregular", irregular(3, 5));
    row("9 x 9, irregular", irregular(9, 9));
    row("25 x 25, irregular", irregular(25, 25));
    row("25 x 25, irregular, a single pixel", irregular(25, 25), 1, 1);
    row("65 x 61, irregular", irregular(65, 61), 40, 7);
    row("255 x 255, irregular", irregular(255, 255), 5, 2);
    row("a hat of rank 2 that cancels", hat());
    row("a disc", disc(12));
    row("all weights 0", KernelMatrix{3, 3, std::vector<double>(9, 0.0)});
    row("a single pixel", irregular(3, 3), 1, 1);
    row("a single column", named("gaussian", 2.0).normalized(), 1, 40);
    row("a single row", named("gaussian", 2.0).normalized(), 40, 1);
}

void TestConvolution::isTheSum() {
    QFETCH(KernelMatrix, kernel);
    QFETCH(qint64, width);
    QFETCH(qint64, height);
    FakeChild child(Extent(), &noise);
    const Rect area{-11, 2000000 - 5, width, height};
    const Point at{-4, 9};
    const OwnedSamples image =
        compute(convolutionWith(kernel, Edge::extend), {{Trait::data, &child, at}}, area);
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const double exact = sumAround(child, x - at.x, y - at.y, kernel, Edge::extend);
            QVERIFY2(within(image.at(x, y), exact, kernel),
                     qPrintable(
                         QStringLiteral("(%1, %2): %3 for %4").arg(x).arg(y).arg(image.at(x, y)).arg(exact)));
        }
    }
}

void TestConvolution::continuesTheChildAsItsEdgeSays_data() {
    QTest::addColumn<Edge>("edge");
    QTest::newRow("the nearest pixel") << Edge::extend;
    QTest::newRow("mirrored") << Edge::mirror;
    QTest::newRow("repeated") << Edge::wrap;
}

void TestConvolution::continuesTheChildAsItsEdgeSays() {
    QFETCH(Edge, edge);
    FakeChild child(Extent(Rect{0, 0, 11, 7}), &noise);
    const Rect area{-6, -5, 30, 25};  // like a node whose own size exceeds its child's
    for (const KernelMatrix& kernel : {irregular(5, 3), box(9), named("gaussian", 3.0).normalized()}) {
        const OwnedSamples image =
            compute(convolutionWith(kernel, edge), {{Trait::data, &child, {2, 3}}}, area);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                QVERIFY(within(image.at(x, y), sumAround(child, x - 2, y - 3, kernel, edge), kernel));
            }
        }
    }
}

void TestConvolution::methodsAgreeOnEveryInstructionSet_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::newRow("box 7") << box(7);
    QTest::newRow("box 31") << box(31);
    QTest::newRow("gaussian 3") << named("gaussian", 3.0).normalized();
    QTest::newRow("sobel y") << named("sobel", std::string("y"));
    QTest::newRow("the hat") << hat();
    QTest::newRow("11 x 7, irregular") << irregular(7, 11);
    QTest::newRow("37 x 3, irregular: several parts for each row") << irregular(3, 37);
    QTest::newRow("143 x 5, irregular, with blocks of an odd power of 2") << irregular(7, 143);
    QTest::newRow("63 x 63, irregular") << irregular(63, 63);
}

void TestConvolution::methodsAgreeOnEveryInstructionSet() {
    QFETCH(KernelMatrix, kernel);
    const Rect area{3, -8, 101, 13};
    const std::vector<float> direct = applied(DirectConvolution(kernel, InstructionSet::baseline), area);
    const std::vector<float> chosen = applied(*chooseConvolution(kernel, InstructionSet::baseline), area);
    for (std::size_t i = 0; i < direct.size(); ++i) {
        QVERIFY(std::abs(direct[i] - chosen[i]) <= 1e-5 * std::max(1.0, kernel.magnitude()));
    }
    for (const auto set : {InstructionSet::avx2, InstructionSet::avx512}) {
        if (!supported(set)) continue;
        QVERIFY2(applied(DirectConvolution(kernel, set), area) == direct, instructionSetName(set));
        QVERIFY2(applied(*chooseConvolution(kernel, set), area) == chosen, instructionSetName(set));
    }
}

void TestConvolution::choosesTheMethodWithTheFewestOperations() {
    const auto chosen = [](const KernelMatrix& kernel) { return chooseConvolution(kernel); };
    QVERIFY(dynamic_cast<const BoxConvolution*>(chosen(box(25)).get()));
    QVERIFY(dynamic_cast<const SeparableConvolution*>(chosen(named("gaussian", 4.0)).get()));
    QVERIFY(dynamic_cast<const SeparableConvolution*>(chosen(hat()).get()));
    QVERIFY(dynamic_cast<const DirectConvolution*>(chosen(named("laplacian", std::string("4"))).get()));
    QVERIFY(dynamic_cast<const DirectConvolution*>(chosen(irregular(3, 3)).get()));
    QVERIFY(dynamic_cast<const DenseConvolution*>(chosen(irregular(15, 15)).get()));
    QVERIFY(dynamic_cast<const FourierConvolution*>(chosen(irregular(63, 63)).get()));
}

void TestConvolution::noOtherMethodTakesFewer_data() {
    methodsAgreeOnEveryInstructionSet_data();
    QTest::newRow("a disc") << disc(20);
    QTest::newRow("box 255") << box(255);
    QTest::newRow("255 x 1, irregular") << irregular(1, 255);
    QTest::newRow("31 x 31, irregular") << irregular(31, 31);
    QTest::newRow("95 x 91, irregular") << irregular(91, 95);
    KernelMatrix sparse{101, 101, std::vector<double>(101 * 101)};
    for (std::size_t i = 0; i < sparse.weights.size(); i += 997)
        sparse.weights[i] = 1 + static_cast<double>(i);
    QTest::newRow("101 x 101, nearly all 0") << sparse;
    QTest::newRow("all 0") << KernelMatrix{5, 5, std::vector<double>(25)};
}

/// The choice considers only a few methods. The test makes and compares all of them.
void TestConvolution::noOtherMethodTakesFewer() {
    QFETCH(KernelMatrix, kernel);
    std::vector<std::unique_ptr<const ConvolutionMethod>> all;
    all.push_back(std::make_unique<DirectConvolution>(kernel));
    all.push_back(std::make_unique<DenseConvolution>(kernel));
    if (kernel.uniform()) all.push_back(std::make_unique<BoxConvolution>(kernel));
    if (kernel.rows * kernel.columns >= 31 * 31) {
        all.push_back(
            std::make_unique<FourierConvolution>(kernel.rows, kernel.columns, [&kernel] { return kernel; }));
    }
    const auto terms = separableTerms(kernel, std::max(kernel.rows, kernel.columns) / 2);
    if (!terms.empty()) all.push_back(std::make_unique<SeparableConvolution>(terms));
    const ConvolutionMethod* best = all.front().get();
    for (const auto& method : all) {
        if (method->cost() < best->cost()) best = method.get();
    }
    const auto chosen = chooseConvolution(kernel);
    QCOMPARE(chosen->cost(), best->cost());
    QVERIFY(typeid(*chosen) == typeid(*best));
}

/// No method is chosen for the most common kernels before their period is known.
void TestConvolution::aColumnTimesARowIsNeverTransformed() {
    for (std::int64_t side = 31; side <= 255; side += 16) {
        for (const KernelMatrix& kernel :
             {box(side), named("binomial", side), named("binomial", side).normalized(),
              named("gaussian", static_cast<double>(side - 1) / 6).normalized()}) {
            const double scale = std::ldexp(1.0, -std::max(0, std::ilogb(kernel.magnitude())));
            QVERIFY2(!chooseConvolution(kernel.scaled(scale))->anchored(), qPrintable(QString::number(side)));
        }
    }
}

void TestConvolution::bindingChoosesNothing() {
    std::vector<ParameterProblem> problems;
    for (const Alternative& kernel :
         {Alternative{"gaussian", 42.0}, Alternative{"binomial", std::int64_t{255}},
          Alternative{"matrix", Matrix{33, 33, irregular(33, 33).weights}}}) {
        const auto operation = bound(kernel, true, problems);
        QVERIFY(operation);
        const auto& node = dynamic_cast<const OperationOf<Convolution>&>(*operation).node();
        const std::vector<LinkShape> links = {{Trait::data, {}, Extent(), Extent()}};
        static_cast<void>(operation->fingerprint());
        if (kernel.key != "matrix") QVERIFY(operation->period(links, Lattice{4, 4, 0}).has_value());
        QVERIFY(!node.way.made());
        QCOMPARE(node.radiusX, kernelMatrix(kernel).columns / 2);
        QCOMPARE(node.radiusY, kernelMatrix(kernel).rows / 2);
        const std::size_t bytes = operation->residentBytes();
        operation->prepare({});
        QCOMPARE(operation->residentBytes(), bytes);
    }
}

void TestConvolution::splitsIntoAsFewTermsAsTheRank() {
    QCOMPARE(separableTerms(named("binomial", std::int64_t{9}), 5).size(), std::size_t{1});
    QCOMPARE(separableTerms(hat(), 5).size(), std::size_t{2});
    const KernelMatrix diagonal{3, 3, {1, 0, 0, 0, 2, 0, 0, 0, 3}};
    QCOMPARE(separableTerms(diagonal, 3).size(), std::size_t{3});
    QVERIFY(separableTerms(diagonal, 2).empty());
    QVERIFY(separableTerms(irregular(31, 31), 31).empty());  // the terms would cancel
    QVERIFY(separableTerms(KernelMatrix{1, 1, {0}}, 1).empty());
}

void TestConvolution::doesNotDependOnTheArea_data() {
    QTest::addColumn<KernelMatrix>("kernel");
    QTest::newRow("direct") << irregular(7, 5);
    QTest::newRow("separable") << named("gaussian", 2.0).normalized();
    QTest::newRow("several separable terms") << hat();
    QTest::newRow("box") << box(13);
    QTest::newRow("large and irregular") << irregular(63, 63);
}

void TestConvolution::doesNotDependOnTheArea() {
    QFETCH(KernelMatrix, kernel);
    FakeChild child(Extent(Rect{0, 0, 97, 61}), &noise);
    const OperationOf<Convolution> convolution = convolutionWith(kernel, Edge::mirror);
    const std::vector<FakeLink> links{{Trait::data, &child, {0, 0}}};
    const OwnedSamples whole = compute(convolution, links, {0, 0, 97, 61});
    std::mt19937 random(3);
    const auto below = [&random](std::int64_t n) { return static_cast<std::int64_t>(random() % n); };
    for (int piece = 0; piece < 20; ++piece) {
        const Rect area = intersection({below(90), below(60), 1 + below(40), 1 + below(40)}, whole.area);
        const OwnedSamples part = compute(convolution, links, area);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x)
                QCOMPARE(part.at(x, y), whole.at(x, y));
        }
    }
}

void TestConvolution::repeatsAsItsChildrenUnlessItIsAnchored() {
    const Lattice lattice{5, 7, 0};
    QCOMPARE(convolutionWith(box(3), Edge::extend).period({}, lattice), std::optional(lattice));
    QVERIFY(!convolutionWith(irregular(63, 63), Edge::extend).period({}, lattice));
    QCOMPARE(convolutionWith(irregular(63, 63), Edge::extend).nearPeriod({}, lattice),
             std::optional(lattice));
}

void TestConvolution::leavesNoDust() {
    // A spot of 1: far from it every sum is exactly 0, and dust is swept at the ends of the weights.
    FakeChild spot(Extent(), [](auto x, auto y) { return x == 0 && y == 0 ? 1.0F : 0.0F; });
    for (const KernelMatrix& kernel :
         {named("binomial", std::int64_t{63}).normalized(), irregular(63, 63), hat()}) {
        const Rect area{-70, -70, 140, 140};
        const OwnedSamples image =
            compute(convolutionWith(kernel, Edge::extend), {{Trait::data, &spot, {}}}, area);
        const double magnitude = std::max(1.0, kernel.magnitude());
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                QVERIFY(within(image.at(x, y), sumAround(spot, x, y, kernel, Edge::extend), kernel));
                QVERIFY(image.at(x, y) == 0 || std::abs(image.at(x, y)) >= 0x1p-20 * magnitude);
                QVERIFY(!std::signbit(image.at(x, y)) || image.at(x, y) != 0);
            }
        }
    }
}

void TestConvolution::dustIsSweptBeforeTheMasks() {
    // With sum|K| = 100, a sum below 9.5e-5 is dust; a sample is dust only below 9.5e-7.
    const KernelMatrix kernel{1, 3, {50, 0, -50}};
    FakeChild small(Extent(), [](auto x, auto) { return x < 0 ? 0.0F : 1e-6F * static_cast<float>(x); });
    FakeChild mask(Extent(), [](auto, auto) { return 1.0F; });
    const std::vector<FakeLink> links{{Trait::data, &small, {}}, {Trait::mask, &mask, {}}};
    const OperationOf<Convolution> convolution = convolutionWith(kernel, Edge::extend);
    QCOMPARE(compute(convolution, links, {0, 0, 1, 1}).samples.front(), 0.0F);     // 50e-6 < 2^-20 * 100
    QVERIFY(compute(convolution, links, {10, 0, 1, 1}).samples.front() < -9e-5F);  // 100e-6 is not
    FakeChild faint(Extent(), [](auto, auto) { return 1e-3F; });
    const OwnedSamples masked =
        compute(convolution, {{Trait::data, &small, {}}, {Trait::mask, &faint, {}}}, {10, 0, 1, 1});
    QCOMPARE(masked.samples.front(), 0.0F);  // below 2^-20 after the mask
}

void TestConvolution::hugeWeightsDoNotOverflow() {
    FakeChild child(Extent(), &noise);
    const KernelMatrix kernel{1, 3, {std::ldexp(1.0, 129), 0, 1}};
    const OwnedSamples image =
        compute(convolutionWith(kernel, Edge::extend), {{Trait::data, &child, {}}}, {0, 0, 64, 1});
    for (std::int64_t x = 0; x < 64; ++x) {
        const double exact = sumAround(child, x, 0, kernel, Edge::extend);
        if (exact < 0x1p127) QVERIFY(within(image.at(x, 0), exact, kernel));
        if (exact > 0x1p128) QCOMPARE(image.at(x, 0), 0.0F);  // exceeds binary32
    }
}

void TestConvolution::endlessWeightsAreRefused() {
    std::vector<ParameterProblem> problems;
    QVERIFY(!bound({"matrix", Matrix{1, 3, {1e308, 1e308, 1e308}}}, true, problems));
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems.front().parameter, std::string("kernel"));
    problems.clear();
    QVERIFY(bound({"gaussian", 2.0}, true, problems));
    QVERIFY(problems.empty());
}

void TestConvolution::isTheSameForTheSameWeightsOnly() {
    const auto print = [](const KernelMatrix& kernel, Edge edge) {
        return convolutionWith(kernel, edge).fingerprint();
    };
    QCOMPARE(print(box(3), Edge::wrap), print(box(3), Edge::wrap));
    QVERIFY(print(box(3), Edge::wrap) != print(box(3), Edge::extend));
    QVERIFY(print(box(3), Edge::wrap) != print(named("box", std::int64_t{3}), Edge::wrap));
    QVERIFY(print(irregular(3, 5), Edge::wrap) != print(irregular(5, 3), Edge::wrap));
    KernelMatrix nearly = box(3);
    nearly.weights[4] = std::nextafter(nearly.weights[4], 1.0);
    QVERIFY(print(box(3), Edge::wrap) != print(nearly, Edge::wrap));
}

BURIN_TEST(TestConvolution)
#include "test_convolution.moc"
