// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exporter.hpp"
#include "support/testing.hpp"

#include "core/base/errors.hpp"
#include "core/kinds/form/operation.hpp"
#include "support/fake_block_source.hpp"

#include <QJsonDocument>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using namespace burin;
using burin::test::FakeBlockSource;
using burin::test::formulaSample;

namespace {

/// Compares the picture with the formula, and stores the calls that it received.
class PictureSink : public Sink {
  public:
    explicit PictureSink(const ChunkGrid::Layout& layout, bool inOrder)
        : grid_(layout), ordered_(inOrder), seen_(static_cast<std::size_t>(grid_.count())) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] std::vector<Remedy> smallerChunks() const override { return smaller; }
    [[nodiscard]] bool ordered() const override { return ordered_; }
    [[nodiscard]] const IntervalSet& done() const override { return alreadyDone; }
    [[nodiscard]] bool encodes() const override { return encoding; }
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::byte> chunk) const override {
        if (duringEncode) duringEncode();
        std::vector<std::byte> turned(chunk.rbegin(), chunk.rend());
        return turned;
    }
    Outcome begin() override {
        ++begun;
        return Outcome::done;
    }
    Outcome finish() override {
        ++finished;
        return Outcome::done;
    }
    void interrupt() override { ++interrupted; }
    void settle() override {
        ++settled;
        if (duringSettle) duringSettle();
    }

    Outcome write(std::int64_t index, std::span<const std::byte> chunk) override {
        if (index == failAt) throw SinkError("the sink fails");
        if (index == againAt) {
            againAt = -1;
            return Outcome::again;
        }
        if (slowness.count() > 0) std::this_thread::sleep_for(slowness);
        std::vector<std::byte> plain(chunk.begin(), chunk.end());
        if (encoding) plain.assign(chunk.rbegin(), chunk.rend());
        if (ordered_ && index <= last_) ++outOfOrder;
        last_ = index;
        ++seen_[static_cast<std::size_t>(index)];
        const Rect area = grid_.chunk(index);
        const Size stored = grid_.storedSize(area);
        for (std::int64_t y = 0; y < stored.height; ++y) {
            for (std::int64_t x = 0; x < stored.width; ++x) {
                const auto at =
                    static_cast<std::size_t>(y) * grid_.stride(area) + static_cast<std::size_t>(x);
                const bool padding = x >= area.width || y >= area.height;
                const int expected = padding ? 0 : formulaSample(area.x + x + 3, area.y + y + 4, 8);
                if (std::to_integer<int>(plain[at]) != expected) ++wrong;
            }
        }
        if (afterWrite) afterWrite();
        return Outcome::done;
    }

    [[nodiscard]] int timesWritten(std::int64_t index) const {
        return seen_[static_cast<std::size_t>(index)];
    }

    IntervalSet alreadyDone;
    std::vector<Remedy> smaller;
    bool encoding = false;
    std::int64_t failAt = -1;
    std::int64_t againAt = -1;
    std::chrono::milliseconds slowness{0};
    std::function<void()> afterWrite;
    std::function<void()> duringSettle;
    std::function<void()> duringEncode;
    int begun = 0;
    int finished = 0;
    int interrupted = 0;
    int settled = 0;
    int outOfOrder = 0;
    int wrong = 0;

  private:
    const ChunkGrid grid_;
    const bool ordered_;
    std::vector<int> seen_;
    std::int64_t last_ = -1;
};

/// Drops the first piece of each row of blocks once it is told to stop, which happens at its first request.
class DroppingSource : public BlockSource {
  public:
    explicit DroppingSource(std::stop_source& stop) : stop_(stop) {}
    void start(const Rect& area, TargetMemory out, std::size_t,
               std::function<void(std::exception_ptr)> done) override {
        stop_.request_stop();
        if (area.x == 3) return done(std::make_exception_ptr(Cancelled()));
        (void)out();
        done(nullptr);
    }
    [[nodiscard]] int concurrency() const override { return 8; }

  private:
    std::stop_source& stop_;
};

const ChunkGrid::Layout tiles{{300, 200}, 0, {32, 32}, Walk::lanes, 8, false};
const ChunkGrid::Layout paddedTiles{{300, 200}, 0, {32, 32}, Walk::lanes, 8, true};
const ChunkGrid::Layout bands{{5000, 70}, 0, {5000, 16}, Walk::rowMajor, 8, false};
const Point origin{3, 4};

}  // namespace

class TestExporter : public QObject {
    Q_OBJECT

  private slots:
    void everyChunkIsWrittenOnce_data() {
        QTest::addColumn<ChunkGrid::Layout>("layout");
        QTest::addColumn<bool>("ordered");
        QTest::addColumn<bool>("encoding");
        QTest::newRow("tiles as they come") << tiles << false << false;
        QTest::newRow("tiles in their order") << tiles << true << false;
        QTest::newRow("tiles encoded in threads, in their order") << tiles << true << true;
        QTest::newRow("padded tiles in reused memory") << paddedTiles << false << false;
        QTest::newRow("bands computed in pieces") << bands << true << false;
    }
    void everyChunkIsWrittenOnce() {
        QFETCH(ChunkGrid::Layout, layout);
        QFETCH(bool, ordered);
        QFETCH(bool, encoding);
        for (unsigned seed = 0; seed < 10; ++seed) {
            PictureSink sink(layout, ordered);
            sink.encoding = encoding;
            FakeBlockSource source(8, seed);
            MemoryBudget budget(1 << 22);
            const ExportResult result =
                exportSurface(source, sink, origin, budget, {.blockSamples = 16 * 1024});
            QVERIFY(!result.stopped);
            QCOMPARE(result.doneSamples, layout.region.width * layout.region.height);
            QCOMPARE(result.totalSamples, result.doneSamples);
            for (std::int64_t i = 0; i < sink.grid().count(); ++i)
                QCOMPARE(sink.timesWritten(i), 1);
            QCOMPARE(sink.wrong, 0);
            QCOMPARE(sink.outOfOrder, 0);
            QCOMPARE(sink.finished, 1);
            QCOMPARE(sink.interrupted, 0);
            QCOMPARE(budget.used(), std::size_t{0});
            QVERIFY(source.largestUnderWay <= 5);
        }
    }

    void whatIsDoneIsNotComputedAgain() {
        PictureSink sink(tiles, false);
        sink.alreadyDone.insert({0, 10});
        sink.alreadyDone.insert({20, 21});
        sink.alreadyDone.insert({69, 70});
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        const auto result = exportSurface(source, sink, origin, budget);
        for (std::int64_t i = 0; i < sink.grid().count(); ++i) {
            QCOMPARE(sink.timesWritten(i), sink.alreadyDone.contains(i) ? 0 : 1);
        }
        QCOMPARE(source.started, 70 - 12);
        QCOMPARE(result.doneSamples, result.totalSamples);
    }

    void aFailingSourceEndsIt() {
        for (std::int64_t failAt = 1; failAt <= 70; failAt += 3) {
            PictureSink sink(tiles, failAt % 2 == 0);
            FakeBlockSource source(8, static_cast<unsigned>(failAt));
            source.failAt = failAt;
            MemoryBudget budget(1 << 22);
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, exportSurface(source, sink, origin, budget));
            QCOMPARE(sink.finished, 0);
            QCOMPARE(sink.interrupted, 1);
            QCOMPARE(sink.wrong, 0);
            QCOMPARE(budget.used(), std::size_t{0});
        }
    }

    void aFailingSinkEndsIt_data() {
        QTest::addColumn<bool>("encoding");
        QTest::newRow("plain") << false;
        QTest::newRow("encoded") << true;
    }
    void aFailingSinkEndsIt() {
        QFETCH(bool, encoding);
        for (const std::int64_t failAt : {0, 1, 33, 69}) {
            PictureSink sink(tiles, true);
            sink.encoding = encoding;
            sink.failAt = failAt;
            FakeBlockSource source(8, 1);
            MemoryBudget budget(1 << 22);
            try {
                exportSurface(source, sink, origin, budget);
                QFAIL("it must not succeed");
            } catch (const ExportError& error) {
                QCOMPARE(std::string(error.what()), std::string("the sink fails"));
                QVERIFY(error.sequel == Sink::Sequel::none && !error.machine);
            }
            QCOMPARE(sink.interrupted, 1);
            QCOMPARE(sink.timesWritten(failAt), 0);
        }
    }

    void aStopKeepsWhatIsWritten() {
        for (const int after : {0, 1, 20, 69}) {
            std::stop_source stop;
            PictureSink sink(tiles, false);
            int written = 0;
            sink.afterWrite = [&] {
                if (++written >= after) stop.request_stop();
            };
            if (after == 0) stop.request_stop();
            FakeBlockSource source(8, 1);
            MemoryBudget budget(1 << 22);
            const auto result = exportSurface(source, sink, origin, budget, {}, {}, stop.get_token());
            QVERIFY(result.stopped);
            QVERIFY(written >= after && written <= after + 5);
            QCOMPARE(sink.finished, 0);
            QCOMPARE(sink.interrupted, 1);
            QVERIFY(after == 0 || result.doneSamples > 0);
        }
    }

    void aChunkWithADroppedPieceIsNotWritten() {
        std::stop_source stop;
        PictureSink sink(bands, true);
        DroppingSource source(stop);
        MemoryBudget budget(1 << 22);
        const auto result =
            exportSurface(source, sink, origin, budget, {.blockSamples = 16 * 1024}, {}, stop.get_token());
        QVERIFY(result.stopped);
        QCOMPARE(result.doneSamples, 0);
        for (std::int64_t i = 0; i < sink.grid().count(); ++i)
            QCOMPARE(sink.timesWritten(i), 0);
    }

    void asManyEncodeAsAreAllowed() {
        for (const int threads : {1, 3}) {
            PictureSink sink(tiles, true);
            sink.encoding = true;
            std::mutex mutex;
            std::set<std::thread::id> encoders;
            sink.duringEncode = [&] {
                const std::lock_guard lock(mutex);
                encoders.insert(std::this_thread::get_id());
            };
            FakeBlockSource source(8, 1);
            MemoryBudget budget(1 << 22);
            exportSurface(source, sink, origin, budget, {.threads = threads});
            QVERIFY(encoders.size() <= static_cast<std::size_t>(threads));
            QCOMPARE(sink.wrong, 0);
        }
    }

    void aChunkThatIsNotEncodedIsNotWritten() {
        std::stop_source stop;
        PictureSink sink(tiles, true);
        sink.encoding = true;
        std::atomic<int> begun = 0;
        sink.duringEncode = [&] {
            if (++begun < 20) return;
            stop.request_stop();
            throw std::bad_alloc();
        };
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        const auto result = exportSurface(source, sink, origin, budget, {}, {}, stop.get_token());
        QVERIFY(result.stopped);
        QVERIFY(result.doneSamples <= 19 * 32 * 32);
        QCOMPARE(sink.wrong, 0);
    }

    void aSurfaceThatDoesNotFitTheBudgetSaysSo() {
        PictureSink sink(bands, true);
        FakeBlockSource source(8, 1);
        MemoryBudget budget(5000 * 16 - 1);
        const auto remedies = [&] {
            try {
                exportSurface(source, sink, origin, budget);
            } catch (const NoRoomForChunk& shortage) {
                return shortage.problem().remedies;
            }
            return std::vector<Remedy>{};
        };
        QVERIFY(remedies() == std::vector{Remedy{Remedy::Way::moreMemory}});
        sink.smaller = {{Remedy::Way::scanSwaths}};
        QVERIFY(remedies() == (std::vector<Remedy>{{Remedy::Way::moreMemory}, {Remedy::Way::scanSwaths}}));
        QCOMPARE(sink.begun, 0);
    }

    void oneChunkAtATimeIsEnough() {
        PictureSink sink(bands, true);
        FakeBlockSource source(8, 1);
        MemoryBudget budget(5000 * 16);
        exportSurface(source, sink, origin, budget);
        QCOMPARE(sink.wrong, 0);
        QCOMPARE(sink.finished, 1);
    }

    void progressGrowsToTheEnd() {
        PictureSink sink(tiles, false);
        std::atomic<int> heard = 0;
        int written = 0;
        sink.afterWrite = [&] {  // the first chunks wait for a report each
            if (++written <= 3) static_cast<void>(test::waitFor([&] { return heard >= written; }));
        };
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        std::vector<Progress> reports;
        exportSurface(source, sink, origin, budget, {.progressInterval = std::chrono::milliseconds(5)},
                      [&](const Progress& progress) {
                          reports.push_back(progress);
                          ++heard;
                      });
        QVERIFY(reports.size() > 3);
        for (std::size_t i = 1; i < reports.size(); ++i) {
            QVERIFY(reports[i].doneSamples >= reports[i - 1].doneSamples);
        }
        QCOMPARE(reports.back().state, Progress::State::done);
        QCOMPARE(reports.back().doneSamples, 300 * 200);
        QCOMPARE(reports.back().bytes, std::uint64_t{300 * 200});
        QCOMPARE(reports.back().secondsLeft, 0.0);
    }

    void timeAndBytesGoOnIfTheSinkIsWrittenAgain() {
        PictureSink sink({.region = {64, 64}, .chunk = {16, 16}}, false);
        sink.slowness = std::chrono::milliseconds(10);
        sink.againAt = 12;
        std::atomic<std::uint64_t> heard = 0;
        int written = 0;
        sink.afterWrite = [&] {
            if (++written == 3) QVERIFY(test::waitFor([&] { return heard > 0; }));
        };
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        std::vector<Progress> reports;
        exportSurface(source, sink, origin, budget, {.progressInterval = std::chrono::milliseconds(5)},
                      [&](const Progress& progress) {
                          reports.push_back(progress);
                          heard = progress.bytes;
                      });
        QCOMPARE(sink.begun, 2);
        QVERIFY(reports.size() > 2);
        for (std::size_t i = 1; i < reports.size(); ++i) {
            QVERIFY(reports[i].seconds >= reports[i - 1].seconds);
            QVERIFY(reports[i].bytes >= reports[i - 1].bytes);
        }
        QVERIFY(reports.back().seconds > 0.24);  // 12 chunks, and then all 16
        QVERIFY(reports.back().bytes > 64 * 64);
    }

    void aSlowSinkIsWaitedFor() {
        PictureSink sink({{32, 32}, 0, {32, 32}, Walk::lanes, 8, false}, false);
        std::atomic<bool> waited = false;
        sink.afterWrite = [&] {
            while (!waited)
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
        };
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        exportSurface(source, sink, origin, budget, {.progressInterval = std::chrono::milliseconds(5)},
                      [&](const Progress& p) { waited = waited || p.state == Progress::State::waiting; });
        QVERIFY(waited);
    }

    void aPauseStartsNothing() {
        PictureSink sink(tiles, false);
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        std::atomic<int> reportsWhilePaused = 0;
        ExportOptions options{.progressInterval = std::chrono::milliseconds(5)};
        options.paused = [&] { return reportsWhilePaused < 3; };
        exportSurface(source, sink, origin, budget, options, [&](const Progress& progress) {
            if (progress.state == Progress::State::paused && progress.doneSamples == 0) ++reportsWhilePaused;
        });
        QVERIFY(reportsWhilePaused >= 3);
        QCOMPARE(sink.finished, 1);
    }

    /// Blocks under way are written first, and nothing after that.
    void aPauseSettlesTheSinkOnce() {
        PictureSink sink(tiles, false);
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        std::atomic<int> written = 0;
        std::atomic<int> reportsWhilePaused = 0;
        int writtenAtRest = -1;
        sink.afterWrite = [&] { ++written; };
        sink.duringSettle = [&] { writtenAtRest = written; };
        ExportOptions options{.progressInterval = std::chrono::milliseconds(5)};
        int writtenAtEnd = -1;
        options.paused = [&] {
            const bool paused = written > 0 && reportsWhilePaused < 20;
            if (reportsWhilePaused == 20 && writtenAtEnd < 0) writtenAtEnd = written;
            return paused;
        };
        exportSurface(source, sink, origin, budget, options, [&](const Progress& progress) {
            if (progress.state == Progress::State::paused && reportsWhilePaused < 20) ++reportsWhilePaused;
        });
        QCOMPARE(sink.settled, 1);
        QVERIFY(writtenAtRest > 0);
        QCOMPARE(writtenAtEnd, writtenAtRest);
        QCOMPARE(sink.finished, 1);
        QCOMPARE(sink.wrong, 0);
    }

    void aSinkThatCannotSettleEndsThePause() {
        PictureSink sink(tiles, false);
        FakeBlockSource source(8, 1);
        MemoryBudget budget(1 << 22);
        sink.duringSettle = [] { throw SinkError("the sink fails"); };
        std::atomic<int> reports = 0;
        ExportOptions options{.progressInterval = std::chrono::milliseconds(5)};
        options.paused = [&] { return reports < 20; };
        QVERIFY_THROWS_EXCEPTION(ExportError, exportSurface(source, sink, origin, budget, options,
                                                            [&](const Progress&) { ++reports; }));
    }

    void textOfProgress() {
        Progress progress;
        progress.doneSamples = 999;
        progress.totalSamples = 1000;
        progress.bytes = 500;
        progress.seconds = 3723;
        progress.samplesPerSecond = 2.5e9;
        progress.bytesPerSecond = 2.5e3;
        QCOMPARE(progressLine(progress),
                 std::string(" 99.9 %  2.5 Gpx/s  2.5 kB/s  1:02:03 elapsed  --:-- remaining"));
        progress.samplesPerSecond = 999'600;
        progress.bytesPerSecond = 999'400;
        QCOMPARE(progressLine(progress),
                 std::string(" 99.9 %  1 Mpx/s  999 kB/s  1:02:03 elapsed  --:-- remaining"));
        progress.samplesPerSecond = 2.5e9;
        Progress measuring = progress;
        measuring.bytes = 0;
        QCOMPARE(progressLine(measuring),
                 std::string(" 99.9 %  2.5 Gpx/s  1:02:03 elapsed  --:-- remaining"));
        progress.state = Progress::State::failed;
        progress.message = "a \"quote\"\n";
        QCOMPARE(
            progressJson(progress),
            std::string("{\"done_px\": 999, \"total_px\": 1000, \"px_per_s\": 2500000000.0, \"bytes\": 500, "
                        "\"eta_s\": null, \"state\": \"failed\", \"message\": \"a \\\"quote\\\"\\u000a\"}"));
    }

    /// A state of a later controller is not taken for another one.
    void anUnknownStateOfAMachineIsNamed() {
        Progress progress;
        progress.machine.emplace();
        progress.machine->state = TransferStatus::State::unknown;
        progress.machine->unknownState = 99;
        progress.machine->lines = 9;
        const std::string json = progressJson(progress);
        QVERIFY2(json.find("\"machine\": {\"state\": \"an unknown state (99)\"") != std::string::npos,
                 json.c_str());
        const std::string line = progressLine(progress);
        QVERIFY2(line.find("  an unknown state (99) line 0 of 9") != std::string::npos, line.c_str());
    }

    void slicesSentAgainAndDamagedSlicesAreTwoNumbers() {
        Progress progress;
        progress.machine.emplace();
        progress.machine->resentSlices = 7;
        progress.machine->damagedSlices = 2;
        const std::string json = progressJson(progress);
        QVERIFY2(json.find("\"resent\": 7, \"damaged\": 2,") != std::string::npos, json.c_str());
    }

    void aNarrowLineLeavesOutTheLeastImportantParts() {
        Progress progress;
        progress.doneSamples = 999;
        progress.totalSamples = 1000;
        progress.bytes = 500;
        progress.seconds = 62;
        progress.secondsLeft = 7;
        progress.samplesPerSecond = 2.5e9;
        progress.bytesPerSecond = 2.5e3;
        TransferStatus machine;
        machine.state = TransferStatus::State::engraving;
        machine.lines = 9;
        machine.executedLines = 3;
        machine.receivedBytes = 50;
        machine.bufferBytes = 100;
        machine.starvations = 1;
        progress.machine = machine;
        const std::string whole =
            " 99.9 %  2.5 Gpx/s  2.5 kB/s  1:02 elapsed  0:07 remaining  engraving line 3 of 9  buffer 50 %  "
            "starved once";
        QCOMPARE(progressLine(progress), whole);
        QCOMPARE(progressLine(progress, 108), whole);
        QCOMPARE(progressLine(progress, 107),
                 std::string(
                     " 99.9 %  2.5 Gpx/s  1:02 elapsed  0:07 remaining  engraving line 3 of 9  buffer 50 %  "
                     "starved once"));
        QCOMPARE(progressLine(progress, 97),
                 std::string(
                     " 99.9 %  2.5 Gpx/s  0:07 remaining  engraving line 3 of 9  buffer 50 %  starved once"));
        QCOMPARE(progressLine(progress, 83),
                 std::string(" 99.9 %  0:07 remaining  engraving line 3 of 9  buffer 50 %  starved once"));
        QCOMPARE(progressLine(progress, 72),
                 std::string(" 99.9 %  0:07 remaining  engraving line 3 of 9  buffer 50 %"));
        QCOMPARE(progressLine(progress, 58), std::string(" 99.9 %  0:07 remaining  engraving line 3 of 9"));
        QCOMPARE(progressLine(progress, 0), std::string(" 99.9 %  0:07 remaining  engraving line 3 of 9"));
    }

    void aProgressLineCountsWideCharactersTwice() {
        Progress progress;
        progress.doneSamples = 1;
        progress.totalSamples = 1;
        progress.samplesPerSecond = 1000;
        progress.seconds = 62;
        progress.secondsLeft = 0;
        progress.message = "漢字";
        const std::string whole = "100.0 %  1 kpx/s  1:02 elapsed  0:00 remaining: 漢字";
        QCOMPARE(progressLine(progress, 52), whole);
        QCOMPARE(progressLine(progress, 51), std::string("100.0 %  1 kpx/s  0:00 remaining: 漢字"));
    }

    /// Names of files may have any bytes.
    void progressOfAnyNameIsJson() {
        Progress progress;
        progress.message = "\xFCmlaut.tif, \xC3\xBC.tif, \xE2\x82: cannot be written";
        const QJsonDocument read = QJsonDocument::fromJson(QByteArray::fromStdString(progressJson(progress)));
        QCOMPARE(read["message"].toString(),
                 QString::fromUtf8("\uFFFDmlaut.tif, \u00FC.tif, \uFFFD\uFFFD: cannot be written"));
    }
};

BURIN_TEST(TestExporter)
#include "test_exporter.moc"
