// SPDX-License-Identifier: GPL-3.0-or-later

// Paths from files and from formulas: sizes, areas, what is refused, and where.

#include "core/design/design.hpp"
#include "core/design/file_paths.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/kinds/vectors/drawn_outline.hpp"
#include "core/kinds/vectors/path_file.hpp"
#include "core/outlines/drawing_error.hpp"
#include "support/outlines/drawn_node.hpp"

#include <cmath>
#include <filesystem>
#include <string>

using namespace burin;

namespace {

constexpr double pi = 3.14159265358979323846;

const char* const logo =
    "<svg xmlns='http://www.w3.org/2000/svg' width='20mm' height='10mm' viewBox='0 0 20 10'>\n"
    "  <rect id='left' width='5' height='10' fill='#000'/>\n"
    "  <rect id='right' x='15' width='5' height='10' fill='#fff'/>\n"
    "</svg>\n";

/// `0 LINE 8 Cut ...` as lines of a drawing without a unit.
QByteArray dxf(const QByteArray& entities) {
    QByteArray text =
        "0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 Cut 70 0 62 7 0 LAYER 2 Frame 70 0 62 7 0 ENDTAB 0 "
        "ENDSEC 0 SECTION 2 ENTITIES " +
        entities + " 0 ENDSEC 0 EOF ";
    return text.replace(' ', '\n');
}

const char* const square =
    "0 LWPOLYLINE 8 Cut 90 4 70 1 10 2 20 2 10 6 20 2 10 6 20 6 10 2 20 6 "
    "0 CIRCLE 8 Frame 10 5 20 5 40 5";

}  // namespace

class TestPath : public QObject, private test::DrawnNode {
    Q_OBJECT

  public:
    TestPath() : DrawnNode("kind: path", "100 um") {}

  private:
    static std::string problems(const Design& design) {
        std::string all;
        for (const Diagnostic& d : design.diagnostics)
            all += d.text() + "\n";
        return all;
    }

  private slots:
    void initTestCase();
    void sizesAndAreas_data();
    void sizesAndAreas();
    void refusals_data();
    void refusals();
    void aFormulaThatDoesNotParseIsPointedAt();
    void theFileIsOneOfTheDesign();
    void partsOfAFileAreNamed();
    void filesWithoutPartsAreRefused_data();
    void filesWithoutPartsAreRefused();
};

void TestPath::initTestCase() {
    write("logo.svg", logo);
    write("LOGO.SVG", logo);
    write("plate.dxf", dxf(square));
    write("open.dxf", dxf("0 LINE 8 Cut 10 0 20 0 11 5 21 0"));
    write("corner.dxf", dxf("0 LINE 8 Cut 10 0 20 0 11 4 21 0 0 LINE 8 Cut 10 4 20 0 11 4 21 4"));
    write("words.svg", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\n  <text>A</text></svg>");
    write("broken.svg", "<svg>\n<g>\n</svg>");
    write("far.svg",
          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9e6v9'/></svg>");
    write("logo.png", "x");
}

void TestPath::sizesAndAreas_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QRect>("extent");
    QTest::addColumn<double>("area");
    const auto row = [](const char* name, const char* keys, QRect extent, double area) {
        QTest::newRow(name) << keys << extent << area;
    };
    row("the file's own size", "file: logo.svg", {0, 0, 200, 100}, 10000);
    row("a name in capitals", "file: LOGO.SVG", {0, 0, 200, 100}, 10000);
    row("a width", "file: logo.svg, size: 4 mm", {0, 0, 40, 20}, 400);
    row("contained in the middle", "file: logo.svg, size: [40, 40]", {0, 0, 40, 40}, 400);
    row("covering, cut", "file: logo.svg, size: [40, 40], fit: cover", {0, 0, 40, 40}, 0);
    row("stretched", "file: logo.svg, size: [40, 40], fit: stretch", {0, 0, 40, 40}, 800);
    row("one id, in register", "file: logo.svg, select: right", {0, 0, 200, 100}, 5000);
    row("luminance", "file: logo.svg, paint: luminance", {0, 0, 200, 100}, 5000);
    row("darkness", "file: logo.svg, paint: darkness", {0, 0, 200, 100}, 5000);
    row("ignored", "file: words.svg, ignore: text, size: 9", {0, 0, 9, 9}, 0);
    row("a layer of a DXF, in register", "file: plate.dxf, units: mm, select: Cut", {0, 0, 100, 100}, 1600);
    row("stroked lines of a DXF", "file: open.dxf, units: mm, stroke: {width: 2}", {0, -1, 50, 2}, 100);
    row("an open contour of a DXF is stroked only", "file: corner.dxf, units: mm, stroke: {width: 2}",
        {0, 0, 41, 41}, 160);
    row("a circle of a formula",
        "curve: {x: \"r * cos(t)\", y: \"r * sin(t)\", from: 0, to: 6.283185307179586, "
        "closed: true}, parameters: {r: 20}",
        {-20, -20, 40, 40}, pi * 400);
    row("a stroked formula",
        "curve: {x: \"t * um\", y: \"0\", from: 0, to: 1}, fill: false, stroke: {width: 2}", {0, -1, 100, 2},
        200);
}

void TestPath::sizesAndAreas() {
    QFETCH(QString, keys);
    QFETCH(double, area);
    const Design design = designOf(keys.toStdString());
    const Operation* operation = design.nodes[*design.find("n")].operation.get();
    QVERIFY2(operation != nullptr, problems(design).c_str());
    const Rect r = operation->extent({}).rect();
    QTEST(QRect(static_cast<int>(r.x), static_cast<int>(r.y), static_cast<int>(r.width),
                static_cast<int>(r.height)),
          "extent");
    QVERIFY2(std::fabs(sumOf(*operation) - area) < 0.2,
             qPrintable(QString::number(sumOf(*operation), 'g', 12)));
}

void TestPath::refusals_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* keys, const char* what) { QTest::newRow(keys) << keys << what; };
    row("d: M0 0, file: logo.svg", "a path has only one source, but d and file are given");
    row("file: logo.svg, fill_rule: evenodd", "fill_rule belongs to d, but the path is from file");
    row("d: M0 0h5v5, select: left", "select belongs to file, but the path is from d");
    row("file: none.svg", "none.svg cannot be opened: No such file or directory");
    row("file: logo.png", "the name logo.png ends in neither .svg nor .dxf");
    row("file: words.svg", "words.svg:2:3: <text> is not supported");
    row("file: broken.svg", "broken.svg:3:");
    row("file: far.svg, size: 9", "far.svg: the outline reaches farther than 4,194,304 px");
    row("file: logo.svg, select: lefty", "logo.svg: no element has the id or label 'lefty'");
    row("file: logo.svg, stroke: {width: 1}", "an SVG file brings its own fills and strokes");
    row("file: logo.svg, fill: false", "an SVG file brings its own fills and strokes");
    row("file: logo.svg, units: mm", "units is for DXF files");
    row("file: logo.svg, size: 5, fit: cover", "fit needs a size with two sides");
    row("file: logo.svg, paint: luminance, output: distance, distance_max: 2",
        "a distance cannot be measured in tones");
    row("file: plate.dxf", "plate.dxf: the drawing does not name its unit");
    row("file: plate.dxf, units: mm, paint: shapes", "paint is for SVG files");
    row("file: plate.dxf, units: mm, select: Cuts", "the drawing has no layer 'Cuts'");
    row("file: open.dxf, units: mm", "a contour that begins here is open");
    row("curve: {x: \"t\", y: \"t\", from: 0}", "the curve has no to");
    row("curve: {x: \"t\", y: \"t\", from: 0, to: 1}", "an open curve cannot be filled");
    row("curve: {x: \"1 / t\", y: \"t\", from: 0, to: 1, closed: true}", "the curve is not finite at t = 0");
    row("curve: {x: \"t\", y: \"t\", from: 0, to: 1, closed: true}, parameters: {t: 1}",
        "'t' already has a meaning");
}

void TestPath::refusals() {
    QFETCH(QString, keys);
    QFETCH(QString, what);
    expectRefused(keys, what);
}

void TestPath::aFormulaThatDoesNotParseIsPointedAt() {
    const std::string keys = "curve: {x: \"t\", y: \"2 * nothing\", from: 0, to: 1, closed: true}";
    const Design design = designOf(keys);
    QCOMPARE(design.diagnostics.size(), std::size_t{1});
    QCOMPARE(design.diagnostics[0].parameter, std::string("curve"));
    const std::string line = "  n: {kind: path, " + keys + "}";
    QCOMPARE(design.diagnostics[0].mark.column, static_cast<int>(line.find("nothing")) + 1);
}

void TestPath::theFileIsOneOfTheDesign() {
    Design design = designOf("file: logo.svg");
    const auto files = filesOf(design.document, kinds(), "/designs");
    QCOMPARE(files, std::vector<std::filesystem::path>{"/designs/logo.svg"});
}

/// The parts are named even if a node refuses the file.
void TestPath::partsOfAFileAreNamed() {
    const auto named = [&](const char* file) {
        QStringList names;
        for (const DrawingPart& part : partsOfDrawing(folder_.filePath(file).toStdString(), {}).parts)
            names << QString::fromStdString(part.name);
        return names;
    };
    QCOMPARE(named("logo.svg"), (QStringList{"left", "right"}));
    QCOMPARE(named("LOGO.SVG"), (QStringList{"left", "right"}));
    QCOMPARE(named("plate.dxf"), (QStringList{"Cut", "Frame"}));
    const DrawingParts words = partsOfDrawing(folder_.filePath("words.svg").toStdString(), {});
    QCOMPARE(words.ignorable, std::vector<std::string>{"text"});
}

void TestPath::filesWithoutPartsAreRefused_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("what");
    QTest::newRow("not there") << "none.svg"
                               << "none.svg: cannot be opened: No such file or directory";
    QTest::newRow("another kind of file") << "logo.png"
                                          << "logo.png: the name of the file ends in neither .svg nor .dxf";
    QTest::newRow("damaged") << "broken.svg"
                             << "broken.svg:3:";
}

void TestPath::filesWithoutPartsAreRefused() {
    QFETCH(QString, file);
    QFETCH(QString, what);
    QString said;
    try {
        static_cast<void>(partsOfDrawing(folder_.filePath(file).toStdString(), {}));
    } catch (const DrawingError& error) {
        said = QString::fromStdString(error.problem().text());
    }
    QVERIFY2(said.startsWith(what), qPrintable(said));
}

BURIN_TEST(TestPath)
#include "test_path.moc"
