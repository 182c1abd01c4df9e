// SPDX-License-Identifier: GPL-3.0-or-later

// The export of a design with its layers: its output, its reports, pauses and stops.

#include "core/export/export.hpp"
#include "support/testing.hpp"

#include "core/base/errors.hpp"
#include "core/design/design.hpp"
#include "core/render/cpu_backend.hpp"

#include <atomic>
#include <functional>
#include <thread>

using namespace burin;

namespace {

constexpr std::int64_t side = 64;
constexpr std::int64_t rows = 8;

/// Keeps the rows that it is given.
class KeepingSink final : public Sink {
  public:
    struct Kept {
        std::vector<std::byte> bytes;
        bool closed = false;
    };

    KeepingSink(int depth, Kept& kept) : grid_(layout(depth)), kept_(kept) {}
    ~KeepingSink() override { kept_.closed = true; }

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return true; }
    [[nodiscard]] std::optional<Problem> alreadyFinished() const override { return finished; }
    [[nodiscard]] std::optional<TransferStatus> transfer() const override { return machine; }
    [[nodiscard]] Sequel sequel() const override { return next; }
    void setPaused(bool paused) override { pauses.push_back(paused); }
    Outcome write(std::int64_t, std::span<const std::byte> chunk) override {
        kept_.bytes.insert(kept_.bytes.end(), chunk.begin(), chunk.end());
        if (afterWrite) afterWrite();
        return Outcome::done;
    }

    std::optional<Problem> finished;
    std::optional<TransferStatus> machine;
    Sequel next = Sequel::none;
    std::vector<bool> pauses;
    std::function<void()> afterWrite;

  private:
    static ChunkGrid::Layout layout(int depth) {
        return {.region = {side, side}, .chunk = {side, rows}, .walk = Walk::rowMajor, .depth = depth};
    }

    ChunkGrid grid_;
    Kept& kept_;
};

/// A design whose surface grows from 0 at the left to 1 at the right, and its engine.
struct Engine {
    Engine() {
        const Design design = parseDesign(R"(
burin: 1
pixel: 1 um
nodes:
  surface:
    kind: root
    width: 64
    height: 64
    inputs:
      - data: ramp
  ramp:
    kind: math2d
    width: 64
    height: 64
    expression: "x / 63"
)",
                                          {});
        BoundGraph bound = bindGraph(design, *design.root, {});
        graph = std::make_shared<const Graph>(std::move(*bound.graph));
    }
    Export exporting() { return Export({backend, budget, 2}, graph, {}, stop.get_token()); }

    MemoryBudget budget{std::size_t{64} << 20};
    TileCache cache{budget};
    CpuBackend backend{budget, cache, 2};
    std::shared_ptr<const Graph> graph;
    std::stop_source stop;
};

}  // namespace

class TestExport : public QObject {
    Q_OBJECT

  private slots:
    void theSurfaceAndItsLayersAreWritten() {
        Engine engine;
        KeepingSink::Kept surface;
        KeepingSink::Kept low;
        KeepingSink::Kept high;
        Export exporting = engine.exporting();
        exporting.add(std::make_unique<KeepingSink>(8, surface));
        exporting.add(std::make_unique<KeepingSink>(1, low), 0.25F);
        exporting.add(std::make_unique<KeepingSink>(1, high), 0.75F);
        const ExportResult result = exporting.run({});
        QVERIFY(!result.stopped);
        QCOMPARE(result.doneSamples, 3 * side * side);
        QCOMPARE(result.totalSamples, 3 * side * side);
        QCOMPARE(surface.bytes.size(), std::size_t{side * side});
        QCOMPARE(std::to_integer<int>(surface.bytes[63]), 255);
        QCOMPARE(std::to_integer<int>(surface.bytes[side * rows + 21]), 85);
        for (std::int64_t x = 0; x < side; ++x) {
            const auto bit = [x](const KeepingSink::Kept& layer) {
                return (std::to_integer<int>(layer.bytes[static_cast<std::size_t>(x / 8)]) >> (7 - x % 8)) &
                       1;
            };
            const float value = static_cast<float>(x) / 63;
            QCOMPARE(bit(low), value > 0.25F ? 1 : 0);
            QCOMPARE(bit(high), value > 0.75F ? 1 : 0);
        }
    }

    void progressIsToldOfAllOutputsTogether() {
        Engine engine;
        KeepingSink::Kept kept[3];
        Export exporting = engine.exporting();
        for (KeepingSink::Kept& one : kept)
            exporting.add(std::make_unique<KeepingSink>(1, one), 0.5F);
        std::vector<Progress> told;
        exporting.run([&](const Progress& progress) { told.push_back(progress); });
        QVERIFY(told.size() >= 3);
        for (std::size_t i = 0; i < told.size(); ++i) {
            QCOMPARE(told[i].totalSamples, 3 * side * side);
            QVERIFY(i == 0 || told[i].doneSamples >= told[i - 1].doneSamples);
            QVERIFY(i == 0 || told[i].bytes >= told[i - 1].bytes);
            QCOMPARE(told[i].state == Progress::State::done, i + 1 == told.size());
        }
        QCOMPARE(told.back().doneSamples, 3 * side * side);
    }

    void anOutputIsClosedBeforeTheNextBegins() {
        Engine engine;
        KeepingSink::Kept first;
        KeepingSink::Kept second;
        Export exporting = engine.exporting();
        exporting.add(std::make_unique<KeepingSink>(1, first), 0.25F);
        auto next = std::make_unique<KeepingSink>(1, second);
        bool closedInTime = false;
        next->afterWrite = [&] { closedInTime = first.closed; };
        exporting.add(std::move(next), 0.75F);
        exporting.run({});
        QVERIFY(closedInTime);
        QVERIFY(!second.closed);
    }

    void whatIsInTheWayOfALaterOutputIsAFailure() {
        Engine engine;
        KeepingSink::Kept kept[2];
        Export exporting = engine.exporting();
        exporting.add(std::make_unique<KeepingSink>(1, kept[0]), 0.25F);
        auto second = std::make_unique<KeepingSink>(1, kept[1]);
        second->afterWrite = [] { throw UsageError("b.tif", "cannot be opened"); };
        exporting.add(std::move(second), 0.75F);
        std::optional<ExportError> failure;
        try {
            exporting.run({});
        } catch (const ExportError& error) {
            failure = error;
        }
        QVERIFY(failure);
        QCOMPARE(failure->problem().text(), std::string("b.tif: cannot be opened"));
        QVERIFY(failure->sequel == Sink::Sequel::goesOn);
        QCOMPARE(failure->share, 0.5);

        Export alone = engine.exporting();
        auto first = std::make_unique<KeepingSink>(1, kept[1]);
        first->afterWrite = [] { throw UsageError("a.tif", "cannot be opened"); };
        alone.add(std::move(first), 0.75F);
        QVERIFY_THROWS_EXCEPTION(UsageError, alone.run({}));
    }

    /// If the output that fails has nothing to resume from, the finished outputs before it still stay.
    void aFailureCountsTheOutputsThatAreFinished_data() {
        QTest::addColumn<int>("failing");
        QTest::addColumn<Sink::Sequel>("sequel");
        QTest::addColumn<Sink::Sequel>("expected");
        QTest::addColumn<double>("share");
        using Sequel = Sink::Sequel;
        QTest::newRow("nothing of the first") << 0 << Sequel::begins << Sequel::begins << 0.0;
        QTest::newRow("nothing of the second") << 1 << Sequel::begins << Sequel::goesOn << 0.25;
        QTest::newRow("the second is lost") << 1 << Sequel::lost << Sequel::goesOn << 0.25;
        QTest::newRow("the last starts again") << 3 << Sequel::startsAgain << Sequel::goesOn << 0.75;
        QTest::newRow("the last is resumed") << 3 << Sequel::goesOn << Sequel::goesOn << 0.75;
    }
    void aFailureCountsTheOutputsThatAreFinished() {
        QFETCH(int, failing);
        QFETCH(Sink::Sequel, sequel);
        QFETCH(Sink::Sequel, expected);
        QFETCH(double, share);
        Engine engine;
        KeepingSink::Kept kept[4];
        Export exporting = engine.exporting();
        for (int k = 0; k < 4; ++k) {
            auto sink = std::make_unique<KeepingSink>(1, kept[k]);
            sink->next = sequel;
            if (k == failing) sink->afterWrite = [] { throw SinkError("b.tif", "cannot be written"); };
            exporting.add(std::move(sink), 0.25F);
        }
        std::optional<ExportError> failure;
        try {
            exporting.run({});
        } catch (const ExportError& error) {
            failure = error;
        }
        QVERIFY(failure);
        QVERIFY(failure->sequel == expected);
        QCOMPARE(failure->share, share);
        QVERIFY(exporting.together({0.5, sequel}).sequel == expected);
    }

    void whatIsFinishedIsSaidAndLeftAlone() {
        Engine engine;
        KeepingSink::Kept there;
        KeepingSink::Kept missing;
        Export exporting = engine.exporting();
        auto finished = std::make_unique<KeepingSink>(1, there);
        finished->finished = Problem{.reason = "a.png is finished"};
        exporting.add(std::move(finished), 0.25F);
        QVERIFY(exporting.allFinished());
        exporting.add(std::make_unique<KeepingSink>(1, missing), 0.75F);
        QVERIFY(!exporting.allFinished());
        QCOMPARE(exporting.finished(), std::vector{Problem{.reason = "a.png is finished"}});
        const ExportResult result = exporting.run({});
        QCOMPARE(result.doneSamples, 2 * side * side);
        QVERIFY(there.bytes.empty());
        QCOMPARE(missing.bytes.size(), std::size_t{side / 8 * side});
    }

    void aStopEndsTheOutputThatIsWritten() {
        Engine engine;
        KeepingSink::Kept first;
        KeepingSink::Kept second;
        Export exporting = engine.exporting();
        auto sink = std::make_unique<KeepingSink>(1, first);
        sink->afterWrite = [&] { engine.stop.request_stop(); };
        exporting.add(std::move(sink), 0.25F);
        exporting.add(std::make_unique<KeepingSink>(1, second), 0.75F);
        QVERIFY(exporting.run({}).stopped);
        QVERIFY(first.bytes.size() < std::size_t{side / 8 * side});
        QVERIFY(second.bytes.empty());
    }

    void aMachineIsPausedAndAnythingElseWaits() {
        Engine engine;
        KeepingSink::Kept kept;
        {
            Export exporting = engine.exporting();
            auto sink = std::make_unique<KeepingSink>(8, kept);
            KeepingSink& machine = *sink;
            machine.machine.emplace();
            exporting.add(std::move(sink));
            QVERIFY(!exporting.machine());
            exporting.setPaused(true);
            machine.afterWrite = [&] {
                if (!exporting.machine()) qFatal("a machine that is written to can be asked");
                if (machine.pauses.size() == 1) exporting.setPaused(false);
            };
            exporting.run({});
            QCOMPARE(machine.pauses, (std::vector<bool>{true, false}));
            QVERIFY(!exporting.machine());
        }
        KeepingSink::Kept file;
        Export exporting = engine.exporting();
        exporting.add(std::make_unique<KeepingSink>(8, file));
        exporting.setPaused(true);
        std::atomic<bool> pausedSeen = false;
        const std::jthread other([&] {
            while (!pausedSeen)
                std::this_thread::yield();
            exporting.setPaused(false);
        });
        std::size_t writtenWhilePaused = 0;
        exporting.run([&](const Progress& progress) {
            if (progress.state != Progress::State::paused || pausedSeen) return;
            writtenWhilePaused = file.bytes.size();
            pausedSeen = true;
        });
        pausedSeen = true;
        QCOMPARE(writtenWhilePaused, std::size_t{0});
        QCOMPARE(file.bytes.size(), std::size_t{side * side});
    }
};

BURIN_TEST(TestExport)
#include "test_export.moc"
