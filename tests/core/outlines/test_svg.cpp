// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/svg/svg_reader.hpp"
#include "support/testing.hpp"

#include "core/base/cancelled.hpp"
#include "core/outlines/drawing_error.hpp"
#include "core/outlines/snapped_outline.hpp"

#include <cmath>
#include <sstream>
#include <string>

using namespace burin;

namespace {

/// One pixel of SVG is one pixel of the outline.
DrawingRequest oneToOne() {
    DrawingRequest request;
    request.file = "a.svg";
    request.pixelUm = 25400.0 / 96;
    return request;
}

std::string svg(const std::string& content, const std::string& attributes = "viewBox='0 0 100 50'") {
    return "<svg xmlns='http://www.w3.org/2000/svg' " + attributes + ">\n" + content + "\n</svg>";
}

double rounded(double v) {
    return std::round(v * 1e6) / 1e6 + 0.0;
}

/// The points of a layer in the frame of the outline.
std::string shownLayer(const Outline& outline, std::size_t index) {
    std::ostringstream text;
    const OutlineLayer& layer = outline.layers[index];
    const ContourList& list = outline.lists[layer.list];
    std::size_t at = 0;
    std::size_t contour = 0;
    for (std::size_t s = 0; s <= list.segments.size(); ++s) {
        for (; contour < list.heads.size() && list.heads[contour].firstSegment == s; ++contour) {
            const PlanePoint p = layer.toOutline(list.heads[contour].start);
            text << (contour > 0 ? " " : "") << "M" << rounded(p.x) << ',' << rounded(p.y);
        }
        if (s == list.segments.size()) break;
        at += pointsOf(list.segments[s]);
        const PlanePoint end = layer.toOutline(list.points[at - 1]);
        text << " LQCA"[static_cast<int>(list.segments[s]) + 1] << rounded(end.x) << ',' << rounded(end.y);
    }
    if (layer.rule == FillRule::evenodd) text << " evenodd";
    if (layer.stroke) text << " width " << layer.stroke->width;
    return text.str();
}

/// All items, each on a line: value, layer, clips.
std::string shown(const Outline& outline) {
    std::ostringstream text;
    for (const OutlineItem& item : outline.items) {
        text << item.value << ": " << shownLayer(outline, item.layer);
        for (const std::size_t clip : item.clips) {
            text << " in";
            for (const OutlineClip::Part& part : outline.clips[clip].parts)
                text << " (" << shownLayer(outline, part.layer) << ")";
        }
        text << '\n';
    }
    return text.str();
}

std::string problemOf(const std::string& text, const DrawingRequest& request = oneToOne(),
                      OutlineMeter::Limits limits = {}) {
    try {
        static_cast<void>(readSvg(text, request, {{}, limits}));
    } catch (const DrawingError& error) {
        return error.what();
    }
    return "none";
}

}  // namespace

class TestSvg : public QObject {
    Q_OBJECT

  private slots:
    void drawn_data();
    void drawn();
    void refused_data();
    void refused();
    void tonesAreLuminances();
    void onlyWhatIsSelectedIsDrawn();
    void aProblemIsData();
    void sizesFitTheBox();
    void limits();
    void chainsAreLimited();
    void repeatedPartsAreLimited_data();
    void repeatedPartsAreLimited();
    void hugeStrokesAreRefused();
    void smallMiterLimitsMakeBevels();
    void aShapeIsKeptOnce();
    void styleSheetsAreLimited();
    void readingCanBeStopped();
    void strangersAreNamedInAWarning();
    void missingPartsAreNamedOnce();
    void paintsThatPaintNothingAreNamed();
    void partsAreListed();
    void partsOfHostileFilesAreLimited();
};

void TestSvg::drawn_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* content, const char* expected) {
        QTest::newRow(name) << QString(content) << QString(expected);
    };
    row("a rectangle", "<rect x='1' y='2' width='30' height='40'/>", "1: M1,2L31,2L31,42L1,42\n");
    row("a rectangle with round corners", "<rect width='30' height='20' rx='5'/>",
        "1: M5,0L25,0A30,5L30,15A25,20L5,20A0,15L0,5A5,0\n");
    row("a circle turns clockwise from its right end", "<circle cx='10' cy='10' r='5'/>",
        "1: M15,10A5,10A15,10\n");
    row("a path", "<path d='M1 1h5v5z' fill-rule='evenodd'/>", "1: M1,1L6,1L6,6 evenodd\n");
    row("a polygon", "<polygon points='1,1 5,1,5 5'/>", "1: M1,1L5,1L5,5\n");
    row("a line has no fill", "<line x1='1' y1='1' x2='9' y2='1' stroke='red' stroke-width='2'/>",
        "1: M1,1L9,1 width 2 in (M0,0L100,0L100,50L0,50)\n");
    row("fill and stroke", "<rect width='9' height='9' stroke='#123'/>",
        "1: M0,0L9,0L9,9L0,9\n1: M0,0L9,0L9,9L0,9 width 1 in (M0,0L100,0L100,50L0,50)\n");
    row("nothing without paint", "<rect width='9' height='9' fill='none'/>", "");
    row("opacity 0 paints nothing", "<g opacity='0'><rect width='9' height='9'/></g>", "");
    row("hidden and not displayed",
        "<g display='none'><rect width='9' height='9'/></g><g visibility='hidden'><rect width='9' "
        "height='9'/>"
        "<rect width='1' height='1' visibility='visible'/></g>",
        "1: M0,0L1,0L1,1L0,1\n");
    row("transforms nest",
        "<g transform='translate(10 20)'><rect width='1' height='2' transform='scale(2)'/></g>",
        "1: M10,20L12,20L12,24L10,24\n");
    row("a quarter turn is exact", "<rect width='2' height='1' transform='rotate(90 10 10)'/>",
        "1: M20,0L20,2L19,2L19,0\n");
    row("a matrix and skews",
        "<path d='M0 1h1' transform='matrix(1 0 0 2 3 4)' stroke='red' fill='none' stroke-width='.5'/>",
        "1: M3,6L4,6 width 0.5\n");
    row("units", "<rect width='1in' height='1pc' x='2.54cm' y='3pt'/>",
        "1: M96,4L192,4L192,20L96,20 in (M0,0L100,0L100,50L0,50)\n");
    row("percentages", "<rect width='50%' height='50%'/>", "1: M0,0L50,0L50,25L0,25\n");
    row("a rule with a class beats a tag, a style beats both",
        "<style>.a{fill:none} rect{fill:red} #b{stroke:red;stroke-width:2px}</style>"
        "<rect class='x a' width='9' height='9'/><rect width='1' height='1' class='a' style='fill:blue'/>",
        "1: M0,0L1,0L1,1L0,1\n");
    row("important beats a style",
        "<style>* { fill: none !important }</style><rect width='1' height='1' style='fill:red'/>", "");
    row("use moves and inherits",
        "<defs><rect id='r' width='2' height='2'/></defs><use href='#r' x='5' y='6'/>",
        "1: M5,6L7,6L7,8L5,8\n");
    row("a reference of XLink with a prefix of its own",
        "<defs><rect id='r' width='2' height='2'/></defs>"
        "<use xmlns:l='http://www.w3.org/1999/xlink' l:href='#r'/>"
        "<use xmlns:l='http://example.org/l' l:href='#r' x='9'/>",
        "1: M0,0L2,0L2,2L0,2\n");
    row("a symbol is fitted to its viewport",
        "<symbol id='s' viewBox='0 0 10 10'><rect width='10' height='10'/></symbol><use href='#s' width='20' "
        "height='30'/>",
        "1: M0,5L20,5L20,25L0,25\n");
    row("a symbol cuts what leaves it",
        "<symbol id='s' viewBox='0 0 1 1'><rect width='3' height='1'/></symbol><use href='#s' width='10' "
        "height='10'/>",
        "1: M0,0L30,0L30,10L0,10 in (M0,0L10,0L10,10L0,10)\n");
    row("a share of a stroke follows the viewport around it",
        "<symbol id='s' viewBox='0 0 20 20'><path d='M8 10h4' fill='none'/></symbol>"
        "<use href='#s' width='40' height='40' stroke='red' stroke-width='10%'/>",
        "1: M16,20L24,20 width 2\n");
    row("a clip path is the union of its children",
        "<clipPath id='c'><rect width='5' height='5'/><circle r='3'/></clipPath>"
        "<rect width='9' height='9' clip-path='url(#c)'/>",
        "1: M0,0L9,0L9,9L0,9 in (M0,0L5,0L5,5L0,5) (M3,0A-3,0A3,0)\n");
    row("a clip path in units of the box",
        "<clipPath id='c' clipPathUnits='objectBoundingBox'><rect width='.5' height='1'/></clipPath>"
        "<rect x='10' width='8' height='8' clip-path='url(#c)'/>",
        "1: M10,0L18,0L18,8L10,8 in (M10,0L14,0L14,8L10,8)\n");
    // The result of rsvg-convert 2.54.
    const char* const one = "1: M0,0L1,0L1,1L0,1\n";
    const auto painted = [&](const char* name, const std::string& server, const char* fill, bool isPainted) {
        const std::string rectangle = std::string("<rect width='1' height='1' fill='") + fill + "'/>";
        row(name, (server + rectangle).c_str(), isPainted ? one : "");
    };
    const std::string gradient = "<linearGradient id='g'><stop stop-color='red'/></linearGradient>";
    painted("a gradient is a paint", gradient, "url(#g)", true);
    painted("a gradient with the stops of another", gradient + "<radialGradient id='h' href='#g'/>",
            "url(#h)", true);
    painted("a gradient without stops", "<linearGradient id='g'/>", "url(#g)", false);
    painted("a gradient without stops before a colour", "<linearGradient id='g'/>", "url(#g) red", false);
    painted("gradients that refer to each other",
            "<linearGradient id='g' href='#h'/><linearGradient id='h' href='#g'/>", "url(#g)", false);
    const std::string content = "<rect width='1' height='1'/></pattern>";
    const std::string pattern = "<pattern id='p' width='1' height='1'>" + content;
    painted("a pattern is a paint", pattern, "url(#p)", true);
    painted("a pattern with the size and content of another", pattern + "<pattern id='q' href='#p'/>",
            "url(#q)", true);
    painted("a pattern without content", "<pattern id='p' width='1' height='1'/>", "url(#p)", false);
    painted("a pattern without content before a colour", "<pattern id='p' width='1' height='1'/>",
            "url(#p) red", true);
    painted("a pattern without a width", "<pattern id='p' height='1'>" + content, "url(#p)", false);
    painted("a pattern of zero width", "<pattern id='p' width='0' height='1'>" + content, "url(#p)", false);
    painted("a pattern of zero height before a colour", "<pattern id='p' width='1' height='0'>" + content,
            "url(#p) red", true);
    painted("a pattern of negative width", "<pattern id='p' width='-1' height='1'>" + content, "url(#p)",
            false);
    painted("an id that is missing", "", "url(#x)", false);
    painted("an id that is missing before a colour", "", "url(#x) red", true);
    painted("an id that is missing before none", "", "url(#x) none", false);
    painted("an id of another element", "<clipPath id='x'/>", "url(#x)", false);
    painted("an id of another element before a colour", "<clipPath id='x'/>", "url(#x) red", true);
    row("text in another layer that is hidden", "<g style='display:none'><text>A</text></g>", "");
}

void TestSvg::drawn() {
    QFETCH(QString, content);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(shown(readSvg(svg(content.toStdString()), oneToOne()))), expected);
}

void TestSvg::refused_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* content, const char* expected) {
        QTest::newRow(expected) << QString(content) << QString(expected);
    };
    row("<g>\n <text>A</text></g>", "a.svg:3:2: <text> is not supported");
    row("<image href='a.png'/>", "a.svg:2:1: <image> is not supported");
    row("<svg/>", "a.svg:2:1: an svg inside an svg is not supported");
    row("<switch><g/></switch>", "a.svg:2:1: <switch> is not supported");
    row("<rect width='1' height='1' filter='url(#f)'/>", "a.svg:2:36: a filter is not supported");
    row("<g mask='url(#m)'/>", "a.svg:2:10: a mask is not supported");
    row("<path d='M0 0h1' style='marker-end:url(#m)'/>", "a.svg:2:36: markers are not supported");
    row("<path d='M0 0 L 5 x'/>", "a.svg:2:19: path data: ");
    row("<rect width='1em' height='1'/>", "a.svg:2:14: the unit 'em' is not supported");
    row("<rect width='-1' height='1'/>", "a.svg:2:14: the width is negative");
    row("<rect width='1' height='1' fill='hsl(1,2,3)'/>",
        "a.svg:2:34: the paint 'hsl(1,2,3)' is not supported");
    row("<style>a > b { fill: red }</style>", "a.svg:2:8: the selector 'a > b' is not supported");
    row("<style>@import 'a.css';</style>", "a.svg:2:8: @import is not supported: other files are not read");
    row("<g id='a'><use href='#a'/></g>", "a.svg:2:11: this use refers to itself");
    row("<use id='a' href='#b'/><use id='b' href='#a'/>", "a.svg:2:1: this use refers to itself");
    row("<use href='b.svg#a'/>",
        "a.svg:2:12: the reference 'b.svg#a' leads to another file, which is not read");
    row("<g transform='spin(3)'/>", "a.svg:2:15: the transform 'spin(3)' is not supported");
    row("<g><rect></g>", "a.svg:2:12: an end tag does not match its start tag");
    row("<clipPath id='c' clip-path='url(#c)'/><rect width='1' height='1' clip-path='url(#c)'/>",
        "a.svg:2:29: the clip path 'c' clips itself");
    row("<path d='M0 0h1' stroke='red' vector-effect='non-scaling-stroke'/>",
        "a.svg:2:46: vector-effect is not supported");
    row("<g transform='rotate(45)' style='transform-origin:50px 50px'/>",
        "a.svg:2:51: transform-origin is not supported");
    row("<style>.a{translate:3px}</style><g class='a'/>", "a.svg:2:21: translate is not supported");
    row("<g style='rotate:3deg'/>", "a.svg:2:18: rotate is not supported");
    row("<g style='scale:3'/>", "a.svg:2:17: scale is not supported");
    row("<path d='M0 0h1' stroke='red' stroke-dasharray='1' pathLength='9'/>",
        "a.svg:2:64: dashes by pathLength are not supported");
    row("</svg>\n<svg>", "a.svg:3:1: another drawing follows the end of the drawing");
}

void TestSvg::refused() {
    QFETCH(QString, content);
    QFETCH(QString, expected);
    const QString problem = QString::fromStdString(problemOf(svg(content.toStdString())));
    QVERIFY2(problem.startsWith(expected), qPrintable(problem));
}

void TestSvg::tonesAreLuminances() {
    DrawingRequest request = oneToOne();
    request.paint = DrawingPaint::luminance;
    const std::string two =
        svg("<rect width='1' height='1' fill='#fff'/><rect width='1' height='1' fill='red'/>");
    QCOMPARE(readSvg(two, request).items[0].value, 255000);
    QCOMPARE(readSvg(two, request).items[1].value, 299 * 255);
    request.paint = DrawingPaint::darkness;
    QCOMPARE(readSvg(two, request).items[1].value, 255000 - 299 * 255);
    QCOMPARE(readSvg(two, request).units, toneUnits);
    const std::string faint = svg("<rect width='1' height='1' opacity='.5'/>");
    QVERIFY(QString::fromStdString(problemOf(faint, request)).contains("partial opacity"));
    const std::string blended = svg("<g style='mix-blend-mode:multiply'/>");
    QCOMPARE(problemOf(blended), std::string("none"));
    QCOMPARE(problemOf(blended, request), std::string("a.svg:2:26: mix-blend-mode is not supported"));
    request.ignore = {"opacity"};
    QCOMPARE(problemOf(faint, request), std::string("none"));
}

void TestSvg::onlyWhatIsSelectedIsDrawn() {
    DrawingRequest request = oneToOne();
    request.select = {"Layer 2"};
    const std::string layers =
        "<svg xmlns='http://www.w3.org/2000/svg' "
        "xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape' "
        "viewBox='0 0 9 9'><g inkscape:label='Layer 1'><text>A</text><use href='b.svg#a'/></g>"
        "<g inkscape:label='Layer 2'><rect width='1' height='1'/></g></svg>";
    QCOMPARE(shown(readSvg(layers, request)), std::string("1: M0,0L1,0L1,1L0,1\n"));
    request.select = {"Layer 3"};
    QCOMPARE(problemOf(layers, request), std::string("a.svg: no element has the id or label 'Layer 3'"));
}

/// The place, the pattern and its values stay apart until they are shown.
void TestSvg::aProblemIsData() {
    try {
        static_cast<void>(readSvg(svg("<rect width='5' height='3' fill='no such'/>"), oneToOne()));
    } catch (const DrawingError& error) {
        const Problem& problem = error.problem();
        QCOMPARE(problem.subject, std::string("a.svg:2:34"));
        QCOMPARE(problem.reason, std::string("the paint %1 is not supported"));
        QVERIFY(problem.details == std::vector<std::string>{"'no such'"});
        QVERIFY(problem.advice.starts_with("write none"));
        return;
    }
    QFAIL("it was read");
}

void TestSvg::sizesFitTheBox() {
    const std::string text = svg("<rect width='100' height='50'/>");
    DrawingRequest request = oneToOne();
    QCOMPARE(readSvg(text, request).box, (PlaneBox{0, 0, 100, 50}));
    request.pixelUm = 25400.0 / 96 / 2;
    QCOMPARE(readSvg(text, request).box, (PlaneBox{0, 0, 200, 100}));
    request.width = 300;
    QCOMPARE(shown(readSvg(text, request)), std::string("1: M0,0L300,0L300,150L0,150\n"));
    request.height = 300;
    QCOMPARE(shown(readSvg(text, request)), std::string("1: M0,75L300,75L300,225L0,225\n"));
    request.fit = DrawingFit::stretch;
    QCOMPARE(shown(readSvg(text, request)), std::string("1: M0,0L300,0L300,300L0,300\n"));
    QCOMPARE(readSvg(text, request).box, (PlaneBox{0, 0, 300, 300}));
    QCOMPARE(problemOf(svg("", "width='100%' height='3'")).substr(0, 35),
             std::string("a.svg:1:1: the drawing has no size:"));
}

void TestSvg::limits() {
    std::string deep;
    for (int i = 0; i < 256; ++i)
        deep += "<g>";
    QVERIFY(QString::fromStdString(problemOf(svg(deep))).contains("a.svg"));
    std::string closed = deep;
    for (int i = 0; i < 256; ++i)
        closed += "</g>";
    QVERIFY(
        QString::fromStdString(problemOf(svg(closed))).endsWith("elements are nested more than 256 deep"));
    // Twenty levels that double: a million elements from forty lines.
    std::string bomb = "<defs><rect id='u0' width='1' height='1'/>";
    for (int i = 1; i <= 20; ++i) {
        const std::string target = "<use href='#u" + std::to_string(i - 1) + "'/>";
        bomb += "<g id='u" + std::to_string(i) + "'>" + target + target + "</g>";
    }
    const QString problem = QString::fromStdString(problemOf(svg(bomb + "</defs><use href='#u20'/>")));
    QVERIFY2(problem.contains("more than 1,000,000 elements"), qPrintable(problem));
    const auto repeated = [](const char* text, int times) {
        return svg(QString(text).repeated(times).toStdString());
    };
    const QString processing = QString::fromStdString(problemOf(repeated("<?a?>", 1'000'000)));
    QVERIFY2(processing.endsWith("the drawing has more than 1,000,000 elements"), qPrintable(processing));
    const QString sections = QString::fromStdString(problemOf(repeated("<![CDATA[]]>", 1'000'000)));
    QVERIFY2(sections.endsWith("the drawing has more than 1,000,000 elements"), qPrintable(sections));
    const QString attributes = QString::fromStdString(problemOf(repeated("= '", 16'000'001)));
    QVERIFY2(attributes.endsWith("the drawing has more than 16,000,000 attributes"), qPrintable(attributes));
    QCOMPARE(problemOf(repeated("<!--=-->", 1'000'000)), std::string("none"));
    const std::string entities =
        "<!DOCTYPE svg [<!ENTITY a 'b'>]>\n<svg xmlns='http://www.w3.org/2000/svg'/>";
    QVERIFY(
        QString::fromStdString(problemOf(entities)).contains("an internal document type is not supported"));
    QVERIFY(QString::fromStdString(problemOf("\x1F\x8B\x08")).contains("compressed"));
    QVERIFY(QString::fromStdString(problemOf(svg("\xFF"))).endsWith("the text is not UTF-8"));
    QCOMPARE(problemOf("<html/>"), std::string("a.svg:1:1: the first element is not svg"));
}

/// Uses and clip paths may refer to others, each up to 32 deep.
void TestSvg::chainsAreLimited() {
    const auto uses = [](int count) {
        std::string chain = "<defs><rect id='u0' width='1' height='1'/>";
        for (int i = 1; i < count; ++i)
            chain += "<g id='u" + std::to_string(i) + "'><use href='#u" + std::to_string(i - 1) + "'/></g>";
        return svg(chain + "</defs><use href='#u" + std::to_string(count - 1) + "'/>");
    };
    QCOMPARE(problemOf(uses(32)), std::string("none"));
    QVERIFY(QString::fromStdString(problemOf(uses(33)))
                .endsWith("use elements refer to one another more than 32 deep"));
    const auto clips = [](int count) {
        const std::string part = "<rect width='1' height='1'/></clipPath>";
        std::string chain = "<clipPath id='c0'>" + part;
        for (int i = 1; i < count; ++i)
            chain += "<clipPath id='c" + std::to_string(i) + "' clip-path='url(#c" + std::to_string(i - 1) +
                     ")'>" + part;
        return svg(chain + "<rect width='1' height='1' clip-path='url(#c" + std::to_string(count - 1) +
                   ")'/>");
    };
    QCOMPARE(problemOf(clips(32)), std::string("none"));
    QVERIFY(QString::fromStdString(problemOf(clips(33)))
                .endsWith("clip paths clip one another more than 32 deep"));
}

void TestSvg::repeatedPartsAreLimited_data() {
    QTest::addColumn<QString>("content");
    QTest::addColumn<int>("edges");
    QTest::addColumn<int>("steps");
    QTest::addColumn<QString>("expected");
    const QString edges = ": the outline has more than 10,000,000 edges";
    const QString steps = ": the drawing repeats its parts too often";
    const QString uses = QString("<use href='#a'/>").repeated(100);
    QTest::newRow("a long path") << "<path d='M0 0" + QString("h1").repeated(100) + "'/>" << 100 << 1000
                                 << "a.svg:2:1" + edges;
    QTest::newRow("a long polygon") << "<polygon points='" + QString("0 0 ").repeated(101) + "'/>" << 100
                                    << 1000 << "a.svg:2:1" + edges;
    QTest::newRow("a path that is used again is kept once")
        << "<path id='a' d='M0 0" + QString("h1").repeated(90) + "'/>" + uses << 100 << 5000 << "none";
    QTest::newRow("the dashes of each line")
        << "<g stroke='red' stroke-dasharray='" + QString("1 ").repeated(60) +
               "'><path d='M0 0h1'/>\n<path d='M0 0h1'/></g>"
        << 100 << 1000 << "a.svg:3:1" + edges;
    QTest::newRow("a style that is read again")
        << "<path id='a' d='M0 0h1' style='/*" + QString(100, 'x') + "*/'/>" + uses << 1000 << 5000
        << "a.svg:2:1" + steps;
    QTest::newRow("a transform that is read again")
        << "<path id='a' d='M0 0h1' transform='" + QString(100, ' ') + "'/>" + uses << 1000 << 5000
        << "a.svg:2:1" + steps;
    const QString rule = "<style>.b{stroke-dasharray:1" + QString(100, ',') + "}</style>";
    QTest::newRow("dashes of a rule that are read again")
        << rule + "<path id='a' class='b' d='M0 0h1'/>" + uses << 1000 << 5000
        << QString("a.svg:2:%1").arg(rule.size() + 1) + steps;
    QTest::newRow("the rectangle around a shape that is used again")
        << "<clipPath id='c' clipPathUnits='objectBoundingBox'><path d='M0 0h1v1'/></clipPath>"
           "<path id='a' clip-path='url(#c)' d='M0 0" +
               QString("h1").repeated(90) + "'/>" + uses
        << 1000 << 8000 << "a.svg:2:83" + steps;
    const QString clips =
        "<clipPath id='c'><path d='M0 0h1v1'/></clipPath>" + QString("<g clip-path='url(#c)'>").repeated(20);
    QTest::newRow("the clips of a shape that is used again")
        << clips + "<path id='a' d='M0 0h1'/>" + uses + QString("</g>").repeated(20) << 1000 << 5000
        << QString("a.svg:2:%1").arg(clips.size() + 1) + steps;
    QTest::newRow("classes that are read again")
        << "<style>.b{fill:red}</style><path id='a' d='M0 0h1' class='" + QString(100, ' ') + "'/>" + uses
        << 1000 << 5000 << "a.svg:2:28" + steps;
}

void TestSvg::repeatedPartsAreLimited() {
    QFETCH(QString, content);
    QFETCH(int, edges);
    QFETCH(int, steps);
    const OutlineMeter::Limits limits{static_cast<std::uint64_t>(edges), static_cast<std::uint64_t>(steps)};
    QTEST(QString::fromStdString(problemOf(svg(content.toStdString()), oneToOne(), limits)), "expected");
}

/// The round caps of the stroke have more chords than an outline may have edges.
void TestSvg::hugeStrokesAreRefused() {
    const Outline outline = readSvg(
        svg("<path d='M0 0h0' stroke='red' stroke-width='1e18' stroke-linecap='round'/>"), oneToOne());
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(snap(outline, {})), OutlineError);
}

/// Old versions of Inkscape write a limit of 0.
void TestSvg::smallMiterLimitsMakeBevels() {
    const auto limitOf = [](const std::string& limit) {
        const Outline outline =
            readSvg(svg("<path d='M0 0h9v9' fill='none' stroke='red' stroke-miterlimit='" + limit + "'/>"),
                    oneToOne());
        return outline.layers[outline.items.back().layer].stroke->miterLimit;
    };
    QCOMPARE(limitOf("0"), 1.0);
    QCOMPARE(limitOf("0.5"), 1.0);
    QCOMPARE(limitOf("2.5"), 2.5);
    const QString problem =
        QString::fromStdString(problemOf(svg("<path d='M0 0h9v9' stroke='red' stroke-miterlimit='-1'/>")));
    QVERIFY2(problem.startsWith("a.svg:2:") && problem.contains("the miter limit is negative"),
             qPrintable(problem));
}

void TestSvg::aShapeIsKeptOnce() {
    const std::string symbols =
        "<path id='p' d='M0 0h1v1z'/><rect id='r' width='50%' height='1'/>"
        "<symbol id='a' viewBox='0 0 9 9' overflow='visible'><use href='#p'/><use href='#r'/></symbol>"
        "<symbol id='b' viewBox='0 0 8 8' overflow='visible'><use href='#p'/><use href='#r'/></symbol>";
    std::string turns;
    for (int i = 0; i < 10; ++i)
        turns += "<use href='#a'/><use href='#b'/>";
    const Outline outline = readSvg(svg(symbols + turns), oneToOne());
    QCOMPARE(outline.items.size(), std::size_t{42});
    // The path, and the rectangle in three viewports.
    std::size_t shapes = 0;
    for (const ContourList& list : outline.lists)
        shapes += list.points.size() == 2 || list.points.size() == 3 ? 1 : 0;
    QCOMPARE(shapes, std::size_t{4});
}

void TestSvg::styleSheetsAreLimited() {
    const auto sheet = [](int selectors, int declarations) {
        return svg(("<style>.b" + QString(",.a").repeated(selectors) + "{" +
                    QString("fill:red;").repeated(declarations) + "}</style><path class='a' d='M0 0h1'/>")
                       .toStdString());
    };
    // Handling each property once for each selector would take minutes.
    QCOMPARE(problemOf(sheet(400'000, 400'000)), std::string("none"));
    QCOMPARE(problemOf(sheet(500'000, 1)),
             std::string("a.svg:2:8: the style sheets have more than 1,000,000 selectors and properties"));
}

void TestSvg::readingCanBeStopped() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(
        static_cast<void>(readSvg(svg("<path d='M0 0h1'/>"), oneToOne(), stop.get_token())), Cancelled);
}

void TestSvg::strangersAreNamedInAWarning() {
    const Outline outline =
        readSvg(svg("<animate/><x:y xmlns:x='a:b'/><metadata><z:z xmlns:z='q'/></metadata>"), oneToOne());
    QCOMPARE(outline.warnings.size(), std::size_t{2});
    QCOMPARE(outline.warnings[0].text(), std::string("line 2: <animate> is not read (1)"));
    QCOMPARE(outline.warnings[1].text(),
             std::string("line 2: elements of other namespaces are not read (1)"));
}

void TestSvg::missingPartsAreNamedOnce() {
    const Outline outline = readSvg(svg("<style>@font-face{}\n@font-face{}</style><g clip-path='url(#a)'/>\n"
                                        "<g clip-path='url(#b)'/><path d='M0 0h1v1' clip-path='url(#a)'/>"),
                                    oneToOne());
    QCOMPARE(outline.items.size(), std::size_t{1});
    QCOMPARE(outline.warnings.size(), std::size_t{2});
    QCOMPARE(outline.warnings[0].text(), std::string("line 2: @font-face is not read (2)"));
    QCOMPARE(outline.warnings[1].text(), std::string("line 3: the drawing has no clipPath 'a' (3)"));
}

void TestSvg::paintsThatPaintNothingAreNamed() {
    const std::string content =
        "<linearGradient id='g'/><pattern id='p'/>\n<rect width='1' height='1' fill='url(#x)'/>\n"
        "<g fill='url(#y) red'><rect width='1' height='1' stroke='url(#g)'/><rect width='1' "
        "height='1'/></g>\n"
        "<rect width='1' height='1' fill='url(#p)'/>";
    for (const DrawingPaint paint : {DrawingPaint::shapes, DrawingPaint::darkness}) {
        DrawingRequest request = oneToOne();
        request.paint = paint;
        const Outline outline = readSvg(svg(content), request);
        QCOMPARE(outline.items.size(), std::size_t{2});
        QCOMPARE(outline.warnings.size(), std::size_t{3});
        QCOMPARE(outline.warnings[0].text(),
                 std::string("line 3: the drawing has no gradient or pattern 'x'; only a colour after the "
                             "reference is painted (2)"));
        QCOMPARE(outline.warnings[1].text(),
                 std::string("line 4: the gradient 'g' has no stops, so it paints nothing (1)"));
        QCOMPARE(outline.warnings[2].text(),
                 std::string("line 5: the pattern 'p' has no size or no content; only a colour after the "
                             "reference is painted (1)"));
    }
}

void TestSvg::partsAreListed() {
    const std::string text =
        svg("<defs><rect id='inDefs'/></defs><style>a > b {}</style>\n"
            "<g inkscape:label='Rim &amp; edge' id='layer1'><rect id='inner'/><g><use id='deep'/></g></g>\n"
            "<path id='loose' d='nonsense'/><path id='inner'/><circle/><text id='words'>A</text>\n"
            "<g id='&#7;'/><g inkscape:label='' id='plain'/><animate id='moves'/><metadata id='about'/>",
            "viewBox='0 0 9 9' xmlns:inkscape='http://www.inkscape.org/namespaces/inkscape'");
    const DrawingParts found = svgParts(text, "a.svg", {});
    const std::vector<DrawingPart> expected = {
        {"Rim & edge", "layer1"}, {"loose"}, {"inner"}, {"plain"}, {"deep"}};
    QCOMPARE(found.parts.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(found.parts[i].name, expected[i].name);
        QCOMPARE(found.parts[i].also, expected[i].also);
    }
    QVERIFY(!found.more && !found.anyCase);
    QCOMPARE(found.ignorable, (std::vector<std::string>{"text", "selectors"}));
}

void TestSvg::partsOfHostileFilesAreLimited() {
    std::string many;
    for (int i = 0; i < 1'500; ++i)
        many += "<g id='g" + std::to_string(i) + "'/><odd" + std::to_string(i) + "/>";
    const DrawingParts found = svgParts(svg(many), "a.svg", {});
    QCOMPARE(found.parts.size(), DrawingParts::most);
    QCOMPARE(found.parts[0].name, std::string("g0"));
    QVERIFY(found.more);
    QCOMPARE(found.ignorable.size(), DrawingParts::most);
    QVERIFY(svgParts(svg("<g id='" + std::string(256, 'x') + "'/>"), "a.svg", {}).parts.empty());
    QCOMPARE(svgParts(svg("<g id='" + std::string(255, 'x') + "'/>"), "a.svg", {}).parts.size(),
             std::size_t{1});
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(svgParts("<svg><g></svg>", "a.svg", {})), DrawingError);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(svgParts(svg("<g id='a'/>"), "a.svg", stop.get_token())),
                             Cancelled);
}

BURIN_TEST(TestSvg)
#include "test_svg.moc"
