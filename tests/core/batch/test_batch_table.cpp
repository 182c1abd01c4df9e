// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/batch_table.hpp"
#include "core/batch/target_pattern.hpp"
#include "support/random.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>
#include <iterator>

using namespace burin;

namespace {

QString wordsOf(const TableProblem& problem) {
    return QString::fromStdString(problem.place() + ": " + problem.problem.text());
}

}  // namespace

class TestBatchTable : public QObject {
    Q_OBJECT

  private slots:
    void columnsAndRows() {
        const auto read = BatchTable::parse(
            "\xef\xbb\xbfname;wall.size;\"\"\"wall 1.5\"\".map.a\";pixel;to;region;skip;#note\r\n"
            "a;3 mm;;;x.tif;;;\r\n\r\nb;;1;2 um;;\"0,0,5,5\";true;\"two\r\nlines\"\r\n",
            "t.csv");
        const auto& table = std::get<BatchTable>(read);
        using Use = BatchColumn::Use;
        const Use uses[] = {Use::name, Use::setting, Use::setting, Use::setting,
                            Use::to,   Use::region,  Use::skip,    Use::ignored};
        for (std::size_t i = 0; i < std::size(uses); ++i)
            QVERIFY(table.columns()[i].use == uses[i]);
        QCOMPARE(table.columns()[1].setting.node, std::string("wall"));
        QCOMPARE(table.columns()[2].setting.node, std::string("wall 1.5"));
        QCOMPARE(table.columns()[2].setting.path, (std::vector<std::string>{"map", "a"}));
        QCOMPARE(table.columns()[3].setting.node, std::string());
        QCOMPARE(table.rows(), std::size_t{2});
        QCOMPARE(table.record(0).cells[1].text, std::string("3 mm"));
        QCOMPARE(table.record(1).line, 4);
        QCOMPARE(table.record(1).cells[5].text, std::string("0,0,5,5"));
        QCOMPARE(*table.column("pixel"), std::size_t{3});
        QVERIFY(!table.column("nothing"));
        QCOMPARE(wordsOf(table.problemAt(table.record(1), 1, {.reason = "is wrong"})),
                 QString("t.csv:4:2 (wall.size): is wrong"));
    }

    void aTableOfExcelIsRead() {
        const auto read =
            BatchTable::parse("sep=;\r\nname;\"wall.size\" ;#a,b\r\nx; \"3 mm\";1\r\n", "t.csv");
        const auto& table = std::get<BatchTable>(read);
        QCOMPARE(table.columns()[1].setting.node, std::string("wall"));
        QCOMPARE(table.rows(), std::size_t{1});
        QCOMPARE(table.record(0).cells[1].text, std::string("3 mm"));
        QCOMPARE(wordsOf(table.problemAt(table.record(0), 1, {.reason = "is wrong"})),
                 QString("t.csv:3:2 (wall.size): is wrong"));
    }

    void blankRowsAreLeftOut() {
        const auto read =
            BatchTable::parse("name,wall.size\n,\na,3 mm\n , \t\n,,\n\"\",\n,5 mm\n,\n", "t.csv");
        const auto& table = std::get<BatchTable>(read);
        QCOMPARE(table.rows(), std::size_t{2});
        QCOMPARE(table.record(0).line, 3);
        QCOMPARE(table.record(0).cells[0].text, std::string("a"));
        QCOMPARE(table.record(1).line, 7);
        QCOMPARE(table.record(1).cells[1].text, std::string("5 mm"));
    }

    /// Spreadsheets leave out separators at the end of some rows.
    void cellsThatARowLacksAreEmpty() {
        const auto read = BatchTable::parse("name,wall.size,skip\na,3 mm,true\nb,4 mm\n\nc\n", "t.csv");
        QVERIFY(std::holds_alternative<BatchTable>(read));
        const auto& table = std::get<BatchTable>(read);
        QCOMPARE(table.rows(), std::size_t{3});
        QCOMPARE(table.record(0).cells[2].text, std::string("true"));
        for (const std::size_t row : {std::size_t{1}, std::size_t{2}})
            QCOMPARE(table.record(row).cells.size(), std::size_t{3});
        QCOMPARE(table.record(1).cells[1].text, std::string("4 mm"));
        QVERIFY(table.record(1).cells[2].blank());
        const CsvRecord last = table.record(2);
        QCOMPARE(last.cells[0].text, std::string("c"));
        QVERIFY(last.cells[1].blank());
        QCOMPARE(last.cells[1].line, 5);
    }

    /// Spreadsheets save the separators of columns whose cells were cleared.
    void columnsThatWereEmptiedAreLeftOut() {
        const auto read =
            BatchTable::parse("name;wall.size; ;\"\"\r\na;3 mm;;\r\nb; 4 mm; ;\t;\r\nc\r\n;;;\r\n", "t.csv");
        QVERIFY(std::holds_alternative<BatchTable>(read));
        const auto& table = std::get<BatchTable>(read);
        QCOMPARE(table.columns().size(), std::size_t{2});
        QCOMPARE(table.rows(), std::size_t{3});
        for (std::size_t row = 0; row < table.rows(); ++row)
            QCOMPARE(table.record(row).cells.size(), std::size_t{2});
        QCOMPARE(table.record(1).cells[1].text, std::string(" 4 mm"));
    }

    void aWrongTableIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& text, const char* said) {
            QTest::newRow(name) << text << QString(said);
        };
        row("nothing", "", "t.csv: is empty");
        row("empty lines only", "\n\n", "t.csv: is empty");
        row("not UTF-8", "name\na\n\xff\n", "t.csv:3: is not UTF-8");
        row("not UTF-8, with CR at the ends of lines", "name\ra\r\r\xff\r", "t.csv:4: is not UTF-8");
        row("a title that is not a column", "name,size\na,1\n", "t.csv:1:2 (size): 'size' is not a column");
        row("a title without text", "name,,#a\na,1,2\n", "t.csv:1:2: '' is not a column");
        row("titles without text only", ",,\na,1,2\n", "t.csv:1:1: '' is not a column");
        row("a cell below no title", "name,#a,,\nx,1,,\ny,2,, 3\n",
            "t.csv:3:4: the row has 4 cells, but the header has 2 titles");
        row("a title with a value", "wall.size=3\n1\n", "t.csv:1:1 (wall.size=3): 'wall.size=3' is not");
        row("a word in other letters", "Name\na\n", "t.csv:1:1 (Name): 'Name' is not a column");
        row("a title twice", "name,#a,#a,name\na,1,2,b\n", "t.csv:1:4 (name): column 1 (name) sets the same");
        row("a key twice", "wall.size,\"\"\"wall\"\".size\"\n1,2\n",
            "t.csv:1:2 (\"wall\".size): column 1 (wall.size) sets the same");
        row("a key and a part of it", "a.vary,a.vary.seed\n1,2\n",
            "t.csv:1:2 (a.vary.seed): column 1 (a.vary) sets the same");
        row("too many cells", "name,#a\nx,1,2\n",
            "t.csv:2:3: the row has 3 cells, but the header has 2 titles");
        row("a quote that is not closed", "name,#a\nx,\"1\n", "t.csv:2:2 (#a): the quote is not closed");
        row("two separators", "name,#a;#b\nx,1\n", "t.csv:1: the header has several separators");
        row("two separators below empty lines", "\r\n\nname,#a;#b\nx,1\n",
            "t.csv:3: the header has several separators");
        row("more than 100,000 rows", "#a\n" + QByteArray("1\n").repeated(100001),
            "t.csv:100002: the table has more than 100,000 rows");
        row("more than 64 MiB", "#a\n" + QByteArray((64 << 20) - 2, 'x'), "t.csv: is larger than 64 MiB");
        row("more than 1,000 columns", QByteArray("#a,").repeated(1000) + "#a\n",
            "t.csv:1: has more than 1,000 columns");
    }
    void aWrongTableIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, said);
        const auto read = BatchTable::parse(text.toStdString(), "t.csv");
        QVERIFY(std::holds_alternative<TableProblem>(read));
        const QString words = wordsOf(std::get<TableProblem>(read));
        QVERIFY2(words.startsWith(said), qPrintable(words));
    }

    void aHundredThousandRowsAreTaken() {
        const auto read =
            BatchTable::parse("#a\n" + QByteArray("1\n").repeated(100000).toStdString(), "t.csv");
        QCOMPARE(std::get<BatchTable>(read).rows(), std::size_t{100000});
    }

    /// Any bytes give a table whose rows can be read again, or a problem.
    void anyBytesAreRead() {
        const std::string pieces[] = {
            "a.b", "name", "#",  ",", ";",        "\t",   "\"",           "\"\"",
            "\n",  "\r\n", "\r", "x", "\xc3\xa4", "\xff", "\xef\xbb\xbf", std::string(1, '\0')};
        test::Random random(7);
        int tables = 0;
        for (int round = 0; round < 20000; ++round) {
            std::string text;
            for (std::int64_t i = random.between(0, 14); i > 0; --i)
                text += pieces[random.between(0, std::ssize(pieces) - 1)];
            const auto read = BatchTable::parse(text, "t.csv");
            const auto* table = std::get_if<BatchTable>(&read);
            if (table == nullptr) continue;
            ++tables;
            for (std::size_t row = 0; row < table->rows(); ++row)
                QCOMPARE(table->record(row).cells.size(), table->columns().size());
        }
        QVERIFY(tables > 100);
    }

    void whatIsNoFileIsRefused() {
        const QTemporaryDir folder;
        QVERIFY(std::holds_alternative<TableProblem>(BatchTable::read(folder.path().toStdString())));
        const auto missing = BatchTable::read(folder.filePath("t.csv").toStdString());
        QVERIFY(std::holds_alternative<TableProblem>(missing));
        QVERIFY(std::holds_alternative<TableProblem>(BatchTable::read("/dev/zero")));
    }

    void targets_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("target");
        QTest::newRow("no word") << "x.tif"
                                 << "x.tif";
        QTest::newRow("words") << "out/{name}-{wall.size}.tif"
                               << "out/<name>-<wall.size>.tif";
        QTest::newRow("a brace") << "{{{a}{{b}.tif"
                                 << "{<a>{b}.tif";
        QTest::newRow("a closing brace") << "a}b"
                                         << "a}b";
        QTest::newRow("not closed") << "out/{name.tif"
                                    << "a { is not closed; write {{ for a brace";
    }
    void targets() {
        QFETCH(QString, pattern);
        const auto parsed = TargetPattern::parse(pattern.toStdString());
        const auto* why = std::get_if<Problem>(&parsed);
        const std::string target = why != nullptr
                                       ? why->text() + "; " + why->adviceText()
                                       : std::get<TargetPattern>(parsed).filledIn(
                                             [](const std::string& word) { return '<' + word + '>'; });
        QTEST(QString::fromStdString(target), "target");
    }

    void valuesInTargets_data() {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("fits");
        QTest::newRow("a word") << QByteArray("a-1.5 mm") << true;
        QTest::newRow("other letters") << QByteArray("\xc3\xa4") << true;
        QTest::newRow("nothing") << QByteArray() << false;
        QTest::newRow("only blanks") << QByteArray("  ") << false;
        QTest::newRow("a slash") << QByteArray("a/b") << false;
        QTest::newRow("a backslash") << QByteArray("a\\b") << false;
        QTest::newRow("a leading dot") << QByteArray("..") << false;
        QTest::newRow("a tab") << QByteArray("a\tb") << false;
        QTest::newRow("a C1 character") << QByteArray("a\xc2\x85") << false;
        QTest::newRow("a direction mark") << QByteArray("a\u202Eb") << false;
        QTest::newRow("a zero width space") << QByteArray("a\u200Bb") << false;
        QTest::newRow("a joiner in a word that needs it") << QByteArray("\u0645\u06CC\u200C\u062E") << true;
    }
    void valuesInTargets() {
        QFETCH(QByteArray, value);
        QTEST(!whyNotInTarget(value.toStdString()), "fits");
    }
};

BURIN_TEST(TestBatchTable)
#include "test_batch_table.moc"
