// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/codes/code_symbol.hpp"
#include "support/testing.hpp"

#include "core/outlines/drawing_error.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace burin;

namespace {

/// The corners of contour `index`, the first one again at the end.
std::vector<PlanePoint> cornersOf(const ContourList& list, std::size_t index) {
    const ContourList::Range range = list.range(index);
    std::vector<PlanePoint> corners = {list.heads[index].start};
    for (std::size_t i = 0; i < range.segmentEnd - range.segment; ++i)
        corners.push_back(list.points[range.point + i]);
    corners.push_back(corners.front());
    return corners;
}

/// The area of a code in pixels; -1 if a corner is not at whole pixels.
double areaOf(const Outline& outline) {
    double twice = 0;
    for (std::size_t i = 0; i < outline.lists[0].heads.size(); ++i) {
        const std::vector<PlanePoint> corners = cornersOf(outline.lists[0], i);
        for (std::size_t c = 1; c < corners.size(); ++c) {
            if (std::floor(corners[c].x) != corners[c].x || std::floor(corners[c].y) != corners[c].y)
                return -1;
            twice += cross(corners[c - 1], corners[c]);
        }
    }
    return twice / 2;
}

/// Whether no side of a module occurs twice. A module is a pixel.
bool sharesNoSides(const Outline& outline) {
    std::set<std::pair<double, double>> middles;
    for (std::size_t i = 0; i < outline.lists[0].heads.size(); ++i) {
        const std::vector<PlanePoint> corners = cornersOf(outline.lists[0], i);
        for (std::size_t c = 1; c < corners.size(); ++c) {
            const PlanePoint way = corners[c] - corners[c - 1];
            const double far = length(way);
            for (double at = 0.5; at < far; ++at) {
                const PlanePoint middle = corners[c - 1] + way * (at / far);
                if (!middles.emplace(middle.x, middle.y).second) return false;
            }
        }
    }
    return true;
}

}  // namespace

class TestCodeSymbol : public QObject {
    Q_OBJECT

  private slots:
    void sizes_data();
    void sizes();
    void darkAndLightFillTheBox();
    void theGridHasTheModules();
    void modulesShareNoSides();
    void correctionMakesCodesLarger();
    void contents_data();
    void contents();
    void aPdf417SaysTheLevelThatItIsGiven();
    void charactersBeyondAsciiNameTheirSet();
    void refused();
};

void TestCodeSymbol::sizes_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("width");
    QTest::addColumn<double>("height");
    QTest::newRow("a QR code of version 1 has 21 modules and a quiet zone of 4") << 0 << 29.0 << 29.0;
    QTest::newRow("a data matrix of 10 modules and a quiet zone of 1") << 1 << 12.0 << 12.0;
    QTest::newRow("an Aztec code of 15 modules") << 2 << 15.0 << 15.0;
    QTest::newRow("Code 128: start, one character, check, stop, and 10 on both sides") << 4 << 66.0 << 7.0;
}

void TestCodeSymbol::sizes() {
    QFETCH(int, kind);
    QFETCH(double, width);
    QFETCH(double, height);
    CodeStyle style;
    style.kind = static_cast<CodeKind>(kind);
    QCOMPARE(*makeCode(style, "A").box, (PlaneBox{0, 0, width, height}));
    style.modulePx = 3;
    QCOMPARE(makeCode(style, "A").box->right, width * 3);
}

void TestCodeSymbol::darkAndLightFillTheBox() {
    for (const CodeKind kind :
         {CodeKind::qr, CodeKind::dataMatrix, CodeKind::aztec, CodeKind::pdf417, CodeKind::code128}) {
        CodeStyle style;
        style.kind = kind;
        style.modulePx = 2;
        const Outline dark = makeCode(style, "Burin 123");
        style.light = true;
        const Outline light = makeCode(style, "Burin 123");
        QCOMPARE(dark.box, light.box);
        QCOMPARE(areaOf(dark) + areaOf(light), dark.box->right * dark.box->bottom);
        QVERIFY(areaOf(dark) > 0);
    }
}

void TestCodeSymbol::theGridHasTheModules() {
    for (const CodeKind kind :
         {CodeKind::qr, CodeKind::dataMatrix, CodeKind::aztec, CodeKind::pdf417, CodeKind::code128}) {
        CodeStyle style;
        style.kind = kind;
        style.modulePx = 2;
        style.quiet = 3;
        const Outline drawn = makeCode(style, "Burin 123");
        const ModuleGrid grid = moduleGrid(style, "Burin 123");
        QCOMPARE(grid.box(), *drawn.box);
        QCOMPARE(grid.quietPx, std::int64_t{6});
        QCOMPARE(grid.quietModules, 3);
        std::int64_t dark = 0;
        for (const std::vector<bool>& row : grid.dark) {
            QCOMPARE(row.size(), grid.columns());
            dark += std::count(row.begin(), row.end(), true);
        }
        QCOMPARE(static_cast<double>(dark * grid.modulePx * grid.rowPx), areaOf(drawn));
    }
}

/// Contours that only touch would leave slits in a code that is turned.
void TestCodeSymbol::modulesShareNoSides() {
    for (const CodeKind kind :
         {CodeKind::qr, CodeKind::dataMatrix, CodeKind::aztec, CodeKind::pdf417, CodeKind::code128}) {
        CodeStyle style;
        style.kind = kind;
        style.rowModules = 1;
        style.heightPx = 1;
        for (const bool light : {false, true}) {
            style.light = light;
            for (const int quiet : {0, 2}) {
                style.quiet = quiet;
                QVERIFY(sharesNoSides(makeCode(style, "Burin 123")));
            }
        }
    }
}

void TestCodeSymbol::correctionMakesCodesLarger() {
    const std::string data(40, 'x');
    CodeStyle style;
    style.correction = 1;
    const double low = makeCode(style, data).box->right;
    style.correction = 4;
    QVERIFY(makeCode(style, data).box->right > low);
    style.kind = CodeKind::aztec;
    double before = 0;
    for (const int percent : {5, 30, 50, 70, 90}) {
        style.correction = percent;
        const double width = makeCode(style, data).box->right;
        QVERIFY(width >= before);
        before = width;
    }
    style.version = 20;
    QCOMPARE(makeCode(style, data).box->right, 83.0);
    style.version = 6;
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(makeCode(style, data)), DrawingError);
    style.correction.reset();
    style.version.reset();
    style.kind = CodeKind::pdf417;
    style.correction = 8;
    QVERIFY(makeCode(style, data).box->bottom > 100);
}

void TestCodeSymbol::contents_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("correction");
    QTest::addColumn<int>("version");
    QTest::addColumn<QString>("data");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, CodeKind kind, int correction, int version, const char* data,
                        const char* expected) {
        QTest::newRow(name) << static_cast<int>(kind) << correction << version << QString(data)
                            << QString(expected);
    };
    row("a QR code has level M", CodeKind::qr, -1, 0, "A", "holds 1 byte, 21 x 21 modules, correction M");
    row("L", CodeKind::qr, 1, 0, "Burin 0042", "holds 10 bytes, 21 x 21 modules, correction L");
    row("M", CodeKind::qr, 2, 0, "Burin 0042", "holds 10 bytes, 21 x 21 modules, correction M");
    row("Q", CodeKind::qr, 3, 0, "Burin 0042", "holds 10 bytes, 21 x 21 modules, correction Q");
    row("H", CodeKind::qr, 4, 0, "Burin", "holds 5 bytes, 21 x 21 modules, correction H");
    row("a QR code of version 2", CodeKind::qr, 4, 2, "Burin",
        "holds 5 bytes, 25 x 25 modules, correction H");
    row("characters of several bytes", CodeKind::dataMatrix, -1, 0, "\xC3\xA9",
        "holds 2 bytes, 12 x 12 modules");
    row("an Aztec code", CodeKind::aztec, -1, 0, "A",
        "holds 1 byte, 15 x 15 modules, correction at least 23 %");
    row("an Aztec code with a level", CodeKind::aztec, 10, 0, "A",
        "holds 1 byte, 15 x 15 modules, correction at least 10 %");
    row("an Aztec code of a size", CodeKind::aztec, -1, 2, "A", "holds 1 byte, 19 x 19 modules");
    row("Code 128", CodeKind::code128, -1, 0, "A", "holds 1 byte, 46 modules wide");
}

void TestCodeSymbol::contents() {
    QFETCH(int, kind);
    QFETCH(int, correction);
    QFETCH(int, version);
    QFETCH(QString, data);
    QFETCH(QString, expected);
    CodeStyle style;
    style.kind = static_cast<CodeKind>(kind);
    style.modulePx = 3;  // changes nothing
    if (correction >= 0) style.correction = correction;
    if (version > 0) style.version = version;
    const std::string bytes = data.toStdString();
    QCOMPARE(QString::fromStdString(codeContents(style, bytes).text()), expected);
    Problem contents;
    static_cast<void>(makeCode(style, bytes, &contents));
    QCOMPARE(QString::fromStdString(contents.text()), expected);
}

/// If no level is given, libzint chooses one and does not say which.
void TestCodeSymbol::aPdf417SaysTheLevelThatItIsGiven() {
    CodeStyle style;
    style.kind = CodeKind::pdf417;
    const QString chosen = QString::fromStdString(codeContents(style, "Burin").text());
    QVERIFY2(chosen.startsWith("holds 5 bytes, ") && chosen.endsWith(" rows"), qPrintable(chosen));
    style.correction = 5;
    const QString given = QString::fromStdString(codeContents(style, "Burin").text());
    QVERIFY2(given.endsWith(" rows, correction 5"), qPrintable(given));
}

/// A name takes 12 bits: a QR code of version 1 and level L holds 17 bytes without and 16 with it. libzint
/// names UTF-8 itself.
void TestCodeSymbol::charactersBeyondAsciiNameTheirSet() {
    CodeStyle style;
    style.correction = 1;
    const auto sizeOf = [&](const std::string& data) { return makeCode(style, data).box->right - 8; };
    QCOMPARE(sizeOf(std::string(17, 'x')), 21.0);
    QCOMPARE(sizeOf(std::string(15, 'x') + "\xC2\xB2"), 21.0);
    QCOMPARE(sizeOf(std::string(16, 'x') + "\xC2\xB2"), 25.0);
    QCOMPARE(sizeOf(std::string(15, 'x') + "\xC2\x85"), 25.0);
    style.kind = CodeKind::code128;
    style.correction.reset();
    QVERIFY(makeCode(style, "x\xC2\xB2").box->right > 0);
}

void TestCodeSymbol::refused() {
    CodeStyle style;
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(makeCode(style, "")), DrawingError);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(makeCode(style, "\xFF")), DrawingError);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(makeCode(style, std::string(5000, 'x'))), DrawingError);
    style.kind = CodeKind::code128;
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(makeCode(style, "漢")), DrawingError);
    style.kind = CodeKind::qr;
    style.version = 1;
    try {
        static_cast<void>(makeCode(style, std::string(100, 'x')));
        QFAIL("a code that is too small was made");
    } catch (const DrawingError& error) {
        QVERIFY2(QString(error.what()).startsWith("the data do not fit this code: Input too long"),
                 error.what());
    }
    style.kind = CodeKind::pdf417;
    QCOMPARE(makeCode(style, "x").box->right, 86.0 + 2 * 2);
    try {
        static_cast<void>(makeCode(style, std::string(300, 'x')));
        QFAIL("a code of more columns was made");
    } catch (const DrawingError& error) {
        QVERIFY2(QString(error.what()).startsWith("version 1 has no room for the data"), error.what());
    }
}

BURIN_TEST(TestCodeSymbol)
#include "test_code_symbol.moc"
