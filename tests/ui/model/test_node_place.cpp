// SPDX-License-Identifier: GPL-3.0-or-later

// The place of a node on the surface.

#include "support/testing.hpp"
#include "ui/model/node_place.hpp"

#include "core/design/design_edit.hpp"
#include "core/kinds/catalogue/kinds.hpp"

namespace burin::ui {

namespace {

constexpr const char* layers = R"(burin: 1
pixel: 1 um
nodes:
  surface: {kind: root, width: 1000, height: 800, inputs: [{data: sum, at: [10, 20]}]}
  sum: {kind: union, inputs: [{data: lattice}, {data: logo, at: [100, 200]}, {data: noise}]}
  lattice: {kind: stitching, u: [140, 0], v: [0, 140], inputs: [{pattern: dome, at: [5, 6]}]}
  dome: {kind: math2d, width: 120, height: 120, expression: 'x'}
  logo: {kind: median, radius: 1, inputs: [{data: drawing}]}
  drawing: {kind: math2d, width: 40, height: 30, expression: 'y'}
  noise: {kind: math2d, expression: '1'}
  plate: {kind: union, width: 101, height: 5, inputs: [{data: drawing}]}
  apart: {kind: math2d, width: 7, height: 7, expression: '1'}
)";

}  // namespace

class TestNodePlace : public QObject {
    Q_OBJECT

  private slots:
    void aNodeIsWhereItsLinksPutIt_data() {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QRect>("place");
        QTest::newRow("a picture, shifted by both links") << "logo" << QRect(110, 220, 40, 30);
        QTest::newRow("what a filter reads") << "drawing" << QRect(110, 220, 40, 30);
        QTest::newRow("a cell of a lattice: one copy") << "dome" << QRect(15, 26, 120, 120);
        QTest::newRow("without bounds: all of the surface") << "noise" << QRect(0, 0, 1000, 800);
        QTest::newRow("the surface itself") << "surface" << QRect(0, 0, 1000, 800);
        QTest::newRow("not linked") << "apart" << QRect();
        QTest::newRow("not there") << "missing" << QRect();
    }
    void aNodeIsWhereItsLinksPutIt() {
        QFETCH(QString, node);
        QFETCH(QRect, place);
        const auto parsed = parseYaml(layers);
        const auto* document = std::get_if<YamlValue>(&parsed);
        QVERIFY(document != nullptr);
        const Design design = reviseDesign(*document, {}, {}, kinds(), nullptr);
        const std::optional<Rect> found = placeWithin(design, node, "surface");
        QCOMPARE(found.has_value(), !place.isNull());
        if (!found) return;
        QCOMPARE(QRect(static_cast<int>(found->x), static_cast<int>(found->y), static_cast<int>(found->width),
                       static_cast<int>(found->height)),
                 place);
    }

    void patternsAreFoundThroughNodesThatReadInPlace_data() {
        QTest::addColumn<QByteArray>("reader");
        QTest::addColumn<bool>("found");
        QTest::newRow("a sum") << QByteArray("kind: union") << true;
        QTest::newRow("a blur") << QByteArray("kind: median, radius: 1") << true;
        QTest::newRow("a transform") << QByteArray("kind: transform, scale: 2") << false;
        QTest::newRow("an endless texture") << QByteArray("kind: example") << false;
    }
    void patternsAreFoundThroughNodesThatReadInPlace() {
        QFETCH(QByteArray, reader);
        QFETCH(bool, found);
        const auto parsed = parseYaml(
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 300, height: 300, inputs: [{data: reader, at: [10, 20]}]}\n"
            "  reader: {" +
            reader.toStdString() +
            ", inputs: [{data: rows}]}\n"
            "  rows: {kind: stitching, width: 200, height: 200, u: [50, 0], v: [0, 50], inputs: [pattern: "
            "dot]}\n"
            "  dot: {kind: math2d, width: 40, height: 30, expression: '1'}\n");
        const auto* document = std::get_if<YamlValue>(&parsed);
        QVERIFY(document != nullptr);
        const Design design = reviseDesign(*document, {}, {}, kinds(), nullptr);
        QVERIFY(design.diagnostics.empty());
        const std::optional<PatternPlace> place = patternWithin(design, "rows", "surface");
        QCOMPARE(place.has_value(), found);
        if (place) QCOMPARE(place->middle, QPointF(30, 35));
    }

    void aBevelIsCentredAsFarAsItReaches() {
        const auto parsed = parseYaml(
            "burin: 1\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 1000, height: 1000, inputs: [{data: bevel}]}\n"
            "  bevel: {kind: profile, distance_max: 20, profile: '1 - d / D', inputs: [{mask: logo}]}\n"
            "  logo: {kind: math2d, width: 100, height: 60, expression: '1'}\n");
        const auto* document = std::get_if<YamlValue>(&parsed);
        QVERIFY(document != nullptr);
        const Design design = reviseDesign(*document, {}, {}, kinds(), nullptr);
        const std::optional<Point> found = centredOffset(design, "surface", 0);
        QVERIFY(found.has_value());
        QCOMPARE(found->x, 450);
        QCOMPARE(found->y, 470);
    }

    void aChildIsCentred_data() {
        QTest::addColumn<QString>("reader");
        QTest::addColumn<std::size_t>("entry");
        QTest::addColumn<std::optional<Point>>("offset");
        using Offset = std::optional<Point>;
        QTest::newRow("an unbounded reader: on the surface") << "sum" << std::size_t{1} << Offset({480, 385});
        QTest::newRow("a bounded reader, an odd rest") << "plate" << std::size_t{0} << Offset({30, -13});
        QTest::newRow("a child without bounds") << "sum" << std::size_t{2} << Offset();
        QTest::newRow("no such link") << "sum" << std::size_t{3} << Offset();
        QTest::newRow("no such node") << "missing" << std::size_t{0} << Offset();
    }
    void aChildIsCentred() {
        QFETCH(QString, reader);
        QFETCH(std::size_t, entry);
        QFETCH(std::optional<Point>, offset);
        const auto parsed = parseYaml(layers);
        const auto* document = std::get_if<YamlValue>(&parsed);
        QVERIFY(document != nullptr);
        const Design design = reviseDesign(*document, {}, {}, kinds(), nullptr);
        const std::optional<Point> found = centredOffset(design, reader, entry);
        QCOMPARE(found.has_value(), offset.has_value());
        if (!found) return;
        QCOMPARE(found->x, offset->x);
        QCOMPARE(found->y, offset->y);
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestNodePlace)
#include "test_node_place.moc"
