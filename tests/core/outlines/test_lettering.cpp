// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/lettering/builtin_fonts.hpp"
#include "core/outlines/lettering/lettering.hpp"
#include "support/testing.hpp"

#include "core/outlines/drawing_error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>

using namespace burin;

namespace {

const LetteringFont& inter() {
    static const LetteringFont font(*builtinFont("Inter"), "Inter");
    return font;
}

/// Capitals of 10 px.
LetteringStyle small() {
    LetteringStyle style;
    style.size = 10;
    return style;
}

PlaneBox boundsOfText(const std::string& text, const LetteringStyle& style = small()) {
    const Outline outline = setLettering(inter(), style, text);
    PlaneBox box{1e9, 1e9, -1e9, -1e9};
    const auto add = [&](PlanePoint p) {
        box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
               std::max(box.bottom, p.y)};
    };
    for (const ContourList& list : outline.lists) {
        for (const ContourHead& head : list.heads)
            add(head.start);
        std::for_each(list.points.begin(), list.points.end(), add);
    }
    return box;
}

double widthOfText(const std::string& text, const LetteringStyle& style = small()) {
    return setLettering(inter(), style, text).box->right;
}

std::string problemOf(const std::string& text, const LetteringFont& font, const LetteringStyle& style) {
    try {
        static_cast<void>(setLettering(font, style, text));
    } catch (const DrawingError& error) {
        return error.what();
    }
    return "none";
}

std::string words(std::initializer_list<std::uint32_t> values) {
    std::string bytes;
    for (const std::uint32_t value : values)
        bytes += {static_cast<char>(value >> 8U), static_cast<char>(value & 0xFFU)};
    return bytes;
}

/// The built-in font with another table in the place of its substitutions.
std::string fontWith(const std::string& tag, const std::string& table) {
    std::string font(*builtinFont("Inter"));
    const std::size_t record = font.find("GSUB");
    const auto put = [&](std::size_t at, std::size_t value) {
        font.replace(
            at, 4,
            words({static_cast<std::uint32_t>(value >> 16U), static_cast<std::uint32_t>(value & 0xFFFFU)}));
    };
    font.replace(record, 4, tag);
    put(record + 8, font.size());
    put(record + 12, table.size());
    return font + table;
}

/// A feature that is on puts a hundred glyphs in the place of one, three times.
std::string multiplyingFont(std::uint32_t glyph) {
    std::string table = words({1, 0, 10, 30, 48});
    table += words({1}) + "DFLT" + words({8, 4, 0, 0, 0xFFFF, 1, 0});  // scripts
    table += words({1}) + "ccmp" + words({8, 0, 3, 0, 1, 2});          // features
    // three lookups, which are all the same
    table += words({3, 8, 8, 8, 2, 0, 1, 8});
    table += words({1, 8, 1, 14, 1, 1, glyph, 100});
    for (int i = 0; i < 100; ++i)
        table += words({glyph});
    return fontWith("GSUB", table);
}

std::uint32_t glyphOf(const char32_t* character) {
    return inter().shape({character, 0, 1, scriptsOf(character)[0]}, {})[0].glyph;
}

std::string problemOf(const std::string& text, const LetteringStyle& style = small()) {
    return problemOf(text, inter(), style);
}
std::string problemOf(const std::string& text, const LetteringFont& font) {
    return problemOf(text, font, small());
}

bool near(double a, double b) {
    return std::fabs(a - b) < 1e-6;
}

}  // namespace

class TestLettering : public QObject {
    Q_OBJECT

  private slots:
    void capitalsHaveTheSize();
    void linesAreAligned();
    void trackingStandsBetweenClusters();
    void kerningAndFeatures();
    void textsRunAroundCircles();
    void linesRunFromTheRight();
    void refused_data();
    void refused();
    void invisibleCharactersDrawNothing();
    void edgesAreLimited();
    void brokenFontsAreRefused();
    void glyphsAreMultipliedWithinMeasure();
    void picturesOfGlyphsAreRefused();
};

void TestLettering::capitalsHaveTheSize() {
    const PlaneBox box = boundsOfText("H");
    QVERIFY(near(box.top, 0) && near(box.bottom, 10));
    LetteringStyle em = small();
    em.measureEm = true;
    const Outline outline = setLettering(inter(), em, "H");
    QVERIFY(near(outline.box->bottom, 10 * inter().capHeight() / inter().unitsPerEm()));
    QCOMPARE(setLettering(inter(), small(), "").items.size(), std::size_t{0});
}

void TestLettering::linesAreAligned() {
    LetteringStyle style = small();
    style.lineSpacing = 15;
    const Outline two = setLettering(inter(), style, "HHH\nH");
    QVERIFY(near(two.box->bottom, 25));
    QVERIFY(near(two.box->right, widthOfText("HHH")));
    style.align = LetteringStyle::Align::right;
    const double shift = widthOfText("HHH") - widthOfText("H");
    // The second line alone, at the right end of the first.
    const PlaneBox alone = boundsOfText("H");
    const PlaneBox both = boundsOfText("   \nHHH\nH", style);
    QVERIFY(near(both.bottom, 40));
    QVERIFY(boundsOfText("HHH\nH", style).right > alone.right + shift - 1e-6);
    // A line feed at the end begins no line.
    QVERIFY(near(setLettering(inter(), style, "H\n").box->bottom, 10));
}

void TestLettering::trackingStandsBetweenClusters() {
    LetteringStyle wide = small();
    wide.tracking = 3;
    QVERIFY(near(widthOfText("HHH", wide), widthOfText("HHH") + 6));
    QVERIFY(near(widthOfText("H", wide), widthOfText("H")));
}

void TestLettering::kerningAndFeatures() {
    LetteringStyle loose = small();
    loose.features = parseFontFeatures({"-kern"});
    QVERIFY(widthOfText("AVAVA", loose) > widthOfText("AVAVA") + 0.5);
    LetteringStyle tabular = small();
    tabular.features = parseFontFeatures({"tnum"});
    QVERIFY(near(widthOfText("111", tabular), widthOfText("888", tabular)));
    QVERIFY(!near(widthOfText("111"), widthOfText("888")));
    for (const char* wrong : {"kernel", "", "k-rn", "kern=x", "vert"}) {
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(parseFontFeatures({wrong})), DrawingError);
    }
}

void TestLettering::textsRunAroundCircles() {
    LetteringStyle style = small();
    style.circle = LetteringStyle::Circle{100, 0, false};
    style.align = LetteringStyle::Align::center;
    // One letter at the top, upright, its foot on the circle.
    PlaneBox box = boundsOfText("H", style);
    QVERIFY(near(box.top, -10) && near(box.bottom, 0));
    QVERIFY(near((box.left + box.right) / 2, 100));
    style.circle->start = 180;
    box = boundsOfText("H", style);
    QVERIFY(near(box.bottom, 210) && near(box.top, 200));
    style.circle->inside = true;
    box = boundsOfText("H", style);
    QVERIFY(near(box.top, 190) && near(box.bottom, 200));
    QCOMPARE(*setLettering(inter(), style, "H").box, (PlaneBox{0, 0, 200, 200}));
    QCOMPARE(problemOf("a\nb", style), std::string("a text on a circle has more than one line"));
}

void TestLettering::linesRunFromTheRight() {
    // Inter has no Hebrew, but a bracket is mirrored and stands at the other end.
    LetteringStyle style = small();
    style.direction = LetteringStyle::Direction::rightToLeft;
    const PlaneBox left = boundsOfText("H(");
    const PlaneBox right = boundsOfText(")H", style);
    QVERIFY(near(left.left, right.left));
    QVERIFY(std::fabs(left.right - right.right) < 1);
}

void TestLettering::refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("no glyph") << "ab\nc\u2720"
                              << "Inter has no glyph for the character U+2720 (line 2, column 2)";
    QTest::newRow("a mark without a glyph")
        << "ax\u1AB0b"
        << "Inter has no glyph for the character U+1AB0 (line 1, column 3)";
    QTest::newRow("a tab") << "a\tb"
                           << "the text contains the control character U+0009 (line 1, column 2)";
    QTest::newRow("a carriage return") << "a\r\n"
                                       << "the text contains the control character U+000D (line 1, column 2)";
    QTest::newRow("too long") << QString(70000, 'a') << "the text has more than 64 KiB";
}

void TestLettering::refused() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(problemOf(text.toStdString())), expected);
}

void TestLettering::invisibleCharactersDrawNothing() {
    // a soft hyphen, and a filler that HarfBuzz does not leave out
    QCOMPARE(setLettering(inter(), small(), "\u00AD").items.size(), std::size_t{0});
    QCOMPARE(setLettering(inter(), small(), "\u3164").items.size(), std::size_t{0});
    QVERIFY(near(widthOfText("\u3164"), 0));
}

void TestLettering::edgesAreLimited() {
    const auto edgesOf = [](const Outline& outline) { return outline.lists.front().leastEdges(); };
    const std::size_t one = edgesOf(setLettering(inter(), small(), "B"));
    const OutlineMeter meter({}, {.edges = 3 * one});
    QCOMPARE(edgesOf(setLettering(inter(), small(), "BBB", meter)), 3 * one);
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(setLettering(inter(), small(), "BBBB", meter)), OutlineError);
}

void TestLettering::brokenFontsAreRefused() {
    const std::string whole(*builtinFont("Inter"));
    QVERIFY_EXCEPTION_THROWN(LetteringFont(whole, "a.otf", 1), DrawingError);
    QVERIFY_EXCEPTION_THROWN(LetteringFont("wOFF", "a.woff", 0), DrawingError);
    QVERIFY_EXCEPTION_THROWN(LetteringFont("", "a.otf", 0), DrawingError);
    QVERIFY_EXCEPTION_THROWN(LetteringFont(whole.substr(0, 100), "a.otf", 0), DrawingError);
    QVERIFY(!builtinFont("Comic Sans"));
}

void TestLettering::glyphsAreMultipliedWithinMeasure() {
    const LetteringFont font(multiplyingFont(glyphOf(U"A")), "many.otf", 0);
    QCOMPARE(setLettering(font, small(), "B").box->right, widthOfText("B"));
    QCOMPARE(problemOf("A", font), std::string("many.otf: the font makes too many glyphs of the text"));
}

void TestLettering::picturesOfGlyphsAreRefused() {
    const std::uint32_t glyph = glyphOf(U"A");
    const std::string number = std::to_string(glyph);
    const LetteringFont drawings(fontWith("SVG ", words({0, 0, 10, 0, 0, 1, glyph, glyph, 0, 14, 0, 0})),
                                 "c.otf", 0);
    QCOMPARE(problemOf("B", drawings), std::string("none"));
    QCOMPARE(problemOf("A", drawings), "c.otf: glyph " + number + " is coloured, which is not supported");
    QVERIFY_EXCEPTION_THROWN(LetteringFont(fontWith("sbix", words({1, 1, 0, 1, 0, 12, 20, 72})), "b.otf", 0),
                             DrawingError);
}

BURIN_TEST(TestLettering)
#include "test_lettering.moc"
