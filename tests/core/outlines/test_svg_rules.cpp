// SPDX-License-Identifier: GPL-3.0-or-later

// Rules of style sheets, and attributes that are not properties. The expected results come from
// rsvg-convert 2.54.

#include "core/outlines/drawing_error.hpp"
#include "core/outlines/svg/svg_reader.hpp"
#include "support/testing.hpp"

#include <string>

using namespace burin;

namespace {

Outline drawnByRules(const std::string& content) {
    DrawingRequest request;
    request.file = "a.svg";
    request.pixelUm = 25400.0 / 96;
    return readSvg("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>" + content + "</svg>",
                   request);
}

/// The number of painted parts, or -1 if the drawing is refused.
int partsWithRules(const std::string& content) {
    try {
        return static_cast<int>(drawnByRules(content).items.size());
    } catch (const DrawingError&) {
        return -1;
    }
}

}  // namespace

class TestSvgRules : public QObject {
    Q_OBJECT

  private slots:
    void parts_data();
    void parts();
    void joinsInCapitals();
    void patternsAreNamed();
    void usesOfNothingAreNamed();
    void invisibleStrokesAreNotNamed();
};

void TestSvgRules::parts_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<int>("expected");
    const QString square = "<rect width='1' height='1'/>";
    QTest::newRow("a paint in capitals") << "<rect width='1' height='1' fill='None'/>" << 0;
    QTest::newRow("not displayed, in capitals") << "<g display='NONE'>" + square + "</g>" << 0;
    QTest::newRow("hidden and shown, in capitals")
        << "<g visibility='Hidden'>" + square + "<rect width='1' height='1' visibility='Visible'/></g>" << 1;
    QTest::newRow("no clip path and no mask, in capitals")
        << "<rect width='1' height='1' clip-path='None' mask='NONE' style='translate:None'/>" << 1;
    QTest::newRow("a type with a character set")
        << "<style type='text/css; charset=utf-8'>rect{fill:none}</style>" + square << 0;
    QTest::newRow("attributes that CSS has as properties")
        << "<rect width='1' height='1' translate='no' rotate='9' scale='2'/>" << 1;
    const auto clipped = [](const QString& content) -> QString {
        return "<clipPath id='c'><rect width='1' height='1'/>" + content +
               "</clipPath><rect width='2' height='2' clip-path='url(#c)'/>";
    };
    const QString words = "<defs><text id='t'>A</text></defs>";
    QTest::newRow("a text in a clip path") << clipped("<text>A</text>") << -1;
    QTest::newRow("a text in a clip path, not displayed") << clipped("<text display='none'>A</text>") << 1;
    QTest::newRow("a use of a text in a clip path") << words + clipped("<use href='#t'/>") << -1;
    QTest::newRow("a use of another file in a clip path") << clipped("<use href='b.svg#a'/>") << -1;
    QTest::newRow("a use of nothing in a clip path") << clipped("<use href='#none'/>") << 1;
    QTest::newRow("a property that moves") << "<rect width='1' height='1' style='translate:1px'/>" << -1;
}

void TestSvgRules::parts() {
    QFETCH(QString, content);
    QFETCH(int, expected);
    QCOMPARE(partsWithRules(content.toStdString()), expected);
}

void TestSvgRules::joinsInCapitals() {
    const Outline outline = drawnByRules("<path d='M1 1h5v5' stroke-linejoin='ROUND' stroke='red'/>");
    QVERIFY(outline.layers[outline.items.back().layer].stroke->join == StrokeJoin::round);
}

void TestSvgRules::patternsAreNamed() {
    const std::string pattern = "<pattern id='p' width='2' height='2'><rect width='1' height='1'/></pattern>";
    QVERIFY(drawnByRules(pattern).warnings.empty());
    const Outline outline = drawnByRules(pattern + "<rect width='4' height='4' fill='url(#p)'/>");
    QCOMPARE(outline.warnings.size(), std::size_t{1});
    QCOMPARE(outline.warnings[0].text(),
             std::string("line 1: a pattern fills its shape as a whole, without gaps (1)"));
}

void TestSvgRules::usesOfNothingAreNamed() {
    const Outline outline = drawnByRules(
        "<clipPath id='c'><rect width='1' height='1'/><use href='#a'/></clipPath>\n"
        "<use href='#none'/><rect width='2' height='2' clip-path='url(#c)'/>");
    QCOMPARE(outline.items.size(), std::size_t{1});
    QCOMPARE(outline.warnings.size(), std::size_t{1});
    QCOMPARE(outline.warnings[0].text(),
             std::string("line 2: the drawing has no element 'none', so a use of it draws nothing (2)"));
}

void TestSvgRules::invisibleStrokesAreNotNamed() {
    const std::string line =
        "<linearGradient id='g'><stop/></linearGradient><path d='M0 0h4' stroke='url(#g)'";
    QCOMPARE(drawnByRules(line + "/>").warnings.size(), std::size_t{1});
    QVERIFY(drawnByRules(line + " stroke-opacity='0'/>").warnings.empty());
}

BURIN_TEST(TestSvgRules)
#include "test_svg_rules.moc"
