// SPDX-License-Identifier: GPL-3.0-or-later
// In a set of numbered files, each damaged file is named. If it is removed, the others stay.
#include "core/base/errors.hpp"
#include "core/sinks/formats.hpp"
#include "core/sinks/journals.hpp"
#include "core/sinks/layer_files.hpp"
#include "core/sinks/run_check.hpp"
#include "core/sinks/verify.hpp"
#include "support/export_fixture.hpp"
#include "support/testing.hpp"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#include <cstdint>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

const SurfaceInfo tall = surfaceOf(1000, 1200, 8);

SinkOptions swathsOf(std::int64_t width, Compression compression = Compression::none) {
    SinkOptions options;
    options.scan.swathWidth = width;
    options.compression = compression;
    return options;
}

SinkOptions resumedFrom(SinkOptions options) {
    options.policy.resume = true;
    return options;
}

}  // namespace

class TestDamagedSets : public QObject {
    Q_OBJECT

    QTemporaryDir root_;
    QDir folder_;
    int job_ = 0;

    [[nodiscard]] std::string path(const QString& name) const { return folder_.filePath(name).toStdString(); }

    /// Changes one bit of samples, not of the padding before them.
    void spoil(const QString& name, double share) const {
        QByteArray bytes = contentsOf(path(name));
        const auto at = static_cast<qsizetype>(share * static_cast<double>(bytes.size()));
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        writeContents(path(name), bytes);
    }

    void age(const QString& name) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::fromSecsSinceEpoch(1'000'000'000),
                                 QFileDevice::FileModificationTime));
    }
    [[nodiscard]] bool isAged(const QString& name) const {
        return QFileInfo(folder_.filePath(name)).lastModified() ==
               QDateTime::fromSecsSinceEpoch(1'000'000'000);
    }

    /// Does what the remedies of the problems say, but does not export.
    void removeWhatIsDamaged(const Verification& found) const {
        for (const Problem& problem : found.problems) {
            QCOMPARE(problem.remedies.size(), std::size_t{1});
            QVERIFY(problem.remedies[0].way == Remedy::Way::removeAndResume);
            QVERIFY(QFile::remove(QString::fromStdString(problem.remedies[0].detail)));
        }
    }

  private slots:
    void init() {
        folder_.setPath(root_.filePath(QString::number(++job_)));
        QVERIFY(folder_.mkpath("."));
    }

    /// The advice is followed word for word.
    void eachDamagedFileIsNamedAndMadeAgain_data() {
        QTest::addColumn<Compression>("compression");
        QTest::newRow("uncompressed") << Compression::none;
        QTest::newRow("compressed, where all files after it are made again") << Compression::deflate;
    }
    void eachDamagedFileIsNamedAndMadeAgain() {
        QFETCH(Compression, compression);
        const SinkOptions options = swathsOf(100, compression);
        exportFormula(path("%03d.tif"), tall, options);
        std::vector<QByteArray> sound;
        for (int i = 0; i < 10; ++i) {
            const QString name = QString("%1.tif").arg(i, 3, 10, QChar('0'));
            sound.push_back(contentsOf(path(name)));
            age(name);
        }
        spoil("003.tif", 0.5);
        spoil("004.tif", 0.5);
        writeContents(path("008.tif"), contentsOf(path("008.tif")).left(100));

        const Verification found = verifyExport(path("%03d.tif"));
        QCOMPARE(found.problems.size(), std::size_t{3});
        QCOMPARE(found.problems[0].subject, path("003.tif"));
        QCOMPARE(found.problems[1].subject, path("004.tif"));
        QCOMPARE(found.problems[2].text(),
                 path("008.tif") +
                     ": 817,5,100,1200 cannot be read back: does not have the size that its "
                     "journal requires");
        QCOMPARE(found.summary.text(), path("%03d.tif") + ": 3 problems; 3 of 10 files are damaged");
        removeWhatIsDamaged(found);
        QVERIFY(!folder_.exists("003.tif") && !folder_.exists("004.tif") && !folder_.exists("008.tif"));

        exportFormula(path("%03d.tif"), tall, resumedFrom(options));
        QVERIFY(verifyExport(path("%03d.tif")).sound());
        for (int i = 0; i < 10; ++i) {
            const QString name = QString("%1.tif").arg(i, 3, 10, QChar('0'));
            QVERIFY2(contentsOf(path(name)) == sound[static_cast<std::size_t>(i)], qPrintable(name));
            const bool kept = compression == Compression::none ? i != 3 && i != 4 && i != 8 : i < 3;
            QVERIFY2(isAged(name) == kept, qPrintable(name));
        }
    }

    /// Many damages of one file would fill the list, and no other file would be named.
    void manyDamagesOfAFileAreOneProblem() {
        const SurfaceInfo narrow = surfaceOf(2, 44 * 8192, 8);  // 44 chunks a file
        exportFormula(path("%d.tif"), narrow, swathsOf(1));
        const std::string finished = finishedJournalOf(path("%d.tif"), {}).string();
        const JournalHeader header = readJournal(finished).header;
        const auto format = makeFormat(path("%d.tif"), header);
        // Each chunk has a record, and every second one is wrong.
        std::vector<DoneRun> runs;
        for (std::int64_t i = 0; i < format->grid().count(); ++i)
            runs.push_back({{i, i + 1}, format->storedRun({i, i + 1}) + (i % 2 == 0 ? 1U : 0U)});
        QVERIFY(runs.size() > 4 * mostProblems);
        const std::size_t places = runs.size() / 4;
        JournalWriter writer = JournalWriter::create(finished, header);
        writer.append(runs);
        writer.appendFinished();
        const Verification found = verifyExport(path("%d.tif"));
        QCOMPARE(found.problems.size(), std::size_t{2});
        QCOMPARE(found.problems[0].text(), path("0.tif") + ": 17,5,1,8192 does not hold what was written; " +
                                               std::to_string(places) + " places of this file are damaged");
        QCOMPARE(found.problems[1].subject, path("1.tif"));
        QCOMPARE(found.summary.text(), path("%d.tif") + ": 2 problems; 2 of 2 files are damaged");
    }

    /// Two neighbouring files are damaged completely, which looks like a single damage.
    void damagesOfTwoFilesAreNotMerged() {
        exportFormula(path("%d.tif"), tall, swathsOf(500));
        for (const char* name : {"0.tif", "1.tif"})
            writeContents(path(name), contentsOf(path(name)).chopped(1));
        const Verification found = verifyExport(path("%d.tif"));
        QCOMPARE(found.problems.size(), std::size_t{2});
        QCOMPARE(found.problems[0].subject, path("0.tif"));
        QCOMPARE(found.problems[1].subject, path("1.tif"));
    }

    void moreDamagedFilesThanTheListHoldsAreCounted() {
        exportFormula(path("%03d.tif"), tall, swathsOf(20));
        for (int i = 0; i < 30; ++i)
            spoil(QString("%1.tif").arg(i, 3, 10, QChar('0')), 0.5);
        const Verification found = verifyExport(path("%03d.tif"));
        QCOMPARE(found.problems.size(), mostProblems);
        QCOMPARE(found.summary.text(), path("%03d.tif") + ": 30 problems; 30 of 50 files are damaged");
    }

    void oneDamagedFileIsCountedToo() {
        exportFormula(path("%d.tif"), tall, swathsOf(500));
        spoil("1.tif", 0.5);
        QCOMPARE(verifyExport(path("%d.tif")).summary.text(),
                 path("%d.tif") + ": 1 problem; 1 of 2 files is damaged");
    }

    /// Nothing is removed from an unfinished set: a resumed export computes the damaged part again.
    void aDamagedFileOfAnUnfinishedSetIsNamedAndResumed() {
        {
            const auto sink = openSink(path("%d.tif"), tall, swathsOf(500));
            QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                     exportFormula(*sink, tall, 1, [&](FakeBlockSource& source) {
                                         source.concurrentBlocks = 1;
                                         source.failAt = static_cast<int>(sink->grid().count());
                                     }));
        }
        QVERIFY(folder_.exists("0.tif.part"));
        spoil("0.tif.part", 0.3);
        const Verification found = verifyExport(path("%d.tif"));
        QCOMPARE(found.problems.size(), std::size_t{1});
        QCOMPARE(found.problems[0].subject, path("0.tif.part"));
        QVERIFY(found.problems[0].remedies == std::vector{Remedy{Remedy::Way::resume}});
        std::vector<std::string> told;
        SinkOptions options = resumedFrom(swathsOf(500));
        options.tells = [&told](const Problem& note) { told.push_back(note.text()); };
        exportFormula(path("%d.tif"), tall, options);
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY2(told[0].starts_with(path("0.tif.part") + ": ") &&
                     told[0].find("is computed again") != std::string::npos,
                 told[0].c_str());
        QVERIFY(verifyExport(path("%d.tif")).sound());
    }

    /// A resumed export was interrupted after the first missing file. A damaged file that is finished is
    /// replaced together with the unfinished ones.
    void aDamagedFileBesideUnfinishedOnesIsResumedToo() {
        exportFormula(path("%d.tif"), tall, swathsOf(250));
        QVERIFY(folder_.remove("1.tif") && folder_.remove("2.tif"));
        {
            const auto sink = openSink(path("%d.tif"), tall, resumedFrom(swathsOf(250)));
            QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                     exportFormula(*sink, tall, 1, [](FakeBlockSource& source) {
                                         source.concurrentBlocks = 1;
                                         source.failAt = 2;
                                     }));
        }
        QVERIFY(folder_.exists("1.tif.part") && folder_.exists("3.tif"));
        spoil("3.tif", 0.5);
        const Verification found = verifyExport(path("%d.tif"));
        QCOMPARE(found.problems.size(), std::size_t{1});
        QCOMPARE(found.problems[0].subject, path("3.tif"));
        QVERIFY(found.problems[0].remedies == std::vector{Remedy{Remedy::Way::resume}});
        exportFormula(path("%d.tif"), tall, resumedFrom(swathsOf(250)));
        QVERIFY(verifyExport(path("%d.tif")).sound());
    }

    /// The set has its name, and `resume` alone cannot replace a part of it.
    void aResumedExportNamesTheDamagedFiles() {
        exportFormula(path("%d.tif"), tall, swathsOf(250));
        spoil("1.tif", 0.5);
        spoil("3.tif", 0.5);
        const auto problemOfResuming = [&] {
            try {
                exportFormula(path("%d.tif"), tall, resumedFrom(swathsOf(250)));
            } catch (const ProblemError& error) {
                return error.problem();
            }
            return Problem{};
        };
        const Problem both = problemOfResuming();
        QCOMPARE(both.subject, path("1.tif"));
        QVERIFY2(both.text().ends_with("; 1 other file is damaged too"), both.text().c_str());
        const Remedy first{Remedy::Way::removeAndResume, path("1.tif")};
        QVERIFY(both.remedies == std::vector{first});
        QVERIFY(folder_.remove("1.tif"));
        const Problem other = problemOfResuming();
        QCOMPARE(other.subject, path("3.tif"));
        QVERIFY(folder_.remove("3.tif"));
        QVERIFY(problemOfResuming() == Problem{});
        QVERIFY(verifyExport(path("%d.tif")).sound());
    }

    void aDamagedLayerIsRemovedAndMadeAgain() {
        const SurfaceInfo small = surfaceOf(100, 60, 8);
        const auto exportLayers = [&](const SinkOptions& options) {
            for (const LayerFile& layer : layerFiles(path("%d.png"), small, 3))
                exportFormula(layer.path, layer.surface, options);
        };
        exportLayers({});
        for (const char* name : {"0.png", "2.png"})
            age(name);
        spoil("1.png", 0.7);
        const Verification found = verifyExport(path("%d.png"));
        QCOMPARE(found.problems.size(), std::size_t{1});
        QCOMPARE(found.problems[0].subject, path("1.png"));
        removeWhatIsDamaged(found);
        exportLayers(resumedFrom({}));
        QVERIFY(verifyExport(path("%d.png")).sound());
        QVERIFY(isAged("0.png") && isAged("2.png"));
    }
};

BURIN_TEST(TestDamagedSets)
#include "test_damaged_sets.moc"
