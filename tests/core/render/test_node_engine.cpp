// SPDX-License-Identifier: GPL-3.0-or-later

// A kind without a kernel for the card: its description and the graphs that contain it say so, and an engine
// computes them on the CPU.

#include "core/design/kind_listing.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/node_engine.hpp"
#include "support/testing.hpp"

#include <string>
#include <vector>

using namespace burin;

namespace {

constexpr const char* threeNodes = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 30, height: 20, inputs: [{data: smooth}]}
  smooth: {kind: median, radius: 1, inputs: [{data: slope}]}
  slope: {kind: math2d, width: 30, height: 20, expression: "x / 30"}
)yaml";

/// The program's kinds, with a median that has no kernel for the card.
std::vector<Kind> kindsWithoutMedianKernel() {
    std::vector<Kind> all(kinds().begin(), kinds().end());
    for (Kind& kind : all) {
        if (kind.description.name == "median") kind.description.onCards = false;
    }
    return all;
}

class FakeBackend final : public Backend {
  public:
    explicit FakeBackend(std::string name) : name_(std::move(name)) {}
    void start(RenderRequest, std::function<void(std::exception_ptr)> done) override { done(nullptr); }
    std::string name() const override { return name_; }
    std::string description() const override { return "the " + name_; }
    int concurrency() const override { return 1; }
    void countNodes(const Graph&) override {}
    const std::vector<NodeCounters>& counters() const override { return counters_; }
    std::size_t peakBytes(const GraphNode&) const override { return 0; }
    std::string memoryText() const override { return {}; }

  private:
    std::string name_;
    std::vector<NodeCounters> counters_;
};

}  // namespace

class TestNodeEngine : public QObject {
    Q_OBJECT

  private slots:
    void everyKindSaysWhatComputesIt() {
        for (const Kind& kind : kinds()) {
            const std::string known = kindText(kind.description);
            const std::string asYaml = kindYaml(kind.description);
            const bool onCards = kind.description.onCards;
            QVERIFY(known.find(onCards ? "backends: cpu, cuda\n" : "backends: cpu\n") != std::string::npos);
            QVERIFY(asYaml.find(onCards ? "backends: [cpu, cuda]\n" : "backends: [cpu]\n") !=
                    std::string::npos);
        }
        QVERIFY(findKind("median")->description.onCards);
        QVERIFY(findKind("shape")->description.onCards);
    }

    void aDesignNamesTheKindThatNoCardComputes() {
        const std::vector<Kind> some = kindsWithoutMedianKernel();
        const Design design = parseDesign(threeNodes, ".", {}, some);
        QVERIFY(design.diagnostics.empty());
        const std::string why = "node 'smooth' is a median, which only the CPU computes";
        QCOMPARE(design.whyNotOnCards(*design.root), why);
        QVERIFY(design.whyNotOnCards(*design.find("slope")).empty());
        const BoundGraph bound = bindGraph(design, *design.root, {});
        QVERIFY(bound.graph);
        QCOMPARE(bound.graph->whyNotOnCards, why);
        QCOMPARE(bound.remarks, std::vector{Problem{.reason = why}});
        const Design usual = parseDesign(threeNodes, ".");
        QVERIFY(usual.whyNotOnCards(*usual.root).empty());
    }

    void aMutedNodeAsksForNoKernel() {
        std::string muted = threeNodes;
        muted.replace(muted.find("radius: 1"), 9, "radius: 1, muted: true");
        const std::vector<Kind> some = kindsWithoutMedianKernel();
        const Design design = parseDesign(muted, ".", {}, some);
        QVERIFY(design.whyNotOnCards(*design.root).empty());
    }

    void anEngineAsksNoCardAboutADesignOfTheCpu() {
        const std::vector<Kind> some = kindsWithoutMedianKernel();
        const Design design = parseDesign(threeNodes, ".", {}, some);
        const auto card = std::make_shared<FakeBackend>("cuda");
        const EngineMeans means{.memoryBytes = std::size_t{64} << 20U, .threads = 1, .cards = card};
        NodeEngine onCard(means, design, *design.find("slope"), {});
        QCOMPARE(onCard.cards(), card.get());
        QCOMPARE(onCard.backend().name(), std::string("cuda"));
        QCOMPARE(onCard.graph()->tileSide, 4096);
        NodeEngine onCpu(means, design, *design.root, {});
        QCOMPARE(onCpu.cards(), nullptr);
        QCOMPARE(onCpu.backend().name(), std::string("cpu"));
        QCOMPARE(onCpu.graph()->tileSide, 512);
        QCOMPARE(onCpu.provisional(design, *design.root, {})->tileSide, 512);
    }

    void anEngineRefusesADesignWithErrors() {
        std::string wrong = threeNodes;
        wrong.replace(wrong.find("radius: 1"), 9, "radius: -1");
        const Design design = parseDesign(wrong, ".");
        try {
            const NodeEngine engine({.memoryBytes = std::size_t{64} << 20U}, design, *design.root, {});
            QFAIL("the design was not refused");
        } catch (const DesignRefused& refused) {
            QCOMPARE(refused.problems.size(), std::size_t{1});
            QCOMPARE(refused.problems.front().parameter, std::string("radius"));
        }
    }
};

BURIN_TEST(TestNodeEngine)
#include "test_node_engine.moc"
