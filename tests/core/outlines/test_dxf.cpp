// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_reader.hpp"
#include "support/testing.hpp"

#include "core/base/cancelled.hpp"
#include "core/outlines/drawing_error.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace burin;

namespace {

/// `0 LINE 10 1 ...` as lines, inside of the entities' section of a drawing in millimetres, or in the unit
/// that `before` names.
std::string dxf(const std::string& entities, const std::string& before = "") {
    const bool hasUnit = before.find("$INSUNITS") != std::string::npos;
    std::istringstream words((hasUnit ? "" : "0 SECTION 2 HEADER 9 $INSUNITS 70 4 0 ENDSEC ") + before +
                             " 0 SECTION 2 ENTITIES " + entities + " 0 ENDSEC 0 EOF");
    std::string text;
    for (std::string word; words >> word;)
        text += word + '\n';
    return text;
}

DrawingRequest oneMillimetre() {
    DrawingRequest request;
    request.file = "a.dxf";
    request.pixelUm = 1000;
    return request;
}

std::string shown(const Outline& outline) {
    std::ostringstream text;
    for (const OutlineItem& item : outline.items) {
        const ContourList& list = outline.lists[outline.layers[item.layer].list];
        std::size_t at = 0;
        std::size_t contour = 0;
        const auto point = [&](PlanePoint p) {
            text << std::round(p.x * 1e5) / 1e5 + 0.0 << ',' << std::round(p.y * 1e5) / 1e5 + 0.0 << ' ';
        };
        for (std::size_t s = 0; s <= list.segments.size(); ++s) {
            for (; contour < list.heads.size() && list.heads[contour].firstSegment == s; ++contour) {
                text << (list.heads[contour].closed ? "M" : "open M");
                point(list.heads[contour].start);
            }
            if (s == list.segments.size()) break;
            at += pointsOf(list.segments[s]);
            text << "LQCA"[static_cast<int>(list.segments[s])];
            point(list.points[at - 1]);
        }
        text << '\n';
    }
    return text.str();
}

std::string problemOf(const std::string& text, const DrawingRequest& request = oneMillimetre(),
                      OutlineMeter::Limits limits = {}) {
    try {
        static_cast<void>(readDxf(text, request, {{}, limits}));
    } catch (const DrawingError& error) {
        return error.what();
    }
    return "none";
}

const std::string square =
    "0 LINE 10 0 20 0 11 4 21 0 0 LINE 10 4 20 4 11 4 21 0 0 LINE 10 4 20 4 11 0 21 4 0 LINE 10 0 20 4 11 0 "
    "21 0";

}  // namespace

class TestDxf : public QObject {
    Q_OBJECT

  private slots:
    void drawn_data();
    void drawn();
    void refused_data();
    void refused();
    void endsWithinJoinAreOne();
    void edgesOfHatchesMeetWithinJoin();
    void endsFarAwayAreFoundByTheirPlaces();
    void layersStayInRegister();
    void attributesFollowTheirLayers();
    void definitionsOfAttributesAreRefusedIfTheyAreDrawn();
    void blocksOfOtherFilesAreRefused();
    void copiesAreLimited();
    void chainsOfBlocksAreLimited();
    void readingCanBeStopped();
    void namesInCodePages_data();
    void namesInCodePages();
    void anAssumedCodePageIsNamed_data();
    void anAssumedCodePageIsNamed();
    void units();
    void theUnitOfTheFileCounts();
    void everyUnitIsKnown_data();
    void everyUnitIsKnown();
    void blanksAroundNamesDoNotCount();
    void layersAndTypesAreListed();
    void listsAreLimited();
};

void TestDxf::drawn_data() {
    QTest::addColumn<QString>("entities");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& entities, const char* expected) {
        QTest::newRow(name) << QString::fromStdString(entities) << QString(expected);
    };
    row("lines in any direction are chained, y turned over", square, "M0,4 L4,4 L4,0 L0,0 L0,4 \n");
    row("a circle", "0 CIRCLE 10 5 20 5 40 5", "M10,5 A0,5 A10,5 \n");
    row("a polyline with a bulge of a half circle", "0 LWPOLYLINE 90 2 70 1 10 0 20 0 42 1 10 4 20 0",
        "M0,0 A4,0 L0,0 \n");
    row("a polyline of vertices",
        "0 POLYLINE 70 1 0 VERTEX 10 0 20 0 0 VERTEX 10 4 20 0 0 VERTEX 10 4 20 4 0 SEQEND",
        "M0,4 L4,4 L4,0 L0,4 \n");
    row("polylines whose width is 0",
        "0 LWPOLYLINE 90 2 70 1 43 0 10 0 20 0 42 1 10 4 20 0 "
        "0 LWPOLYLINE 70 1 43 5 10 0 20 0 40 0 41 0 42 1 10 4 20 0 "
        "0 POLYLINE 70 1 40 1 41 1 0 VERTEX 10 0 20 0 40 0 41 0 42 1 0 VERTEX 10 4 20 0 40 0 41 0 0 SEQEND",
        "M0,0 A4,0 L0,0 M0,0 A4,0 L0,0 M0,0 A4,0 L0,0 \n");
    row("an arc and its chord", "0 ARC 10 0 20 0 40 2 50 0 51 180 0 LINE 10 -2 20 0 11 2 21 0",
        "M4,2 A0,2 L4,2 \n");
    row("an ellipse", "0 ELLIPSE 10 0 20 0 11 4 21 0 40 0.5 41 0 42 6.283185307179586", "M8,2 A8,2 \n");
    row("a whole ellipse whose end is rounded", "0 ELLIPSE 10 0 20 0 11 4 21 0 40 0.5 41 0 42 6.28319",
        "M8,2 A8,2 \n");
    row("an arc of a whole circle whose end is rounded", "0 ARC 10 5 20 5 40 5 50 0 51 360.0000001",
        "M10,5 A10,5 \n");
    row("a cubic spline of one span closed by a line",
        "0 SPLINE 70 8 71 3 72 8 73 4 40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 10 0 20 0 10 0 20 4 10 4 20 4 "
        "10 4 20 0 "
        "0 LINE 10 0 20 0 11 4 21 0",
        "M0,3 C4,3 L0,3 \n");
    row("a solid has its corners in zigzag", "0 SOLID 10 0 20 0 11 4 21 0 12 0 22 4 13 4 23 4",
        "M0,4 L4,4 L4,0 L0,0 \n");
    row("a hatch of a polyline",
        "0 HATCH 10 0 20 0 30 0 2 SOLID 70 1 71 0 91 1 92 2 72 0 73 1 93 3 10 0 20 0 10 4 20 0 10 4 20 4 97 "
        "0 75 1 76 1 98 0",
        "M0,4 L4,4 L4,0 L0,4 \n");
    row("a hatch of edges",
        "0 HATCH 70 1 91 1 92 1 93 2 72 1 10 -2 20 0 11 2 21 0 72 2 10 0 20 0 40 2 50 0 51 180 73 1 97 0",
        "M0,2 L4,2 A0,2 \n");
    row("a hatch of edges that run either way",
        "0 HATCH 70 1 91 1 92 1 93 4 72 1 10 0 20 0 11 4 21 0 72 1 10 4 20 4 11 4 21 0 72 1 10 0 20 4 11 4 "
        "21 4 "
        "72 1 10 0 20 4 11 0 21 0 97 0",
        "M0,4 L4,4 L4,0 L0,0 L0,4 \n");
    row("a hatch whose first edge runs the other way",
        "0 HATCH 70 1 91 1 92 1 93 3 72 1 10 4 20 0 11 0 21 0 72 1 10 4 20 0 11 4 21 4 72 1 10 4 20 4 11 0 "
        "21 0 "
        "97 0",
        "M0,4 L4,4 L4,0 L0,4 \n");
    row("a hatch of an arc that runs the other way",
        "0 HATCH 70 1 91 1 92 1 93 2 72 1 10 2 20 0 11 -2 21 0 72 2 10 0 20 0 40 2 50 0 51 180 73 1 97 0",
        "M4,2 L0,2 A4,2 \n");
    const std::string nested =
        "0 HATCH 70 1 91 3 92 7 72 0 73 1 93 3 10 0 20 0 10 9 20 0 10 9 20 9 97 0 "
        "92 22 72 0 73 1 93 3 10 3 20 1 10 8 20 1 10 8 20 6 97 0 "
        "92 6 72 0 73 1 93 3 10 5 20 2 10 7 20 2 10 7 20 4 97 0 75 ";
    row("a hatch of every second area", nested + "0",
        "M0,9 L9,9 L9,0 L0,9 M3,8 L8,8 L8,3 L3,8 M5,7 L7,7 L7,5 L5,7 \n");
    row("a hatch of its outermost area", nested + "1", "M0,9 L9,9 L9,0 L0,9 M3,8 L8,8 L8,3 L3,8 \n");
    row("a hatch without holes", nested + "2", "M0,9 L9,9 L9,0 L0,9 \n");
    row("a hatch without holes, although a hole has a gap",
        "0 HATCH 70 1 91 2 92 3 72 0 73 1 93 3 10 0 20 0 10 9 20 0 10 9 20 9 97 0 "
        "92 0 93 2 72 1 10 3 20 1 11 8 21 1 72 1 10 8 20 3 11 8 21 6 97 0 75 2",
        "M0,9 L9,9 L9,0 L0,9 \n");
    row("a hatch of an old version, with a spline and the entities that it comes from",
        "0 HATCH 70 1 91 2 92 1 93 2 72 1 10 4 20 0 11 0 21 0 72 4 94 3 73 0 74 0 95 8 96 4 40 0 40 0 40 0 "
        "40 0 40 1 40 1 40 1 40 1 "
        "10 0 20 0 10 0 20 4 10 4 20 4 10 4 20 0 97 1 330 AF "
        "92 3 72 0 73 1 93 3 10 10 20 0 10 12 20 0 10 12 20 2 97 0",
        "M4,3 L0,3 C4,3 M10,3 L12,3 L12,1 L10,3 \n");
    row("paper space and invisible entities are left out", square + " 0 TEXT 67 1 0 TEXT 60 1",
        "M0,4 L4,4 L4,0 L0,0 L0,4 \n");
}

void TestDxf::drawn() {
    QFETCH(QString, entities);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(shown(readDxf(dxf(entities.toStdString()), oneMillimetre()))), expected);
}

void TestDxf::refused_data() {
    QTest::addColumn<QString>("entities");
    QTest::addColumn<QString>("expected");
    const auto row = [](const std::string& entities, const char* expected) {
        QTest::newRow(expected) << QString::fromStdString(entities) << QString(expected);
    };
    row("0 TEXT 8 A 1 x", "a.dxf:16:1: 'TEXT' on layer 'A' is not supported");
    row("0 LINE 10 0 20 0 11 4 21 0", "a.dxf:16:1: a contour that begins here is open");
    row(square + " 0 LINE 10 0 20 0 11 9 21 9", "a.dxf:56:1: three lines end at one place");
    row("0 LINE 10 x", "a.dxf:18:1: 'x' is not a number that a drawing can contain");
    row("0 SPLINE 71 4", "a.dxf:16:1: a spline of degree 4 is not supported");
    row("0 HATCH 70 0", "a.dxf:16:1: a HATCH with a pattern is not supported");
    row("0 HATCH 70 1 91 1000000000", "a.dxf:20:1: the boundary of a HATCH is damaged: a wrong number");
    row("0 HATCH 70 1 91 1 92 1 93 3 72 1 10 0 20 0 11 4 21 0 72 1 10 5 20 0 11 4 21 4 72 1 10 4 20 4 11 0 "
        "21 0",
        "a.dxf:36:1: the boundary of a HATCH has a gap before this edge");
    row("0 HATCH 70 1 91 1 92 1 93 2 72 1 10 0 20 0 11 4 21 0 72 1 10 4 20 0 11 4 21 4",
        "a.dxf:26:1: the boundary of a HATCH has a gap before this edge");
    const std::string corner = "0 LWPOLYLINE 10 0 20 0 10 1 20 0 10 1 20 1 ";
    row(corner + "70 1 43 0.5", "a.dxf:16:1: an LWPOLYLINE with a width is not supported");
    row("0 LINE 10 0 20 0 11 4 21 0 0 LWPOLYLINE 10 0 20 0 40 0 41 2 10 1 20 0",
        "a.dxf:26:1: an LWPOLYLINE with a width is not supported");
    row("0 POLYLINE 70 1 40 0.5 41 0.5 0 VERTEX 10 0 20 0 0 VERTEX 10 4 20 0 0 SEQEND",
        "a.dxf:16:1: a POLYLINE with a width is not supported");
    row("0 LINE 10 0 20 0 11 4 21 0 0 POLYLINE 70 1 0 VERTEX 10 0 20 0 40 1 41 0 0 VERTEX 10 4 20 0 0 SEQEND",
        "a.dxf:26:1: a POLYLINE with a width is not supported");
    row("0 LWPOLYLINE 10 0 20 0 10 1 20 0 210 1 220 0 230 0",
        "a.dxf:16:1: the LWPOLYLINE does not lie in the plane of the drawing");
    row("0 INSERT 2 none", "a.dxf:16:1: the drawing has no block 'none'");
    row("0 INSERT 2 none 70 99999 71 99999", "a.dxf:16:1: the drawing has no block 'none'");
}

void TestDxf::refused() {
    QFETCH(QString, entities);
    QFETCH(QString, expected);
    const QString problem = QString::fromStdString(problemOf(dxf(entities.toStdString())));
    QVERIFY2(problem.startsWith(expected), qPrintable(problem));
}

void TestDxf::endsWithinJoinAreOne() {
    const std::string gap =
        dxf("0 LWPOLYLINE 10 0 20 0 10 4 20 0 10 4 20 4 0 LINE 10 4 20 4.0005 11 0.0005 21 0");
    QCOMPARE(problemOf(gap), std::string("none"));
    DrawingRequest strict = oneMillimetre();
    strict.joinUm = 0.1;
    QVERIFY(QString::fromStdString(problemOf(gap, strict)).endsWith("a contour that begins here is open"));
    strict.openAllowed = true;
    QCOMPARE(problemOf(gap, strict), std::string("none"));
}

/// The join is a length of the drawing, also inside of a block that is scaled.
void TestDxf::edgesOfHatchesMeetWithinJoin() {
    const std::string hatch =
        "0 HATCH 70 1 91 1 92 1 93 3 72 1 10 0 20 0 11 4 21 0 72 1 10 4 20 0.0005 11 4 21 4 "
        "72 1 10 4 20 4 11 0.0005 21 0 97 0 75 0";
    QCOMPARE(shown(readDxf(dxf(hatch), oneMillimetre())),
             std::string("M0,4 L4,4 L4,3.9995 L4,0 L0.0005,4 \n"));
    const std::string scaled = dxf("0 INSERT 2 B 41 10 42 10", "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 " +
                                                                   hatch + " 0 ENDBLK 0 ENDSEC");
    const QString problem = QString::fromStdString(problemOf(scaled));
    QVERIFY2(problem.endsWith("the boundary of a HATCH has a gap before this edge"), qPrintable(problem));
    DrawingRequest wide = oneMillimetre();
    wide.joinUm = 6;
    QCOMPARE(problemOf(scaled, wide), std::string("none"));
}

/// An end is compared only with those beside it, however far away they are.
void TestDxf::endsFarAwayAreFoundByTheirPlaces() {
    DrawingRequest request = oneMillimetre();
    request.openAllowed = true;
    const std::string kilometres =
        dxf("0 INSERT 2 B 10 1e11 20 1e11 70 100 71 100 44 3 45 3",
            "0 SECTION 2 HEADER 9 $INSUNITS 70 7 0 ENDSEC 0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 "
            "0 LINE 10 0 20 0 11 1 21 0 0 ENDBLK 0 ENDSEC");
    QCOMPARE(problemOf(kilometres, request, {.steps = 2'000'000}), std::string("none"));
    // Two lines of an array meet, beyond the whole numbers of binary64.
    const std::string chain = dxf("0 INSERT 2 B 10 1e11 20 1e11 70 2 44 1",
                                  "0 SECTION 2 HEADER 9 $INSUNITS 70 7 0 ENDSEC 0 SECTION 2 BLOCKS 0 BLOCK "
                                  "2 B 10 0 20 0 0 LINE 10 0 20 0 11 1 21 0 0 ENDBLK 0 ENDSEC");
    const Outline met = readDxf(chain, request);
    QCOMPARE(met.lists[met.layers[met.items.front().layer].list].heads.size(), std::size_t{1});
}

void TestDxf::layersStayInRegister() {
    const std::string layers =
        "0 SECTION 2 TABLES 0 LAYER 2 OFF 62 -7 70 0 0 ENDSEC 0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 1 20 1 " +
        std::string("0 CIRCLE 8 0 10 1 20 1 40 1 0 ENDBLK 0 ENDSEC");
    const std::string text = dxf(
        "0 CIRCLE 8 A 10 0 20 0 40 1 0 INSERT 8 B 2 B 10 10 20 0 70 2 44 5 41 2 42 2 0 CIRCLE 8 OFF 10 99 "
        "20 0 40 1 0 MTEXT 8 C",
        layers);
    DrawingRequest request = oneMillimetre();
    request.select = {"A"};
    QCOMPARE(shown(readDxf(text, request)), std::string("M2,2 A0,2 A2,2 \n"));
    QCOMPARE(readDxf(text, request).box, (PlaneBox{0, 0, 18, 4}));
    request.select = {"B"};
    QCOMPARE(shown(readDxf(text, request)), std::string("M13,2 A9,2 A13,2 M18,2 A14,2 A18,2 \n"));
    request.select = {"OFF"};
    QCOMPARE(problemOf(text, request), std::string("a.dxf: the layer 'OFF' is off or frozen"));
    // AutoCAD's names know no capitals.
    request.select = {"a"};
    QCOMPARE(shown(readDxf(text, request)), std::string("M2,2 A0,2 A2,2 \n"));
    request.select = {"off"};
    QCOMPARE(problemOf(text, request), std::string("a.dxf: the layer 'off' is off or frozen"));
    const std::string small =
        dxf("0 CIRCLE 8 off 10 99 20 0 40 1 0 INSERT 2 b 0 CIRCLE 8 A 10 3 20 0 40 1", layers);
    QCOMPARE(shown(readDxf(small, oneMillimetre())), std::string("M2,1 A0,1 A2,1 M5,1 A3,1 A5,1 \n"));
    request.select = {"D"};
    QCOMPARE(problemOf(text, request), std::string("a.dxf: the drawing has no layer 'D'"));
    request.select.clear();
    request.ignore = {"MTEXT"};
    QCOMPARE(problemOf(text, request), std::string("none"));
    // A hatch whose boundary has gaps is not drawn, but it counts.
    request.select = {"A"};
    const std::string gaps =
        dxf("0 CIRCLE 8 A 10 1 20 1 40 1 0 HATCH 8 B 70 1 91 1 92 1 93 2 72 1 10 4 20 0 11 9 21 0 "
            "72 1 10 9 20 3 11 4 21 3 97 0 75 0");
    QCOMPARE(readDxf(gaps, request).box, (PlaneBox{0, 0, 9, 3}));
}

void TestDxf::attributesFollowTheirLayers() {
    const std::string before =
        "0 SECTION 2 TABLES 0 LAYER 2 OFF 62 -7 70 0 0 LAYER 2 COLD 62 7 70 1 0 ENDSEC "
        "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 CIRCLE 40 1 0 ENDBLK 0 ENDSEC";
    const auto problemOn = [&before](const std::string& layer) {
        return problemOf(dxf("0 INSERT 2 B 66 1 0 ATTRIB 8 " + layer + " 1 x 0 SEQEND", before));
    };
    QCOMPARE(problemOn("OFF"), std::string("none"));
    QCOMPARE(problemOn("COLD"), std::string("none"));
    const QString problem = QString::fromStdString(problemOn("A"));
    QVERIFY2(problem.endsWith("'ATTRIB' on layer 'A' is not supported"), qPrintable(problem));
}

void TestDxf::definitionsOfAttributesAreRefusedIfTheyAreDrawn() {
    const QString refusal("'ATTDEF' on layer 'A' is not supported");
    const auto problemOfDefinition = [](const std::string& flags, bool inBlock,
                                        const DrawingRequest& request = oneMillimetre()) {
        const std::string definition = "0 ATTDEF 8 A 1 x 2 TAG 70 " + flags;
        const std::string block =
            "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 " + definition + " 0 ENDBLK 0 ENDSEC";
        return QString::fromStdString(
            problemOf(inBlock ? dxf("0 INSERT 2 B", block) : dxf(definition), request));
    };
    QVERIFY(problemOfDefinition("0", false).endsWith(refusal));
    QVERIFY(problemOfDefinition("2", false).endsWith(refusal));
    QVERIFY(problemOfDefinition("2", true).endsWith(refusal));
    QCOMPARE(problemOfDefinition("0", true), QString("none"));
    QCOMPARE(problemOfDefinition("3", true), QString("none"));
    QCOMPARE(problemOfDefinition("1", false), QString("none"));
    DrawingRequest ignoring = oneMillimetre();
    ignoring.ignore = {"ATTDEF"};
    QCOMPARE(problemOfDefinition("2", true, ignoring), QString("none"));
}

void TestDxf::blocksOfOtherFilesAreRefused() {
    const std::string text =
        dxf("0 CIRCLE 8 A 40 1 0 INSERT 8 B 2 X",
            "0 SECTION 2 BLOCKS 0 BLOCK 2 X 70 4 10 0 20 0 1 other.dwg 0 ENDBLK 0 ENDSEC");
    DrawingRequest request = oneMillimetre();
    const QString problem = QString::fromStdString(problemOf(text, request));
    QVERIFY2(problem.endsWith("the block 'X' is in another file, which is not read"), qPrintable(problem));
    request.select = {"A"};
    QCOMPARE(problemOf(text, request), std::string("none"));
    request.select.clear();
    request.ignore = {"INSERT"};
    QCOMPARE(problemOf(text, request), std::string("none"));
}

/// Blocks may insert other blocks, 32 deep, but none may insert itself.
void TestDxf::chainsOfBlocksAreLimited() {
    const auto chain = [](int count, const std::string& inFirst) {
        std::string blocks = "0 SECTION 2 BLOCKS 0 BLOCK 2 B0 10 0 20 0 " + inFirst + " 0 ENDBLK ";
        for (int i = 1; i < count; ++i)
            blocks += "0 BLOCK 2 B" + std::to_string(i) + " 10 0 20 0 0 INSERT 2 B" + std::to_string(i - 1) +
                      " 0 ENDBLK ";
        return problemOf(dxf("0 INSERT 2 B" + std::to_string(count - 1), blocks + "0 ENDSEC"));
    };
    const std::string circle = "0 CIRCLE 10 0 20 0 40 1";
    QCOMPARE(chain(32, circle), std::string("none"));
    const QString deep = QString::fromStdString(chain(33, circle));
    QVERIFY2(deep.endsWith("blocks insert one another more than 32 deep"), qPrintable(deep));
    const QString cycle = QString::fromStdString(chain(3, "0 INSERT 2 B2"));
    QVERIFY2(cycle.endsWith("the block 'B2' inserts itself"), qPrintable(cycle));
}

void TestDxf::copiesAreLimited() {
    const std::string blocks =
        "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 LWPOLYLINE 70 1 10 0 20 0 10 1 20 0 10 1 20 "
        "1 0 ENDBLK 0 BLOCK 2 E 10 0 20 0 0 ENDBLK 0 ENDSEC";
    const std::string array = dxf("0 INSERT 2 B 70 10 71 10 44 2 45 2", blocks);
    // A start and three segments in each of the copies.
    QCOMPARE(problemOf(array, oneMillimetre(), {.edges = 400}), std::string("none"));
    QCOMPARE(problemOf(array, oneMillimetre(), {.edges = 399}),
             std::string("a.dxf:24:1: the outline has more than 10,000,000 edges"));
    // Copies on layers that are not selected only widen the box.
    DrawingRequest other = oneMillimetre();
    other.select = {"A"};
    const std::string unselected = dxf("0 CIRCLE 8 A 40 1 0 INSERT 2 B 70 10 71 10", blocks);
    QCOMPARE(problemOf(unselected, other, {.edges = 10}), std::string("none"));
    QCOMPARE(problemOf(unselected, other, {.steps = 2000}),
             std::string("a.dxf:24:1: the drawing repeats its parts too often"));
    // A hundred thousand million copies of an empty block.
    std::string nothing;
    for (int i = 0; i < 100'000; ++i)
        nothing += "0 INSERT 2 E 70 1000 71 1000 ";
    QCOMPARE(problemOf(dxf(nothing + square, blocks)), std::string("none"));
}

void TestDxf::readingCanBeStopped() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(readDxf(dxf(square), oneMillimetre(), stop.get_token())),
                             Cancelled);
}

void TestDxf::namesInCodePages_data() {
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QByteArray>("name");
    const auto row = [](const char* text, const char* version, const char* page, const QByteArray& written,
                        const char* name) {
        QTest::newRow(text) << QByteArray(version) << QByteArray(page) << written << QByteArray(name);
    };
    row("western", "AC1015", "ANSI_1252",
        "Gr\xF6\xDF"
        "e",
        "Größe");
    row("cyrillic", "AC1009", "ansi_1251", "\xF1\xEB\xEE\xE9", "слой");
    row("of DOS", "AC1009", "dos850",
        "Gr\x94\xE1"
        "e",
        "Größe");
    row("Japanese, with a backslash as second byte", "AC1018", "ANSI_932", "\x95\x5C", "表");
    row("traditional Chinese", "AC1015", "BIG5", "\xB9\xCF", "圖");
    row("simplified Chinese", "AC1015", "GB2312", "\xB2\xE3", "层");
    row("Korean", "AC1015", "KSC5601", "\xC3\xFE", "층");
    row("Korean of another sort, and a character by its number", "AC1015", "JOHAB", "\xC3\x77\\U+5C64",
        "층層");
    row("the number of that sort", "AC1015", "ANSI_1361", "\xC3\x77", "층");
    row("Central European of ISO", "AC1009", "ISO8859-2", "\xC8\xE1\xB9", "Čáš");
    row("Turkish of ISO", "AC1009", "iso8859-9", "\xFD\xF0", "ığ");
    row("of a Macintosh", "AC1009", "MAC-ROMAN",
        "Gr\x9A\xA7"
        "e",
        "Größe");
    row("Arabic of DOS", "AC1009", "dos864", "\xE9", "\uFEEF");
    row("UTF-8 with a damaged byte", "AC1009", "UTF-8", "\xC3\xB6\xFF", "ö\uFFFD");
    row("no page", "AC1009", "none",
        "Gr\xF6\xDF"
        "e",
        "Größe");
    row("a byte that the page does not have", "AC1009", "ANSI_1252",
        "A\x81"
        "B",
        "A\uFFFD"
        "B");
    row("characters by their numbers", "AC1015", "ANSI_1252", "\\U+0441\\U+043b\\U+043E\\U+0439\xE9",
        "слойé");
    row("characters by their numbers in a new version", "AC1027", "ANSI_1252", "\\U+5C64", "層");
    row("numbers that are not characters", "AC1015", "ANSI_1252", "A\\U+000A\\U+D800\\U+12",
        "A\\U+000A\\U+D800\\U+12");
    row("UTF-8 in an old version", "AC1009", "ANSI_1252", "Größe", "Größe");
    row("UTF-8 in a new version", "AC1027", "ANSI_1252", "層", "層");
}

/// Before AutoCAD 2007 a layer's name is in the code page of the file.
void TestDxf::namesInCodePages() {
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, page);
    QFETCH(QByteArray, written);
    QFETCH(QByteArray, name);
    const std::string header = "0 SECTION 2 HEADER 9 $ACADVER 1 " + version.toStdString() +
                               " 9 $DWGCODEPAGE 3 " + page.toStdString() + " 0 ENDSEC";
    const std::string text =
        dxf("0 CIRCLE 8 " + written.toStdString() + " 10 0 20 0 40 1 0 CIRCLE 8 A 10 9 20 0 40 1", header);
    DrawingRequest request = oneMillimetre();
    request.select = {name.toStdString()};
    QCOMPARE(problemOf(text, request), std::string("none"));
    QCOMPARE(shown(readDxf(text, request)), std::string("M2,1 A0,1 A2,1 \n"));
    const DrawingParts found = dxfParts(text, "a.dxf", {});
    QVERIFY(std::find(found.parts.begin(), found.parts.end(), DrawingPart{name.toStdString()}) !=
            found.parts.end());
}

void TestDxf::anAssumedCodePageIsNamed_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QString>("remarks");
    const QString unknown =
        "a.dxf: no characters beyond ASCII are known for the code page '%1' ($DWGCODEPAGE), so Windows-1252 "
        "is "
        "taken";
    QTest::newRow("a known one") << QByteArray("9 $DWGCODEPAGE 3 ISO8859-15") << QString();
    QTest::newRow("an unknown one") << QByteArray("9 $DWGCODEPAGE 3 KOI8-R") << unknown.arg("KOI8-R");
    QTest::newRow("an unknown part of ISO")
        << QByteArray("9 $DWGCODEPAGE 3 ISO8859-12") << unknown.arg("ISO8859-12");
    QTest::newRow("a page without other characters")
        << QByteArray("9 $DWGCODEPAGE 3 ascii") << unknown.arg("ascii");
    QTest::newRow("none") << QByteArray("9 $ACADVER 1 AC1009")
                          << "a.dxf: the drawing names no code page ($DWGCODEPAGE), so Windows-1252 is taken";
}
/// If the names need a code page, and the file names none that is known, a remark says what was taken.
void TestDxf::anAssumedCodePageIsNamed() {
    QFETCH(QByteArray, header);
    const std::string before = "0 SECTION 2 HEADER " + header.toStdString() + " 0 ENDSEC";
    QVERIFY(readDxf(dxf("0 CIRCLE 8 A 40 1", before), oneMillimetre()).warnings.empty());
    QStringList remarks;
    for (const Problem& remark : readDxf(dxf("0 CIRCLE 8 \xE4 40 1", before), oneMillimetre()).warnings)
        remarks += QString::fromStdString(remark.text());
    QTEST(remarks.join('\n'), "remarks");
}

void TestDxf::units() {
    const std::string text = "0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n10\n0\n20\n0\n40\n1\n0\nENDSEC\n0\nEOF\n";
    QVERIFY(QString::fromStdString(problemOf(text)).startsWith("a.dxf: the drawing does not name its unit"));
    DrawingRequest request = oneMillimetre();
    request.unitUm = 25400;
    QVERIFY(std::abs(readDxf(text, request).box->right - 50.8) < 1e-9);
    QVERIFY(QString::fromStdString(problemOf("AutoCAD Binary DXF")).contains("binary DXF"));
    QVERIFY(QString::fromStdString(problemOf("0\nSECTION\n"))
                .endsWith("the end of the drawing (EOF) is missing"));
}

void TestDxf::everyUnitIsKnown_data() {
    QTest::addColumn<int>("number");
    QTest::addColumn<double>("um");
    QTest::newRow("inches") << 1 << 25400.0;
    QTest::newRow("miles") << 3 << 1609.344e6;
    QTest::newRow("kilometres") << 7 << 1e9;
    QTest::newRow("mils") << 9 << 25.4;
    QTest::newRow("decametres") << 15 << 1e7;
    QTest::newRow("US survey feet") << 21 << 304800.6096012192;
    QTest::newRow("US survey miles") << 24 << 1609347218.694437;
}
void TestDxf::everyUnitIsKnown() {
    QFETCH(int, number);
    QFETCH(double, um);
    const std::string header = "0 SECTION 2 HEADER 9 $INSUNITS 70 " + std::to_string(number) + " 0 ENDSEC";
    const Outline outline = readDxf(dxf("0 CIRCLE 10 0 20 0 40 0.5", header), oneMillimetre());
    QVERIFY(std::abs(outline.box->right / (um / 1000) - 1) < 1e-9);
}

void TestDxf::blanksAroundNamesDoNotCount() {
    std::string text = dxf(square, "0 SECTION 2 HEADER 9 $INSUNITS 70 1 0 ENDSEC");
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 3))
        text.insert(at, "  ");
    QVERIFY(std::abs(readDxf(text, oneMillimetre()).box->right - 4 * 25.4) < 1e-9);
}

/// If the node gives another unit than the file, the unit of the node has no effect, and a remark says so.
void TestDxf::theUnitOfTheFileCounts() {
    const std::string inches = "0 SECTION 2 HEADER 9 $INSUNITS 70 1 0 ENDSEC";
    const std::string text = dxf("0 CIRCLE 10 0 20 0 40 1", inches);
    DrawingRequest request = oneMillimetre();
    QVERIFY(readDxf(text, request).warnings.empty());
    request.unitUm = 25400;
    QVERIFY(readDxf(text, request).warnings.empty());
    request.unitUm = 1000;
    const Outline outline = readDxf(text, request);
    QVERIFY(std::abs(outline.box->right - 50.8) < 1e-9);
    QCOMPARE(outline.warnings.size(), std::size_t{1});
    QCOMPARE(
        outline.warnings[0].text(),
        std::string("a.dxf: the drawing says that its unit is in ($INSUNITS), so `units: mm` is not used"));
}

void TestDxf::layersAndTypesAreListed() {
    const std::string tables =
        "0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 Off 70 0 62 -7 0 LAYER 2 Cold 70 1 62 7 0 LAYER 2 Cut "
        "70 0 62 7 0 ENDTAB 0 ENDSEC 0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 MTEXT 8 Block 0 ENDBLK 0 "
        "ENDSEC";
    const DrawingParts found =
        dxfParts(dxf("0 CIRCLE 8 CUT 40 1 0 INSERT 8 Marks 2 B 66 1 0 ATTRIB 8 Marks 0 SEQEND 0 VIEWPORT 0 "
                     "ATTDEF 8 Marks",
                     tables),
                 "a.dxf", {});
    using State = DrawingPart::State;
    const std::vector<DrawingPart> expected = {{"0"},   {"Block"}, {"Cold", {}, State::frozen},
                                               {"Cut"}, {"Marks"}, {"Off", {}, State::off}};
    QCOMPARE(found.parts.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(found.parts[i].name, expected[i].name);
        QVERIFY2(found.parts[i] == expected[i], expected[i].name.c_str());
    }
    QVERIFY(!found.more && found.anyCase);
    QCOMPARE(found.ignorable, (std::vector<std::string>{"ATTDEF", "ATTRIB", "CIRCLE", "INSERT", "MTEXT"}));
}

void TestDxf::listsAreLimited() {
    std::string many;
    for (int i = 0; i < 1'500; ++i)
        many += "0 ODD" + std::to_string(i) + " 8 L" + std::to_string(i) + " ";
    const DrawingParts found = dxfParts(dxf(many), "a.dxf", {});
    QCOMPARE(found.parts.size(), DrawingParts::most);
    QVERIFY(found.more);
    QCOMPARE(found.ignorable.size(), DrawingParts::most);
    // A name that is not UTF-8, as it has to be from AutoCAD 2007 on, cannot be written into a design.
    const std::string version = "0 SECTION 2 HEADER 9 $ACADVER 1 AC1027 0 ENDSEC";
    QVERIFY(dxfParts(dxf("0 CIRCLE 8 M\xFCller 40 1", version), "a.dxf", {}).parts.empty());
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(dxfParts("0\n", "a.dxf", {})), DrawingError);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(dxfParts(dxf(square), "a.dxf", stop.get_token())), Cancelled);
}

BURIN_TEST(TestDxf)
#include "test_dxf.moc"
