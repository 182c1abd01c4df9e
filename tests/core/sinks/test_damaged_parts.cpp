// SPDX-License-Identifier: GPL-3.0-or-later
// What an earlier run has left is compared with its journal; damaged parts are reported and computed again.
#include "core/base/errors.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/run_check.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <set>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

/// Chunks of 8 KiB, so that a small file has many.
constexpr std::int64_t chunkRows = 8192;
constexpr std::int64_t chunkCount = 100;
const SurfaceInfo column = surfaceOf(1, chunkRows* chunkCount, 8);

SinkOptions resuming(std::vector<std::string>& told) {
    SinkOptions options;
    options.policy.resume = true;
    options.tells = [&told](const Problem& note) { told.push_back(note.text()); };
    return options;
}

}  // namespace

class TestDamagedParts : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    int job_ = 0;

    std::string fresh(const QString& name) {
        const QString folder = root_.filePath(QString::number(++job_));
        QDir().mkpath(folder);
        return QDir(folder).filePath(name).toStdString();
    }

    /// Renames a finished export to .part and removes `missing` of its chunks; its journal has one record per
    /// chunk.
    static void unfinish(const std::string& path, std::int64_t missing) {
        Journal journal = readJournal(finishedJournalOf(path, {}));
        const auto format = makeFormat(path, journal.header);
        QVERIFY(!format->openForReading());
        std::vector<DoneRun> runs;
        for (std::int64_t i = 0; i + missing < format->grid().count(); ++i)
            runs.push_back({{i, i + 1}, format->storedRun({i, i + 1})});
        JournalWriter::create(path + ".journal", journal.header).append(runs);
        QVERIFY(QFile::rename(QString::fromStdString(path), QString::fromStdString(path + ".part")));
    }

    static void spoil(const std::string& file, qint64 offset) {
        QByteArray bytes = contentsOf(file);
        bytes[offset] = static_cast<char>(bytes[offset] ^ 0x10);
        writeContents(file, bytes);
    }

    static void addFormats() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions compressed;
        compressed.compression = Compression::deflate;
        SinkOptions serpentine;
        serpentine.scan = {700, true};
        QTest::newRow("tif") << "x.tif" << SinkOptions{};
        QTest::newRow("compressed tif") << "x.tif" << compressed;
        QTest::newRow("raw") << "x.raw" << SinkOptions{};
        QTest::newRow("raw in serpentine swaths") << "x.raw" << serpentine;
    }

  private slots:
    void damageIsComputedAgainAndSaid_data() { addFormats(); }
    void damageIsComputedAgainAndSaid() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        const SurfaceInfo surface = surfaceOf(2100, 2100, 8);
        const std::string path = fresh(name);
        exportFormula(path, surface, options);
        const QByteArray expected = contentsOf(path);
        for (const double share : {0.2, 0.4, 0.6}) {  // the last chunk is not damaged, because it has no
                                                      // record
            writeContents(path, expected);
            unfinish(path, 1);
            spoil(path + ".part", static_cast<qint64>(share * static_cast<double>(expected.size())));
            std::vector<std::string> told;
            SinkOptions again = resuming(told);
            again.scan = options.scan;
            again.compression = options.compression;
            exportFormula(path, surface, again);
            QVERIFY(contentsOf(path) == expected);
            QCOMPARE(told.size(), std::size_t{1});
            QVERIFY2(told[0].find("is computed again") != std::string::npos, told[0].c_str());
            QVERIFY(verifyExport(path).sound());
        }
    }

    void anotherFileInItsPlaceIsComputedAgain_data() { addFormats(); }
    void anotherFileInItsPlaceIsComputedAgain() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        const SurfaceInfo surface = surfaceOf(2100, 2100, 8);
        const std::string path = fresh(name);
        exportFormula(path, surface, options);
        const QByteArray expected = contentsOf(path);
        SurfaceInfo other = surface;
        other.region.x += 5;
        const std::string otherPath = fresh(name);
        exportFormula(otherPath, other, options);
        unfinish(path, 1);
        writeContents(path + ".part", contentsOf(otherPath).leftJustified(expected.size(), 'x', true));
        std::vector<std::string> told;
        SinkOptions again = resuming(told);
        again.scan = options.scan;
        again.compression = options.compression;
        exportFormula(path, surface, again);
        QVERIFY(contentsOf(path) == expected);
        QVERIFY(!told.empty());
    }

    /// Sampling cannot find every damage. The remaining damage is found before the output gets its name.
    void noDamageIsOverlooked_data() {
        QTest::addColumn<std::int64_t>("chunk");
        for (const std::int64_t chunk : {0, 1, 13, 36, 50, 77, 96, 97})
            QTest::newRow(qPrintable(QString("in chunk %1 of 98").arg(chunk))) << chunk;
    }
    void noDamageIsOverlooked() {
        QFETCH(std::int64_t, chunk);
        const std::string path = fresh("x.raw");
        exportFormula(path, column);
        unfinish(path, 2);
        spoil(path + ".part", chunk * chunkRows + 17);
        std::vector<std::string> told;
        exportFormula(path, column, resuming(told));
        QVERIFY(contentsOf(path) == expectedRaw(column, {}));
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(verifyExport(path).sound());
    }

    void everythingIsReadFirstWhereThatIsAskedFor() {
        const std::string path = fresh("x.raw");
        exportFormula(path, column);
        unfinish(path, 2);
        for (std::int64_t chunk = 0; chunk < 98; chunk += chunk < 40 ? 2 : 1)
            spoil(path + ".part", chunk * chunkRows + chunk);
        std::vector<std::string> told;
        std::int64_t computed = 0;
        std::int64_t computedWhenTold = 0;
        SinkOptions options = resuming(told);
        options.policy.verify = true;
        options.tells = [&](const Problem& note) {
            told.push_back(note.text());
            computedWhenTold += computed;
        };
        const auto sink = openSink(path, column, options);
        exportFormula(*sink, column, 1, [&computed](FakeBlockSource& source) {
            source.concurrentBlocks = 1;
            source.afterBlock = [&computed] { ++computed; };
        });
        // Adjacent damage is reported at once, and the list stays short enough to read.
        QCOMPARE(told.size(), std::size_t{21});
        QCOMPARE(told.back(), path + ": 1 more damaged places");
        QCOMPARE(computedWhenTold, 0);
        QVERIFY(contentsOf(path) == expectedRaw(column, {}));
    }

    void whatIsSoundIsNotComputedAgain() {
        const std::string path = fresh("x.raw");
        exportFormula(path, column);
        unfinish(path, 2);
        spoil(path + ".part", 40 * chunkRows);
        std::vector<std::string> told;
        std::int64_t computed = 0;
        const auto sink = openSink(path, column, resuming(told));
        exportFormula(*sink, column, 1, [&computed](FakeBlockSource& source) {
            source.concurrentBlocks = 1;
            source.afterBlock = [&computed] { ++computed; };
        });
        QCOMPARE(computed, 3);
    }

    void aFinishedOutputIsReadBackWhereThatIsAskedFor() {
        const std::string path = fresh("x.raw");
        exportFormula(path, column);
        std::vector<std::string> told;
        SinkOptions options = resuming(told);
        options.policy.verify = true;
        const std::string finished = finishedJournalOf(path, {}).string();
        const QByteArray journal = contentsOf(finished);
        QVERIFY(!journal.isEmpty());
        const auto never = [](FakeBlockSource& source) { source.failAt = 1; };
        exportFormula(*openSink(path, column, options), column, 1, never);
        QCOMPARE(contentsOf(finished), journal);
        spoil(path, 50 * chunkRows);
        const auto sink = openSink(path, column, options);
        QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula(*sink, column, 1, never));
    }

    void damageOfAFinishedOutputIsFoundBySampling_data() {
        addFormats();
        QTest::newRow("png") << "x.png" << SinkOptions{};
    }
    void damageOfAFinishedOutputIsFoundBySampling() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        const SurfaceInfo surface = surfaceOf(2100, 2100, 8);
        const std::string path = fresh(name);
        exportFormula(path, surface, options);
        options.policy.resume = true;
        QVERIFY(openSink(path, surface, options)->alreadyFinished());
        const QByteArray sound = contentsOf(path);
        const auto never = [](FakeBlockSource& source) { source.failAt = 1; };
        for (const QByteArray& left : {sound, sound.left(sound.size() / 2), QByteArray("II")}) {
            writeContents(path, left);
            if (left.size() == sound.size()) spoil(path, sound.size() / 2);
            {
                const auto sink = openSink(path, surface, options);
                QVERIFY(!sink->alreadyFinished());
                try {
                    exportFormula(*sink, surface, 1, never);
                    QFAIL("the damage is not found");
                } catch (const ProblemError& error) {
                    QCOMPARE(error.problem().remedies.at(0).way, Remedy::Way::startAgain);
                }
                // resuming once more would give the same message
                QVERIFY(sink->sequel() == Sink::Sequel::none);
            }
            SinkOptions forced = options;
            forced.policy.force = true;
            exportFormula(path, surface, forced);
            QVERIFY(contentsOf(path) == sound);
        }
    }

    void aFinishedShardThatIsDamagedIsMended() {
        const std::string path = fresh("x.raw");
        SinkOptions shard;
        shard.shard = {0, 2};
        exportFormula(path, column, shard);
        spoil(path + ".part", 3 * chunkRows);
        std::vector<std::string> told;
        SinkOptions again = resuming(told);
        again.shard = {0, 2};
        exportFormula(path, column, again);
        QCOMPARE(told.size(), std::size_t{1});
        shard.shard = {1, 2};
        exportFormula(path, column, shard);
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == expectedRaw(column, {}));
    }

    void aStopEndsTheReading() {
        const std::string path = fresh("x.raw");
        exportFormula(path, column);
        unfinish(path, 2);
        std::vector<std::string> told;
        std::stop_source stop;
        SinkOptions options = resuming(told);
        options.policy.verify = true;
        options.stop = stop.get_token();
        const auto sink = openSink(path, column, options);
        stop.request_stop();
        FakeBlockSource source(8, 1);
        QVERIFY(exportSurface(source, *sink, column.region.origin(), ampleBudget()).stopped);
        QCOMPARE(source.started, 0);
    }

    void forceMendsASharedPartOfAWrongSize_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<qint64>("size");
        for (const char* name : {"x.tif", "x.raw"}) {
            QTest::newRow(qPrintable(QString(name) + ", empty")) << name << qint64{0};
            QTest::newRow(qPrintable(QString(name) + ", cut short")) << name << qint64{1500000};
            QTest::newRow(qPrintable(QString(name) + ", too long")) << name << qint64{20000000};
        }
    }
    void forceMendsASharedPartOfAWrongSize() {
        QFETCH(QString, name);
        QFETCH(qint64, size);
        const SurfaceInfo surface = surfaceOf(2100, 2100, 8);
        const std::string whole = fresh(name);
        exportFormula(whole, surface);
        const std::string path = fresh(name);
        SinkOptions shard;
        for (shard.shard = {0, 2}; shard.shard.index < 2; ++shard.shard.index)
            exportFormula(path, surface, shard);
        QVERIFY(QFile::resize(QString::fromStdString(path + ".part"), size));
        QVERIFY(!verifyExport(path, {.join = true}).joined);
        shard.policy.force = true;
        for (shard.shard = {0, 2}; shard.shard.index < 2; ++shard.shard.index)
            exportFormula(path, surface, shard);
        QVERIFY(verifyExport(path, {.join = true}).joined);
        QVERIFY(contentsOf(path) == contentsOf(whole));
    }

    /// A power cut may leave a shared file at any size.
    void aSharedPartOfAWrongSizeIsResumed_data() { forceMendsASharedPartOfAWrongSize_data(); }
    void aSharedPartOfAWrongSizeIsResumed() {
        QFETCH(QString, name);
        QFETCH(qint64, size);
        const SurfaceInfo surface = surfaceOf(2100, 2100, 8);
        const std::string whole = fresh(name);
        exportFormula(whole, surface);
        for (const bool both : {false, true}) {
            const std::string path = fresh(name);
            SinkOptions shard;
            shard.policy.resume = true;
            shard.shard = {0, 2};
            exportFormula(path, surface, shard);
            shard.shard.index = 1;
            if (both) exportFormula(path, surface, shard);
            QVERIFY(QFile::resize(QString::fromStdString(path + ".part"), size));
            exportFormula(path, surface, shard);
            shard.shard.index = 0;
            exportFormula(path, surface, shard);
            QVERIFY(verifyExport(path, {.join = true}).joined);
            QVERIFY(contentsOf(path) == contentsOf(whole));
        }
    }

    /// A shard that was killed before it wrote its journal has left it empty.
    void aSharedPartOfUnknownContentIsRefused() {
        const SurfaceInfo surface = surfaceOf(2100, 2100, 8);
        for (const char* name : {"x.tif", "x.raw"}) {
            const std::string path = fresh(name);
            writeContents(path + ".part", "something else");
            writeContents(path + ".0-of-2.journal", "");
            SinkOptions shard;
            shard.policy.resume = true;
            shard.shard = {0, 2};
            try {
                exportFormula(path, surface, shard);
                QFAIL("it is overwritten");
            } catch (const ProblemError& error) {
                QCOMPARE(error.problem().remedies.at(0).way, Remedy::Way::startAgain);
                QCOMPARE(contentsOf(path + ".part"), QByteArray("something else"));
            }
            shard.policy.force = true;
            exportFormula(path, surface, shard);
            QVERIFY(!verifyExport(path).sound());
            shard.shard.index = 1;
            exportFormula(path, surface, shard);
            QVERIFY(verifyExport(path).sound());
        }
    }

    void aSampleIsSpreadAndBounded() {
        std::vector<DoneRun> runs;
        for (std::int64_t i = 0; i < 10000; ++i)
            runs.push_back({{16 * i, 16 * (i + 1)}, static_cast<std::uint64_t>(i)});
        const std::vector<DoneRun> sample = sampleOf(runs, 320, 7);
        QCOMPARE(sample.size(), std::size_t{22});
        QVERIFY(sample[0] == runs.front() && sample[1] == runs.back());
        QVERIFY(sampleOf(runs, 320, 7) == sample);
        QVERIFY(sampleOf(runs, 320, 8) != sample);
        const std::vector<DoneRun> large = sampleOf(runs, 1000000, 7);
        std::set<std::int64_t> parts;
        for (std::size_t i = 2; i < large.size(); ++i)
            parts.insert((large[i].chunks.first / 16 - 1) * 64 / 9998);
        QCOMPARE(parts.size(), std::size_t{64});
        QCOMPARE(sampleOf({}, 320, 7).size(), std::size_t{0});
        QCOMPARE(sampleOf(std::span(runs).first(1), 320, 7).size(), std::size_t{1});
    }
};

BURIN_TEST(TestDamagedParts)
#include "test_damaged_parts.moc"
