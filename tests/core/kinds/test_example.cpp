// SPDX-License-Identifier: GPL-3.0-or-later

// Compares example with the definition on the format's page, sample by sample.

#include "core/kinds/generate/example.hpp"
#include "core/kinds/methods/textures/patch_blend.hpp"
#include "support/system/fake_child.hpp"
#include "support/testing.hpp"
#include "support/textures/example_reference.hpp"
#include "support/textures/random_textures.hpp"
#include "support/textures/texture_test.hpp"

#include <atomic>
#include <cmath>
#include <cstddef>
#include <latch>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// Blobs with a few equal values, as an image has them.
PageExample exampleOf(std::uint64_t seed, Size size) {
    Random random(seed);
    PageExample example{size, {}};
    const double a = random.real(3, 9);
    const double b = random.real(3, 9);
    for (std::int64_t y = 0; y < size.height; ++y) {
        for (std::int64_t x = 0; x < size.width; ++x) {
            const double wave = std::sin(static_cast<double>(x) / a) * std::cos(static_cast<double>(y) / b);
            const double level = std::max(0.0, std::round(120 + 90 * wave + random.real(-40, 40)));
            example.samples.push_back(static_cast<float>(std::min(level, 255.0) / 255));
        }
    }
    return example;
}

ExampleTexture unbound(const ExampleNode& node,
                       std::shared_ptr<ExampleTables> tables = std::make_shared<ExampleTables>()) {
    ExampleTexture::Parameters all;
    all.method = node.method == "cut" ? ExampleTexture::Method::cut : ExampleTexture::Method::blend;
    if (node.patch != 0) all.patchPx = node.patch;
    all.contrast = node.contrast;
    all.closes = node.closes;
    all.seed = static_cast<std::uint32_t>(node.seed);
    all.sharpness = node.sharpness;
    all.vary = node.vary == "mirror" ? PatchVary::mirror
               : node.vary == "turn" ? PatchVary::turn
               : node.vary == "all"  ? PatchVary::all
                                     : PatchVary::none;
    all.colours = node.colours;
    return ExampleTexture(all, std::move(tables));
}

WholeChild childOf(const PageExample& example, int* reads = nullptr) {
    WholeChild child;
    child.area = {7, -3, example.size.width, example.size.height};
    child.digest = "child";
    child.read = [example, reads](SamplesView samples, const std::stop_token& stop) {
        if (stop.stop_requested()) throw Cancelled();
        if (reads != nullptr) ++*reads;
        for (std::int64_t y = 0; y < samples.height; ++y) {
            for (std::int64_t x = 0; x < samples.width; ++x)
                samples.row(y)[x] = example.at(x, y);
        }
    };
    return child;
}

std::optional<ParameterProblem> complaint(const ExampleNode& node, const Extent& extent) {
    const std::vector<LinkShape> links = {{Trait::data, {}, extent, extent}};
    return unbound(node).complaint(links);
}

}  // namespace

class TestExample : public QObject {
    Q_OBJECT

  private slots:
    /// Several threads make the table, each for 65,536 of the sorted samples.
    void equalSamplesHaveOneRankOnAllThreads() {
        std::vector<float> samples(300'000);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i] = static_cast<float>(i % 3) / 2;
        const BlendTables tables = BlendTables::of(samples, {});
        QCOMPARE(tables.normal.size(), samples.size());
        const float wanted[] = {-0.96742157F, 0, 0.96742157F};  // the quantiles of 1/6, 1/2 and 5/6
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (std::abs(tables.normal[i] - wanted[i % 3]) > 1e-6F)
                QFAIL(qPrintable(QString("%1 at %2").arg(static_cast<double>(tables.normal[i])).arg(i)));
        }
    }

    void samplesAreThePages() {
        for (const std::uint64_t seed : seedsOfTest(40)) {
            Random random(seed);
            const ExampleNode node = randomExample(random);
            const PageExample example = exampleOf(seed, {random.between(48, 60), random.between(48, 60)});
            const ExampleTexture texture = unbound(node).holding(childOf(example));
            PageTexture page(node, example);
            for (const Point corner : {Point{-20, -11}, lastCorner}) {
                const OwnedSamples image = samplesOf(texture, {corner.x, corner.y, 70, 40});
                for (std::int64_t y = corner.y; y < corner.y + 40; y += 3) {
                    for (std::int64_t x = corner.x; x < corner.x + 70; ++x) {
                        const float wanted = page.sampleAt({x, y});
                        const float found = image.at(x, y);
                        // Tables may differ in their last bit.
                        const float off = std::abs(found - wanted);
                        if (off > (node.method == "blend" ? 2e-6F : 0.0F)) {
                            QFAIL(qPrintable(QString("seed %1, %2 at (%3, %4): %5 instead of %6, patch %7 "
                                                     "sharpness %8 contrast %9")
                                                 .arg(seed)
                                                 .arg(node.method.c_str())
                                                 .arg(x)
                                                 .arg(y)
                                                 .arg(static_cast<double>(found))
                                                 .arg(static_cast<double>(wanted))
                                                 .arg(node.patch)
                                                 .arg(node.sharpness)
                                                 .arg(node.contrast)));
                        }
                    }
                }
            }
        }
    }

    void anyRegionIsTheCrop() {
        for (const std::uint64_t seed : seedsOfTest(16)) {
            Random random(seed);
            const ExampleTexture texture =
                unbound(randomExample(random)).holding(childOf(exampleOf(seed, {60, 50})));
            expectCrops(texture, random);
        }
    }

    void aClosedTextureRepeatsToTheBit() {
        for (const std::uint64_t seed : seedsOfTest(30)) {
            Random random(seed);
            const ExampleNode node = randomExample(random);
            if (node.closes == Size{}) continue;
            expectRepeats(unbound(node).holding(childOf(exampleOf(seed, {60, 50}))), node.closes, random);
        }
    }

    void allSamplesOfACutAreThoseOfTheExample() {
        ExampleNode node;
        node.method = "cut";
        node.patch = 16;
        node.colours = 3;
        const PageExample example = exampleOf(3, {48, 48});
        const std::set<float> known(example.samples.begin(), example.samples.end());
        for (const float sample : samplesOf(unbound(node).holding(childOf(example)), {0, 0, 99, 99}).samples)
            QVERIFY(known.contains(sample));
    }

    /// Samples of one window are neighbours in the example too. Each sample of this one is different.
    void samplesOfOneWindowHaveItsNumber() {
        ExampleNode node;
        node.method = "cut";
        node.patch = 16;
        node.colours = 3;
        PageExample example{{48, 48}, {}};
        for (int i = 0; i < 48 * 48; ++i)
            example.samples.push_back(static_cast<float>(i) / 4096);
        const ExampleTexture texture = unbound(node).holding(childOf(example));
        const OwnedSamples samples = samplesOf(texture, {-40, -70, 99, 99});
        OwnedSamples windows({-40, -70, 99, 99});
        texture.windowsOf(windows.area, windows.view());
        int seams = 0;
        for (std::int64_t y = -70; y < 28; ++y) {
            for (std::int64_t x = -40; x < 58; ++x) {
                const bool right = windows.at(x, y) == windows.at(x + 1, y);
                const bool below = windows.at(x, y) == windows.at(x, y + 1);
                if (right) QCOMPARE(samples.at(x + 1, y) - samples.at(x, y), 1.0F / 4096);
                if (below) QCOMPARE(samples.at(x, y + 1) - samples.at(x, y), 48.0F / 4096);
                seams += right && below ? 0 : 1;
            }
        }
        QVERIFY2(seams > 98 && seams < 98 * 98 / 4, qPrintable(QString::number(seams)));
    }

    void aBlendKeepsTheHistogram() {
        ExampleNode node;
        node.patch = 9;
        const PageExample example = exampleOf(3, {48, 48});
        std::vector<float> wanted = example.samples;
        std::vector<float> found =
            samplesOf(unbound(node).holding(childOf(example)), {0, 0, 480, 480}).samples;
        std::sort(wanted.begin(), wanted.end());
        std::sort(found.begin(), found.end());
        for (int share = 1; share < 20; ++share) {
            const float a = wanted[wanted.size() * static_cast<std::size_t>(share) / 20];
            const float b = found[found.size() * static_cast<std::size_t>(share) / 20];
            QVERIFY2(std::abs(a - b) < 0.03F, qPrintable(QString::number(share)));
        }
    }

    void aChildIsReadOnceForAllThatBindIt() {
        int reads = 0;
        const ExampleTexture node = unbound(ExampleNode{});
        const WholeChild child = childOf(exampleOf(1, {60, 50}), &reads);
        const ExampleTexture first = node.holding(child);
        const ExampleTexture second = node.holding(child);
        QCOMPARE(reads, 0);
        static_cast<void>(samplesOf(first, {0, 0, 9, 9}));
        static_cast<void>(samplesOf(second, {0, 0, 9, 9}));
        QCOMPARE(reads, 1);
        WholeChild other = child;
        other.digest = "other";
        static_cast<void>(samplesOf(node.holding(other), {0, 0, 9, 9}));
        QCOMPARE(reads, 2);
    }

    void editsReadTheChildOnce_data() {
        QTest::addColumn<QString>("method");
        QTest::newRow("blend") << "blend";
        QTest::newRow("cut") << "cut";
    }
    void editsReadTheChildOnce() {
        QFETCH(const QString, method);
        std::vector<ExampleNode> edits(3);
        for (ExampleNode& node : edits) {
            node.method = method.toStdString();
            node.patch = 16;
            node.colours = 2;
        }
        edits[1].seed = 7;
        edits[2].contrast = 2;
        edits[2].patch = 17;
        edits[2].closes = {90, 70};
        int reads = 0;
        const PageExample example = exampleOf(5, {60, 50});
        const WholeChild child = childOf(example, &reads);
        const auto tables = std::make_shared<ExampleTables>();
        for (const ExampleNode& node : edits) {
            const Rect area{-9, 4, 120, 90};
            const OwnedSamples shared = samplesOf(unbound(node, tables).holding(child), area);
            const OwnedSamples alone = samplesOf(unbound(node).holding(childOf(example)), area);
            QVERIFY(shared.samples == alone.samples);
        }
        QCOMPARE(reads, 1);
    }

    void anEditMakesOnlyTheTablesThatItChanges() {
        const WholeChild child = childOf(exampleOf(5, {60, 50}));
        const auto tables = std::make_shared<ExampleTables>();
        const auto edited = [&](const ExampleNode& node) { return unbound(node, tables).holding(child); };
        ExampleNode node;
        node.patch = 16;
        node.colours = 2;
        edited(node).prepare({});
        node.seed = 3;
        node.sharpness = 5;
        node.vary = "turn";
        QVERIFY(edited(node).held->blended.made());

        node.method = "cut";
        QVERIFY(!edited(node).held->pieces.tables.made());
        edited(node).prepare({});
        node.contrast = 2;
        QVERIFY(edited(node).held->pieces.tables.made());
        node.seed = 4;
        const ExampleTexture seeded = edited(node);
        QVERIFY(!seeded.held->pieces.tables.made());
        QVERIFY(seeded.held->pieces.samples.made());

        node.method = "blend";
        const ExampleTexture back = edited(node);
        QVERIFY2(!back.held->blended.made(), "the node has kept tables that `cut` does not count");
    }

    /// Pictures of a node before and after its edits are bound and computed at once.
    void threadsShareTheTables() {
        const WholeChild child = childOf(exampleOf(5, {60, 50}));
        const auto tables = std::make_shared<ExampleTables>();
        const Rect area{-9, 4, 60, 40};
        std::vector<ExampleNode> nodes(4);
        std::vector<OwnedSamples> alone;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            nodes[k].method = k % 2 == 0 ? "cut" : "blend";
            nodes[k].patch = 16;
            nodes[k].colours = 2;
            nodes[k].seed = static_cast<std::int64_t>(k);
            alone.push_back(samplesOf(unbound(nodes[k]).holding(child), area));
        }
        std::atomic<int> wrong = 0;
        {
            std::latch together(static_cast<std::ptrdiff_t>(nodes.size()));
            std::vector<std::jthread> threads;
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                threads.emplace_back([&, k] {
                    together.arrive_and_wait();
                    for (int round = 0; round < 10; ++round) {
                        const ExampleTexture texture = unbound(nodes[k], tables).holding(child);
                        if (samplesOf(texture, area).samples != alone[k].samples) ++wrong;
                    }
                });
            }
        }
        QCOMPARE(wrong, 0);
    }

    void aStopEndsTheTables() {
        std::stop_source stopped;
        stopped.request_stop();
        const ExampleTexture texture = unbound(ExampleNode{}).holding(childOf(exampleOf(1, {60, 50})));
        QVERIFY_THROWS_EXCEPTION(Cancelled, texture.prepare(stopped.get_token()));
        texture.prepare({});
    }

    void onlyExamplesOfASizeAreTaken() {
        QVERIFY(!complaint({}, Extent({0, 0, 32, 32})));
        QCOMPARE(complaint({}, Extent())->parameter, std::string("inputs"));
        QCOMPARE(complaint({}, Extent({0, 0, 31, 400}))->parameter, std::string("inputs"));
        QVERIFY(!complaint({}, Extent({0, 0, 4096, 4096})));
        QCOMPARE(complaint({}, Extent({0, 0, 4097, 4096}))->parameter, std::string("inputs"));
        ExampleNode large;
        large.patch = 200;
        const auto found = complaint(large, Extent({0, 0, 300, 400}));
        QCOMPARE(found->parameter, std::string("patch"));
        large.patch = std::stoi(found->problem.adviceText().substr(std::string("write at most ").size()));
        QVERIFY(!complaint(large, Extent({0, 0, 300, 400})));
        ++large.patch;
        QVERIFY(complaint(large, Extent({0, 0, 300, 400})));
    }

    void whatClosingChangesIsReported() {
        const std::vector<LinkShape> links = {{Trait::data, {}, Extent({0, 0, 60, 60}), Extent()}};
        for (const char* method : {"blend", "cut"}) {
            ExampleNode node;
            node.method = method;
            QVERIFY(unbound(node).remarks(links).empty());
            node.closes = {211, 160};
            QCOMPARE(unbound(node).remarks(links).size(), std::size_t{1});
            QCOMPARE(unbound(node).period({}, Lattice{}), (std::optional<Lattice>{{211, 160, 0}}));
        }
    }

    /// A seam moves by at most one px from column to column, so it may not cross a high and narrow cell.
    void narrowCellsAreReported_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("remarks");
        QTest::newRow("narrow") << 20 << 1000 << 2;
        QTest::newRow("not much higher than wide") << 1000 << 131 << 1;
        QTest::newRow("too high") << 1000 << 132 << 2;
        QTest::newRow("flat") << 1000 << 60 << 1;
    }
    void narrowCellsAreReported() {
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(int, remarks);
        ExampleNode node;
        node.method = "cut";
        node.patch = 100;
        node.closes = {width, height};
        const std::vector<LinkShape> links = {{Trait::data, {}, Extent({0, 0, 400, 400}), Extent()}};
        const std::vector<Problem> found = unbound(node).remarks(links);
        QCOMPARE(found.size(), static_cast<std::size_t>(remarks));
        QVERIFY(found.front().text().starts_with("closes makes the cells "));
        QVERIFY(found.back().text().find("the seams may not meet") != std::string::npos || remarks == 1);
    }

    void fingerprintsTellValuesApart() {
        Random random(1);
        std::set<std::string> all;
        for (int i = 0; i < 30; ++i)
            all.insert(unbound(randomExample(random)).fingerprint());
        QCOMPARE(all.size(), std::size_t{30});
    }
};

BURIN_TEST(TestExample)
#include "test_example.moc"
