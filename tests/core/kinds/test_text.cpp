// SPDX-License-Identifier: GPL-3.0-or-later

// The kind text: boxes, areas, turns, fonts and what is refused.

#include "core/design/design.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "support/outlines/drawn_node.hpp"
#include "support/places.hpp"

#include <QFileInfo>
#include <QtEndian>

#include <cmath>
#include <string>

using namespace burin;

namespace {

/// A collection that has `font` twice.
QByteArray collectionOf(QByteArray font) {
    const auto word = [](quint32 value) {
        QByteArray bytes(4, 0);
        qToBigEndian(value, bytes.data());
        return bytes;
    };
    constexpr quint32 headerBytes = 20;
    const int tables = qFromBigEndian<quint16>(font.constData() + 4);
    for (int i = 0; i < tables; ++i) {
        char* const offset = font.data() + 12 + 16 * i + 8;
        qToBigEndian(qFromBigEndian<quint32>(offset) + headerBytes, offset);
    }
    return "ttcf" + word(0x10000) + word(2) + word(headerBytes) + word(headerBytes) + font;
}

}  // namespace

class TestText : public QObject, private test::DrawnNode {
    Q_OBJECT

  public:
    TestText() : DrawnNode("kind: text", "10 um") {}

  private slots:
    void initTestCase();
    void capitalsAreAsTallAsSaid();
    void linesAddUp();
    void aCircleHasItsBox();
    void fontsAreRead();
    void builtInFontsAreNoFiles();
    void anEmptyTextIsRemarked();
    void damagedFontsAreRemarked();
    void seriesReserveTheirFont();
    void seriesDifferInTheirHash();
    void refusals_data();
    void refusals();
};

void TestText::initTestCase() {
    QVERIFY(
        QFile::copy(burin::test::inTree("resources/fonts/Inter-Regular.otf"), folder_.filePath("own.otf")));
    QFile own(folder_.filePath("own.otf"));
    QVERIFY(own.open(QIODevice::ReadOnly));
    QFile collection(folder_.filePath("twice.ttc"));
    QVERIFY(collection.open(QIODevice::WriteOnly));
    collection.write(collectionOf(own.readAll()));
    QFile broken(folder_.filePath("broken.ttf"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("no font at all");
    own.seek(0);
    QByteArray damaged = own.readAll();
    damaged[damaged.size() - 4] = '\x55';  // of hmtx, the last table
    write("damaged.otf", damaged);
}

void TestText::capitalsAreAsTallAsSaid() {
    const Design design = designOf("text: H, size: 1 mm");
    const auto operation = operationOf(design);
    QVERIFY(operation != nullptr);
    const Rect box = operation->extent({}).rect();
    QCOMPARE(box.y, std::int64_t{0});
    QCOMPARE(box.height, std::int64_t{100});
    const auto smaller = operationOf(designOf("text: H, size: 1 mm, measure: em"));
    QVERIFY(smaller->extent({}).rect().height < 80);
}

void TestText::linesAddUp() {
    const auto one = operationOf(designOf("text: H, size: 50"));
    const auto three = operationOf(designOf("text: \"H\\nH\\nH\", size: 50, line_spacing: 70"));
    QCOMPARE(three->extent({}).rect().height, std::int64_t{50 + 2 * 70});
    QVERIFY(std::fabs(sumOf(*three) - 3 * sumOf(*one)) < 0.1);
    const auto spread = operationOf(designOf("text: HH, size: 50, tracking: 20"));
    const auto tight = operationOf(designOf("text: HH, size: 50"));
    QCOMPARE(spread->extent({}).rect().width, tight->extent({}).rect().width + 20);
}

void TestText::aCircleHasItsBox() {
    const auto operation = operationOf(designOf("text: HI, size: 20, align: center, circle: {radius: 100}"));
    QVERIFY(operation != nullptr);
    const Rect box = operation->extent({}).rect();
    QCOMPARE(box.width, std::int64_t{200});
    QVERIFY(box.y < 0);  // the letters stand on the circle
    QCOMPARE(box.bottom(), std::int64_t{200});
}

void TestText::fontsAreRead() {
    const auto own = operationOf(designOf("text: Burin, size: 30, font: own.otf"));
    const auto builtIn = operationOf(designOf("text: Burin, size: 30"));
    QVERIFY(own != nullptr);
    QCOMPARE(own->fingerprint(), builtIn->fingerprint());
    const auto bold = operationOf(designOf("text: Burin, size: 30, font: builtin:Inter Bold"));
    QVERIFY(bold->fingerprint() != builtIn->fingerprint());
}

void TestText::builtInFontsAreNoFiles() {
    Design design = designOf("text: A, size: 30, font: builtin:Inter Bold");
    QVERIFY(filesOf(design.document, kinds(), "/designs").empty());
    moveFiles(design.document, kinds(), std::filesystem::path("/designs"),
              std::filesystem::path("/elsewhere"));
    QCOMPARE(design.document.find("nodes")->find("n")->find("font")->scalar,
             std::string("builtin:Inter Bold"));
}

void TestText::anEmptyTextIsRemarked() {
    const auto remarksOf = [&](const std::string& more) {
        return operationOf(designOf("size: 9, " + more))->remarks({});
    };
    QVERIFY(remarksOf("text: A").empty());
    for (const char* more : {"text: A, fill: false", "text: \" \""}) {
        const std::vector<Problem> remarks = remarksOf(more);
        QCOMPARE(remarks.size(), std::size_t{1});
        QCOMPARE(remarks[0].reason, std::string("the outline is empty"));
    }
}

void TestText::damagedFontsAreRemarked() {
    for (const char* series : {"", ", series: {cell: [99, 99]}"}) {
        const auto remarks =
            operationOf(designOf(std::string("text: A, size: 5, font: damaged.otf") + series))->remarks({});
        QCOMPARE(remarks.size(), std::size_t{1});
        QCOMPARE(
            remarks[0].text(),
            std::string("damaged.otf: the table hmtx of the font does not match its checksum, so the font "
                        "may be damaged"));
    }
}

void TestText::seriesReserveTheirFont() {
    const auto bytesOf = [&](const std::string& font) {
        return operationOf(designOf("text: \"{n}\", size: 5, series: {cell: [99, 99]}, font: " + font))
            ->residentBytes();
    };
    const auto size = static_cast<std::size_t>(QFileInfo(folder_.filePath("own.otf")).size());
    QCOMPARE(bytesOf("own.otf"), bytesOf("builtin:Inter") + size);
}

void TestText::seriesDifferInTheirHash() {
    const auto hash = [&](const std::string& more) {
        return operationOf(designOf("text: \"{n}\", size: 5, series: {cell: [99, 99]}, " + more))
            ->fingerprint();
    };
    const std::string plain = hash("font: twice.ttc");
    QCOMPARE(hash("font: twice.ttc, index: 0, tracking: 0"), plain);
    QVERIFY(hash("font: twice.ttc, index: 1") != plain);
    QVERIFY(hash("font: own.otf") != plain);
    QVERIFY(hash("font: twice.ttc, tracking: 1") != plain);
    QVERIFY(hash("font: twice.ttc, line_spacing: -1") != plain);
    QVERIFY(hash("font: twice.ttc, line_spacing: -1") != hash("font: twice.ttc, line_spacing: 1"));
}

void TestText::refusals_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* keys, const char* what) { QTest::newRow(keys) << keys << what; };
    row("size: 5", "text: no value is given");
    row("text: A, size: 5, font: none.ttf", "none.ttf cannot be opened: No such file or directory");
    row("text: A, size: 5, font: broken.ttf", "broken.ttf: the file is not a font");
    row("text: A, size: 5, font: builtin:Comic", "no built-in font is called 'Comic'");
    row("text: A, size: 5, index: 1", "a built-in font is not a collection");
    row("text: A, size: 5, font: own.otf, index: 3", "own.otf: the file has no font with the index 3");
    row("text: A, size: 5, features: [kerning]", "the feature 'kerning' is not valid");
    row("text: A, size: 5, circle: {start: 3}", "the circle has no radius");
    row("text: \"A\\nB\", size: 5, circle: {radius: 30}", "a text on a circle has more than one line");
    row("text: \"A\\tB\", size: 5", "the text contains the control character U+0009 (line 1, column 2)");
    row("text: \"AB\\n\\u4E00\", size: 5", "has no glyph for the character U+4E00 (line 2, column 1)");
    row("text: \"A{n}\", size: 5, series: {columns: 2}", "a series of several columns needs u");
    row("text: \"A{n}\", size: 5, series: {u: [9, 1], columns: 2}", "the size of the cells is missing");
    row("text: \"A{m}\", size: 5, series: {cell: [20, 20]}", "{m} is not a number of the series");
    row("text: \"A{n\", size: 5, series: {cell: [20, 20]}", "character 2 is a { that is not closed");
    row("text: \"A{n:5}\", size: 5, series: {cell: [20, 20]}", "{n:5} has an unknown format");
    row("text: \"A{n}\", size: 50, series: {cell: [20, 20]}", "item 0 ('A1'): it reaches beyond its cell");
    row("text: A, size: 5, series: {cell: [20, 20], csv: none.csv}", "none.csv cannot be opened");
}

void TestText::refusals() {
    QFETCH(QString, keys);
    QFETCH(QString, what);
    expectRefused(keys, what);
}

BURIN_TEST(TestText)
#include "test_text.moc"
