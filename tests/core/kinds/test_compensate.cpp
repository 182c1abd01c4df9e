// SPDX-License-Identifier: GPL-3.0-or-later

// Compares `compensate` with the definition on the page, step by step in binary64, and with parts of itself.

#include "core/base/cancelled.hpp"
#include "core/design/design.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/filter/compensate.hpp"
#include "core/render/graph.hpp"
#include "support/measuring/slow_prediction.hpp"
#include "support/random.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/compensation_page.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/texture_test.hpp"

#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

using namespace burin;
using namespace burin::test;

namespace {

/// Plateaus, slopes and specks between -0.25 and 1.25.
float relief(std::int64_t x, std::int64_t y) {
    auto h =
        static_cast<std::uint32_t>(x >> 2) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y >> 1) * 0x85EBCA77U;
    h = (h ^ h >> 16U) * 0x7FEB352DU;
    return static_cast<float>(h >> 8U) * 0x1.8p-24F - 0.25F;
}

OwnedSamples samplesOf(const Compensate& node, FakeChild& child, const Rect& area, Point at = {}) {
    return compute(OperationOf<Compensate>(node), {{Trait::data, &child, at}}, area);
}

void expectThePages(const Compensate& made, const CompensateNode& node, const SlowKernel& spot,
                    FakeChild& child, const Rect& area, Point at = {}) {
    const QString wrong = differenceFromPage(samplesOf(made, child, area, at), node, spot, child, at);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void expectThePages(const CompensateNode& node, FakeChild& child, const Rect& area, Point at = {}) {
    expectThePages(compensateOf(node), node, slowSpotOf(node), child, area, at);
}

/// The root of the mean square of K u - t over the middle of a square, divided by that of K t - t.
double ratioOf(const CompensateNode& node, FakeChild& child, std::int64_t side) {
    const SlowKernel spot = slowSpotOf(node);
    const Rect all = Rect{0, 0, side, side}.grown(spot.reachX, spot.reachY);
    const OwnedSamples u = samplesOf(compensateOf(node), child, all);
    const auto wanted = [&](std::int64_t x, std::int64_t y) {
        return node.headroom.x + (1 - node.headroom.x - node.headroom.y) *
                                     std::clamp(static_cast<double>(child.at(x, y, Edge::empty)), 0.0, 1.0);
    };
    double with = 0;
    double without = 0;
    for (std::int64_t y = 0; y < side; y += 3) {
        for (std::int64_t x = 0; x < side; x += 3) {
            double reached = 0;
            double plain = 0;
            for (int j = -spot.reachY; j <= spot.reachY; ++j) {
                for (int i = -spot.reachX; i <= spot.reachX; ++i) {
                    reached += spot.at(i, j) * static_cast<double>(u.at(x - i, y - j));
                    plain += spot.at(i, j) * wanted(x - i, y - j);
                }
            }
            with += std::pow(reached - wanted(x, y), 2);
            without += std::pow(plain - wanted(x, y), 2);
        }
    }
    return std::sqrt(with / without);
}

/// Binds the node as a design file gives it.
struct Bound {
    Design design;
    BoundGraph graph;
    std::string problems;
};

Bound bound(const std::string& keys, const std::string& folder = "") {
    const std::string text =
        "burin: 2\npixel: 2 um\nnodes:\n"
        "  s: {kind: root, width: 8, height: 8, inputs: [{data: u}]}\n"
        "  u: {kind: compensate, " +
        keys + " inputs: [{data: m}]}\n  m: {kind: math2d, expression: \"0.5\"}\n";
    Bound made{parseDesign(text, folder, folder + "/x.burin"), {}, {}};
    for (const Diagnostic& one : made.design.diagnostics)
        made.problems += one.text() + "\n";
    if (made.problems.empty()) made.graph = bindGraph(made.design, *made.design.root, {});
    return made;
}

const Compensate& nodeOf(const Bound& made) {
    for (const GraphNode& node : made.graph.graph->nodes) {
        if (const auto* found = dynamic_cast<const OperationOf<Compensate>*>(node.operation.get()))
            return found->node();
    }
    throw std::logic_error("there is no such node");
}

/// A child whose fetches fail after a given number.
class StoppedChild final : public ChildSource {
  public:
    StoppedChild(FakeChild& child, int left) : child_(child), left_(left) {}
    ConstSamplesView fetch(const Fetch& wanted) override {
        if (left_-- == 0) throw Cancelled();
        return child_.fetch(wanted);
    }

  private:
    FakeChild& child_;
    int left_;
};

}  // namespace

class TestCompensate : public QObject {
    Q_OBJECT

  private slots:
    void samplesAreThePages_data() { addCorners(); }
    void samplesAreThePages() {
        QFETCH(Point, corner);
        FakeChild child(Extent(), &relief);
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            expectThePages(randomCompensate(random), child,
                           {corner.x, corner.y, random.between(1, 30), random.between(1, 20)}, {5, -3});
        }
    }

    void spotsOfEverySize_data() {
        QTest::addColumn<QString>("shape");
        QTest::addColumn<double>("sx");
        QTest::addColumn<double>("sy");
        QTest::addColumn<int>("iterations");
        QTest::newRow("a gaussian far below a pixel") << "gaussian" << 0.01 << 0.01 << 3;
        QTest::newRow("the gaussian of the page") << "gaussian" << 16.0 << 16.0 << 5;
        QTest::newRow("a wide ellipse") << "gaussian" << 60.0 << 3.0 << 2;
        QTest::newRow("a top hat of one pixel") << "top_hat" << 1.0 << 1.0 << 4;
        QTest::newRow("a top hat that a transform would be best for") << "top_hat" << 41.0 << 41.0 << 2;
        QTest::newRow("the widest top hat") << "top_hat" << 255.0 << 2.0 << 1;
        QTest::newRow("twenty steps") << "top_hat" << 4.0 << 5.5 << 20;
    }
    void spotsOfEverySize() {
        QFETCH(QString, shape);
        QFETCH(double, sx);
        QFETCH(double, sy);
        QFETCH(int, iterations);
        FakeChild child(Extent(), &relief);
        CompensateNode node;
        node.shape = shape.toStdString();
        node.spot = {sx, sy};
        node.iterations = iterations;
        node.headroom = {0.1, 0.05};
        expectThePages(node, child, {-4, 7, 9, 6});
    }

    void continuesTheChildAsItsEdgeSays() {
        FakeChild child(Extent(Rect{0, 0, 13, 9}), &relief);
        for (const char* edge : {"empty", "extend", "mirror", "wrap"}) {
            CompensateNode node = gaussianOf(5, 3, {0.1, 0});
            node.edge = edge;
            expectThePages(node, child, {-14, -16, 44, 40}, {2, 1});
        }
    }

    /// A spot without any symmetry spreads a depth towards its heavier side.
    void aLopsidedSpotIsNotTurned() {
        const std::vector<std::vector<double>> image = {
            {0, 1, 0, 0, 0}, {0, 1, 0.6, 0, 0.2}, {0.4, 1, 1, 1, 0}};
        const SlowKernel spot = slowImageSpot(image, 1.4);
        KernelMatrix kernel{2 * spot.reachY + 1, 2 * spot.reachX + 1, spot.weights};
        CompensateNode node;
        node.iterations = 3;
        Compensate::Parameters all;
        all.spot.shape = LaserSpot::Shape::image;
        all.iterations = 3;
        const Compensate made(all, {spot.reachX, spot.reachY}, [kernel] { return kernel; });
        FakeChild child(Extent(), &relief);
        expectThePages(made, node, spot, child, {0, 0, 23, 17});
    }

    void depthsAreClampedAtEveryStep() {
        FakeChild child(Extent(), [](auto x, auto) { return x < 0 ? -3.0F : 7.0F; });
        const CompensateNode node = gaussianOf(8, 6);
        expectThePages(node, child, {-20, 0, 40, 2});
        const OwnedSamples image = samplesOf(compensateOf(node), child, {-20, 0, 40, 2});
        const auto [least, most] = std::minmax_element(image.samples.begin(), image.samples.end());
        QCOMPARE(*least, 0.0F);
        QCOMPARE(*most, 1.0F);
    }

    void headroomIsKeptFree() {
        FakeChild nothing(Extent(), [](auto, auto) { return 0.0F; });
        FakeChild full(Extent(), [](auto, auto) { return 1.0F; });
        const Compensate node = compensateOf(gaussianOf(6, 5, {0.2, 0.05}));
        const auto near = [](float a, double b) { return std::abs(static_cast<double>(a) - b) < 1e-6; };
        QVERIFY(near(samplesOf(node, nothing, {0, 0, 1, 1}).at(0, 0), 0.2));
        QVERIFY(near(samplesOf(node, full, {0, 0, 1, 1}).at(0, 0), 0.95));
    }

    /// With sigma 4 px and 5 steps. The ratios come from a separate implementation of the definition.
    void leavesTheseErrors_data() {
        QTest::addColumn<QString>("surface");
        QTest::addColumn<double>("headroom");
        QTest::addColumn<double>("ratio");
        QTest::newRow("waves") << "waves" << 0.0 << 0.255;
        QTest::newRow("waves with headroom") << "waves" << 0.1 << 0.031;
        QTest::newRow("waves with more") << "waves" << 0.2 << 0.009;
        QTest::newRow("dimples") << "dimples" << 0.0 << 0.647;
        QTest::newRow("dimples with headroom") << "dimples" << 0.1 << 0.314;
        QTest::newRow("pyramids") << "pyramids" << 0.0 << 0.535;
        QTest::newRow("pyramids with headroom") << "pyramids" << 0.1 << 0.351;
        QTest::newRow("pyramids with more") << "pyramids" << 0.2 << 0.327;
        QTest::newRow("sharp discs") << "discs" << 0.0 << 1.0;
        QTest::newRow("sharp discs with more headroom") << "discs" << 0.2 << 0.850;
    }
    void leavesTheseErrors() {
        QFETCH(QString, surface);
        QFETCH(double, headroom);
        QFETCH(double, ratio);
        constexpr double turn = 6.283185307179586;
        FakeChild waves(Extent(), [](auto x, auto y) {
            const auto px = static_cast<double>(x);
            const auto py = static_cast<double>(y);
            return static_cast<float>(0.5 + 0.25 * std::sin(turn * px / 25) +
                                      0.25 * std::sin(turn * py / 50));
        });
        FakeChild discs(Extent(), [](auto x, auto y) {
            const auto middle = [](std::int64_t v) {
                return static_cast<double>(((v % 60) + 60) % 60) - 29.5;
            };
            return std::hypot(middle(x), middle(y)) < 20 ? 1.0F : 0.0F;
        });
        FakeChild dimples(Extent(), [](auto x, auto y) {
            const auto middle = [](std::int64_t v) {
                return static_cast<double>(((v % 120) + 120) % 120) - 59.5;
            };
            return static_cast<float>(1 - std::pow(std::hypot(middle(x), middle(y)) / 60, 2));
        });
        // Square pyramids of 80 px side by side, whose faces meet in sharp valleys.
        FakeChild pyramids(Extent(), [](auto x, auto y) {
            const auto fromTip = [](std::int64_t v) {
                return std::abs(static_cast<double>(((v % 80) + 80) % 80) - 40) / 40;
            };
            return static_cast<float>(1 - std::max(fromTip(x), fromTip(y)));
        });
        FakeChild& child = surface == "waves"      ? waves
                           : surface == "discs"    ? discs
                           : surface == "pyramids" ? pyramids
                                                   : dimples;
        // Every third sample of three periods of 80 px is each sample of one period once.
        const bool exactly = surface == "pyramids";
        const double found = ratioOf(gaussianOf(16, 5, {headroom, headroom}), child, exactly ? 240 : 120);
        const double off = exactly ? 0.002 : std::max(0.02, 0.1 * ratio);
        QVERIFY2(std::abs(found - ratio) <= off, qPrintable(QString::number(found)));
    }

    void anyRegionIsTheCrop() {
        FakeChild child(Extent(Rect{0, 0, 150, 90}), &relief);
        for (const std::uint64_t seed : seedsOfTest(30)) {
            Random random(seed);
            CompensateNode node = randomCompensate(random);
            node.spot.x *= random.pick({1.0, 3.0, 9.0});
            const Compensate made = compensateOf(node);
            const OwnedSamples whole = samplesOf(made, child, {0, 0, 150, 90});
            const Rect part{random.between(0, 120), random.between(0, 70), random.between(1, 30),
                            random.between(1, 20)};
            const OwnedSamples crop = samplesOf(made, child, part);
            for (std::int64_t y = part.y; y < part.bottom(); ++y) {
                for (std::int64_t x = part.x; x < part.right(); ++x)
                    QCOMPARE(crop.at(x, y), whole.at(x, y));
            }
        }
    }

    /// Steps over so many samples that each is computed in parts.
    void partsOfAStepDoNotShow() {
        FakeChild child(Extent(), &relief);
        CompensateNode node;
        node.shape = "top_hat";
        node.spot = {61, 61};
        node.iterations = 2;
        const Compensate made = compensateOf(node);
        QVERIFY(!made.method.value()->anchored());
        const OwnedSamples whole = samplesOf(made, child, {0, 0, 700, 130});
        const OwnedSamples crop = samplesOf(made, child, {300, 100, 5, 20});
        for (std::int64_t y = 100; y < 120; ++y) {
            for (std::int64_t x = 300; x < 305; ++x)
                QCOMPARE(crop.at(x, y), whole.at(x, y));
        }
    }

    void readsNoFartherThanItsSteps() {
        const Compensate node = compensateOf(gaussianOf(8, 7));
        const std::vector<LinkShape> links{
            {Trait::data, {2, 3}, Extent(Rect{0, 0, 900, 900}), Extent(Rect{400, 500, 5, 6})}};
        QCOMPARE(node.halo(links, 0), std::optional<std::int64_t>(42));
        std::vector<Fetch> fetches;
        node.fetches(links, 0, {100, 100, 10, 20}, fetches);
        QCOMPARE(fetches.size(), std::size_t{1});
        QCOMPARE(fetches[0].area, (Rect{56, 55, 94, 104}));
        const Extent own(Rect{2, 3, 900, 900});
        QCOMPARE(node.support(links, own), Extent(Rect{360, 461, 89, 90}));
        QCOMPARE(compensateOf(gaussianOf(8, 7, {0.1, 0})).support(links, own), own);
    }

    void repeatsAsItsChild() {
        const Lattice lattice{30, 20, 7};
        const std::vector<LinkShape> links{{Trait::data, {}, Extent(), Extent()}};
        for (const double diameter : {5.0, 61.0}) {
            CompensateNode node = gaussianOf(diameter, 2);
            node.shape = "top_hat";
            QCOMPARE(compensateOf(node).period(links, lattice), std::optional(lattice));
        }
    }

    void isStoppedBetweenParts() {
        const OperationOf<Compensate> operation(compensateOf(gaussianOf(5, 20)));
        FakeChild child(Extent(), &relief);
        const std::vector<LinkShape> links{{Trait::data, {}, Extent(), Extent()}};
        const Rect area{0, 0, 8, 8};
        OwnedSamples image(area);
        std::vector<Fetch> promised;
        operation.fetches(links, 0, area, promised);
        child.promise(promised);
        for (const int fetches : {0, 1, 10, 20}) {
            StoppedChild stopped(child, fetches);
            FakeScratch scratch(operation.scratchBytes(links, 0, area));
            QVERIFY_EXCEPTION_THROWN(
                operation.reduce({area, links[0], links, 0, image.view(), stopped, scratch}), Cancelled);
        }
    }

    void isMasked() {
        FakeChild child(Extent(), [](auto, auto) { return 0.75F; });
        FakeChild mask(Extent(Rect{0, 0, 2, 1}), [](auto x, auto) { return x == 0 ? 0.5F : 9.0F; });
        const OwnedSamples image =
            compute(OperationOf<Compensate>(compensateOf(gaussianOf(0.01, 1))),
                    {{Trait::data, &child, {}}, {Trait::mask, &mask, {1, 0}}}, {0, 0, 4, 1});
        QCOMPARE(image.samples, (std::vector<float>{0.0F, 0.375F, 0.75F, 0.0F}));
    }

    void readsAllFormsOfItsKeys() {
        const Bound plain = bound("spot: 8 um,");
        QVERIFY2(plain.problems.empty(), plain.problems.c_str());
        const Compensate& node = nodeOf(plain);
        QCOMPARE(node.parameters.iterations, 5);
        QCOMPARE(node.parameters.headroom, (Vector{0, 0}));
        QCOMPARE(node.edge, Edge::empty);
        QCOMPARE(node.reach.x, 3);  // sigma is 1 px at a pitch of 2 um
        const Bound full = bound(
            "spot: {shape: top_hat, sx: 6 um, sy: 14 um}, iterations: 20, headroom: [0.3, 0.1], edge: wrap,");
        QVERIFY2(full.problems.empty(), full.problems.c_str());
        QCOMPARE(nodeOf(full).parameters.headroom, (Vector{0.3, 0.1}));
        QCOMPARE(nodeOf(full).radiusX, std::int64_t{20});
        QCOMPARE(nodeOf(full).radiusY, std::int64_t{60});
        QCOMPARE(nodeOf(bound("spot: 8 um, headroom: 0.45,")).parameters.headroom, (Vector{0.45, 0.45}));
        QVERIFY(nodeOf(plain).fingerprint() != nodeOf(full).fingerprint());
    }

    void refusesInWords_data() {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<QString>("words");
        QTest::newRow("no spot") << ""
                                 << "spot";
        QTest::newRow("no step") << "spot: 8 um, iterations: 0,"
                                 << "'0' is out of range";
        QTest::newRow("too many steps") << "spot: 8 um, iterations: 21,"
                                        << "from 1 to 20";
        QTest::newRow("half a step") << "spot: 8 um, iterations: 1.5,"
                                     << "1.5";
        QTest::newRow("too much headroom") << "spot: 8 um, headroom: [0, 0.46],"
                                           << "from 0 to 0.45, or [low, high]";
        QTest::newRow("negative headroom") << "spot: 8 um, headroom: -0.1,"
                                           << "out of range";
        QTest::newRow("a spot without a diameter") << "spot: 0 um,"
                                                   << "out of range";
        QTest::newRow("a gaussian that is too wide") << "spot: 340 um,"
                                                     << "the spot is wider than 255 px";
        QTest::newRow("a top hat that is too wide") << "spot: {shape: top_hat, sx: 511 um},"
                                                    << "use a smaller spot or a larger `pixel`";
        QTest::newRow("no file") << "spot: {shape: image, file: nowhere.pgm, pitch: 1 um},"
                                 << "nowhere.pgm";
        QTest::newRow("a black image") << "spot: {shape: image, file: black.pgm, pitch: 1 um},"
                                       << "its image is black";
    }
    void refusesInWords() {
        QFETCH(QString, keys);
        QFETCH(QString, words);
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("black.pgm").toStdString()) << "P2 2 2 9 0 0 0 0\n";
        const Bound made = bound(keys.toStdString(), folder.path().toStdString());
        QVERIFY(!made.problems.empty());
        QVERIFY2(QString::fromStdString(made.problems).contains(words), made.problems.c_str());
    }

    void theImageOfASpotCountsWithItsContent() {
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("spot.pgm").toStdString()) << "P2 3 1 9 0 9 3\n";
        const Bound made =
            bound("spot: {shape: image, file: spot.pgm, pitch: 2 um},", folder.path().toStdString());
        QVERIFY2(made.problems.empty(), made.problems.c_str());
        const Compensate& node = nodeOf(made);
        QVERIFY(node.content() != nullptr);
        QCOMPARE(node.reach.x, 1);
        QCOMPARE(node.reach.y, 0);
        CompensateNode page;
        const SlowKernel spot = slowImageSpot({{0, 1, 1.0 / 3}}, 1);
        FakeChild child(Extent(), &relief);
        expectThePages(node, page, spot, child, {0, 0, 20, 3});
    }

    /// A check of values, for example while the user drags a number, does not decode pictures.
    void theImageOfASpotIsNotDecodedForItsValues() {
        const QTemporaryDir folder;
        std::ofstream(folder.filePath("spot.pgm").toStdString()) << "no picture";
        const auto text = [](const char* file) {
            return std::string(
                       "burin: 2\npixel: 1 um\nnodes:\n  c: {kind: compensate, spot: {shape: image, "
                       "file: ") +
                   file + ", pitch: 1 um}, inputs: [data: m]}\n  m: {kind: math2d, expression: \"1\"}\n";
        };
        const auto problems = [&](const char* file) {
            return parseValues(text(file), folder.path().toStdString(), {}, kinds()).errorsOf(0).size();
        };
        QCOMPARE(problems("spot.pgm"), std::size_t{0});
        QCOMPARE(problems("nowhere.pgm"), std::size_t{1});
        QVERIFY(!parseDesign(text("spot.pgm"), folder.path().toStdString()).errorsOf(0).empty());
    }

    void fingerprintsTellValuesApart() {
        std::set<std::string> all;
        for (const char* shape : {"gaussian", "top_hat"}) {
            for (const double diameter : {3.0, 3.5}) {
                for (const int iterations : {1, 2}) {
                    for (const Pair headroom : {Pair{0, 0}, Pair{0.1, 0}, Pair{0, 0.1}}) {
                        for (const char* edge : {"empty", "extend", "mirror", "wrap"}) {
                            CompensateNode node = gaussianOf(diameter, iterations, headroom);
                            node.shape = shape;
                            node.edge = edge;
                            all.insert(compensateOf(node).fingerprint());
                        }
                    }
                }
            }
        }
        QCOMPARE(all.size(), std::size_t{96});
    }
};

BURIN_TEST(TestCompensate)
#include "test_compensate.moc"
