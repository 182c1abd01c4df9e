// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/verify.hpp"
#include "support/testing.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/export/scan.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/run_check.hpp"
#include "support/export_fixture.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <random>
#include <stop_token>
#include <thread>

using namespace burin;
using namespace burin::test;

class TestVerify : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    static void addFormats() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");  // a file that the export writes
        QTest::addColumn<SinkOptions>("options");
        SinkOptions plain;
        SinkOptions compressed;
        compressed.compression = Compression::deflate;
        SinkOptions swaths;
        swaths.scan = {130, false};
        SinkOptions serpentine;
        serpentine.scan = {130, true};
        plain.policy.force = compressed.policy.force = swaths.policy.force = serpentine.policy.force = true;
        QTest::newRow("tif") << "x.tif"
                             << "x.tif" << plain;
        QTest::newRow("compressed tif") << "y.tif"
                                        << "y.tif" << compressed;
        SinkOptions tiles = plain;
        tiles.blocks = TiffBlocks::tiles;
        QTest::newRow("tif in tiles") << "t.tif"
                                      << "t.tif" << tiles;
        QTest::newRow("raw") << "x.raw"
                             << "x.raw" << plain;
        QTest::newRow("raw in serpentine swaths") << "y.raw"
                                                  << "y.raw" << serpentine;
        QTest::newRow("png") << "x.png"
                             << "x.png" << plain;
        QTest::newRow("numbered swaths") << "many/%02d.tif"
                                         << "many/01.tif" << swaths;
    }

  private slots:
    void finishedFilesAreSound_data() { addFormats(); }
    void finishedFilesAreSound() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        exportFormula(path(name), surfaceOf(300, 1200, 8), options);
        QVERIFY(verifyExport(path(name)).sound());
        if (name.contains('%')) {
            QVERIFY(verifyExport(path("many")).sound());
        } else {
            QVERIFY(verifyExport(finishedJournalOf(path(name), {})).sound());
            QVERIFY(verifyExport(path(name + ".journal")).sound());
            QVERIFY(verifyExport(path(name + ".part")).sound());
        }
    }

    void everyDamageIsFound_data() { addFormats(); }
    void everyDamageIsFound() {
        QFETCH(QString, name);
        QFETCH(QString, file);
        QFETCH(SinkOptions, options);
        exportFormula(path(name), surfaceOf(300, 1200, 8), options);
        const QByteArray sound = contentsOf(path(file));
        const qsizetype tiles =
            file.endsWith("tif") ? 4096 : 0;  // in a TIFF it is preceded by padding without meaning
        std::mt19937 random(5);
        for (int round = 0; round < 12; ++round) {
            QByteArray damaged = sound;
            const auto at =
                tiles + static_cast<qsizetype>(random() % static_cast<unsigned>(sound.size() - tiles));
            damaged[at] = static_cast<char>(damaged[at] ^ 1 << random() % 8);
            writeContents(path(file), damaged);
            QVERIFY(!verifyExport(path(name)).sound());
        }
        writeContents(path(file), sound.left(sound.size() - 1));
        QVERIFY(!verifyExport(path(name)).sound());
        writeContents(path(file), QByteArray(sound).append('\0'));
        QVERIFY(!verifyExport(path(name)).sound());
        writeContents(path(file), QByteArray());
        QVERIFY(!verifyExport(path(name)).sound());
        QVERIFY(QFile::remove(QString::fromStdString(path(file))));
        QVERIFY(!verifyExport(path(name)).sound());
    }

    /// A compressed TIFF has no size of its own, but ends with its last block.
    void aCompressedFileThatGrewIsFound_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("swath");
        QTest::newRow("one file") << "grown.tif"
                                  << "grown.tif" << 0;
        QTest::newRow("a swath") << "grown/%02d.tif"
                                 << "grown/01.tif" << 130;
    }
    void aCompressedFileThatGrewIsFound() {
        QFETCH(QString, name);
        QFETCH(QString, file);
        QFETCH(int, swath);
        SinkOptions options;
        options.compression = Compression::deflate;
        options.scan.swathWidth = swath;
        exportFormula(path(name), surfaceOf(300, 1200, 8), options);
        QVERIFY(verifyExport(path(name)).sound());
        writeContents(path(file), contentsOf(path(file)) + QByteArray(100, '\0'));
        const Verification found = verifyExport(path(name));
        QVERIFY(!found.sound());
        const std::string said = found.problems.front().text();
        QVERIFY2(said.find("has 100 bytes after its last block") != std::string::npos, said.c_str());
    }

    void aDamagedHeaderIsFound() {
        exportFormula(path("head.tif"), surfaceOf(300, 1200, 8));
        const QByteArray sound = contentsOf(path("head.tif"));
        for (qsizetype at = 0; at < 200; at += 7) {
            QByteArray damaged = sound;
            damaged[at] = static_cast<char>(damaged[at] ^ 4);
            writeContents(path("head.tif"), damaged);
            QVERIFY(!verifyExport(path("head.tif")).sound());
        }
    }

    void anUnfinishedExportIsNotComplete() {
        const SurfaceInfo surface = surfaceOf(5000, 1200, 8);
        auto sink = openSink(path("half.tif"), surface, {});
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 exportFormula(*sink, surface, 1, [](FakeBlockSource& s) { s.failAt = 4; }));
        sink.reset();  // until then an export is writing the file
        const Verification found = verifyExport(path("half.tif"), {.join = true});
        QVERIFY(!found.complete && !found.joined);
        QVERIFY(found.problems.empty());
        QVERIFY(found.summary.remedies == std::vector{Remedy{Remedy::Way::resume}});
    }

    void withoutAJournalThereIsNothingToVerify() {
        writeContents(path("lonely.tif"), "II");
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport(path("lonely.tif"))));
        writeContents(path("lonely.tif.journal"), "not a journal");
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport(path("lonely.tif"))));
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport(path("nothing.raw"))));
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport("")));
    }

    /// Records with correct checksums can still contain anything.
    void forgedJournalsDoNoHarm() {
        exportFormula(path("forged.raw"), surfaceOf(300, 1200, 8));
        const Journal journal = readJournal(finishedJournalOf(path("forged.raw"), {}));
        const std::int64_t far = std::int64_t{1} << 59;
        for (const ChunkRange& chunks :
             {ChunkRange{0, far}, ChunkRange{far, far + 1}, ChunkRange{0, 2}, ChunkRange{1, 3}}) {
            JournalHeader header = journal.header;
            for (const Size& chunk : {header.chunk, Size{1, 1}, Size{2147483647, 2147483647}}) {
                header.chunk = chunk;
                JournalWriter::create(path("forged.raw.journal"), header).append({{{chunks, 1}}});
                const bool possible = chunk.width == 1 && chunks.last < far;  // there are 360,000 chunks
                if (possible) {
                    QVERIFY(!verifyExport(path("forged.raw")).sound());
                } else {
                    QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport(path("forged.raw"))));
                }
            }
        }
    }

    /// The size of a file and the region of its journal match, so all of it is read, piece by piece and not
    /// as one chunk.
    void aForgedChunkTakesNoMemory_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("raw") << "sparse.raw";
        QTest::newRow("raw in swaths") << "sparse-swaths.raw";
    }
    void aForgedChunkTakesNoMemory() {
        QFETCH(QString, name);
        const std::int64_t side = std::numeric_limits<std::int32_t>::max();
        SinkOptions options;
        if (name.contains("swaths")) options.scan.swathWidth = 100;
        exportFormula(path(name), surfaceOf(300, 60, 8), options);
        JournalHeader header = readJournal(finishedJournalOf(path(name), {})).header;
        header.surface.surface = {side, 1000};
        header.surface.region = {0, 0, side, 1000};
        header.scan.swathWidth = options.scan.swathWidth == 0 ? 0 : side;
        header.chunk = {side, side};
        QFile file(QString::fromStdString(path(name)));
        if (!file.resize(side * 1000)) QSKIP("this file system takes no sparse file of 2 TB");
        const auto format = makeFormat(path(name), header);
        QVERIFY(!format->openForReading());
        // Reading 2 TB would take long; the first piece is enough to need the memory of the chunk.
        std::stop_source stop;
        format->stopReadingOn(stop.get_token());
        std::jthread ends([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(Cancelled, static_cast<void>(damageOf(*format, {{0, 1}, 1})));
        QVERIFY(file.remove());
    }

    /// A stop ends the reading even if there are very many small chunks.
    void aStopEndsARunOfManyChunks() {
        const std::int64_t side = std::numeric_limits<std::int32_t>::max();
        exportFormula(path("many-chunks.raw"), surfaceOf(300, 60, 8));
        JournalHeader header = readJournal(finishedJournalOf(path("many-chunks.raw"), {})).header;
        header.surface.surface = {side, 1000};
        header.surface.region = {0, 0, side, 1000};
        header.chunk = {1, 1};
        QFile file(QString::fromStdString(path("many-chunks.raw")));
        if (!file.resize(side * 1000)) QSKIP("this file system takes no sparse file of 2 TB");
        const auto format = makeFormat(path("many-chunks.raw"), header);
        QVERIFY(!format->openForReading());
        std::stop_source stop;
        stop.request_stop();
        format->stopReadingOn(stop.get_token());
        QVERIFY_THROWS_EXCEPTION(Cancelled, static_cast<void>(damageOf(*format, {{0, side * 1000}, 1})));
        QVERIFY(file.remove());
        // The place of so many chunks is named without looking at each of them.
        const Rect region = header.surface.region;
        QCOMPARE(placeOf(format->grid(), {0, side * 1000}, region), std::string("0,0,2147483647,1000"));
    }

    /// A picture is one record, so a stop between two records would come too late.
    void aStopEndsTheReadingOfAPicture() {
        exportFormula(path("stopped.png"), surfaceOf(300, 60, 8));
        const Journal journal = readJournal(finishedJournalOf(path("stopped.png"), {}));
        QCOMPARE(journal.runs.size(), std::size_t{1});
        const auto format = makeFormat(path("stopped.png"), journal.header);
        QVERIFY(!format->openForReading());
        std::stop_source stop;
        format->stopReadingOn(stop.get_token());
        QVERIFY(!damageOf(*format, journal.runs[0]));
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Cancelled, static_cast<void>(damageOf(*format, journal.runs[0])));
    }

    /// Each of 2^31 - 1 shards would be listed as missing.
    void aForgedNumberOfShardsIsRefused() {
        exportFormula(path("shards.raw"), surfaceOf(300, 60, 8));
        JournalHeader header = readJournal(finishedJournalOf(path("shards.raw"), {})).header;
        header.shard = {0, std::numeric_limits<std::int32_t>::max()};
        const std::string forged = journalOf(path("shards.raw"), header.shard).string();
        JournalWriter::create(forged, header).appendFinished();
        try {
            static_cast<void>(verifyExport(path("shards.raw")));
            QFAIL("it is accepted");
        } catch (const UsageError& error) {
            QCOMPARE(std::string(error.what()),
                     forged + ": names 2147483647 shards; an output has at most 1000000");
        }
        QVERIFY(QFile::remove(QString::fromStdString(forged)));

        header.shard.count = mostShards;
        JournalWriter::create(journalOf(path("shards.raw"), header.shard), header).appendFinished();
        const Verification found = verifyExport(path("shards.raw"));
        QCOMPARE(found.summary.text(), path("shards.raw") + ": 999999 problems");
        QCOMPARE(found.problems.size(), mostProblems);
    }

    /// Each of 2^31 - 1 names would be looked up, and listed as missing.
    void aForgedNumberOfFilesCostsLittle() {
        SinkOptions options;
        options.scan.swathWidth = 100;
        exportFormula(path("s%03d.tif"), surfaceOf(300, 60, 8), options);
        const std::string journal = finishedJournalOf(path("s%03d.tif"), {}).string();
        JournalHeader header = readJournal(journal).header;
        header.surface.surface.width = std::numeric_limits<std::int32_t>::max();
        header.surface.region.x = 0;
        header.surface.region.width = header.surface.surface.width;
        header.scan.swathWidth = 1;
        JournalWriter::create(journal, header).appendFinished();
        const Verification found = verifyExport(path("s%03d.tif"));
        QVERIFY(!found.sound());
        QCOMPARE(found.problems.at(0).text(), path("s003.tif") + ": is missing from the set");
    }
};

BURIN_TEST(TestVerify)
#include "test_verify.moc"
