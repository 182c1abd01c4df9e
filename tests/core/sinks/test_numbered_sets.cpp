// SPDX-License-Identifier: GPL-3.0-or-later
// A set of numbered files is one result. The tests also look at the files beside a result, under any name.
#include "core/base/errors.hpp"
#include "core/export/journal.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/numbered_name.hpp"
#include "core/sinks/swaths.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

const SurfaceInfo surface = surfaceOf(1000, 60, 8);

SinkOptions swaths(std::int64_t width) {
    SinkOptions options;
    options.scan.swathWidth = width;
    return options;
}

SinkOptions forced(SinkOptions options) {
    options.policy.force = true;
    return options;
}

SinkOptions resumed(SinkOptions options) {
    options.policy.resume = true;
    return options;
}

}  // namespace

class TestNumberedSets : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    QDir folder_;
    int job_ = 0;

    [[nodiscard]] std::string path(const QString& name) const {
        return QFile::encodeName(folder_.filePath(name)).toStdString();
    }
    [[nodiscard]] QStringList visible() const { return folder_.entryList(QDir::Files, QDir::Name); }

    /// Why an output cannot be verified.
    [[nodiscard]] std::string refusalOf(const QString& name) const {
        try {
            static_cast<void>(verifyExport(path(name)));
        } catch (const UsageError& error) {
            return error.what();
        }
        return {};
    }

    void exportLayers(const QString& pattern, std::int64_t layers, const SinkOptions& options) {
        for (const LayerFile& layer : layerFiles(path(pattern), surface, layers))
            exportFormula(layer.path, layer.surface, options);
    }

  private slots:
    void init() {
        folder_.setPath(root_.filePath(QString::number(++job_)));
        QVERIFY(folder_.mkpath("."));
    }

    void aSmallerSetReplacesALargerOne() {
        exportFormula(path("%03d.tif"), surface, swaths(100));
        writeContents(path("2024.tif"), "a picture of another program");
        QStringList told;
        SinkOptions options = forced(swaths(250));
        options.tells = [&told](const Problem& note) { told << QString::fromStdString(note.text()); };
        exportFormula(path("%03d.tif"), surface, options);
        QCOMPARE(visible(), (QStringList{"000.tif", "001.tif", "002.tif", "003.tif", "2024.tif"}));
        QVERIFY2(told.join('\n').contains("removed 6 files of an earlier set"), qPrintable(told.join('\n')));
        QVERIFY2(told.join('\n').contains("2024.tif has a name of this set"), qPrintable(told.join('\n')));
        QCOMPARE(contentsOf(path("2024.tif")), QByteArray("a picture of another program"));
        QVERIFY(!verifyExport(path("%03d.tif")).problems.empty());  // a reader would take it for a swath
        QVERIFY(folder_.remove("2024.tif"));
        QVERIFY(verifyExport(path("%03d.tif")).sound());
    }

    void whatIsAddedToASmallerSetIsNotRemoved() {
        exportFormula(path("%03d.tif"), surface, swaths(100));
        exportFormula(path("%03d.tif"), surface, forced(swaths(250)));
        writeContents(path("007.tif"), "a picture of another program");
        exportFormula(path("%03d.tif"), surface, forced(swaths(250)));
        QCOMPARE(contentsOf(path("007.tif")), QByteArray("a picture of another program"));
    }

    /// The forced export is interrupted, and its journal has to know the earlier set.
    void anInterruptedSetStillReplacesTheLargerOne() {
        exportFormula(path("%03d.tif"), surface, swaths(100));
        const auto sink = openSink(path("%03d.tif"), surface, forced(swaths(250)));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 exportFormula(*sink, surface, 1, [](FakeBlockSource& s) { s.failAt = 1; }));
        QCOMPARE(visible().filter(QRegularExpression("\\.tif$")).size(), 10);
        const_cast<std::unique_ptr<Sink>&>(sink).reset();
        exportFormula(path("%03d.tif"), surface, forced(swaths(500)));
        QCOMPARE(visible(), (QStringList{"000.tif", "001.tif"}));
    }

    void anUnfinishedLargerSetIsReplacedToo() {
        const auto sink = openSink(path("%03d.tif"), surface, swaths(100));
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 exportFormula(*sink, surface, 1, [](FakeBlockSource& source) {
                                     source.concurrentBlocks = 1;
                                     source.failAt = 8;
                                 }));
        QVERIFY(visible().filter(".part").size() > 4);
        const_cast<std::unique_ptr<Sink>&>(sink).reset();
        exportFormula(path("%03d.tif"), surface, forced(swaths(500)));
        QCOMPARE(visible(), (QStringList{"000.tif", "001.tif"}));
    }

    void filesOfALargerSetAreInTheWay() {
        exportFormula(path("%03d.tif"), surface, swaths(250));
        QVERIFY(folder_.remove("000.tif") && folder_.remove("001.tif"));
        QVERIFY_THROWS_EXCEPTION(UsageError, exportFormula(path("%03d.tif"), surface, swaths(500)));
    }

    void missingSwathsAreNamedAndResumed() {
        exportFormula(path("%03d.tif"), surface, swaths(250));
        QVERIFY(folder_.remove("001.tif") && folder_.remove("002.tif"));
        const Verification found = verifyExport(path("%03d.tif"));
        QCOMPARE(found.problems.size(), std::size_t{2});
        QCOMPARE(found.problems[0].subject, path("001.tif"));
        QVERIFY(found.problems[0].remedies == std::vector{Remedy{Remedy::Way::resume}});
        exportFormula(path("%03d.tif"), surface, resumed(swaths(250)));
        QVERIFY(verifyExport(path("%03d.tif")).sound());
    }

    void layersAreVerifiedByTheirPattern() {
        exportLayers("%03d.png", 5, {});
        const Verification sound = verifyExport(path("%03d.png"));
        QVERIFY(sound.sound());
        QCOMPARE(QString::fromStdString(sound.summary.text()),
                 QString::fromStdString(path("%03d.png: 5 layers, complete and sound")));

        writeContents(path("001.png"), contentsOf(path("001.png")).chopped(30));
        QVERIFY(folder_.remove("003.png"));
        exportFormula(path("000.png"), surface, forced({}));
        writeContents(path("005.png"), "another program's picture");
        const Verification found = verifyExport(path("%03d.png"));
        QStringList told;
        for (const Problem& problem : found.problems)
            told << QString::fromStdString(problem.text());
        QVERIFY(!found.sound());
        QCOMPARE(told.size(), 4);
        QVERIFY2(told[0].contains("000.png: does not belong to these layers"), qPrintable(told[0]));
        QVERIFY2(told[1].contains("001.png: "), qPrintable(told[1]));
        const Remedy madeAgain{Remedy::Way::removeAndResume, path("001.png")};
        QVERIFY(found.problems[1].remedies == std::vector{madeAgain});
        QVERIFY2(told[2].contains("003.png: is missing"), qPrintable(told[2]));
        QVERIFY(found.problems[2].remedies == std::vector{Remedy{Remedy::Way::resume}});
        QVERIFY2(told[3].contains("005.png"), qPrintable(told[3]));

        QVERIFY(folder_.remove("005.png"));
        exportLayers("%03d.png", 5, forced({}));
        QVERIFY(verifyExport(path("%03d.png")).sound());
    }

    void theFolderOfLayersIsMade() {
        SinkOptions options;
        QVERIFY_THROWS_EXCEPTION(UsageError, exportLayers("new/%03d.png", 3, options));
        options.layered = true;
        exportLayers("new/%03d.png", 3, options);
        QVERIFY(verifyExport(path("new/%03d.png")).sound());
        QVERIFY_THROWS_EXCEPTION(UsageError, exportLayers("no/folder/%03d.png", 3, options));
    }

    void twoSetsInOneFolderHaveTheirOwnJournals() {
        exportFormula(path("x%03d.tif"), surface, swaths(250));
        exportFormula(path("y%03d.tif"), surface, swaths(500));
        QVERIFY(verifyExport(path("x%03d.tif")).sound() && verifyExport(path("y%03d.tif")).sound());
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport(path("."))));
        writeContents(path("x001.tif"), contentsOf(path("x002.tif")));
        QVERIFY(!verifyExport(path("x%03d.tif")).sound());
        QVERIFY(verifyExport(path("y%03d.tif")).sound());
    }

    void aFolderStandsForTheOnlyOutputInIt() {
        exportFormula(path("x%03d.tif"), surface, swaths(250));
        QVERIFY(verifyExport(path(".")).sound());
        exportLayers("y%03d.png", 3, {});
        QVERIFY(QFile::remove(folder_.filePath("y001.png")));
        QCOMPARE(refusalOf("."),
                 path(".") + ": holds several outputs; name one, such as " + path("./x%03d.tif"));
    }

    void aFileOfASetIsNotVerifiedAlone() {
        exportFormula(path("x%03d.tif"), surface, swaths(250));
        QCOMPARE(refusalOf("x001.tif"), path("x001.tif") + ": is one of the numbered files " +
                                            path("x%03d.tif") + "; give this pattern to name all of them");
        QCOMPARE(refusalOf("z001.tif"), path("z001.tif") + ": has no journal next to it");
        QCOMPARE(refusalOf("none/z.tif"), path("none") + ": cannot be opened: No such file or directory");
    }

    void aJournalOfAnotherPatternIsRefused() {
        exportFormula(path("x%03d.tif"), surface, swaths(250));
        exportFormula(path("y%03d.tif"), surface, swaths(250));
        writeContents(finishedJournalOf(path("y%03d.tif"), {}).string(),
                      contentsOf(finishedJournalOf(path("x%03d.tif"), {}).string()));
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(verifyExport(path("y%03d.tif"))));
        QVERIFY_THROWS_EXCEPTION(
            UsageError, static_cast<void>(openSink(path("y%03d.tif"), surface, resumed(swaths(250)))));
    }

    void filesThatAreGoneAreMadeAgain_data() {
        QTest::addColumn<QStringList>("gone");
        QTest::addColumn<Compression>("compression");
        QTest::addColumn<int>("kept");  // files that are not written again
        QTest::newRow("one") << QStringList{"007.tif"} << Compression::none << 9;
        QTest::newRow("the first and the last")
            << QStringList{"000.tif", "009.tif"} << Compression::none << 8;
        QTest::newRow("one of a compressed set, with all after it")
            << QStringList{"007.tif"} << Compression::deflate << 7;
        QTest::newRow("the first of a compressed set") << QStringList{"000.tif"} << Compression::deflate << 0;
    }
    void filesThatAreGoneAreMadeAgain() {
        QFETCH(QStringList, gone);
        QFETCH(Compression, compression);
        SinkOptions options = swaths(100);
        options.compression = compression;
        exportFormula(path("%03d.tif"), surface, options);
        QVERIFY(openSink(path("%03d.tif"), surface, resumed(options))->alreadyFinished());
        const QStringList all = visible();
        std::map<QString, QByteArray> before;
        for (const QString& file : all) {
            QFile opened(folder_.filePath(file));
            QVERIFY(opened.open(QIODevice::ReadWrite));
            QVERIFY(opened.setFileTime(QDateTime::fromSecsSinceEpoch(1'000'000'000),
                                       QFileDevice::FileModificationTime));
            before[file] = contentsOf(path(file));
        }
        for (const QString& file : gone)
            QVERIFY(folder_.remove(file));
        QVERIFY(!verifyExport(path("%03d.tif")).sound());
        {
            const auto sink = openSink(path("%03d.tif"), surface, resumed(options));
            QVERIFY(!sink->alreadyFinished());
            const QString note = QString::fromStdString(sink->notes().at(0).text());
            QVERIFY2(note.contains(gone.front()) && note.contains("made again"), qPrintable(note));
        }
        exportFormula(path("%03d.tif"), surface, resumed(options));
        QCOMPARE(visible(), all);
        int kept = 0;
        for (const QString& file : all) {
            QVERIFY2(contentsOf(path(file)) == before[file], qPrintable(file));
            const QFileInfo info(folder_.filePath(file));
            kept += info.lastModified() == QDateTime::fromSecsSinceEpoch(1'000'000'000) ? 1 : 0;
        }
        QTEST(kept, "kept");
        QVERIFY(verifyExport(path("%03d.tif")).sound());
        QVERIFY(openSink(path("%03d.tif"), surface, resumed(options))->alreadyFinished());
    }

    /// The second resume finds the journal of an unfinished set.
    void makingAgainCanBeInterrupted_data() {
        QTest::addColumn<int>("blocks");  // the number of blocks before the interruption
        QTest::newRow("before anything is written") << 0;
        QTest::newRow("after the first file") << 1;
    }
    void makingAgainCanBeInterrupted() {
        QFETCH(int, blocks);
        exportFormula(path("%03d.tif"), surface, swaths(100));
        const QByteArray seventh = contentsOf(path("007.tif"));
        QVERIFY(folder_.remove("003.tif") && folder_.remove("007.tif"));
        {
            const auto sink = openSink(path("%03d.tif"), surface, resumed(swaths(100)));
            QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                     exportFormula(*sink, surface, 1, [&](FakeBlockSource& source) {
                                         source.concurrentBlocks = 1;
                                         source.failAt = blocks + 1;
                                     }));
        }
        writeContents(path("017.tif"), "a picture of another program");
        exportFormula(path("%03d.tif"), surface, resumed(swaths(100)));
        QCOMPARE(contentsOf(path("007.tif")), seventh);
        QCOMPARE(contentsOf(path("017.tif")), QByteArray("a picture of another program"));
        QVERIFY(folder_.remove("017.tif"));
        QVERIFY(verifyExport(path("%03d.tif")).sound());
        QCOMPARE(visible().size(), 10);
    }

    void fewerLayersReplaceMore() {
        exportLayers("l%02d.png", 8, {});
        writeContents(path("l99.png"), "a picture of another program");
        exportLayers("l%02d.png", 5, forced({}));
        const std::string set = path("l%02d.png");
        const auto told = [&set](bool remove) {
            const auto others = settleOtherLayers(set, 5, remove);
            return others ? others->text() : std::string();
        };
        QCOMPARE(told(false), set + ": 4 files with such names, not part of this set: l05.png to l99.png");
        QCOMPARE(visible().size(), 9);
        const char* const both =
            ": removed 3 files of an earlier set; 1 file with such names, not part of this set: l99.png";
        QCOMPARE(told(true), set + both);
        QCOMPARE(visible(), (QStringList{"l00.png", "l01.png", "l02.png", "l03.png", "l04.png", "l99.png"}));
        QVERIFY(journalsBeside(path("l05.png")).empty() && !journalsBeside(path("l04.png")).empty());
        QVERIFY(folder_.remove("l99.png"));
        QCOMPARE(told(true), std::string());
    }

    void theJournalsOfAllShardsOfALayerAreRemoved() {
        const std::string set = path("s%d.tif");
        SinkOptions shard;
        for (shard.shard = {0, 2}; shard.shard.index < 2; ++shard.shard.index)
            exportLayers("s%d.tif", 3, shard);
        QVERIFY(verifyExport(set, {.join = true}).sound());
        QCOMPARE(journalsBeside(path("s2.tif")).size(), std::size_t{2});
        exportLayers("s%d.tif", 2, forced({}));
        const auto told = settleOtherLayers(set, 2, true);
        QCOMPARE(told ? told->text() : std::string(), set + ": removed 1 file of an earlier set");
        QCOMPARE(visible(), (QStringList{"s0.tif", "s1.tif"}));
        QVERIFY(journalsBeside(path("s2.tif")).empty());
    }

    void aSurplusLayerTakesItsDescriptionAlong() {
        exportLayers("r%d.raw", 3, {});
        QVERIFY(visible().contains("r2.raw.yaml"));
        exportLayers("r%d.raw", 2, forced({}));
        QVERIFY(settleOtherLayers(path("r%d.raw"), 2, true).has_value());
        QCOMPARE(visible(), (QStringList{"r0.raw", "r0.raw.yaml", "r1.raw", "r1.raw.yaml"}));
    }

    /// The journal of a raw layer does not describe a file that a person has given the name of the layer's
    /// description.
    void whatOnlyHasTheNameOfADescriptionStays_data() {
        QTest::addColumn<QByteArray>("contents");
        QTest::newRow("a design") << QByteArray("burin: 2\n");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("of another layer") << QByteArray("width: 1\n");
    }
    void whatOnlyHasTheNameOfADescriptionStays() {
        QFETCH(QByteArray, contents);
        const std::string pattern = path("r%d.raw");
        exportLayers("r%d.raw", 3, {});
        writeContents(path("r2.raw.yaml"), contents);
        exportLayers("r%d.raw", 2, forced({}));
        const auto told = settleOtherLayers(pattern, 2, true);
        QCOMPARE(told ? told->text() : std::string(),
                 pattern +
                     ": removed 1 file of an earlier set; r2.raw.yaml: stays, because it does not describe "
                     "the removed file");
        QCOMPARE(visible(), (QStringList{"r0.raw", "r0.raw.yaml", "r1.raw", "r1.raw.yaml", "r2.raw.yaml"}));
        QCOMPARE(contentsOf(path("r2.raw.yaml")), contents);
    }

    /// A set of 2^31 - 1 files that the journal claims would take hours if each name were looked up.
    void aJournalThatClaimsFarTooManyFiles() {
        exportFormula(path("%03d.tif"), surface, swaths(100));
        const std::string journal = finishedJournalOf(path("%03d.tif"), {}).string();
        JournalHeader header = readJournal(journal).header;
        header.surface.surface.width = std::numeric_limits<std::int32_t>::max();
        header.surface.region.x = 0;
        header.surface.region.width = header.surface.surface.width;
        header.scan.swathWidth = 1;
        JournalWriter::create(journal, header).appendFinished();
        QCOMPARE(numberedFiles(readJournal(journal).header), std::int64_t{2147483647});
        writeContents(path("008.tif.part"), "left by a killed export");
        exportFormula(path("%03d.tif"), surface, forced(swaths(250)));
        QCOMPARE(visible(), (QStringList{"000.tif", "001.tif", "002.tif", "003.tif"}));
        QVERIFY(verifyExport(path("%03d.tif")).sound());
    }

    void aPercentSignIsWrittenTwice_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("file");
        QTest::newRow("before a d") << "50%%deep.tif"
                                    << "50%deep.tif";
        QTest::newRow("two of them") << "%%%%.raw"
                                     << "%%.raw";
        QTest::newRow("alone") << "50% deep.tif"
                               << "50% deep.tif";
        QTest::newRow("a field without zeros") << "%5d.tif"
                                               << "%5d.tif";
    }
    void aPercentSignIsWrittenTwice() {
        QFETCH(QString, name);
        QFETCH(QString, file);
        exportFormula(path(name), surface);
        QVERIFY2(folder_.exists(file), qPrintable(visible().join(' ')));
        QVERIFY(verifyExport(path(name)).sound());
        QVERIFY(verifyExport(path(file)).sound());
        QVERIFY(openSink(path(name), surface, resumed({}))->alreadyFinished());
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path(name), surface, {})));
    }

    /// Number 10 of one set has the name of number 0 of the other.
    void setsWhoseNamesOverlapAreToldApart() {
        exportFormula(path("a%d.tif"), surface, swaths(50));
        exportFormula(path("a1%d.tif"), surface, forced(swaths(500)));
        exportFormula(path("a%d.tif"), surface, forced(swaths(500)));
        QCOMPARE(visible(), (QStringList{"a0.tif", "a1.tif", "a10.tif", "a11.tif"}));
        QVERIFY(verifyExport(path("a%d.tif")).sound());
        QVERIFY(verifyExport(path("a1%d.tif")).sound());
        writeContents(path("a12.tif"), "of no set");
        QVERIFY(!verifyExport(path("a%d.tif")).problems.empty());
    }

    void swathsReplaceLayersAndLayersReplaceSwaths() {
        const std::string pattern = path("b%d.tif");
        exportLayers("b%d.tif", 4, {});
        writeContents(path("b9.tif"), "a picture of another program");
        exportFormula(pattern, surface, forced(swaths(500)));
        QCOMPARE(visible(), (QStringList{"b0.tif", "b1.tif", "b9.tif"}));
        QVERIFY(journalsBeside(path("b3.tif"), Naming::plain).empty());
        QVERIFY(folder_.remove("b9.tif"));
        QVERIFY(verifyExport(pattern).sound());
        QVERIFY2(refusalOf("b0.tif").find("give this pattern to name all of them") != std::string::npos,
                 refusalOf("b0.tif").c_str());
        exportFormula(pattern, surface, forced(swaths(250)));
        exportLayers("b%d.tif", 2, forced({}));
        const auto told = settleOtherLayers(pattern, 2, true);
        QCOMPARE(told ? told->text() : std::string(), pattern + ": removed 2 files of an earlier set");
        QCOMPARE(visible(), (QStringList{"b0.tif", "b1.tif"}));
        QVERIFY(verifyExport(pattern).sound());
    }

    /// Layers and single files that have replaced some swaths since then do not belong to the earlier set.
    void whatHasAJournalOfItsOwnIsNoSwath_data() {
        QTest::addColumn<bool>("layers");
        QTest::newRow("beside layers") << true;
        QTest::newRow("beside fewer swaths") << false;
    }
    void whatHasAJournalOfItsOwnIsNoSwath() {
        QFETCH(bool, layers);
        const std::string pattern = path("c%d.tif");
        exportFormula(pattern, surface, swaths(50));
        exportLayers("c1%d.tif", 3, forced({}));
        exportFormula(path("c15.tif"), surface, forced({}));
        if (layers) {
            exportLayers("c%d.tif", 2, forced({}));
            const auto told = settleOtherLayers(pattern, 2, true);
            QCOMPARE(told ? told->text() : std::string(),
                     pattern +
                         ": removed 14 files of an earlier set; 4 files with such names, not part of this "
                         "set: c10.tif to c15.tif");
        } else {
            exportFormula(pattern, surface, forced(swaths(500)));
        }
        QCOMPARE(visible(), (QStringList{"c0.tif", "c1.tif", "c10.tif", "c11.tif", "c12.tif", "c15.tif"}));
        QVERIFY(verifyExport(path("c1%d.tif")).problems.size() == 1);  // 15 has the name of layer 5
        QVERIFY(verifyExport(path("c15.tif")).sound());
        QVERIFY(journalsBeside(pattern).empty() == layers);
    }

    void whatTheDesignReadsStays() {
        const std::string pattern = path("d%d.tif");
        exportFormula(pattern, surface, swaths(250));
        exportLayers("d%d.tif", 2, forced({}));
        const std::vector<std::filesystem::path> inputs = {path("d3.tif")};
        const auto told = settleOtherLayers(pattern, 2, true, inputs);
        QCOMPARE(
            told ? told->text() : std::string(),
            pattern +
                ": removed 1 file of an earlier set; 1 file with such names, not part of this set: d3.tif");
        QCOMPARE(visible(), (QStringList{"d0.tif", "d1.tif", "d3.tif"}));
    }

    /// The file `%d.tif` and the numbered files of that pattern have journals of their own.
    void aFileThatIsNamedLikeAPattern() {
        exportFormula(path("%%d.tif"), surface);
        QVERIFY(verifyExport(path("%d.tif")).sound());  // it is the only output of that name
        exportFormula(path("%d.tif"), surface, swaths(500));
        QCOMPARE(visible(), (QStringList{"%d.tif", "0.tif", "1.tif"}));
        QVERIFY(openSink(path("%%d.tif"), surface, resumed({}))->alreadyFinished());
        QVERIFY(openSink(path("%d.tif"), surface, resumed(swaths(500)))->alreadyFinished());
        QByteArray contents = contentsOf(path("%d.tif"));
        contents[contents.size() / 2] = static_cast<char>(~contents[contents.size() / 2]);
        writeContents(path("%d.tif"), contents);
        QVERIFY(!verifyExport(path("%%d.tif")).sound());
        QVERIFY(!verifyExport(finishedJournalOf(path("%d.tif"), {}, Naming::plain)).sound());
        QVERIFY(verifyExport(path("%d.tif")).sound());
    }

    /// Earlier versions named the journal of such a file like that of the pattern.
    void anEarlierJournalOfAFileThatIsNamedLikeAPatternIsFound() {
        exportFormula(path("%%d.tif"), surface);
        std::filesystem::rename(finishedJournalOf(path("%d.tif"), {}, Naming::plain),
                                finishedJournalOf(path("%d.tif"), {}));
        QVERIFY(verifyExport(path("%%d.tif")).sound());
        QVERIFY(verifyExport(path("%d.tif")).sound());
    }

    void percentSignsAndANumber() {
        const auto name = NumberedName::parse("50%%d %03d 100%%.tif");
        QVERIFY(name.has_value());
        QCOMPARE(name->path(7).filename().string(), std::string("50%d 007 100%.tif"));
        exportFormula(path("50%%d %03d.tif"), surface, swaths(500));
        QCOMPARE(visible(), (QStringList{"50%d 000.tif", "50%d 001.tif"}));
        exportLayers("%%d%d.png", 2, {});
        QVERIFY(folder_.exists("%d0.png") && folder_.exists("%d1.png"));
    }

    void longNamesHaveRoomForWhatIsBesideThem_data() {
        QTest::addColumn<QString>("name");
        const QString umlauts = QString("ü").repeated(125);  // two bytes each
        QTest::newRow("240 bytes") << QString("a").repeated(236) + ".raw";
        QTest::newRow("255 bytes") << QString("a").repeated(251) + ".tif";
        QTest::newRow("254 bytes of umlauts") << umlauts + ".raw";
        QTest::newRow("255 bytes of umlauts") << "a" + umlauts + ".raw";
        QTest::newRow("a long pattern") << QString("a").repeated(245) + "%03d.tif";
    }
    void longNamesHaveRoomForWhatIsBesideThem() {
        QFETCH(QString, name);
        const SinkOptions options = name.contains('%') ? swaths(500) : SinkOptions{};
        const auto sink = openSink(path(name), surface, options);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 exportFormula(*sink, surface, 1, [](FakeBlockSource& s) { s.failAt = 1; }));
        const_cast<std::unique_ptr<Sink>&>(sink).reset();
        exportFormula(path(name), surface, resumed(options));
        QVERIFY(verifyExport(path(name)).sound());
        exportFormula(path(name), surface, forced(options));
        QVERIFY(verifyExport(path(name)).sound());
        if (name.contains('%')) return;
        SinkOptions shard;
        for (shard.shard = {0, 2}; shard.shard.index < 2; ++shard.shard.index)
            exportFormula(path(name), surface, forced(shard));
        QVERIFY(verifyExport(path(name), {.join = true}).joined);
        QVERIFY(verifyExport(path(name)).sound());
        for (const QString& file : folder_.entryList(QDir::Files | QDir::Hidden))
            QVERIFY2(!file.contains(QChar::ReplacementCharacter), qPrintable(file));
    }

    void namesThatAreTooLongAreRefusedBefore_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("256 bytes") << QString("a").repeated(252) + ".tif";
        QTest::newRow("256 bytes of the last number") << QString("a").repeated(250) + "%d.tif";
    }
    void namesThatAreTooLongAreRefusedBefore() {
        QFETCH(QString, name);
        const SinkOptions options = name.contains('%') ? swaths(50) : SinkOptions{};
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(openSink(path(name), surface, options)));
        QVERIFY(folder_.entryList(QDir::Files | QDir::Hidden).isEmpty());
    }

    void aSymbolicLinkIsWrittenThrough() {
        QVERIFY(folder_.mkdir("elsewhere"));
        QVERIFY(QFile::link("elsewhere/target.tif", folder_.filePath("link.tif")));
        exportFormula(path("link.tif"), surface);
        exportFormula(path("link.tif"), surface, forced({}));
        QVERIFY(QFileInfo(folder_.filePath("link.tif")).isSymLink());
        QVERIFY(!QFileInfo(folder_.filePath("elsewhere/target.tif")).isSymLink());
        QVERIFY(verifyExport(path("link.tif")).sound() && verifyExport(path("elsewhere/target.tif")).sound());
        QVERIFY(openSink(path("link.tif"), surface, resumed({}))->alreadyFinished());
        QCOMPARE(folder_.entryList(QDir::Files | QDir::Hidden | QDir::System), QStringList{"link.tif"});
    }

    void layersAreVerifiedThroughLinks() {
        QVERIFY(folder_.mkdir("elsewhere"));
        for (const char* link : {"0.png", "1.png"})
            QVERIFY(QFile::link(QString("elsewhere/") + link, folder_.filePath(link)));
        exportLayers("%d.png", 2, {});
        QVERIFY(verifyExport(path("%d.png")).sound());
        writeContents(path("elsewhere/1.png"), contentsOf(path("elsewhere/1.png")).chopped(30));
        QVERIFY(!verifyExport(path("%d.png")).sound());
    }

    void nothingVisibleIsLeftBesideAFinishedFile() {
        exportFormula(path("x.tif"), surface);
        QCOMPARE(visible(), QStringList{"x.tif"});
        SinkOptions shard;
        for (shard.shard = {0, 2}; shard.shard.index < 2; ++shard.shard.index)
            exportFormula(path("x.tif"), surface, forced(shard));
        QVERIFY(verifyExport(path("x.tif"), {.join = true}).joined);
        QCOMPARE(visible(), QStringList{"x.tif"});
        QVERIFY(verifyExport(path("x.tif")).sound());
        exportFormula(path("x.tif"), surface, forced({}));
        QCOMPARE(folder_.entryList(QDir::Files | QDir::Hidden, QDir::Name),
                 (QStringList{".x.tif.finished-journal", "x.tif"}));
    }

    /// A power cut leaves these files.
    void namesOfAKilledExportAreRemoved() {
        for (const char* name :
             {"x.raw.yaml.new-bmiz2uag", "x.raw.yaml.new-0123456789ab", "x.raw.journal.new"})
            writeContents(path(name), "cut sh");
        for (const char* name : {"x.raw.yaml.new-architecture", "x.raw.yaml.new-V1"})
            writeContents(path(name), "of another program");
        exportFormula(path("x.raw"), surface);
        QCOMPARE(visible(),
                 (QStringList{"x.raw", "x.raw.yaml", "x.raw.yaml.new-V1", "x.raw.yaml.new-architecture"}));
    }
};

BURIN_TEST(TestNumberedSets)
#include "test_numbered_sets.moc"
