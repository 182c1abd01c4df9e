// SPDX-License-Identifier: GPL-3.0-or-later

// Fonts that are cut short or damaged, made here from a TrueType font of five glyphs.

#include "core/outlines/lettering/lettering.hpp"
#include "support/testing.hpp"

#include "core/outlines/drawing_error.hpp"

#include <QStringList>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>

using namespace burin;

namespace {

using TablesOfFont = std::map<std::string, std::string>;

std::string numbersOfFont(std::initializer_list<int> values) {
    std::string bytes;
    for (const int value : values)
        bytes += {static_cast<char>((value >> 8) & 255), static_cast<char>(value & 255)};
    return bytes;
}

/// Nothing, A, B of A and D, an empty C, and D. The outlines are squares.
TablesOfFont tablesOfSquares() {
    const std::string square =
        numbersOfFont({1, 0, 0, 500, 500, 3, 0, 0x0101, 0x0101, 0, 500, 0, -500, 0, 0, 500, 0});
    const std::string both = numbersOfFont({-1, 0, 0, 500, 500, 0x22, 1, 0, 0x02, 4, 0});
    return {{"cmap", numbersOfFont({0, 1, 3, 10, 0, 12, 12, 0, 0, 28, 0, 0, 0, 1, 0, 'A', 0, 'D', 0, 1})},
            {"glyf", square + both + square},
            {"head", numbersOfFont({1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1000, 0, 0, 0, 0,
                                    0, 0, 0, 0, 0, 0, 500,    500,    0, 8,    2, 0, 0})},
            {"hhea", numbersOfFont({1, 0, 800, -200, 0, 600, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 5})},
            {"hmtx", numbersOfFont({600, 0, 600, 0, 600, 0, 600, 0, 600, 0})},
            {"kern", ""},
            {"loca", numbersOfFont({0, 0, 17, 28, 28, 45})},
            {"maxp", numbersOfFont({1, 0, 5, 8, 2, 8, 2, 1, 0, 0, 0, 0, 0, 0, 2, 1})}};
}

/// \param before  stands before the font in the file
std::string fontOfTables(const TablesOfFont& tables, const std::string& before = "") {
    const int count = static_cast<int>(tables.size());
    std::string directory = numbersOfFont({1, 0, count, 0, 0, 0});
    std::string content;
    const std::size_t start = before.size() + 12 + 16 * tables.size();
    for (const auto& [tag, table] : tables) {
        directory += tag + numbersOfFont({0, 0, 0, static_cast<int>(start + content.size()), 0,
                                          static_cast<int>(table.size())});
        content += table;
        while (content.size() % 4 != 0)
            content += '\0';
    }
    return before + directory + content;
}

/// The sum of the numbers of four bytes of a table.
std::uint32_t sumOfNumbers(const std::string& table) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < table.size(); ++i)
        sum += static_cast<std::uint32_t>(static_cast<unsigned char>(table[i])) << (24 - 8 * (i % 4));
    return sum;
}

void writeSum(std::string& file, const std::string& tag, std::uint32_t sum) {
    file.replace(file.find(tag) + 4, 4,
                 numbersOfFont({static_cast<int>(sum >> 16U), static_cast<int>(sum & 0xFFFFU)}));
}

QStringList remarksOfFont(const std::string& file) {
    const LetteringFont font(file, "a.ttf", 0);
    QStringList texts;
    for (const Problem& remark : font.warnings())
        texts.push_back(QString::fromStdString(remark.text()));
    return texts;
}

/// The problem of a text in a font, or "none". Without a text, only the font is read.
QString problemOfFont(const std::string& file, const std::string& text = "", int index = 0) {
    LetteringStyle style;
    style.measureEm = true;
    try {
        static_cast<void>(setLettering(LetteringFont(file, "a.ttf", index), style, text));
    } catch (const DrawingError& error) {
        return QString::fromStdString(error.what());
    }
    return "none";
}

}  // namespace

class TestFontTables : public QObject {
    Q_OBJECT

  private slots:
    void soundFontsAreRead();
    void cutFontsAreRefused();
    void glyphsOutsideOfTheirTableAreRefused();
    void glyphsWithoutAPlaceAreRefused();
    void fontsWithoutOutlinesAreRefused();
    void advancesHaveToBeThere();
    void damagedLayoutIsRemarked();
    void wrongChecksumsAreRemarked();
    void collectionsThatAreCutAreRefused();
};

void TestFontTables::soundFontsAreRead() {
    QCOMPARE(problemOfFont(fontOfTables(tablesOfSquares()), "ABCD"), QString("none"));
    // Four bytes of padding of the last glyph are not in the table.
    TablesOfFont padded = tablesOfSquares();
    padded["loca"] = numbersOfFont({0, 0, 17, 28, 28, 47});
    QCOMPARE(problemOfFont(fontOfTables(padded), "ABCD"), QString("none"));
    // The length that the directory states for the advances is beyond the file.
    std::string file = fontOfTables(tablesOfSquares());
    file.replace(file.find("hmtx") + 12, 4, numbersOfFont({1, 0}));
    QCOMPARE(problemOfFont(file, "ABCD"), QString("none"));
}

void TestFontTables::cutFontsAreRefused() {
    // The outlines are the last table of the file, but not of the directory.
    const TablesOfFont tables = tablesOfSquares();
    std::string file = fontOfTables(tables);
    const std::size_t end = file.size();
    file.replace(file.find("glyf") + 8, 4, numbersOfFont({0, static_cast<int>(end)}));
    file += tables.at("glyf");
    QCOMPARE(problemOfFont(file, "ABCD"), QString("none"));
    const QString expected =
        QString("a.ttf: the font is cut short: its table glyf ends at byte %1, but the file ends at byte %2")
            .arg(file.size());
    for (std::size_t size = end; size < file.size(); ++size)
        QCOMPARE(problemOfFont(file.substr(0, size)), expected.arg(size));
    QCOMPARE(
        problemOfFont(file.substr(0, 100)),
        QString(
            "a.ttf: the font is cut short: its directory ends at byte 140, but the file ends at byte 100"));
}

void TestFontTables::glyphsOutsideOfTheirTableAreRefused() {
    TablesOfFont tables = tablesOfSquares();
    tables["glyf"].resize(56);
    const std::string file = fontOfTables(tables);
    QCOMPARE(problemOfFont(file, "ACA"), QString("none"));
    QCOMPARE(problemOfFont(file, "D"), QString("a.ttf: glyph 4 is damaged"));
    // Only one part of this glyph is in the file.
    QCOMPARE(problemOfFont(file, "B"), QString("a.ttf: glyph 2 is damaged"));
}

/// The bytes that follow look like the place of an empty glyph.
void TestFontTables::glyphsWithoutAPlaceAreRefused() {
    TablesOfFont tables = tablesOfSquares();
    tables["loca"].resize(8);
    tables["locb"] = std::string(4, '\0');
    const std::string file = fontOfTables(tables);
    QCOMPARE(problemOfFont(file, "A"), QString("none"));
    QCOMPARE(problemOfFont(file, "D"), QString("a.ttf: glyph 4 is damaged"));
    // Up to the next table, more places follow than the directory says.
    std::string further = fontOfTables(tablesOfSquares());
    further.replace(further.find("loca") + 12, 4, numbersOfFont({0, 8}));
    QCOMPARE(problemOfFont(further, "ABCD"), QString("none"));
}

void TestFontTables::fontsWithoutOutlinesAreRefused() {
    TablesOfFont tables = tablesOfSquares();
    tables.erase("glyf");
    QCOMPARE(problemOfFont(fontOfTables(tables)), QString("a.ttf: the font has no outlines"));
}

void TestFontTables::advancesHaveToBeThere() {
    TablesOfFont tables = tablesOfSquares();
    tables["hmtx"].resize(16);
    QCOMPARE(problemOfFont(fontOfTables(tables)),
             QString("a.ttf: the font is damaged: its table hmtx has 16 bytes, but needs 20"));
    for (const auto& [tag, bytes] : {std::pair{"head", 53}, {"hhea", 4}, {"maxp", 0}}) {
        auto shorter = tables;
        shorter[tag].resize(static_cast<std::size_t>(bytes));
        QVERIFY2(problemOfFont(fontOfTables(shorter))
                     .startsWith(QString("a.ttf: the font is damaged: its table %1 has %2 bytes, but needs ")
                                     .arg(tag)
                                     .arg(bytes)),
                 tag);
    }
}

void TestFontTables::damagedLayoutIsRemarked() {
    TablesOfFont tables = tablesOfSquares();
    for (const char* tag : {"GPOS", "GSUB"})
        tables[tag] = numbersOfFont({1, 0, 10, 12, 14, 0, 0, 0});
    QCOMPARE(LetteringFont(fontOfTables(tables), "a.ttf", 0).warnings().size(), std::size_t{0});
    tables["GPOS"].resize(4);
    const LetteringFont damaged(fontOfTables(tables), "a.ttf", 0);
    QCOMPARE(damaged.warnings().size(), std::size_t{1});
    QCOMPARE(damaged.warnings().front().text(),
             std::string("a.ttf: the table GPOS of the font is damaged and is not used"));
}

void TestFontTables::wrongChecksumsAreRemarked() {
    const QString expected(
        "a.ttf: the table %1 of the font does not match its checksum, so the font may be damaged");
    TablesOfFont tables = tablesOfSquares();
    std::map<std::string, std::uint32_t> sums;
    for (const auto& [tag, table] : tables)
        sums[tag] = sumOfNumbers(table);
    // The checksum of the whole font is not part of the one of head.
    tables["head"].replace(8, 4, numbersOfFont({0x1234, 0x5678}));
    std::string file = fontOfTables(tables);
    for (const auto& [tag, sum] : sums)
        writeSum(file, tag, sum);
    QCOMPARE(remarksOfFont(file), QStringList());
    for (const auto& [tag, sum] : sums) {
        if (tables[tag].empty()) continue;
        std::string wrong = file;
        writeSum(wrong, tag, sum + 1);
        QCOMPARE(remarksOfFont(wrong), QStringList(expected.arg(tag.c_str())));
        writeSum(wrong, tag, 0);
        QCOMPARE(remarksOfFont(wrong), QStringList());
    }
    // An A of zeros is an empty glyph.
    std::string damaged = file;
    damaged.replace(damaged.find(tables["glyf"]), 34, std::string(34, '\0'));
    QCOMPARE(problemOfFont(damaged, "ABCD"), QString("none"));
    QCOMPARE(remarksOfFont(damaged), QStringList(expected.arg("glyf")));
    // The bytes of a table that are beyond the file have no sum.
    file.replace(file.find("hmtx") + 12, 4, numbersOfFont({1, 0}));
    QCOMPARE(remarksOfFont(file), QStringList());
}

void TestFontTables::collectionsThatAreCutAreRefused() {
    // The second font of the collection would begin beyond the file.
    const std::string head = "ttcf" + numbersOfFont({1, 0, 0, 2, 0, 20, 1, 0});
    const std::string file = fontOfTables(tablesOfSquares(), head);
    QCOMPARE(problemOfFont(file, "ABCD", 0), QString("none"));
    const QString expected(
        "a.ttf: the font is cut short: its directory ends at byte %1, but the file ends at "
        "byte %2");
    QCOMPARE(problemOfFont(file, "A", 1), expected.arg(65548).arg(file.size()));
    QCOMPARE(problemOfFont(file, "A", 2), QString("a.ttf: the file has no font with the index 2"));
    QCOMPARE(problemOfFont(file.substr(0, 14)), expected.arg(20).arg(14));
    QCOMPARE(
        problemOfFont(file.substr(0, file.size() - 1)),
        QString("a.ttf: the font is cut short: its table maxp ends at byte %1, but the file ends at byte %2")
            .arg(file.size())
            .arg(file.size() - 1));
}

BURIN_TEST(TestFontTables)
#include "test_font_tables.moc"
