// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/errors.hpp"
#include "core/batch/batch_results.hpp"
#include "support/system/comma_locale.hpp"
#include "support/testing.hpp"

#include <QFile>
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

    void aDecimalCommaOfTheSystemIsNotWritten() {
        const test::CommaLocale locale;
        if (!test::CommaLocale::holds()) QSKIP("this system has no locale to copy");
        ResultsWriter(file(), {}).append({1, "a", State::done, "out/a.tif", "12ab", {3, 4}, 1.25, ""});
        QCOMPARE(content(), header_ + "1,a,done,out/a.tif,12ab,3,4,1.250,\n");
        QCOMPARE(EarlierResults::read(file()).last(1)->seconds, 1.25);
    }

    void theLastLineOfARowCounts() {
        write(header_ + "1,a,failed,x,,1,1,0,why\n2,b,stopped,y,,1,1,0,\n1,a,done,x,h,1,1,0,\n");
        const EarlierResults read = EarlierResults::read(file());
        QVERIFY(read.last(1)->state == State::done);
        QVERIFY(!read.mayBeBegun(1));
        QVERIFY(read.mayBeBegun(2));
        QVERIFY(read.mayBeBegun(3));
        QVERIFY(!read.mayBeBegun(4));
    }

    void aTornLineIsDropped() {
        const QByteArray line = "1,a,done,x,h,1,1,0.000,\n";
        for (qsizetype cut = 0; cut < line.size(); ++cut) {
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
    }

    void anotherFileIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("a table of jobs") << QByteArray("name,wall.size\na,3\n");
        QTest::newRow("one torn line of something else") << QByteArray("name");
        QTest::newRow("a line with too few cells") << header_ + "1,a,done\n";
        QTest::newRow("an unknown state") << header_ + "1,a,finished,x,h,1,1,0,\n";
        QTest::newRow("row 0") << header_ + "0,a,done,x,h,1,1,0,\n";
        QTest::newRow("a row that is not a number") << header_ + "1x,a,done,x,h,1,1,0,\n";
        QTest::newRow("a quote that is not closed") << header_ + "1,\"a,done,x,h,1,1,0,\n";
    }
    void anotherFileIsRefused() {
        QFETCH(QByteArray, text);
        write(text);
        QVERIFY_THROWS_EXCEPTION(UsageError, static_cast<void>(EarlierResults::read(file())));
        QCOMPARE(content(), text);
    }

    /// Old results may be replaced, but the name may be that of the table of jobs by mistake.
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
