// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/journal.hpp"
#include "support/testing.hpp"

#include "core/base/checksum.hpp"
#include "core/base/errors.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

using namespace burin;

namespace {

JournalHeader someHeader() {
    JournalHeader header;
    header.surface = {.surface = {2000000, 1000},
                      .region = {10, 20, 300, 400},
                      .depth = 16,
                      .pitchUm = 0.1,
                      .designHash = "abcdef",
                      .backend = "cuda: some card, 2 of them",
                      .version = "1.2.3",
                      .date = {}};
    header.scan = {128, true};
    header.format = "raw";
    header.compression = Compression::none;
    header.chunk = {128, 100};  // 12 chunks
    header.shard = {2, 5};
    return header;
}

const std::vector<DoneRun> someRuns = {
    {{0, 3}, 0x0123456789ABCDEFU}, {{7, 8}, 0}, {{3, 7}, ~std::uint64_t{0}}};

QByteArray contents(const std::string& path) {
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const std::string& path, const QByteArray& bytes) {
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

}  // namespace

class TestJournal : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string path_ = folder_.filePath("x.raw.journal").toStdString();

    QByteArray wholeJournal() {
        JournalWriter writer = JournalWriter::create(path_, someHeader());
        writer.append(someRuns);
        writer.appendFinished();
        return contents(path_);
    }

    /// Writes a head and these lines, each with its checksum, and says how the journal is read.
    Journal readWith(const std::vector<std::string>& lines) {
        JournalWriter::create(path_, someHeader());
        QByteArray bytes = contents(path_);
        for (const std::string& line : lines) {
            char sum[18];
            std::snprintf(sum, sizeof sum, " %016llx",
                          static_cast<unsigned long long>(checksum(std::as_bytes(std::span(line)))));
            bytes += QByteArray::fromStdString(line) + sum + "\n";
        }
        write(path_, bytes);
        return readJournal(path_);
    }

  private slots:
    void readsWhatWasWritten() {
        wholeJournal();
        const Journal journal = readJournal(path_);
        QCOMPARE(journal.state, Journal::State::valid);
        QVERIFY(differences(journal.header, someHeader(), false).empty());
        QCOMPARE(journal.header.shard, (Shard{2, 5}));
        QCOMPARE(journal.header.surface.pitchUm, 0.1);
        QCOMPARE(journal.runs.size(), someRuns.size());
        QVERIFY(journal.runs == someRuns);
        QVERIFY(journal.finished);
        QCOMPARE(journal.done().firstGap(0), 8);
    }

    /// Without `overwrites`, the line is that of earlier versions.
    void whetherFilesMayBeReplacedIsRecorded() {
        for (const bool overwrites : {false, true}) {
            JournalHeader header = someHeader();
            header.earlierFiles = 3;
            header.overwrites = overwrites;
            JournalWriter::create(path_, header);
            QCOMPARE(contents(path_).contains("\nearlier 3 overwrites "), overwrites);
            const Journal journal = readJournal(path_);
            QCOMPARE(journal.state, Journal::State::valid);
            QCOMPARE(journal.header.earlierFiles, std::int64_t{3});
            QCOMPARE(journal.header.overwrites, overwrites);
            QVERIFY(differences(journal.header, someHeader(), false).empty());
        }
    }

    void listsTheFilesOfAnOlderSet() {
        const std::vector<OlderFile> files = {
            {OlderFile::ofSwaths, {{1, 2}, 3, 4}},
            {0, {{std::numeric_limits<std::uint64_t>::max(), 7}, 8, -9}},
            {4000000000, {{66, 5}, 4000000000000, 1767225600000000001}},
        };
        JournalHeader header = someHeader();
        header.olderFiles = std::make_shared<const std::vector<OlderFile>>(files);
        JournalWriter::create(path_, header).append(someRuns);
        const Journal journal = readJournal(path_);
        QCOMPARE(journal.state, Journal::State::valid);
        QVERIFY(journal.header.olderFiles && *journal.header.olderFiles == files);
        QVERIFY(journal.runs == someRuns);
        QVERIFY(differences(journal.header, someHeader(), false).empty());
        // Journals of earlier versions have no such lines.
        JournalWriter::create(path_, someHeader());
        QVERIFY(!contents(path_).contains("\nolder "));
        QVERIFY(!readJournal(path_).header.olderFiles);
        // An export lists only so many files.
        header.olderFiles = std::make_shared<const std::vector<OlderFile>>(mostOlderFiles + 1, files[0]);
        JournalWriter::create(path_, header);
        QCOMPARE(readJournal(path_).state, Journal::State::damaged);
    }

    void goesOnBehindATornRecord() {
        const QByteArray whole = wholeJournal();
        write(path_, whole.left(whole.size() - 5));
        const Journal torn = readJournal(path_);
        QVERIFY(!torn.finished);
        JournalWriter writer = JournalWriter::reopen(path_, torn.soundBytes);
        writer.appendFinished();
        QCOMPARE(contents(path_), whole);
    }

    void nothingIsMadeUpWhereverItEnds() {
        const QByteArray whole = wholeJournal();
        std::size_t runs = 0;
        for (qsizetype size = 0; size <= whole.size(); ++size) {
            write(path_, whole.left(size));
            const Journal journal = readJournal(path_);
            QVERIFY(journal.state == Journal::State::torn || journal.state == Journal::State::valid);
            QVERIFY(journal.runs.size() >= runs && journal.runs.size() <= someRuns.size());
            runs = journal.runs.size();
            QVERIFY(std::equal(journal.runs.begin(), journal.runs.end(), someRuns.begin()));
            QCOMPARE(journal.finished, size == whole.size());
        }
    }

    void nothingIsMadeUpWhateverIsDamaged() {
        const QByteArray whole = wholeJournal();
        for (qsizetype i = 0; i < whole.size(); ++i) {
            QByteArray damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ 1);
            write(path_, damaged);
            const Journal journal = readJournal(path_);
            QVERIFY(std::equal(journal.runs.begin(), journal.runs.end(), someRuns.begin()));
            QVERIFY(!journal.finished);
        }
    }

    void whatIsNoJournalIsForeign_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("a diary") << QByteArray("Dear diary,\ntoday I engraved\n");
        QTest::newRow("one endless line") << QByteArray(1000000, 'x');
        QTest::newRow("zeros") << QByteArray(100000, '\0');
        QByteArray noise;
        std::mt19937 random(3);
        for (int i = 0; i < 5000; ++i)
            noise += static_cast<char>(random());
        QTest::newRow("noise") << noise;
    }
    void whatIsNoJournalIsForeign() {
        QFETCH(QByteArray, bytes);
        write(path_, bytes);
        const Journal journal = readJournal(path_);
        QCOMPARE(journal.state, Journal::State::foreign);
        QVERIFY(!journal.problem.reason.empty());
    }

    /// Each line has the right checksum. The head has 18 lines, and the output 12 chunks.
    void aForgedFieldIsNamedWithItsLine_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QString& line, const QString& said) {
            QTest::newRow(name) << line << said;
        };
        const QString sum = " 0123456789abcdef";
        const QString first = "the first chunk in its line 20 is %1, but the output has 12 chunks";
        row("a first chunk behind the last one", "done 12 1" + sum, first.arg("12"));
        row("a first chunk of 2^60", "done 1152921504606846976 1" + sum, first.arg("1152921504606846976"));
        row("a first chunk above 64 bits", "done 99999999999999999999 1" + sum,
            first.arg("99999999999999999999"));
        row("a first chunk below 0", "done -1 1" + sum, first.arg("-1"));
        row("a first chunk that is not a number", "done x 1" + sum, first.arg("x"));
        const QString count =
            "the number of chunks in its line 20 is %1, but from chunk 5 on the output has 7 chunks";
        row("one chunk too many", "done 5 8" + sum, count.arg("8"));
        row("2^60 chunks", "done 5 1152921504606846976" + sum, count.arg("1152921504606846976"));
        row("so many that the end is below 0", "done 5 9223372036854775807" + sum,
            count.arg("9223372036854775807"));
        row("no chunk", "done 5 0" + sum, count.arg("0"));
        row("fewer than no chunk", "done 5 -1" + sum, count.arg("-1"));
        row("a number with a long tail", "done 5 " + QString(500, '7') + sum,
            count.arg(QString(32, '7') + "..."));
        const QString checksums =
            "the checksum of the data in its line 20 is %1, which is not a number of 16 "
            "hexadecimal digits";
        row("a short checksum", "done 5 7 1", checksums.arg("1"));
        row("a long checksum", "done 5 7 0123456789abcdef0", checksums.arg("0123456789abcdef0"));
        row("a checksum of other letters", "done 5 7 0123456789abcdeg", checksums.arg("0123456789abcdeg"));
        const QString fields = "its line 20 does not have the fields of a record";
        row("a record without a checksum", "done 5 7", fields);
        row("a record with one field more", "done 5 7" + sum + " 1", fields);
    }
    void aForgedFieldIsNamedWithItsLine() {
        QFETCH(QString, line);
        QFETCH(QString, said);
        const std::string sound = "done 0 5 0123456789abcdef";
        const Journal journal = readWith({sound, line.toStdString(), sound});
        QCOMPARE(journal.state, Journal::State::damaged);
        QCOMPARE(QString::fromStdString(journal.problem.text()), said);
        QVERIFY(journal.runs.empty());
    }

    void theLastChunkOfTheOutputMayBeRecorded() {
        const Journal journal = readWith({"done 0 12 0123456789abcdef", "done 11 1 0123456789abcdef"});
        QCOMPARE(journal.state, Journal::State::valid);
        QCOMPARE(journal.runs.size(), std::size_t{2});
    }

    /// Each record takes memory, and a chunk is rarely recorded twice.
    void moreRecordsThanTheOutputCanHaveAreRefused() {
        std::vector<std::string> lines(12 * 64, "done 3 1 0123456789abcdef");
        QCOMPARE(readWith(lines).runs.size(), lines.size());
        lines.push_back(lines.front());
        const Journal journal = readWith(lines);
        QCOMPARE(journal.state, Journal::State::damaged);
        QCOMPARE(journal.problem.text(),
                 std::string("its line 787 is one record too many: an output of 12 chunks has at most 768 "
                             "records"));
        QVERIFY(journal.runs.empty());
    }

    /// Only journals of Burin may be replaced.
    void aJournalThatCannotBeUsedIsNotForeign_data() {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray whole = wholeJournal();
        QByteArray spoilt = whole;
        spoilt[whole.indexOf("\ndesign ") + 10] = '!';
        QTest::newRow("of a newer version") << QByteArray("burin journal 3 0123456789abcdef\nnew things\n");
        QTest::newRow("with a damaged first line") << QByteArray("burin journal 2 0123456789abcdef\n");
        QTest::newRow("with a damaged design") << spoilt;
        QTest::newRow("with a foreign end of its head")
            << QByteArray(whole.left(whole.indexOf("\ndesign ") + 1) + "Dear diary,\n");
    }
    void aJournalThatCannotBeUsedIsNotForeign() {
        QFETCH(QByteArray, bytes);
        write(path_, bytes);
        const Journal journal = readJournal(path_);
        QCOMPARE(journal.state, Journal::State::damaged);
        QVERIFY(journal.unusable() && !journal.problem.reason.empty());
    }

    /// An empty journal says that an export has begun.
    void onlyItsMakerRemovesAnEmptyJournal() {
        const std::string path = folder_.filePath("empty.journal").toStdString();
        const QString file = QString::fromStdString(path);
        { const JournalWriter writer = JournalWriter::claim(path); }
        QVERIFY(!QFile::exists(file));
        {
            JournalWriter writer = JournalWriter::claim(path);
            writer.keep();
        }
        QVERIFY(QFile::exists(file));
        { const JournalWriter writer = JournalWriter::claim(path); }
        QVERIFY(QFile::exists(file));
    }

    void aFolderIsNoJournal() {
        QCOMPARE(readJournal(folder_.path().toStdString()).state, Journal::State::foreign);
        QCOMPARE(readJournal(folder_.filePath("none").toStdString()).state, Journal::State::absent);
    }

    void everyDifferenceIsNamed_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("mayMix");
        QTest::newRow("design hash") << "design hash" << false;
        QTest::newRow("region") << "region" << false;
        QTest::newRow("scan") << "scan" << false;
        QTest::newRow("depth") << "depth" << false;
        QTest::newRow("compression") << "compression" << false;
        QTest::newRow("backend") << "backend" << true;
        QTest::newRow("version") << "version" << true;
    }
    void everyDifferenceIsNamed() {
        QFETCH(QString, name);
        QFETCH(bool, mayMix);
        JournalHeader other = someHeader();
        if (name == "design hash") other.surface.designHash = "fedcba";
        if (name == "region") other.surface.region.x = 11;
        if (name == "scan") other.scan.serpentine = false;
        if (name == "depth") other.surface.depth = 8;
        if (name == "compression") other.compression = Compression::zstd;
        if (name == "backend") other.surface.backend = "cpu";
        if (name == "version") other.surface.version = "1.2.4";
        const std::vector<HeaderDifference> found = differences(someHeader(), other, false);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(std::string(found.front().title), name.toStdString());
        QCOMPARE(differences(someHeader(), other, true).empty(), mayMix);
    }

    void severalDifferencesAreOneDetail() {
        JournalHeader other = someHeader();
        other.surface.designHash = "fedcba";
        other.surface.depth = 8;
        QCOMPARE(differencesText(differences(someHeader(), other, false)),
                 std::string("design hash (abcdef, now fedcba), depth (16, now 8)"));
    }

    /// The size of chunks is internal. It follows from the region.
    void aChunkIsNamedOnlyIfNothingElseDiffers() {
        JournalHeader other = someHeader();
        other.chunk.width += 1;
        QCOMPARE(differences(someHeader(), other, false).size(), std::size_t{1});
        other.surface.region.width -= 1;
        const std::string text = differencesText(differences(someHeader(), other, false));
        QVERIFY2(text.starts_with("region (") && text.find("chunk") == std::string::npos &&
                     text.find("parts") == std::string::npos,
                 text.c_str());
    }

    void onlyOneProcessWrites() {
        wholeJournal();
        const JournalWriter writer = JournalWriter::reopen(path_, readJournal(path_).soundBytes);
        QVERIFY_THROWS_EXCEPTION(UsageError, JournalWriter::reopen(path_, 0));
        QVERIFY_THROWS_EXCEPTION(UsageError, JournalWriter::create(path_, someHeader()));
        QVERIFY(readJournal(path_).finished);
    }

    void linesCannotBeSmuggledIn() {
        JournalHeader header = someHeader();
        header.surface.backend = "cpu\nfinished";
        JournalWriter::create(path_, header);
        const Journal journal = readJournal(path_);
        QCOMPARE(journal.header.surface.backend, std::string("cpu finished"));
        QVERIFY(!journal.finished);
    }
};

BURIN_TEST(TestJournal)
#include "test_journal.moc"
