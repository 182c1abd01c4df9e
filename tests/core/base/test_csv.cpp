// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.hpp"
#include "support/testing.hpp"

using namespace burin;

namespace {

/// All cells, `|` between cells and `/` between records; or `LINE:COLUMN what`.
QString cellsOf(const QByteArray& text) {
    const std::string kept = text.toStdString();
    const auto form = csvForm(kept);
    const auto wrong = [](const CsvProblem& problem) {
        return QString("%1:%2 %3").arg(problem.line).arg(problem.column).arg(problem.problem.reason.c_str());
    };
    if (const auto* problem = std::get_if<CsvProblem>(&form)) return wrong(*problem);
    CsvReader reader(kept, std::get<CsvForm>(form));
    QStringList records;
    while (true) {
        const auto next = reader.next();
        if (const auto* problem = std::get_if<CsvProblem>(&next)) return wrong(*problem);
        const auto& record = std::get<std::optional<CsvRecord>>(next);
        if (!record) return records.join('/');
        QStringList cells;
        for (const CsvCell& cell : record->cells)
            cells << QString::fromStdString(cell.text);
        records << cells.join('|');
    }
}

std::vector<CsvRecord> recordsOf(CsvReader reader) {
    std::vector<CsvRecord> records;
    while (true) {
        auto next = reader.next();
        auto* record = std::get_if<std::optional<CsvRecord>>(&next);
        if (record == nullptr || !record->has_value()) return records;
        records.push_back(std::move(**record));
    }
}

}  // namespace

class TestCsv : public QObject {
    Q_OBJECT

  private slots:
    void records_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("cells");
        const auto row = [](const char* name, const char* text, const char* cells) {
            QTest::newRow(name) << QByteArray(text) << QString(cells);
        };
        row("nothing", "", "");
        row("commas", "a,b\n1,2\n", "a|b/1|2");
        row("semicolons, and commas in cells", "a;b\n1,5;2\n", "a|b/1,5|2");
        row("tabs", "a\tb\n1\t2\n", "a|b/1|2");
        row("a separator in quotes does not count", "\"a;b\",c\n1,2\n", "a;b|c/1|2");
        row("one column", "a\n1\n2\n", "a/1/2");
        row("no line break at the end", "a,b\n1,2", "a|b/1|2");
        row("CRLF", "a,b\r\n1,2\r\n", "a|b/1|2");
        row("CR alone, as old spreadsheets write", "a,b\r1,2\r\r3,4", "a|b/1|2/3|4");
        row("CR alone below a separator that is named", "sep=;\ra;b\r1;2\r", "a|b/1|2");
        row("CR alone in quotes", "a,b\r\"1\r2\",3\r4,5\"\r",
            "4:2 the cell contains a quote; put the whole cell in quotes");
        row("CRLF in quotes", "a,b\r\n\"1\r\n2\",3\r\n4,5\"\r\n",
            "4:2 the cell contains a quote; put the whole cell in quotes");
        row("empty cells", "a,b,c\n,,\n1,,\n", "a|b|c/||/1||");
        row("empty lines are not records", "\na,b\n\n1,2\n\n\n", "a|b/1|2");
        row("empty lines do not hide the separator of the header", "\r\n\na;b\n1,5;2\n", "a|b/1,5|2");
        row("an empty cell in quotes is a record", "a\n\"\"\n", "a/");
        row("quotes, a line break and the separator in quotes", "a,b\n\"say \"\"x\"\"\",\"1,\n2\"\n",
            "a|b/say \"x\"|1,\n2");
        row("blanks belong to the cell", "a, b\n 1 ,2\n", "a| b/ 1 |2");
        row("blanks around quotes do not", "a, \"b\" \n \"1,2\" ,3\n", "a|b/1,2|3");
        row("a separator that is named", "sep=;\r\na,1;b\r\n1;2\r\n", "a,1|b/1|2");
        row("a separator that is named in quotes", "\"sep=,\"\na,b;c\n", "a|b;c");
        row("a tab that is named", "sep=\t\na\tb\n", "a|b");
        row("nothing but a separator", "sep=;", "");
        row("a title that looks like one", "sep=;;\n1;2;3\n", "sep=||/1|2|3");
        row("a problem is placed below it", "sep=;\n\"a", "2:1 the quote is not closed");
        row("another separator that is named", "sep=|\na|b\n",
            "1:0 the line names another separator; use one of comma, semicolon and tab");
        row("two separators in the header", "a,b;c\n",
            "1:0 the header has several separators; use one of comma, semicolon and tab");
        row("a quote that is not closed", "a,b\n1,\"2\n3\n", "2:2 the quote is not closed");
        row("a quote inside a cell", "a,b\n1,2\"\n",
            "2:2 the cell contains a quote; put the whole cell in quotes");
        row("text behind a quote", "a,b\n\"1\"2,3\n",
            "2:1 text follows the closing quote; inside quotes, write a quote twice");
    }
    void cellsAreLimited() {
        const QByteArray most = QByteArray(9'999, ',');
        QCOMPARE(cellsOf("a\n" + most), "a/" + QString(9'999, '|'));
        QCOMPARE(cellsOf("a\n" + most + ","), QString("2:10001 the row has more than 10,000 cells"));
    }
    void records() {
        QFETCH(QByteArray, text);
        QTEST(cellsOf(text), "cells");
    }

    void placesAreKnown() {
        const std::string text = "a,b\n\"1\n1\",\"2\"\n\n3,4\n";
        const std::vector<CsvRecord> records = recordsOf(CsvReader(text, ','));
        QCOMPARE(records.size(), std::size_t{3});
        QCOMPARE(records[1].line, 2);
        QCOMPARE(records[1].cells[1].line, 3);
        QCOMPARE(records[2].line, 5);
        const auto again = recordsOf(CsvReader(text, ',', records[2].offset, records[2].line));
        QCOMPARE(again.size(), std::size_t{1});
        QCOMPARE(again[0].cells[1].text, std::string("4"));
    }

    void whatIsWrittenIsRead_data() {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"", "a", "a,b", "say \"x\"", "two\nlines", "\"", " blank ", ";"})
            QTest::newRow(text) << QByteArray(text);
    }
    void whatIsWrittenIsRead() {
        QFETCH(QByteArray, text);
        QCOMPARE(cellsOf(QByteArray::fromStdString("x,y\n" + csvCell(text.toStdString()) + ",1\n")),
                 "x|y/" + QString(text) + "|1");
    }

    void cellsAreUtf8() {
        const std::string text = "d\xFF, \xC3\xA4\xE2\x82";
        const std::string sound = "\"d\xEF\xBF\xBD, \xC3\xA4\xEF\xBF\xBD\xEF\xBF\xBD\"";
        QCOMPARE(csvText(text), sound);
        QCOMPARE(csvCell(text), sound);
    }
};

BURIN_TEST(TestCsv)
#include "test_csv.moc"
