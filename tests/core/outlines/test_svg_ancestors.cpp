// SPDX-License-Identifier: GPL-3.0-or-later

// Elements of an SVG drawing inherit from the elements around them. The expected results come from
// rsvg-convert 2.54.

#include "core/outlines/drawing_error.hpp"
#include "core/outlines/svg/svg_reader.hpp"
#include "support/testing.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace burin;

namespace {

/// \param root  attributes of the outermost element
Outline outlineWithin(const std::string& root, const std::string& content,
                      DrawingPaint paint = DrawingPaint::shapes, std::vector<std::string> select = {}) {
    DrawingRequest request;
    request.file = "a.svg";
    request.pixelUm = 25400.0 / 96;
    request.paint = paint;
    request.select = std::move(select);
    return readSvg("<svg xmlns='http://www.w3.org/2000/svg' " + root + ">\n" + content + "</svg>", request);
}

QString refusalWithin(const std::string& root, const std::string& content = "<rect width='1' height='1'/>",
                      DrawingPaint paint = DrawingPaint::shapes) {
    try {
        static_cast<void>(outlineWithin(root, content, paint));
    } catch (const DrawingError& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

}  // namespace

class TestSvgAncestors : public QObject {
    Q_OBJECT

  private slots:
    void sharesOfStrokesAreOfTheLastViewBox();
    void theCurrentColourIsThatOfTheElement();
    void theDrawingIsTransformed();
    void effectsOnTheDrawingAreRefused_data();
    void effectsOnTheDrawingAreRefused();
    void eachMarkerIsInheritedByItself();
    void onlyGradientsThatPaintAreRefused();
    void visibilityCanReturn();
    void gradientsOfTheShapeNeedItsSize();
};

void TestSvgAncestors::sharesOfStrokesAreOfTheLastViewBox() {
    const Outline outline = outlineWithin(
        "width='100' height='100' viewBox='0 0 20 20' stroke-width='10%' "
        "stroke-dasharray='5% 3' stroke-dashoffset='20%'",
        "<path d='M8 10h4' fill='none' stroke='red'/>");
    const StrokeStyle line = outline.layers[outline.items.back().layer].stroke.value();
    QCOMPARE(line.width, 2.0);
    QCOMPARE(line.dash, (std::vector<double>{1, 3}));
    QCOMPARE(line.dashOffset, 4.0);
}

void TestSvgAncestors::theCurrentColourIsThatOfTheElement() {
    const Outline outline = outlineWithin("width='9' height='9' color='white'",
                                          "<g fill='currentColor'><rect width='1' height='1'/>"
                                          "<rect width='1' height='1' color='red'/></g>",
                                          DrawingPaint::luminance);
    QCOMPARE(outline.items.size(), std::size_t{2});
    QCOMPARE(outline.items[0].value, 255'000);
    QCOMPARE(outline.items[1].value, 299 * 255);
}

void TestSvgAncestors::theDrawingIsTransformed() {
    const Outline outline =
        outlineWithin("width='40' height='20' viewBox='0 0 20 10' transform='translate(10 5)'",
                      "<rect x='1' y='2' width='2' height='1'/>");
    const OutlineLayer& layer = outline.layers[outline.items.back().layer];
    const PlanePoint corner = layer.toOutline(outline.lists[layer.list].heads.front().start);
    QCOMPARE(corner.x, 12.0);
    QCOMPARE(corner.y, 9.0);
}

void TestSvgAncestors::effectsOnTheDrawingAreRefused_data() {
    QTest::addColumn<QString>("attribute");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a mask") << "mask='url(#m)'"
                            << "a mask is not supported";
    QTest::newRow("a filter") << "filter='url(#f)'"
                              << "a filter is not supported";
    QTest::newRow("a rotation of CSS") << "style='rotate:9deg'"
                                       << "rotate is not supported";
}

void TestSvgAncestors::effectsOnTheDrawingAreRefused() {
    QFETCH(QString, attribute);
    QFETCH(QString, expected);
    const QString refusal = refusalWithin("viewBox='0 0 9 9' " + attribute.toStdString());
    QVERIFY2(refusal.startsWith("a.svg:1:") && refusal.endsWith(expected), qPrintable(refusal));
}

void TestSvgAncestors::eachMarkerIsInheritedByItself() {
    const auto refusal = [](const std::string& marker) {
        return refusalWithin("viewBox='0 0 9 9'",
                             "<g marker-end='url(#m)'><path d='M0 0h1v1' " + marker + "/></g>");
    };
    QCOMPARE(refusal("marker-start='none'"), QString("a.svg:2:16: markers are not supported"));
    QCOMPARE(refusal("marker-end='none'"), QString());
    QCOMPARE(refusal("style='marker:none'"), QString());
}

void TestSvgAncestors::onlyGradientsThatPaintAreRefused() {
    const std::string root = "viewBox='0 0 9 9'";
    const std::string plain =
        "<linearGradient id='g'><stop/></linearGradient>"
        "<g fill='url(#g)'><rect id='a' width='1' height='1' fill='red'/>";
    const std::string both = plain + "<rect width='1' height='1'/></g>";
    const DrawingPaint tone = DrawingPaint::luminance;
    QCOMPARE(refusalWithin(root, plain + "</g>", tone), QString());
    QCOMPARE(refusalWithin(root, both, tone), QString("a.svg:2:57: gradients are not supported with a tone"));
    QCOMPARE(outlineWithin(root, both, tone, {"a"}).items.size(), std::size_t{1});
}

void TestSvgAncestors::visibilityCanReturn() {
    const Outline outline = outlineWithin("viewBox='0 0 9 9'",
                                          "<g visibility='hidden'><rect width='1' height='1'/>"
                                          "<rect width='1' height='1' style='visibility:initial'/></g>");
    QCOMPARE(outline.items.size(), std::size_t{1});
}

/// A stroke inherits the units of its gradient from another gradient.
void TestSvgAncestors::gradientsOfTheShapeNeedItsSize() {
    const auto drawing = [](const std::string& units) {
        return outlineWithin(
            "viewBox='0 0 9 9'",
            "<linearGradient id='a' " + units +
                "><stop/></linearGradient>"
                "<linearGradient id='g' href='#a'/>\n"
                "<g fill='none' stroke='url(#g)'><path d='M1 5H8'/><path d='M1 5H8V6'/></g>");
    };
    const Outline ofShape = drawing("");
    QCOMPARE(ofShape.items.size(), std::size_t{1});
    QCOMPARE(ofShape.warnings.size(), std::size_t{1});
    QCOMPARE(
        ofShape.warnings[0].text(),
        std::string("line 3: a gradient or pattern does not paint the stroke of a shape without width or "
                    "height, unless its units are userSpaceOnUse (1)"));
    const Outline ofDrawing = drawing("gradientUnits='userSpaceOnUse'");
    QCOMPARE(ofDrawing.items.size(), std::size_t{2});
    QVERIFY(ofDrawing.warnings.empty());
}

BURIN_TEST(TestSvgAncestors)
#include "test_svg_ancestors.moc"
