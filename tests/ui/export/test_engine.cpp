// SPDX-License-Identifier: GPL-3.0-or-later

// A studio with a card, and a design with a kind that no card supports: nothing asks the card about it.

#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/testing.hpp"
#include "ui/export/dialog/export_plan.hpp"
#include "ui/export/queue/export_engine.hpp"
#include "ui/model/previews/previews.hpp"

#include <QTemporaryDir>

#include <atomic>

namespace burin::ui {

namespace {

constexpr const char* threeNodes = R"yaml(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 300, height: 200, inputs: [{data: smooth}]}
  smooth: {kind: median, radius: 1, inputs: [{data: slope}]}
  slope: {kind: math2d, width: 300, height: 200, expression: "x / 300"}
)yaml";

/// The program's kinds, with a median that has no kernel for the card.
std::vector<Kind> kindsWithoutMedianKernel() {
    std::vector<Kind> all(kinds().begin(), kinds().end());
    for (Kind& kind : all) {
        if (kind.description.name == "median") kind.description.onCards = false;
    }
    return all;
}

/// A card that counts each question.
class CountingCard final : public Backend {
  public:
    void start(RenderRequest, std::function<void(std::exception_ptr)> done) override {
        ++asked;
        done(nullptr);
    }
    std::string name() const override { return counted(std::string("cuda")); }
    std::string description() const override { return counted(std::string("a card")); }
    int concurrency() const override { return counted(64); }
    std::int64_t requestSamples() const override { return counted(std::int64_t{1} << 28); }
    double samplesAtOnce() const override { return counted(1.0); }
    bool keepsPictures() const override { return counted(true); }
    std::int32_t pictureTileSide() const override { return counted(std::int32_t{4096}); }
    std::shared_ptr<std::byte[]> hostMemory(std::size_t) override {
        return counted(std::shared_ptr<std::byte[]>());
    }
    void countNodes(const Graph&) override { ++asked; }
    const std::vector<NodeCounters>& counters() const override { return counters_; }
    std::size_t peakBytes(const GraphNode&) const override { return counted(std::size_t{0}); }
    std::string memoryText() const override { return counted(std::string()); }

    mutable std::atomic<int> asked = 0;

  private:
    template <class Answer>
    Answer counted(Answer answer) const {
        ++asked;
        return answer;
    }

    std::vector<NodeCounters> counters_;
};

}  // namespace

class TestEngine : public QObject {
    Q_OBJECT

  private slots:
    void picturesAreTheCpus() {
        Previews previews(engine_);
        previews.setDesign(design_);
        static_cast<void>(previews.thumbnail("smooth"));
        previews.setView({0, {0, 0, 300, 200}});
        QTRY_COMPARE(previews.progress().state(), PreviewProgress::State::exact);
        QTRY_VERIFY(!previews.busy());
        QCOMPARE(card_.asked.load(), 0);
        QCOMPARE(previews.shown()->source->graph()->tileSide, cpu_.pictureTileSide());
    }

    void exportsAreTheCpus() {
        ExportPlanner planner(engine_);
        ExportPlan last;
        connect(&planner, &ExportPlanner::planned, this, [&](const ExportPlan& plan) { last = plan; });
        ExportOrder order;
        order.design = design_;
        order.surface = {300, 200};
        order.region = {0, 0, 300, 200};
        const QTemporaryDir folder;
        order.setFile(folder.filePath("x.tif"));
        planner.request(order);
        QTRY_VERIFY(last.seconds >= 0 || !last.problem.isEmpty());
        QCOMPARE(last.problem, QString());
        QCOMPARE(last.runsOn, QString::fromStdString(cpu_.description()));
        const std::string why = design_->whyNotOnCards(*design_->root);
        QVERIFY(!why.empty());
        QCOMPARE(ExportEngine::sideBySide(engine_, why), std::max(1, cpu_.concurrency() / 2));
        ExportEngine exporting(engine_, *design_, {});
        QCOMPARE(exporting.own().backend().name(), std::string("cpu"));
        QCOMPARE(card_.asked.load(), 0);
    }

    /// A hundred million codes would take hours.
    void aStopEndsTheCheckOfASeries() {
        const Design series = parseDesign(
            "burin: 2\npixel: 10 um\nnodes:\n  top: {kind: root, width: 9, height: 9, inputs: [{data: n}]}\n"
            "  n: {kind: code, code: datamatrix, module: 1, data: \"{n}\", series: {u: [40, 0], v: [0, 40], "
            "columns: "
            "10000, "
            "rows: 10000}}\n",
            ".", {}, kinds_);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_EXCEPTION_THROWN(ExportEngine(engine_, series, stop.get_token()), Cancelled);
    }

    void aDesignOfTheCardIsTheCards() {
        const std::string why = design_->whyNotOnCards(*design_->find("slope"));
        QCOMPARE(&engine_.backendFor(why), static_cast<Backend*>(&card_));
    }

  private:
    const std::vector<Kind> kinds_ = kindsWithoutMedianKernel();
    const std::shared_ptr<const Design> design_ =
        std::make_shared<const Design>(parseDesign(threeNodes, ".", {}, kinds_));
    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend cpu_{budget_, cache_, 2};
    CountingCard card_;
    const Engine engine_ = [this] {
        Engine engine{card_, budget_, {}};
        engine.cpu = &cpu_;
        return engine;
    }();
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestEngine)
#include "test_engine.moc"
