// SPDX-License-Identifier: GPL-3.0-or-later

// Drawings whose sections come in several parts, as a script joins them, and what is in no section.

#include "core/outlines/drawing_error.hpp"
#include "core/outlines/dxf/dxf_reader.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <sstream>
#include <string>

using namespace burin;

namespace {

const std::string millimetres = "0 SECTION 2 HEADER 9 $INSUNITS 70 4 0 ENDSEC ";

Outline drawn(const std::string& sections) {
    std::istringstream words(sections + " 0 EOF");
    std::string text;
    for (std::string word; words >> word;)
        text += word + '\n';
    DrawingRequest request;
    request.file = "a.dxf";
    request.pixelUm = 1000;
    return readDxf(text, request);
}

std::string section(const std::string& name, const std::string& content) {
    return "0 SECTION 2 " + name + ' ' + content + " 0 ENDSEC ";
}

std::string block(const std::string& name) {
    return section("BLOCKS", "0 BLOCK 2 " + name + " 10 0 20 0 0 CIRCLE 40 1 0 ENDBLK");
}

}  // namespace

class TestDxfSections : public QObject {
    Q_OBJECT

  private slots:
    void partsAreJoined() {
        const std::string layer = "0 LAYER 2 OFF 62 -7 70 0";
        const Outline outline =
            drawn(millimetres + section("TABLES", layer) + block("A") +
                  section("ENTITIES",
                          "0 CIRCLE 10 1 20 0 40 1 0 POLYLINE 70 1 0 VERTEX 10 4 20 0 0 VERTEX 10 5 "
                          "20 0 0 VERTEX 10 5 20 1 0 SEQEND") +
                  millimetres + section("TABLES", layer) + block("B") +
                  section("ENTITIES", "0 INSERT 2 A 10 9 20 0 0 INSERT 2 B 10 18 20 0 0 CIRCLE 8 OFF 40 99"));
        QCOMPARE(outline.lists.size(), std::size_t{1});
        std::string starts;
        for (const ContourHead& head : outline.lists[0].heads)
            starts += std::to_string(std::lround(head.start.x)) + ',' +
                      std::to_string(std::lround(head.start.y)) + ' ';
        QCOMPARE(starts, std::string("2,1 4,1 10,1 19,1 "));
    }

    void whatWouldBeLeftOutIsRefused_data() {
        QTest::addColumn<QString>("sections");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const std::string& sections, const char* expected) {
            QTest::newRow(name) << QString::fromStdString(sections) << QString(expected);
        };
        const std::string circle = section("ENTITIES", "0 CIRCLE 40 1");
        const std::string insert = section("ENTITIES", "0 INSERT 2 b");
        const std::string on = section("TABLES", "0 LAYER 2 Cut 62 7 70 0");
        const std::string off = section("TABLES", "0 LAYER 2 CUT 62 -7 70 0");
        const std::string frozen = section("TABLES", "0 LAYER 2 CUT 62 7 70 1");
        row("two blocks of a name", block("B") + block("b") + insert,
            "a.dxf:56:1: the drawing has several blocks called 'b'");
        row("three blocks of a name", block("B") + block("B") + block("B") + insert,
            "a.dxf:76:1: the drawing has several blocks called 'b'");
        row("two blocks of a name that are not inserted", block("B") + block("b") + circle, "none");
        row("a layer that is off and on", off + on + circle,
            "a.dxf:30:1: the layer 'Cut' is declared twice, with different states");
        row("a layer that is on and frozen", on + frozen + circle,
            "a.dxf:30:1: the layer 'CUT' is declared twice, with different states");
        row("two units", circle + section("HEADER", "9 $INSUNITS 70 1") + circle,
            "a.dxf:28:1: the drawing says that its unit is mm, and also that it is in ($INSUNITS)");
        row("a unit, and a section that names none", circle + section("HEADER", "9 $INSUNITS 70 0") + circle,
            "none");
        row("a section that does not end", "0 SECTION 2 TABLES " + circle,
            "a.dxf:14:1: the section 'TABLES' does not end");
        row("an entity behind a section", circle + "0 CIRCLE 40 1",
            "a.dxf:22:1: 'CIRCLE' is outside of all sections");
        row("an entity in a section without a name", "0 SECTION 0 CIRCLE 40 1 0 ENDSEC " + circle,
            "a.dxf:14:1: 'CIRCLE' is outside of all sections");
        row("a drawing behind the end of another one", circle + "0 EOF " + circle,
            "a.dxf:24:1: another drawing follows the end of the drawing (EOF)");
        row("other lines behind the end", circle + "0 EOF 0 EOF 999 \x1A", "none");
    }
    void whatWouldBeLeftOutIsRefused() {
        QFETCH(QString, sections);
        QString problem = "none";
        try {
            static_cast<void>(drawn(millimetres + sections.toStdString()));
        } catch (const DrawingError& error) {
            problem = QString::fromStdString(error.what());
        }
        QTEST(problem, "expected");
    }
};

BURIN_TEST(TestDxfSections)
#include "test_dxf_sections.moc"
