// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of a series' table, and the texts that are made from them.

#include "core/outlines/series/series_table.hpp"
#include "core/outlines/series/series_text.hpp"
#include "support/testing.hpp"

#include <cstdint>
#include <string>
#include <vector>

using namespace burin;

class TestSeriesTable : public QObject {
    Q_OBJECT

  private slots:
    /// Otherwise a table with one row of many cells and millions of short rows would take hours.
    void aShortRowTakesNoMoreThanItsCells() {
        const SeriesTable table("a,b,c\nx,y,z\nu,v\nw\n", "t.csv", true, {});
        QCOMPARE(table.rows(), std::int64_t{3});
        const std::vector<std::string> cells[] = {{"x", "y", "z"}, {"u", "v"}, {"w"}};
        SeriesTable::Rows rows(table);
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            QVERIFY(table.row(row) == cells[row]);
            QVERIFY(rows.next() == cells[row]);
        }
    }

    void rowsKnowTheirLines() {
        std::string text = "a\n\nx\n\"y\ny\"\n";
        for (int i = 0; i < 200; ++i)
            text += "z\r\n";
        const SeriesTable table(text, "t.csv", true, {});
        QCOMPARE(table.lineOf(0), 3);
        QCOMPARE(table.lineOf(1), 4);
        QCOMPARE(table.lineOf(2), 6);
        QCOMPARE(table.lineOf(201), 205);
    }

    /// Editors of Windows, and git, also change the line ends inside of quotes.
    void aLineBreakOfWindowsInACellIsOne() {
        const SeriesTable table("\"a\r\nb\",c\r\n\"x\r\n\r\ny\rz\",\"\r\"\r\nu,\"v\nw\r\n\"\r\n", "t.csv",
                                true, {});
        QVERIFY(table.columns() == (std::vector<std::string>{"a\nb", "c"}));
        const std::vector<std::string> cells[] = {{"x\n\ny\rz", "\r"}, {"u", "v\nw\n"}};
        QCOMPARE(table.rows(), std::int64_t{2});
        SeriesTable::Rows rows(table);
        for (std::int64_t row = 0; row < table.rows(); ++row) {
            QVERIFY(table.row(row) == cells[row]);
            QVERIFY(rows.next() == cells[row]);
        }
        QCOMPARE(table.lineOf(1), 8);
    }

    void cellsThatARowLacksAreEmpty() {
        const SeriesTable table("a,b,c\nx,y,z\nu,v\nw\n", "t.csv", true, {});
        const SeriesText text("{c}/{b}/{a}", table.columns());
        QCOMPARE(text.of({}, table.row(0)), std::string("z/y/x"));
        QCOMPARE(text.of({}, table.row(1)), std::string("/v/u"));
        QCOMPARE(text.of({}, table.row(2)), std::string("//w"));
    }
};

BURIN_TEST(TestSeriesTable)
#include "test_series_table.moc"
