// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "core/batch/batch_results.hpp"
#include "core/sinks/journaled_sink.hpp"
#include "support/system/comma_locale.hpp"
#include "support/testing.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace burin;

using State = BatchResult::State;

class TestBatchResults : public QObject {
    Q_OBJECT

  private:
    std::string file() const { return folder_.filePath("t.results.csv").toStdString(); }
    QByteArray content() const {
        QFile file(folder_.filePath("t.results.csv"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray& text) const {
        QFile file(folder_.filePath("t.results.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir folder_;
    const QByteArray header_ = "row,name,state,to,hash,width,height,seconds,error\n";

  private slots:
    void init() { QFile::remove(folder_.filePath("t.results.csv")); }

    void linesAreWrittenAndRead() {
        ResultsWriter writer(file(), EarlierResults::read(file()));
        QCOMPARE(content(), header_);
        writer.append({1, "a, b", State::done, "out/a.tif", "12ab", {3, 4}, 0.25, ""});
        writer.append({2, "b", State::failed, "out/b.tif", "", {3, 4}, 1, "no \"room\"\nleft"});
        writer.append({3, "c", State::skipped});
        QCOMPARE(content(), header_ +
                                "1,\"a, b\",done,out/a.tif,12ab,3,4,0.250,\n"
                                "2,b,failed,out/b.tif,,3,4,1.000,\"no \"\"room\"\"\\x0Aleft\"\n"
                                "3,c,skipped,,,0,0,0.000,\n");
        const EarlierResults read = EarlierResults::read(file());
        QCOMPARE(read.greatestRow(), std::size_t{3});
        QCOMPARE(read.last(1)->name, std::string("a, b"));
        QCOMPARE(read.last(1)->hash, std::string("12ab"));
        QVERIFY((read.last(1)->size == Size{3, 4}));
        QVERIFY(read.last(2)->state == State::failed && read.last(3)->state == State::skipped);
        QVERIFY(read.last(4) == nullptr);
    }

    void aRunResumesOrOverwritesResults() {
        QVERIFY(EarlierResults::forRun(file(), {}).empty());
        ResultsWriter(file(), {}).append({1, "a", State::done});
        QVERIFY(EarlierResults::forRun(file(), {.force = true}).empty());
        QVERIFY(EarlierResults::forRun(file(), {.resume = true}).last(1) != nullptr);
        QVERIFY(EarlierResults::forRun(file(), {.resume = true, .force = true}).last(1) != nullptr);
        try {
            static_cast<void>(EarlierResults::forRun(file(), {}));
            QFAIL("not refused");
        } catch (const UsageError& error) {
            const std::vector<Remedy> both{{Remedy::Way::overwrite}, {Remedy::Way::resume}};
            QVERIFY(error.problem().remedies == both);
        }
    }

    /// A table of an earlier version names targets byte by byte.
    void theTableIsUtf8WhateverNamesItHas() {
        write(header_ + "1,a,done,d\xFF/a.tif,0a,1,1,1.000,\n");
        const EarlierResults earlier = EarlierResults::read(file());
        QCOMPARE(earlier.last(1)->to, std::string("d\xFF/a.tif"));
        ResultsWriter(file(), earlier)
            .append({2, "b", State::failed, "d\xFE/\xC3\xA4.tif", "0a", {1, 1}, 1, "d\xFE: is full"});
        QCOMPARE(content(), header_ +
                                "1,a,done,d\\xFF/a.tif,0a,1,1,1.000,\n"
                                "2,b,failed,d\\xFE/\xC3\xA4.tif,0a,1,1,1.000,d\xEF\xBF\xBD: is full\n");
    }

    void aDecimalCommaOfTheSystemIsNotWritten() {
        const test::CommaLocale locale;
        if (!test::CommaLocale::holds()) QSKIP("this system has no locale to copy");
        ResultsWriter(file(), {}).append({1, "a", State::done, "out/a.tif", "12ab", {3, 4}, 1.25, ""});
        QCOMPARE(content(), header_ + "1,a,done,out/a.tif,12ab,3,4,1.250,\n");
        QCOMPARE(EarlierResults::read(file()).last(1)->seconds, 1.25);
    }

    void theLastLineOfARowCounts() {
        write(header_ + "1,a,failed,x,,1,1,0,why\n2,b,stopped,y,,1,1,0,\n1,a,done,x,0a,1,1,0,\n");
        const EarlierResults read = EarlierResults::read(file());
        QVERIFY(read.last(1)->state == State::done);
        QVERIFY(!read.mayBeBegun(1));
        QVERIFY(read.mayBeBegun(2));
        QVERIFY(read.mayBeBegun(3));
        QVERIFY(!read.mayBeBegun(4));
    }

    /// Skipping a row does not undo its output: a machine would engrave the row twice.
    void aSkippedRowStaysWhatItWas() {
        write(header_ +
              "1,a,done,x,0a,1,1,0,\n2,b,stopped,y,,1,1,0,\n3,c,skipped,,,0,0,0,\n4,d,failed,z,,1,1,0,why\n"
              "1,a,skipped,,,0,0,0,\n2,b,skipped,,,0,0,0,\n4,d,skipped,,,0,0,0,\n4,d,done,z,0b,1,1,0,\n");
        const EarlierResults read = EarlierResults::read(file());
        QVERIFY(read.last(1)->state == State::done && read.isSkipped(1));
        QCOMPARE(read.last(1)->hash, std::string("0a"));
        QVERIFY(read.last(2)->state == State::stopped && read.isSkipped(2) && read.mayBeBegun(2));
        QVERIFY(read.last(3)->state == State::skipped && read.isSkipped(3) && !read.mayBeBegun(3));
        QVERIFY(read.last(4)->state == State::done && !read.isSkipped(4) && !read.mayBeBegun(4));
    }

    /// The results of an earlier version, which ran such a row again.
    void aRowThatRanAgainAfterItWasSkippedIsRead() {
        write(header_ + "1,a,done,x,0a,1,1,0,\n1,a,skipped,,,0,0,0,\n1,a,failed,x,,1,1,0,why\n");
        const EarlierResults read = EarlierResults::read(file());
        QVERIFY(read.last(1)->state == State::failed && read.mayBeBegun(1));
    }

    void aTornLineIsDropped() {
        const QByteArray line = "1,a,done,x,0a,1,1,0.000,\n";
        // A line that lacks only its line end still has all of its content: aLineWithoutItsEndCounts().
        for (qsizetype cut = 0; cut < line.size() - 1; ++cut) {
            write(header_ + line + line.left(cut));
            const EarlierResults read = EarlierResults::read(file());
            QCOMPARE(read.greatestRow(), std::size_t{1});
            ResultsWriter(file(), read).append({2, "b", State::skipped});
            QCOMPARE(content(), header_ + line + "2,b,skipped,,,0,0,0.000,\n");
        }
        for (qsizetype cut = 0; cut < header_.size(); ++cut) {
            write(header_.left(cut));
            const EarlierResults read = EarlierResults::read(file());
            QVERIFY(read.empty() && !read.mayBeBegun(1));
            const ResultsWriter writer(file(), read);
            QCOMPARE(content(), header_);
        }
        // Some file systems leave such a file after a power cut.
        write(header_ + line + "2,b,done" + QByteArray(40, '\0'));
        ResultsWriter(file(), EarlierResults::read(file())).append({2, "b", State::skipped});
        QCOMPARE(content(), header_ + line + "2,b,skipped,,,0,0,0.000,\n");
    }

    /// An editor may remove the last line end. The row is done nevertheless.
    void aLineWithoutItsEndCounts() {
        write(header_ + "1,a,done,x,0a,1,1,0.000,");
        const EarlierResults read = EarlierResults::read(file());
        QVERIFY(read.last(1) != nullptr && read.last(1)->state == State::done);
        ResultsWriter(file(), read).append({2, "b", State::skipped});
        QCOMPARE(content(), header_ + "1,a,done,x,0a,1,1,0.000,\n2,b,skipped,,,0,0,0.000,\n");
    }

    void whatASpreadsheetSavesIsReadAndContinued_data() {
        QTest::addColumn<QByteArray>("text");
        const QByteArray lines = header_ +
                                 "1,\"a, b\",done,out/a.tif,12ab,3,4,0.250,\n"
                                 "2,b,failed,out/b.tif,,3,4,1.000,\"no \"\"room\"\"\"\n";
        const QByteArray semicolons =
            "row;name;state;to;hash;width;height;seconds;error\n"
            "1;a, b;done;out/a.tif;12ab;3;4;0,25;\n"
            "2;b;failed;out/b.tif;;3;4;1;\"no \"\"room\"\"\"\n";
        const QByteArray quoted =
            "\"row\",\"name\",\"state\",\"to\",\"hash\",\"width\",\"height\",\"seconds\",\"error\"\n"
            "\"1\",\"a, b\",\"done\",\"out/a.tif\",\"12ab\",\"3\",\"4\",\"0.25\",\"\"\n"
            "\"2\",\"b\",\"failed\",\"out/b.tif\",\"\",\"3\",\"4\",\"1\",\"no \"\"room\"\"\"\n";
        const auto ends = [](QByteArray text, const char* end) { return text.replace("\n", end); };
        const QByteArray mark = "\xEF\xBB\xBF";
        QTest::newRow("as Burin writes it") << lines;
        QTest::newRow("line ends of Windows") << ends(lines, "\r\n");
        QTest::newRow("line ends of old spreadsheets") << ends(lines, "\r");
        QTest::newRow("a byte order mark") << mark + lines;
        QTest::newRow("semicolons and a decimal comma") << semicolons;
        QTest::newRow("tabs") << QByteArray(semicolons).replace(';', '\t');
        QTest::newRow("all of it") << mark + "sep=;\r\n" + ends(semicolons, "\r\n");
        QTest::newRow("a separator that is named in quotes") << "\"sep=;\"\n" + semicolons;
        QTest::newRow("quotes everywhere") << quoted;
        QTest::newRow("no separator behind the last text of a row")
            << QByteArray(lines).replace("0.250,\n", "0.250\n");
        QTest::newRow("no last line end") << lines.chopped(1);
        QTest::newRow("no last line end of Windows") << ends(semicolons, "\r\n").chopped(2);
        QTest::newRow("more line ends at the end") << lines + "\n\n";
        QTest::newRow("an empty line of cells") << semicolons + ";;;;;;;;\n";
        QTest::newRow("columns that were emptied")
            << QByteArray(semicolons).replace("error\n", "error;;\n").replace("0,25;\n", "0,25;; \n");
        QTest::newRow("a torn line behind others of Windows") << ends(lines, "\r\n") + "3,c,do";
    }
    void whatASpreadsheetSavesIsReadAndContinued() {
        QFETCH(QByteArray, text);
        write(text);
        const EarlierResults read = EarlierResults::read(file());
        QCOMPARE(content(), text);
        QCOMPARE(read.greatestRow(), std::size_t{2});
        QVERIFY(read.last(1) != nullptr && read.last(1)->state == State::done);
        QCOMPARE(read.last(1)->name, std::string("a, b"));
        QCOMPARE(read.last(1)->to, std::string("out/a.tif"));
        QCOMPARE(read.last(1)->hash, std::string("12ab"));
        QVERIFY((read.last(1)->size == Size{3, 4}));
        QCOMPARE(read.last(1)->seconds, 0.25);
        QVERIFY(read.last(2) != nullptr && read.last(2)->state == State::failed);
        QCOMPARE(read.last(2)->error, std::string("no \"room\""));
        QVERIFY(read.mayBeBegun(2) && read.mayBeBegun(3));
        ResultsWriter(file(), read).append({3, "c", State::skipped});
        QCOMPARE(content(), header_ +
                                "1,\"a, b\",done,out/a.tif,12ab,3,4,0.250,\n"
                                "2,b,failed,out/b.tif,,3,4,1.000,\"no \"\"room\"\"\"\n"
                                "3,c,skipped,,,0,0,0.000,\n");
        QCOMPARE(QDir(folder_.path()).entryList(QDir::Files | QDir::Hidden), QStringList("t.results.csv"));
        // A batch with --force replaces the earlier results.
        write(text);
        ResultsWriter(file(), {}).append({3, "c", State::skipped});
        QCOMPARE(content(), header_ + "3,c,skipped,,,0,0,0.000,\n");
    }

    /// The results do not depend on the seconds.
    void secondsMayBeAnything() {
        write("row;name;state;to;hash;width;height;seconds;error\n1;a;done;x;0a;1;1;12. Mai;\n");
        QVERIFY(EarlierResults::read(file()).last(1)->state == State::done);
    }

    void whatASpreadsheetHasSpoiltIsNamed_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("said");
        const QByteArray head = "\xEF\xBB\xBFrow;name;state;to;hash;width;height;seconds;error\r\n";
        QTest::newRow("a row became a date")
            << head + "1;a;done;x;0a;1;1;1;\r\n02. Jan;b;done;x;0a;1;1;1;\r\n"
            << QByteArray(":3:1 (row): '02. Jan' is not the number of a row");
        QTest::newRow("a hash became a number")
            << head + "1;a;done;x;1,2E+15;1;1;1;\r\n"
            << QByteArray(":2:5 (hash): '1,2E+15' is not the hash of a design");
        QTest::newRow("a hash became a number in the last line, which has no end")
            << head + "1;a;done;x;1.2E+15;1;1;1;"
            << QByteArray(":2:5 (hash): '1.2E+15' is not the hash of a design");
        QTest::newRow("a state was translated") << head + "1;a;fertig;x;0a;1;1;1;\r\n"
                                                << QByteArray(":2:3 (state): 'fertig' is not a state");
        QTest::newRow("a width got a separator") << head + "1;a;done;x;0a;20.000;1;1;\r\n"
                                                 << QByteArray(":2:6 (width): '20.000' is not a width");
        QTest::newRow("a height got decimals") << head + "1;a;done;x;0a;1;1,0;1;\r\n"
                                               << QByteArray(":2:7 (height): '1,0' is not a height");
        QTest::newRow("a line lost two cells")
            << head + "1;a;done;x;0a;1;1\r\n"
            << QByteArray(":2: the line has 7 cells, but a line of results has 9");
        QTest::newRow("a line got another cell")
            << head + "1;a;done;x;0a;1;1;1;;;note\r\n"
            << QByteArray(":2:11: the line has 11 cells, but a line of results has 9");
        QTest::newRow("another encoding") << head.mid(3) + "1;\xE4;done;x;0a;1;1;1;\r\n"
                                          << QByteArray(":2: is not UTF-8");
        QTest::newRow("the lines were sorted by their state")
            << head + "1;a;done;x;0a;1;1;1;\r\n1;a;failed;x;;1;1;1;why\r\n"
            << QByteArray(
                   ":3: row 1 is done in an earlier line, so Burin did not write these lines in this order");
    }
    void whatASpreadsheetHasSpoiltIsNamed() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, said);
        write(text);
        try {
            static_cast<void>(EarlierResults::read(file()));
            QFAIL("it was read");
        } catch (const UsageError& error) {
            const std::string words = error.problem().text();
            QVERIFY2(words.starts_with(file() + said.toStdString()), words.c_str());
            // Advice to remove the file also names the consequence.
            const std::string advice = error.problem().adviceText();
            QVERIFY2(advice.find("a machine engraves every row") != advice.npos ||
                         advice == "save it as CSV in UTF-8",
                     advice.c_str());
        }
        QCOMPARE(content(), text);
    }

    /// The lines that another batch has added meanwhile must not be lost: their rows would be done twice.
    void resultsThatHaveChangedAreNotTakenOver() {
        write(header_ + "1,a,done,x,0a,1,1,0.000,\n");
        const EarlierResults read = EarlierResults::read(file());
        ResultsWriter(file(), read).append({2, "b", State::done, "y", "0a", {1, 1}});
        const QByteArray longer = content();
        QVERIFY_THROWS_EXCEPTION(UsageError, ResultsWriter(file(), read));
        QCOMPARE(content(), longer);
    }

    void aLinkToResultsStaysALink() {
        const QString target = folder_.filePath("real.csv");
        const QByteArray text = "row;name;state;to;hash;width;height;seconds;error\n1;a;done;x;0a;1;1;1;\n";
        write(text);
        QVERIFY(QFile::rename(folder_.filePath("t.results.csv"), target));
        QVERIFY(QFile::link(target, folder_.filePath("t.results.csv")));
        ResultsWriter(file(), EarlierResults::read(file())).append({2, "b", State::skipped});
        QVERIFY(QFileInfo(folder_.filePath("t.results.csv")).isSymLink());
        QCOMPARE(content(), header_ + "1,a,done,x,0a,1,1,1.000,\n2,b,skipped,,,0,0,0.000,\n");
        QVERIFY(QFile::remove(target));
    }

    void anotherFileIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a table of jobs") << QByteArray("name,wall.size\na,3\n");
        QTest::newRow("one torn line of something else") << QByteArray("name");
        QTest::newRow("a line with too few cells") << header_ + "1,a,done\n";
        QTest::newRow("an unknown state") << header_ + "1,a,finished,x,0a,1,1,0,\n";
        QTest::newRow("row 0") << header_ + "0,a,done,x,0a,1,1,0,\n";
        QTest::newRow("a row that is not a number") << header_ + "1x,a,done,x,0a,1,1,0,\n";
        QTest::newRow("a quote that is not closed") << header_ + "1,\"a,done,x,0a,1,1,0,\n";
    }
    void anotherFileIsRefused() {
        QFETCH(QByteArray, text);
        write(text);
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(EarlierResults::read(file())));
        QCOMPARE(content(), text);
    }

    /// Old results may be replaced, but a user may give the name of the table of jobs by mistake.
    void onlyResultsAreReplaced() {
        write("name,wall.size\na,3\n");
        QVERIFY_THROWS_EXCEPTION(UsageError, ResultsWriter(file(), {}));
        QCOMPARE(content(), QByteArray("name,wall.size\na,3\n"));
        write(header_ + "1,a,finished,x");
        ResultsWriter(file(), {}).append({3, "c", State::skipped});
        QCOMPARE(content(), header_ + "3,c,skipped,,,0,0,0.000,\n");
    }

    void oneBatchAtATime() {
        const ResultsWriter writer(file(), {});
        QVERIFY_THROWS_EXCEPTION(UsageError, ResultsWriter(file(), {}));
    }
};

BURIN_TEST(TestBatchResults)
#include "test_batch_results.moc"
