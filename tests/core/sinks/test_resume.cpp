// SPDX-License-Identifier: GPL-3.0-or-later
// Law 6: an export that is interrupted anywhere and resumed is byte for byte the uninterrupted one.
#include "core/base/errors.hpp"
#include "core/sinks/journals.hpp"
#include "support/export_fixture.hpp"
#include "support/long_run.hpp"
#include "support/testing.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <random>
#include <thread>

using namespace burin;
using namespace burin::test;

namespace {

/// All files that an export has left in its folder.
using Files = QMap<QString, QByteArray>;

Files filesIn(const QString& folder) {
    Files files;
    for (const QString& name : QDir(folder).entryList(QDir::Files | QDir::Hidden)) {
        files[name] = contentsOf(QDir(folder).filePath(name).toStdString());
    }
    return files;
}

void restore(const QString& folder, const Files& files) {
    QDir(folder).removeRecursively();
    QDir().mkpath(folder);
    for (auto it = files.begin(); it != files.end(); ++it) {
        writeContents(QDir(folder).filePath(it.key()).toStdString(), it.value());
    }
}

/// Without journals, which depend on how the output was made.
Files outputsOf(Files files) {
    for (const QString& name : files.keys()) {
        if (name.endsWith("journal")) files.remove(name);
    }
    return files;
}

/// The hidden journal of a finished output.
QString hiddenJournal(const QString& name) {
    return QString::fromStdString(finishedJournalOf(name.toStdString(), {}).string());
}

SinkOptions resuming(SinkOptions options) {
    options.policy.resume = true;
    return options;
}

}  // namespace

class TestResume : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    QString folder_ = root_.filePath("job");

    [[nodiscard]] std::string spec(const QString& name) const {
        return QDir(folder_).filePath(name).toStdString();
    }

    void clear() const { restore(folder_, {}); }

    Files uninterrupted(const QString& name, const SurfaceInfo& surface, const SinkOptions& options) {
        clear();
        exportFormula(spec(name), surface, options);
        return filesIn(folder_);
    }

    /// Runs until the source fails at block `failAt`. \return whether the source has that many blocks
    bool runUntil(std::int64_t failAt, const QString& name, const SurfaceInfo& surface,
                  const SinkOptions& options, unsigned seed, int concurrentBlocks = 5) {
        const auto sink = openSink(spec(name), surface, options);
        try {
            exportFormula(*sink, surface, seed, [&](FakeBlockSource& source) {
                source.failAt = failAt;
                source.concurrentBlocks = concurrentBlocks;
            });
        } catch (const std::runtime_error&) {
            return true;
        }
        return false;
    }

    static void addFormats() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        QTest::addColumn<SurfaceInfo>("surface");
        const SurfaceInfo square = surfaceOf(1030, 2100, 8);
        const SurfaceInfo wide = surfaceOf(9001, 500, 1);
        const auto row = [](const char* title, const char* name, const SurfaceInfo& surface,
                            const std::function<void(SinkOptions&)>& change) {
            SinkOptions options;
            change(options);
            QTest::newRow(title) << name << options << surface;
        };
        const auto tiles = [](SinkOptions& o) { o.blocks = TiffBlocks::tiles; };
        row("tif", "x.tif", surfaceOf(8200, 600, 8), [](SinkOptions&) {});
        row("tif in tiles", "x.tif", square, tiles);
        row("bigtiff", "x.tif", square, [](SinkOptions& o) { o.bigTiff = true; });
        const SurfaceInfo fiveStrips = surfaceOf(1030, 4100, 8);  // work is left after two runs that end at
                                                                  // the third strip
        row("compressed tif", "x.tif", fiveStrips,
            [](SinkOptions& o) { o.compression = Compression::deflate; });
        row("compressed tif in tiles", "x.tif", square, [&](SinkOptions& o) {
            tiles(o);
            o.compression = Compression::zstd;
        });
        row("raw", "x.raw", surfaceOf(8200, 600, 8), [](SinkOptions&) {});
        row("raw in serpentine swaths", "x.raw", surfaceOf(300, 12000, 16), [](SinkOptions& o) {
            o.scan = {129, true};
        });
        row("raw in bands of odd width", "x.raw", wide, [](SinkOptions& o) { o.scan.serpentine = true; });
        row("numbered swaths", "%03d.tif", square, [](SinkOptions& o) { o.scan.swathWidth = 500; });
        row("compressed numbered swaths", "%03d.tif", square, [](SinkOptions& o) {
            o.scan.swathWidth = 500;
            o.compression = Compression::lzw;
        });
    }

  private slots:
    void goesOnAfterEveryFailure_data() { addFormats(); }
    void goesOnAfterEveryFailure() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        QFETCH(SurfaceInfo, surface);
        const Files expected = outputsOf(uninterrupted(name, surface, options));
        bool failed = true;  // the last run has fewer blocks, and finishes
        for (std::int64_t failAt = 1; failed && failAt <= 10; ++failAt) {
            clear();
            failed = runUntil(failAt, name, surface, options, static_cast<unsigned>(failAt));
            runUntil(2, name, surface, resuming(options), 99);
            exportFormula(spec(name), surface, resuming(options), 5);
            QVERIFY(outputsOf(filesIn(folder_)) == expected);
        }
    }

    void onlyWhatIsRecordedIsTrusted_data() { addFormats(); }
    void onlyWhatIsRecordedIsTrusted() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        QFETCH(SurfaceInfo, surface);
        const Files expected = outputsOf(uninterrupted(name, surface, options));
        clear();
        for (int run = 0; run < 2; ++run)
            runUntil(3, name, surface, resuming(options), 1, 1);  // the parts are written in order, so that
                                                                  // some work remains
        const Files interrupted = filesIn(folder_);
        const QString journal = name + ".journal";
        QVERIFY(interrupted.contains(journal));
        QVERIFY(!interrupted.contains(name));
        const qsizetype journalBytes = interrupted[journal].size();
        const qsizetype headBytes = interrupted[journal].indexOf("\nbegin ");
        QVERIFY2(headBytes > 0, interrupted[journal]);
        for (qsizetype size = journalBytes; size > headBytes; size -= 53) {
            Files cut = interrupted;
            cut[journal].truncate(size);
            restore(folder_, cut);
            exportFormula(spec(name), surface, resuming(options), 5);
            QVERIFY(outputsOf(filesIn(folder_)) == expected);
        }
    }

    /// If the head of a journal was cut off, the journal has no records, so a small surface without records
    /// is enough for this test.
    void aCutHeadRecordsNothing_data() { addFormats(); }
    void aCutHeadRecordsNothing() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        QFETCH(SurfaceInfo, surface);
        const SurfaceInfo small = surfaceOf(530, 40, surface.depth);
        const Files expected = outputsOf(uninterrupted(name, small, options));
        clear();
        QVERIFY(runUntil(1, name, small, options, 1, 1));
        const Files interrupted = filesIn(folder_);
        const QString journal = name + ".journal";
        QVERIFY(interrupted.contains(journal));
        QVERIFY(!interrupted.contains(name));
        for (qsizetype size = interrupted[journal].size(); size >= 0; size -= 53) {
            Files cut = interrupted;
            cut[journal].truncate(size);
            restore(folder_, cut);
            exportFormula(spec(name), small, resuming(options), 5);
            QVERIFY(outputsOf(filesIn(folder_)) == expected);
        }
    }

    void nothingUnrecordedIsTrusted_data() { addFormats(); }
    void nothingUnrecordedIsTrusted() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        QFETCH(SurfaceInfo, surface);
        const Files expected = outputsOf(uninterrupted(name, surface, options));
        clear();
        runUntil(3, name, surface, options, 1);
        Files noise = filesIn(folder_);
        for (const QString& file : noise.keys()) {
            if (file.endsWith("journal")) {
                noise[file].truncate(noise[file].indexOf("\ndone ") + 1);
            } else {
                noise[file].fill('\x5A');
            }
        }
        restore(folder_, noise);
        exportFormula(spec(name), surface, resuming(options), 5);
        QVERIFY(outputsOf(filesIn(folder_)) == expected);
    }

    void recordedChunksAreNotComputedAgain() {
        const SurfaceInfo surface = surfaceOf(1030, 2100, 8);
        SinkOptions tiles;
        tiles.blocks = TiffBlocks::tiles;
        clear();
        runUntil(4, "x.tif", surface, tiles, 1, 1);
        const auto sink = openSink(spec("x.tif"), surface, resuming(tiles));
        std::int64_t started = 0;
        exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
            source.concurrentBlocks = 1;
            source.afterBlock = [&started] { ++started; };
        });
        QCOMPARE(started, 3);
    }

    void killedAnywhere_data() { addFormats(); }
    void killedAnywhere() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        QFETCH(SurfaceInfo, surface);
        QElapsedTimer timer;
        timer.start();
        const Files expected = outputsOf(uninterrupted(name, surface, options));
        const auto duration = static_cast<unsigned>(std::max<qint64>(1000, timer.nsecsElapsed() / 1000));
        std::mt19937 random(11);
        for (int round = 0; round < (isLongRun() ? 40 : 4); ++round) {
            clear();
            const pid_t child = ::fork();
            if (child == 0) {
                exportFormula(spec(name), surface, options, static_cast<unsigned>(round));
                ::_exit(0);
            }
            std::this_thread::sleep_for(std::chrono::microseconds(random() % (duration * 5 / 4)));
            ::kill(child, SIGKILL);
            int status = 0;
            ::waitpid(child, &status, 0);
            exportFormula(spec(name), surface, resuming(options), 5);
            QVERIFY(outputsOf(filesIn(folder_)) == expected);
        }
    }

    void killedBetweenTheNameAndTheLastRecord_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("tif") << "x.tif";
        QTest::newRow("raw") << "x.raw";
        QTest::newRow("png") << "x.png";
    }
    void killedBetweenTheNameAndTheLastRecord() {
        QFETCH(QString, name);
        const SurfaceInfo surface = surfaceOf(100, 100, 8);
        const Files whole = uninterrupted(name, surface, {});
        Files cut = whole;
        QByteArray& journal = cut[name + ".journal"];
        journal = cut.take(hiddenJournal(name));
        journal.truncate(journal.lastIndexOf("finished"));
        restore(folder_, cut);
        const auto neverComputed = [](FakeBlockSource& source) { source.failAt = 1; };
        exportFormula(*openSink(spec(name), surface, resuming({})), surface, 1, neverComputed);
        QVERIFY(filesIn(folder_) == whole);
        // Now killed before the renaming: everything is recorded, but the file is still called .part.
        cut[name + ".part"] = cut.take(name);
        restore(folder_, cut);
        exportFormula(*openSink(spec(name), surface, resuming({})), surface, 1, neverComputed);
        QVERIFY(filesIn(folder_) == whole);
        // If the export was killed after the last record, only the journal has to be hidden.
        cut = whole;
        cut[name + ".journal"] = cut.take(hiddenJournal(name));
        restore(folder_, cut);
        exportFormula(*openSink(spec(name), surface, resuming({})), surface, 1, neverComputed);
        QVERIFY(filesIn(folder_) == whole);
    }

    void finishedAlready() {
        for (const char* name : {"x.tif", "x.raw", "x.png"}) {
            const SurfaceInfo surface = surfaceOf(100, 100, 8);
            const Files before = uninterrupted(name, surface, {});
            const auto sink = openSink(spec(name), surface, resuming({}));
            QVERIFY(sink->alreadyFinished().has_value());
            exportFormula(*sink, surface, 1, [](FakeBlockSource& source) { source.failAt = 1; });
            QVERIFY(filesIn(folder_) == before);
        }
    }

    /// The journal of the first run says that it is finished, but the file is missing.
    void anOutputThatWasRemovedIsWrittenAgain_data() { addFormats(); }
    void anOutputThatWasRemovedIsWrittenAgain() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        clear();
        const SurfaceInfo surface = surfaceOf(300, 200, 8);
        exportFormula(spec(name), surface, options);
        const Files whole = filesIn(folder_);
        for (const QString& file : outputsOf(whole).keys())
            QVERIFY(QFile::remove(QDir(folder_).filePath(file)));
        exportFormula(spec(name), surface, resuming(options));
        QCOMPARE(outputsOf(filesIn(folder_)), outputsOf(whole));
        QVERIFY(openSink(spec(name), surface, resuming(options))->alreadyFinished());
    }

    void withoutAJournalItStarts() {
        clear();
        const SurfaceInfo surface = surfaceOf(100, 100, 8);
        exportFormula(spec("x.raw"), surface, resuming({}));
        QVERIFY(contentsOf(spec("x.raw")) == expectedRaw(surface, {}));
    }

    void aPngStartsAgainAndSaysSo() {
        const SurfaceInfo surface = surfaceOf(300, 1000, 8);
        const Files expected = outputsOf(uninterrupted("x.png", surface, {}));
        clear();
        runUntil(4, "x.png", surface, {}, 1);
        QVERIFY(filesIn(folder_).contains("x.png.part"));
        const auto sink = openSink(spec("x.png"), surface, resuming({}));
        QCOMPARE(sink->notes().size(), std::size_t{1});
        exportFormula(*sink, surface, 1, [](FakeBlockSource&) {});
        QVERIFY(outputsOf(filesIn(folder_)) == expected);
    }

    void nothingIsOverwrittenUnasked_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("tif") << "x.tif";
        QTest::newRow("raw") << "x.raw";
        QTest::newRow("png") << "x.png";
        QTest::newRow("numbered swaths") << "%03d.tif";
    }
    void nothingIsOverwrittenUnasked() {
        QFETCH(QString, name);
        SinkOptions options;
        if (name.contains('%')) options.scan.swathWidth = 60;
        const SurfaceInfo surface = surfaceOf(100, 9000, 8);
        const Files finished = uninterrupted(name, surface, options);
        const auto offersToResume = [&](const SinkOptions& with) {
            const Files before = filesIn(folder_);
            try {
                static_cast<void>(openSink(spec(name), surface, with));
            } catch (const UsageError& error) {
                const std::vector<Remedy>& remedies = error.problem().remedies;
                const Remedy resume{Remedy::Way::resume};
                return before == filesIn(folder_) &&
                       std::find(remedies.begin(), remedies.end(), resume) != remedies.end();
            }
            return false;
        };
        QVERIFY(offersToResume(options));
        clear();
        runUntil(2, name, surface, options, 1, 1);
        QVERIFY(offersToResume(options));
        options.policy.force = true;
        exportFormula(spec(name), surface, options);
        QVERIFY(filesIn(folder_).keys() == finished.keys());
        QVERIFY(outputsOf(filesIn(folder_)) == outputsOf(finished));
    }

    void anOutputWithoutAJournalIsNotResumed() {
        clear();
        writeContents(spec("x.tif"), "another program's picture");
        QVERIFY_THROWS_EXCEPTION(
            UsageError, static_cast<void>(openSink(spec("x.tif"), surfaceOf(9, 9, 8), resuming({}))));
        writeContents(spec("x.tif.journal"), "another program's text\n");
        QVERIFY_THROWS_EXCEPTION(
            UsageError, static_cast<void>(openSink(spec("x.tif"), surfaceOf(9, 9, 8), resuming({}))));
        QCOMPARE(contentsOf(spec("x.tif")), QByteArray("another program's picture"));
    }

    void anotherExportIsNotResumed_data() {
        QTest::addColumn<QString>("difference");
        QTest::addColumn<bool>("mayMix");
        for (const char* difference :
             {"design hash", "region", "depth", "compression", "bigtiff", "layout"}) {
            QTest::newRow(difference) << difference << false;
        }
        QTest::newRow("backend") << "backend" << true;
        QTest::newRow("version") << "version" << true;
    }
    void anotherExportIsNotResumed() {
        QFETCH(QString, difference);
        QFETCH(bool, mayMix);
        SurfaceInfo surface = surfaceOf(1030, 2100, 8);
        clear();
        runUntil(4, "x.tif", surface, {}, 1, 1);
        SinkOptions options = resuming({});
        if (difference == "design hash") surface.designHash = "another";
        if (difference == "region") surface.region.y += 1;
        if (difference == "depth") surface.depth = 16;
        if (difference == "compression") options.compression = Compression::lzw;
        if (difference == "layout") options.blocks = TiffBlocks::tiles;
        if (difference == "bigtiff") {
            options.bigTiff = true;
            options.blocks = TiffBlocks::strips;
        }
        if (difference == "backend") surface.backend = "cuda";
        if (difference == "version") surface.version = "2.0.0";
        try {
            static_cast<void>(openSink(spec("x.tif"), surface, options));
            QFAIL("it must not be resumed");
        } catch (const UsageError& error) {
            QVERIFY(QString(error.what()).contains("another " + difference + " ("));
        }
        options.policy.allowMixed = true;
        if (mayMix) {
            QVERIFY(openSink(spec("x.tif"), surface, options) != nullptr);
        } else {
            QVERIFY_THROWS_EXCEPTION(UsageError,
                                     static_cast<void>(openSink(spec("x.tif"), surface, options)));
        }
    }

    void aPartThatWasCutIsNotTrusted_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<SinkOptions>("options");
        SinkOptions compressed;
        compressed.compression = Compression::deflate;
        QTest::newRow("tif") << "x.tif" << SinkOptions{};
        QTest::newRow("compressed tif") << "x.tif" << compressed;
        QTest::newRow("raw") << "x.raw" << SinkOptions{};
    }
    void aPartThatWasCutIsNotTrusted() {
        QFETCH(QString, name);
        QFETCH(SinkOptions, options);
        const SurfaceInfo surface = surfaceOf(2000, 2100, 8);
        Files files = uninterrupted(name, surface, options);
        const QByteArray expected = files[name];
        files[name + ".part"] = files.take(name);
        files[name + ".part"].truncate(10000);
        QByteArray& journal = files[name + ".journal"];
        journal = files.take(hiddenJournal(name));
        journal.truncate(journal.lastIndexOf("finished"));
        restore(folder_, files);
        if (options.compression != Compression::none) {
            QVERIFY_THROWS_EXCEPTION(SinkError, exportFormula(spec(name), surface, resuming(options)));
            QVERIFY(QFile::remove(QString::fromStdString(spec(name + ".part"))));
        }
        exportFormula(spec(name), surface, resuming(options));
        QVERIFY(contentsOf(spec(name)) == expected);
    }

    void twoExportsOfOneFileAreRefused() {
        clear();
        const SurfaceInfo surface = surfaceOf(100, 100, 8);
        const auto first = openSink(spec("x.tif"), surface, {});
        const auto second = openSink(spec("x.tif"), surface, {});
        first->begin();
        QVERIFY_THROWS_EXCEPTION(UsageError, second->begin());
    }
};

BURIN_TEST(TestResume)
#include "test_resume.moc"
