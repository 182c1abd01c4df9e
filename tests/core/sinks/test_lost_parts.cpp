// SPDX-License-Identifier: GPL-3.0-or-later

// Another program removes or replaces a .part while it is exported, and another file has the output's name.

#include "core/base/errors.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <QDir>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

using namespace burin;
using namespace burin::test;

namespace {

const SurfaceInfo newSurface = surfaceOf(200, 60, 8);
const QByteArray letter = "A file of another program\n";
/// More columns than files of a set stay open, so the first ones are closed by then.
constexpr std::int64_t closedByThen = 120;

SurfaceInfo oldSurface() {
    SurfaceInfo old = newSurface;
    old.region.x += 5;
    old.designHash = "fedcba9876543210";
    return old;
}

SinkOptions columns() {
    SinkOptions options;
    options.scan.swathWidth = 1;
    return options;
}

/// How an export failed.
struct Failure {
    Problem problem;
    Sink::Sequel sequel = Sink::Sequel::none;
};

}  // namespace

class TestLostParts : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    QDir folder_;
    int job_ = 0;

    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }
    [[nodiscard]] bool has(const QString& name) const { return folder_.exists(name); }

    void inNewFolder() {
        folder_.setPath(root_.filePath(QString::number(++job_)));
        QVERIFY(folder_.mkpath("."));
    }

    /// Exports the new surface. \param meanwhile  runs once, when this many blocks are computed
    [[nodiscard]] std::optional<Failure> failureOf(const QString& name, const SinkOptions& options,
                                                   const std::function<void()>& meanwhile,
                                                   std::int64_t blocks = 1) const {
        std::int64_t computed = 0;
        const auto sink = openSink(path(name), newSurface, options);
        try {
            exportFormula(*sink, newSurface, 1, [&](FakeBlockSource& source) {
                source.concurrentBlocks = 1;
                source.afterBlock = [&] {
                    if (++computed == blocks) meanwhile();
                };
            });
        } catch (const ExportError& error) {
            return Failure{error.problem(), error.sequel};
        }
        return {};
    }

    /// The bytes that an undisturbed export writes to this file.
    [[nodiscard]] QByteArray expected(const QString& name, const QString& pattern,
                                      const SinkOptions& options) {
        const QDir before = folder_;
        inNewFolder();
        exportFormula(path(pattern), newSurface, options);
        const QByteArray bytes = contentsOf(path(name));
        folder_ = before;
        return bytes;
    }

    static void addFormats() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions compressed;
        compressed.compression = Compression::deflate;
        QTest::newRow("tif") << "x.tif" << SinkOptions{};
        QTest::newRow("compressed tif") << "x.tif" << compressed;
        QTest::newRow("raw") << "x.raw" << SinkOptions{};
        QTest::newRow("png") << "x.png" << SinkOptions{};
    }

  private slots:
    void init() { inNewFolder(); }

    void anEarlierExportIsNotTakenForTheNewOne_data() { addFormats(); }
    void anEarlierExportIsNotTakenForTheNewOne() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        exportFormula(path(name), oldSurface(), options);
        const QByteArray old = contentsOf(path(name));
        options.policy.force = true;
        const auto failure = failureOf(name, options, [&] { folder_.remove(name + ".part"); });
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.text(), path(name + ".part") + ": no longer exists; " + path(name) +
                                              " is another file, and stays as it is");
        QVERIFY(failure->sequel == Sink::Sequel::lost);
        QCOMPARE(contentsOf(path(name)), old);
        options.policy = {.resume = true};
        exportFormula(path(name), newSurface, options);
        QVERIFY(contentsOf(path(name)) == expected(name, name, options));
        QVERIFY(verifyExport(path(name)).sound());
    }

    void aFileMadeMeanwhileIsNotTakenForTheOutput_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("copied");
        for (const char* name : {"x.tif", "x.raw", "x.png"}) {
            QTest::addRow("%s, of another program", name) << name << false;
            QTest::addRow("%s, a copy of the unfinished file", name) << name << true;
        }
    }
    void aFileMadeMeanwhileIsNotTakenForTheOutput() {
        QFETCH(QString, name);
        QFETCH(bool, copied);
        QByteArray made = letter;
        const auto failure = failureOf(name, {}, [&] {
            if (copied) made = contentsOf(path(name + ".part"));
            writeContents(path(name), made);
            folder_.remove(name + ".part");
        });
        QVERIFY(failure.has_value());
        QCOMPARE(contentsOf(path(name)), made);
        QVERIFY(!has(name + ".yaml"));
        SinkOptions resumed;
        resumed.policy.resume = true;
        QVERIFY_THROWS_EXCEPTION(UsageError, exportFormula(path(name), newSurface, resumed));
        QCOMPARE(contentsOf(path(name)), made);
    }

    void whatTakesThePlaceOfThePartIsNeverOverwritten() {
        const auto failure = failureOf("x.tif", {}, [&] {
            folder_.remove("x.tif.part");
            writeContents(path("x.tif.part"), letter);
        });
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.reason, std::string("has been replaced by another file"));
        for (const bool force : {false, true}) {
            SinkOptions options;
            options.policy = {.resume = !force, .force = force};
            QVERIFY_THROWS_EXCEPTION(UsageError, exportFormula(path("x.tif"), newSurface, options));
            QCOMPARE(contentsOf(path("x.tif.part")), letter);
        }
        QVERIFY(folder_.remove("x.tif.part"));
        exportFormula(path("x.tif"), newSurface);
        QVERIFY(verifyExport(path("x.tif")).sound());
    }

    /// The file is the written one, under the right name.
    void aPartThatSomebodyRenamesIsFinished() {
        QVERIFY(!failureOf("x.tif", {}, [&] { QVERIFY(folder_.rename("x.tif.part", "x.tif")); }));
        QVERIFY(contentsOf(path("x.tif")) == expected("x.tif", "x.tif", {}));
        QVERIFY(verifyExport(path("x.tif")).sound());
    }

    void aFileOfAnEarlierSetIsNotKeptAmongTheNewOnes_data() {
        QTest::addColumn<std::int64_t>("blocks");
        QTest::addColumn<QString>("file");
        QTest::newRow("the part is removed while it is open") << std::int64_t{2} << "y0.tif";
        QTest::newRow("the part is removed after it is closed") << closedByThen << "y0.tif";
        QTest::newRow("one of the last parts is removed") << std::int64_t{200} << "y198.tif";
    }
    void aFileOfAnEarlierSetIsNotKeptAmongTheNewOnes() {
        QFETCH(std::int64_t, blocks);
        QFETCH(QString, file);
        exportFormula(path("y%d.tif"), oldSurface(), columns());
        const QByteArray old = contentsOf(path(file));
        SinkOptions forced = columns();
        forced.policy.force = true;
        const auto failure = failureOf(
            "y%d.tif", forced, [&] { QVERIFY(folder_.remove(file + ".part")); }, blocks);
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.text(), path(file + ".part") + ": no longer exists; " + path(file) +
                                              " is another file, and stays as it is");
        QCOMPARE(contentsOf(path(file)), old);
        SinkOptions resumed = columns();
        resumed.policy.resume = true;
        exportFormula(path("y%d.tif"), newSurface, resumed);
        QVERIFY(verifyExport(path("y%d.tif")).sound());
        QVERIFY(contentsOf(path(file)) == expected(file, "y%d.tif", columns()));
    }

    void aFileThatTakesThePlaceOfASwathStays() {
        const auto failure = failureOf(
            "y%d.tif", columns(),
            [&] {
                QVERIFY(folder_.remove("y0.tif.part"));
                writeContents(path("y0.tif"), letter);
            },
            closedByThen);
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.text(), path("y0.tif.part") + ": no longer exists; " + path("y0.tif") +
                                              " is another file, and stays as it is");
        QVERIFY(!has("y1.tif"));  // no other file of the set has got its name
        SinkOptions resumed = columns();
        resumed.policy.resume = true;
        QVERIFY_THROWS_EXCEPTION(UsageError, exportFormula(path("y%d.tif"), newSurface, resumed));
        QCOMPARE(contentsOf(path("y0.tif")), letter);
        QVERIFY(folder_.remove("y0.tif"));
        exportFormula(path("y%d.tif"), newSurface, resumed);
        QVERIFY(verifyExport(path("y%d.tif")).sound());
    }

    /// The export failed while it ran, so something is left and can be resumed.
    void theFolderOfSwathsIsMoved() {
        QVERIFY(folder_.mkpath("set"));
        const auto failure = failureOf(
            "set/y%d.tif", columns(), [&] { QVERIFY(folder_.rename("set", "moved")); }, 1);
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.text(), path("set") + ": no longer exists");
        QCOMPARE(failure->problem.advice, std::string("if this folder was moved, move it back"));
        QVERIFY(failure->sequel == Sink::Sequel::goesOn);
        QVERIFY(folder_.rename("moved", "set"));
        SinkOptions resumed = columns();
        resumed.policy.resume = true;
        exportFormula(path("set/y%d.tif"), newSurface, resumed);
        QVERIFY(verifyExport(path("set/y%d.tif")).sound());
    }

    void whatTakesThePlaceOfAClosedSwathGetsNoName() {
        const auto failure = failureOf(
            "y%d.tif", columns(),
            [&] {
                QVERIFY(folder_.remove("y0.tif.part"));
                writeContents(path("y0.tif.part"), letter);
            },
            closedByThen);
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.subject, path("y0.tif.part"));
        QCOMPARE(contentsOf(path("y0.tif.part")), letter);
        QVERIFY(!has("y0.tif") && !has("y1.tif"));
    }

    /// Some file systems give a closed file another inode; its bytes tell that it is the written one.
    void aClosedSwathMayGetAnotherInode() {
        const auto failure = failureOf(
            "y%d.tif", columns(),
            [&] {
                QVERIFY(QFile::copy(folder_.filePath("y0.tif.part"), folder_.filePath("copy")));
                QVERIFY(folder_.remove("y0.tif.part"));
                QVERIFY(folder_.rename("copy", "y0.tif.part"));
            },
            closedByThen);
        QVERIFY2(!failure, failure ? failure->problem.text().c_str() : "");
        QVERIFY(verifyExport(path("y%d.tif")).sound());
    }

    void aShardWithoutItsFileIsNotFinished_data() {
        QTest::addColumn<bool>("replaced");
        QTest::newRow("removed") << false;
        QTest::newRow("replaced") << true;
    }
    void aShardWithoutItsFileIsNotFinished() {
        QFETCH(bool, replaced);
        SinkOptions shard;
        shard.shard = {1, 2};  // the only chunk of the surface is in the last shard
        const auto failure = failureOf("x.tif", shard, [&] {
            folder_.remove("x.tif.part");
            if (replaced) writeContents(path("x.tif.part"), letter);
        });
        QVERIFY(failure.has_value());
        QCOMPARE(failure->problem.subject, path("x.tif.part"));
        QVERIFY(failure->sequel == Sink::Sequel::lost);
    }

    void shardsThatAreReplacedAfterTheirCheckAreNotJoined() {
        for (const std::int64_t index : {0, 1}) {
            SinkOptions shard;
            shard.shard = {index, 2};
            exportFormula(path("x.tif"), newSurface, shard);
        }
        VerifyOptions join{.join = true};
        join.progress = [this](double) {
            folder_.remove("x.tif.part");
            writeContents(path("x.tif"), letter);
        };
        const Verification found = verifyExport(path("x.tif"), join);
        QVERIFY(!found.joined && !found.sound());
        QCOMPARE(found.problems.front().subject, path("x.tif.part"));
        QCOMPARE(contentsOf(path("x.tif")), letter);
    }

    /// The export was killed when everything was recorded, and its file was removed. The old file under the
    /// name differs in one place, which a sample may miss.
    void anAlmostEqualFileIsNotTakenForTheOutput() {
        constexpr std::int64_t chunkBytes = 8192;
        const SurfaceInfo column = surfaceOf(1, chunkBytes * 100, 8);
        exportFormula(path("x.raw"), column);
        const QByteArray whole = contentsOf(path("x.raw"));
        const Journal journal = readJournal(finishedJournalOf(path("x.raw"), {}));
        const auto format = makeFormat(path("x.raw"), journal.header);
        QVERIFY(!format->openForReading());
        std::vector<DoneRun> runs;
        for (std::int64_t i = 0; i < format->grid().count(); ++i)
            runs.push_back({{i, i + 1}, format->storedRun({i, i + 1})});
        SinkOptions resumed;
        resumed.policy.resume = true;
        for (std::int64_t chunk = 3; chunk < 100; chunk += 7) {
            JournalWriter::create(path("x.raw.journal"), journal.header).append(runs);
            QByteArray old = whole;
            const qsizetype at = chunk * chunkBytes;
            old[at] = static_cast<char>(old[at] ^ 1);
            writeContents(path("x.raw"), old);
            QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula(path("x.raw"), column, resumed));
            QCOMPARE(contentsOf(path("x.raw")), old);
        }
    }
};

BURIN_TEST(TestLostParts)
#include "test_lost_parts.moc"
