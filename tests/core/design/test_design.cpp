// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/design.hpp"
#include "support/testing.hpp"
#include "tests/core/design/sample_kinds.hpp"

#include <algorithm>

using namespace burin;

namespace {

Design parse(std::string_view text) {
    return parseDesign(text, ".", "x.burin", samples::kinds());
}

/// Ten lines with a valid root. What follows is the body of the node `part`, from line 11 on.
const std::string before =
    "burin: 1\n"
    "pixel: 2 um\n"
    "nodes:\n"
    "  surface:\n"
    "    kind: root\n"
    "    width: 100\n"
    "    height: 100\n"
    "    inputs:\n"
    "      - data: part\n"
    "  part:\n";

const std::string other = "  other: {kind: formula, expression: \"1\"}\n";

/// The body, indented like that of a node.
std::string indented(std::string_view body) {
    std::string result;
    while (!body.empty()) {
        const std::size_t end = std::min(body.find('\n'), body.size());
        result += "    " + std::string(body.substr(0, end)) + "\n";
        body.remove_prefix(std::min(end + 1, body.size()));
    }
    return result;
}

Diagnostics errors(const Design& design) {
    Diagnostics result;
    for (const Diagnostic& d : design.diagnostics) {
        if (d.severity == Severity::error) result.push_back(d);
    }
    return result;
}

QByteArray listed(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics)
        all += d.text() + "\n";
    return QByteArray::fromStdString(all);
}

/// Expects exactly one error, at this place, for this node, with this fragment in its text.
void expectOneError(const Design& design, int line, int column, const QString& node,
                    const QString& fragment) {
    const Diagnostics found = errors(design);
    QVERIFY2(found.size() == 1, listed(found).constData());
    QVERIFY2(found[0].mark == (SourceMark{line, column}), listed(found).constData());
    QCOMPARE(QString::fromStdString(found[0].node), node);
    QVERIFY2(QString::fromStdString(found[0].text()).contains(fragment), listed(found).constData());
    QVERIFY2(!found[0].what().empty() && !found[0].remedy().empty(), listed(found).constData());
    QCOMPARE(found[0].file, std::string("x.burin"));
}

void nodeColumns() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("fragment");
}

void row(const char* name, const char* body, int line, int column, const char* fragment) {
    QTest::newRow(name) << QString::fromUtf8(body) << line << column << QString::fromUtf8(fragment);
}

}  // namespace

class TestDesign : public QObject {
    Q_OBJECT

  private slots:
    /// An input method for Chinese writes such a colon.
    void aFullWidthColonIsNamed() {
        const Design design = parseDesign("burin: 1\npixel: 1 um\nnodes:\n  a: {kind\uFF1A math2d, x: 1}\n",
                                          {}, "x.burin", samples::kinds());
        const Diagnostics found = errors(design);
        QVERIFY2(std::any_of(found.begin(), found.end(),
                             [](const Diagnostic& one) {
                                 return one.text().starts_with(
                                     "x.burin:4:7: a: kind: the kind is missing; there is a key "
                                     "'kind<U+FF1A full-width :> math2d'; write one of ");
                             }),
                 listed(found).constData());
    }

    void namesDoNotTurnTheText() {
        const Design design =
            parseDesign("burin: 1\npixel: 1 um\n\u202Enodes: {}\n", {}, "x.burin", samples::kinds());
        for (const Diagnostic& one : design.diagnostics)
            QVERIFY2(one.text().find("\u202E") == std::string::npos, one.text().c_str());
    }

    /// Line 11 is the first line of the body; its columns start at 5.
    void aBrokenNodeIsReported_data() {
        nodeColumns();
        row("no kind", "width: 5\nheight: 5", 10, 3, "kind: the kind is missing; write one of root, formula");
        row("a misspelt key for the kind", "kidn: formula\nwidth: 5\nheight: 5", 11, 5,
            "kind: the kind is missing; there is a key 'kidn'; did you mean 'kind'?");
        row("an unknown kind", "kind: blur", 11, 11, "unknown kind 'blur'; write one of root");
        row("a misspelt kind", "kind: fromula\nexpression: x", 11, 11, "did you mean 'formula'?");
        row("a kind with a capital", "kind: Formula", 11, 11, "did you mean 'formula'?");
        row("a kind that is a list", "kind: [formula]", 11, 11, "a list is not a kind");
        row("a kind without a value", "kind:\nexpression: x", 11, 5, "nothing is not a kind");
        row("an unknown key", "kind: formula\nexpression: x\ncolour: 5", 13, 5,
            "unknown key 'colour'; formula takes kind,");
        row("a misspelt key", "kind: formula\nexpression: x\nwidht: 5", 13, 5, "did you mean 'width'?");
        row("a key of another kind", "kind: formula\nexpression: x\nangle: 5", 13, 5, "unknown key 'angle'");
        row("a key with a capital", "kind: formula\nexpression: x\nWidth: 5\n", 13, 5,
            "did you mean 'width'?");
        row("width alone", "kind: formula\nexpression: x\nwidth: 5", 13, 5, "height: the height is missing");
        row("height alone", "kind: formula\nexpression: x\nheight: 5", 13, 5, "width: the width is missing");
        row("a width of 0", "kind: odd\nwidth: 0\nheight: 5", 12, 12,
            "'0' is out of range; write a length from 1 to 2147483647 px");
        row("a width that rounds to 0", "kind: odd\nwidth: 0.4 um\nheight: 5", 12, 12, "out of range");
        row("a negative width", "kind: odd\nwidth: -3\nheight: 5", 12, 12, "out of range");
        row("a width of 2^31", "kind: odd\nwidth: 2147483648\nheight: 5", 12, 12, "out of range");
        row("a height of 5 km", "kind: odd\nwidth: 5\nheight: 5000 m", 13, 13, "out of range");
        row("a height beyond binary64", "kind: odd\nwidth: 5\nheight: 1e999", 13, 13, "out of range");
        row("a width with an unknown unit", "kind: odd\nwidth: 5 km\nheight: 5", 12, 12,
            "'5 km' is not a length");
        row("a unit with a capital", "kind: odd\nwidth: 5 MM\nheight: 5", 12, 12, "um, mm, cm, m, in or px");
        row("a width that is a word", "kind: odd\nwidth: wide\nheight: 5", 12, 12, "'wide' is not a length");
        row("a width that is a list", "kind: odd\nwidth: [5, 5]\nheight: 5", 12, 12,
            "a list is not a length");
        row("a width without a value", "kind: odd\nwidth: ~\nheight: 5", 12, 12, "the value is missing");
        row("a width in quotes", "kind: odd\nwidth: \"5\"\nheight: 5", 12, 12,
            "'5' in quotes is a text, not a length");
        row("a hexadecimal width", "kind: odd\nwidth: 0x10\nheight: 5", 12, 12, "'0x10' is not a length");
        row("a width with a decimal comma", "kind: odd\nwidth: 1,5 mm\nheight: 5", 12, 12,
            "'1,5 mm' is not a length: a number has a decimal point, not a comma; write");
        row("a width with several numbers", "kind: odd\nwidth: 1,5,2\nheight: 5", 12, 12,
            "'1,5,2' is not a length; write");
        row("an octal width", "kind: odd\nwidth: 0o17\nheight: 5", 12, 12, "'0o17' is not a length");
        row("a width with underscores", "kind: odd\nwidth: 1_000\nheight: 5", 12, 12,
            "'1_000' is not a length");
        row("a sexagesimal width", "kind: odd\nwidth: 1:30\nheight: 5", 12, 12, "'1:30' is not a length");
        row("a width of .inf", "kind: odd\nwidth: .inf\nheight: 5", 12, 12, "'.inf' is not a length");
        row("a size that the kind does not take", "kind: source\nfile: a.tif\nwidth: 5", 13, 5,
            "source takes no width; remove it");
        row("muted: yes", "kind: odd\nmuted: yes", 12, 12, "'yes' is not true or false");
        row("muted: True", "kind: odd\nmuted: True", 12, 12, "'True' is not true or false");
        row("muted: 1", "kind: odd\nmuted: 1", 12, 12, "'1' is not true or false");
        row("muted in quotes", "kind: odd\nmuted: 'true'", 12, 12,
            "'true' in quotes is a text, not true or false");
        row("a required parameter is missing", "kind: formula", 10, 3,
            "expression: no value is given; write an expression, in quotes");
        row("another one", "kind: source", 10, 3, "file: no value is given; choose a file");
        row("a number above its range", "kind: odd\nlevel: 1.5", 12, 12,
            "level: '1.5' is out of range; write a number from 0 to 1 (default: 0.5)");
        row("a number below its range", "kind: odd\nlevel: -0.1", 12, 12, "out of range");
        row("a number beyond binary64", "kind: odd\nweight: 1e400", 12, 13, "'1e400' is out of range");
        row("a number that must be positive", "kind: odd\nweight: 0", 12, 13, "greater than 0");
        row("a number with a unit", "kind: odd\nlevel: 1 mm", 12, 12, "'1 mm' is not a number");
        row("a number in quotes", "kind: odd\nlevel: \"0.5\"", 12, 12,
            "'0.5' in quotes is a text, not a number");
        row("a number as a block text", "kind: odd\nlevel: |\n  0.5", 12, 12, "is not a number");
        row("a number over two lines", "kind: odd\nlevel: 0.5\n  1", 12, 12, "'0.5 1' is not a number");
        row("nan", "kind: odd\nlevel: .nan", 12, 12, "'.nan' is not a number");
        row("nan without a dot", "kind: odd\nlevel: nan", 12, 12, "'nan' is not a number");
        row("inf without a dot", "kind: odd\nlevel: inf", 12, 12, "'inf' is not a number");
        row("a hexadecimal float", "kind: odd\nlevel: 0x1p-2", 12, 12, "is not a number");
        row("a comma as decimal point", "kind: odd\nlevel: 0,5", 12, 12, "'0,5' is not a number");
        row("a comma as decimal point in braces", "{kind: odd, level: 0,5}", 11, 26,
            "unknown key '5': a number has a decimal point, not a comma; odd takes");
        row("commas as decimal points in a pair", "kind: odd\nu: [1,5, 2,5]", 12, 8,
            "there are 4 values instead of two: a number has a decimal point, not a comma; write [x, y]");
        row("commas as decimal points in quotes", "kind: odd\nu: [\"1,5 um\", 2]", 12, 9,
            "'1,5 um' is not a length: a number has a decimal point, not a comma; write");
        row("commas as decimal points in points", "kind: odd\ncurve: [[0,5, 1,5], [2, 2]]", 12, 13,
            "a list is not a point [x, y]: a number has a decimal point, not a comma; write");
        row("a comma as decimal point of a named number",
            "kind: formula\nexpression: x\nparameters: {a: 1,5}", 13, 23,
            "'5' has no value: a number has a decimal point, not a comma; write");
        row("a pair of three without decimal commas", "kind: odd\nu: [1, 5, 2]", 12, 8,
            "there are 3 values instead of two; write [x, y]");
        row("a pair of one", "kind: odd\nu: [1]", 12, 8, "there is 1 value instead of two; write [x, y]");
        row("two points", "kind: odd\nlevel: 0.5.1", 12, 12, "is not a number");
        row("a sign alone", "kind: odd\nlevel: +", 12, 12, "'+' is not a number");
        row("an exponent alone", "kind: odd\nlevel: e5", 12, 12, "'e5' is not a number");
        row("an exponent without digits", "kind: odd\nlevel: 1e", 12, 12, "'1e' is not a number");
        row("a number that is a map", "kind: odd\nlevel: {a: 1}", 12, 12, "a map is not a number");
        row("a number that is true", "kind: odd\nlevel: true", 12, 12, "'true' is not a number");
        row("a fraction for a whole number", "kind: odd\ncount: 2.5", 12, 12,
            "'2.5' is not a whole number; write a whole number from 1 to 31 px");
        row("a whole number above its range", "kind: odd\ncount: 32", 12, 12, "out of range");
        row("a whole number beyond 64 bits", "kind: odd\ncount: 99999999999999999999", 12, 12,
            "out of range");
        row("a whole number in quotes", "kind: odd\ncount: '3'", 12, 12, "in quotes is a text");
        row("an even side", "kind: odd\nside: 4", 12, 11,
            "'4' is even; write an odd whole number from 1 to 255");
        row("a boolean that is on", "kind: odd\nflag: on", 12, 11,
            "'on' is not true or false; write true or false (default: true)");
        row("a boolean that is 0", "kind: odd\nflag: 0", 12, 11, "'0' is not true or false");
        row("pixels that round to 0", "kind: odd\nreach: 0.4", 12, 12, "from 1 to 1023 px");
        row("pixels above the range", "kind: odd\nreach: 1023.5", 12, 12, "out of range");
        row("pixels in millimetres above the range", "kind: odd\nreach: 3 mm", 12, 12,
            "'3 mm' is out of range: at most 2.046 mm; write a length from 1 to 1023 px");
        row("pixels in um below the range", "kind: odd\nreach: 0.5 um", 12, 12, "at least 2 um");
        row("pixels in inches above the range", "kind: odd\nreach: 1 in", 12, 12, "at most 0.0805511 in");
        row("a thickness of 0", "kind: odd\nthickness: 0 mm", 12, 16, "greater than 0 um");
        row("a length with two units", "kind: odd\nthickness: 1 m 5 mm", 12, 16, "is not a length");
        row("a unit alone", "kind: odd\nthickness: mm", 12, 16, "'mm' is not a length");
        row("a vector of one", "kind: odd\nu: [5]", 12, 8, "here is 1 value instead of two");
        row("a vector of three", "kind: odd\nu: [1, 2, 3]", 12, 8, "here are 3 values instead of two");
        row("a vector that is a number", "kind: odd\nu: 5", 12, 8, "'5' is not a pair [x, y] of lengths");
        row("a vector with a word in it", "kind: odd\nu: [5, far]", 12, 12, "'far' is not a length");
        row("a vector with a hole", "kind: odd\nu: [5, ~]", 12, 12, "the value is missing");
        row("a vector that is a map", "kind: odd\nu: {x: 1, y: 2}", 12, 8, "a map is not a pair");
        row("a vector in quotes", "kind: odd\nu: '[1, 2]'", 12, 8,
            "'[1, 2]' in quotes is a text, not a pair [x, y] of lengths");
        row("a vector out of range", "kind: repeat\nu: [1, 2000000]\ninputs: [pattern: other]", 12, 12,
            "'2000000' is out of range; write [x, y], two lengths from -1000000 to 1000000 px");
        row("a vector beyond binary64", "kind: odd\nu: [1e308 m, 0]", 12, 9, "out of range");
        row("an unknown choice", "kind: odd\nmode: ovr", 12, 11, "'ovr' is unknown; did you mean 'over'?");
        row("a choice that nothing resembles", "kind: odd\nmode: quotient", 12, 11,
            "'quotient' is unknown; write over, mean or add (default: over)");
        row("a choice with a capital", "kind: odd\nmode: Mean", 12, 11, "did you mean 'mean'?");
        row("a choice that is a list", "kind: odd\nmode: [mean]", 12, 11, "a list is not one of the choices");
        row("a choice without a value", "kind: odd\nmode: null", 12, 11, "the value is missing");
        row("a text that is a map", "kind: odd\nlabel: {}", 12, 12, "a map is not a text");
        row("a file that is empty", "kind: odd\npicture: ''", 12, 14, "the name is empty");
        row("a file with a zero byte", "kind: odd\npicture: \"a\\0b\"", 12, 14,
            "the file name has a control character");
        row("a file that is a list", "kind: source\nfile: [a.tif]", 12, 11,
            "a list is not the name of a file");
        row("an expression that is a list", "kind: formula\nexpression: [x]", 12, 17,
            "a list is not an expression");
        row("an expression without a value", "kind: formula\nexpression:", 12, 5, "the value is missing");
        row("names that are a list", "kind: odd\nnames: [1, 2]", 12, 12, "a list is not a map of numbers");
        row("a name for a text", "kind: odd\nnames: {a: 1, b: two}", 12, 22, "'two' is not a number");
        row("a name for a list", "kind: odd\nnames:\n  a: 1\n  b: [2]", 14, 10, "a list is not a number");
        row("one point", "kind: odd\ncurve: [[0, 0]]", 12, 12,
            "here is 1 point; write [[x, y], ...], 2 to 4 points, numbers from 0 to 1, x increasing");
        row("five points", "kind: odd\ncurve: [[0, 0], [.1, 0], [.2, 0], [.3, 0], [.4, 0]]", 12, 12,
            "here are 5 points");
        row("points that do not increase", "kind: odd\ncurve: [[0, 0], [.5, 1], [.5, 0]]", 12, 30,
            "x = 0.5 does not exceed that of the point before, 0.5");
        row("points that fall", "kind: odd\ncurve: [[0.5, 0], [0, 1]]", 12, 23, "x = 0 does not exceed");
        row("a point out of range", "kind: odd\ncurve: [[0, 0], [1, 1.5]]", 12, 25, "'1.5' is out of range");
        row("a point of three numbers", "kind: odd\ncurve: [[0, 0], [1, 1, 1]]", 12, 21,
            "a list is not a point [x, y]");
        row("a point that is a number", "kind: odd\ncurve: [0, 1]", 12, 13, "'0' is not a point");
        row("a point with a word", "kind: odd\ncurve: [[0, 0], [1, deep]]", 12, 25, "'deep' is not a number");
        row("points over lines", "kind: odd\ncurve:\n  - [0, 0]\n  - [0, 1]", 14, 9, "x = 0 does not exceed");
        row("a ramp that is a map", "kind: odd\nramp: {a: 1}", 12, 11,
            "a map is not an expression or a list of points");
        row("a ramp of one point", "kind: odd\nramp: [[0, 1]]", 12, 11, "2 to 1024 points");
        row("a scale of 0", "kind: odd\nscale: 0", 12, 12,
            "'0' is out of range; write a number greater than 0 and at most 1000, or [sx, sy]");
        row("a negative scale in a pair", "kind: odd\nscale: [1, -1]", 12, 16, "'-1' is out of range");
        row("a scale of three", "kind: odd\nscale: [1, 1, 1]", 12, 12, "instead of two");
        row("a scale in millimetres", "kind: odd\nscale: 3 mm", 12, 12, "'3 mm' is not a number");
        row("a scale that is a map", "kind: odd\nscale: {x: 1}", 12, 12, "a map is not a number or a pair");
        row("a target of 0", "kind: odd\ntarget: [0, 5 mm]", 12, 14,
            "write [width, height], two lengths from 1 to 2147483647 px");
        row("a target that is a length", "kind: odd\ntarget: 5 mm", 12, 13, "is not a pair of lengths");
        row("a shape without a key", "kind: odd\nshape: {}", 12, 12, "here are 0 keys instead of one");
        row("a shape with two keys", "kind: odd\nshape: {box: 3, gaussian: 2}", 12, 12,
            "here are 2 keys instead of one");
        row("an unknown shape", "kind: odd\nshape: {circle: 3}", 12, 13,
            "unknown key 'circle'; write {key: value} with one of the keys box, gaussian");
        row("a misspelt shape", "kind: odd\nshape: {gausian: 3}", 12, 13, "did you mean 'gaussian'?");
        row("a shape that is a word", "kind: odd\nshape: box", 12, 12, "'box' is not a map with one key");
        row("an even box", "kind: odd\nshape: {box: 4}", 12, 18, "'4' is even");
        row("a gaussian that is too wide", "kind: odd\nshape: {gaussian: 43}", 12, 23,
            "'43' is out of range; write a number greater than 0 and at most 42");
        row("a laplacian of 6", "kind: odd\nshape: {laplacian: 6}", 12, 24, "'6' is unknown; write 4 or 8");
        row("a laplacian in quotes", "kind: odd\nshape: {laplacian: '8'}", 12, 24, "'8' in quotes is a text");
        row("a matrix of words", "kind: odd\nshape: {matrix: [[1, a, 1]]}", 12, 26, "'a' is not a number");
        row("a matrix with rows that differ",
            "kind: odd\nshape:\n  matrix:\n    - [1, 2, 3]\n    - [1]\n    - [1, 2, 3]", 15, 11,
            "this row has 1 number, but the first has 3");
        row("a matrix with an even number of rows", "kind: odd\nshape: {matrix: [[1], [2]]}", 12, 21,
            "here are 2 rows");
        row("a matrix with an even number of columns", "kind: odd\nshape: {matrix: [[1, 2]]}", 12, 22,
            "here are 2 columns");
        row("a matrix with too many rows", "kind: odd\nshape: {matrix: [[1], [2], [3], [4], [5], [6], [7]]}",
            12, 21,
            "here are 7 rows; write [[...], ...], an odd number of, up to 5 rows and columns of numbers");
        row("a matrix that is empty", "kind: odd\nshape: {matrix: []}", 12, 21, "a list is not a matrix");
        row("a matrix with an empty row", "kind: odd\nshape: {matrix: [[]]}", 12, 22, "a list is not a row");
        row("a matrix that is a number", "kind: odd\nshape: {matrix: 5}", 12, 21, "'5' is not a matrix");
        row("a matrix without brackets around rows", "kind: odd\nshape: {matrix: [1, 2, 3]}", 12, 22,
            "'1' is not a row");
        row("a matrix beyond binary64", "kind: odd\nshape: {matrix: [[1e999]]}", 12, 23,
            "'1e999' is out of range");
        row("a value that only the kind can refuse", "kind: odd\nshape: {box: 13}", 12, 12,
            "thirteen is unlucky; write another number");
        row("a node that does not fit into the memory", "kind: odd\nshape: {box: 255}", 10, 3,
            "there is not enough memory for this node");
    }
    void aBrokenNodeIsReported() {
        QFETCH(QString, body);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, fragment);
        const Design design = parse(before + indented(body.toStdString()) + other);
        QVERIFY(!design.refused);
        expectOneError(design, line, column, "part", fragment);
        QVERIFY(design.root && !design.errorsOf(*design.root).empty());
        const auto part = design.find("part");
        QVERIFY(part && !design.nodes[*part].sound);
        const auto free = design.find("other");
        QVERIFY(free && design.nodes[*free].sound && design.errorsOf(*free).empty());
    }

    void aBrokenLinkIsReported_data() {
        nodeColumns();
        row("inputs that are a map", "kind: odd\ninputs: {data: other}", 12, 13,
            "a map is not a list of links");
        row("inputs in quotes", "kind: odd\ninputs: '[data: a]'", 12, 13,
            "in quotes is a text, not a list of links");
        row("inputs that are a name", "kind: odd\ninputs: other", 12, 13, "'other' is not a list of links");
        row("inputs without a value", "kind: odd\ninputs:", 12, 5, "nothing is not a list of links");
        row("an entry that is a name", "kind: odd\ninputs:\n  - other", 13, 9, "'other' is not a link");
        row("an entry that is empty", "kind: odd\ninputs:\n  -\n  - data: other", 13, 7,
            "nothing is not a link");
        row("an entry without a trait", "kind: odd\ninputs:\n  - at: [1, 2]", 13, 9,
            "the link names no child");
        row("an empty entry", "kind: odd\ninputs: [{}]", 12, 14, "the link names no child");
        row("two traits in one entry", "kind: odd\ninputs:\n  - data: other\n    mask: other", 14, 9,
            "this link has a second trait; start a new entry with `- mask: NODE`");
        row("a misspelt trait", "kind: odd\ninputs:\n  - dat: other", 13, 9,
            "unknown key 'dat' in a link; did you mean 'data'?");
        row("an unknown key beside the trait", "kind: odd\ninputs:\n  - data: other\n    blend: max", 14, 9,
            "a link has data, mask or pattern, and at");
        row("a trait without a name", "kind: odd\ninputs:\n  - data:\n    at: [1, 2]", 13, 9,
            "nothing is not the name of a node");
        row("a trait with a list", "kind: odd\ninputs:\n  - data: [other]", 13, 15,
            "a list is not the name of a node");
        row("a trait that the kind does not take",
            "kind: repeat\ninputs:\n  - pattern: other\n  - data: other", 14, 9,
            "repeat takes no data; repeat takes pattern or mask");
        row("a mask for a kind without links", "kind: source\nfile: a.tif\ninputs:\n  - mask: other", 14, 9,
            "source takes no mask; source takes no links");
        row("a name that dangles", "kind: odd\ninputs:\n  - data: nowhere", 13, 15,
            "the node 'nowhere' does not exist; add it under `nodes`");
        row("a name that is misspelt", "kind: odd\ninputs:\n  - mask: othre", 13, 15,
            "did you mean 'other'?");
        row("a name with a capital", "kind: odd\ninputs:\n  - mask: Other", 13, 15, "did you mean 'other'?");
        row("a number that names no node", "kind: odd\ninputs:\n  - mask: 12", 13, 15,
            "the node '12' does not exist");
        row("an offset of one number", "kind: odd\ninputs:\n  - data: other\n    at: [5]", 14, 13,
            "here is 1 value instead of two");
        row("an offset that is a number", "kind: odd\ninputs:\n  - data: other\n    at: 5", 14, 13,
            "'5' is not a pair");
        row("an offset with a word", "kind: odd\ninputs:\n  - data: other\n    at: [left, 5]", 14, 14,
            "'left' is not a length");
        row("an offset beyond 2^40", "kind: odd\ninputs:\n  - data: other\n    at: [0, 1099511627777]", 14,
            17, "from -1099511627776 to 1099511627776 px");
        row("an offset of -1e30 m", "kind: odd\ninputs:\n  - data: other\n    at: [-1e30 m, 0]", 14, 14,
            "out of range");
        row("an offset without a value", "kind: odd\ninputs:\n  - data: other\n    at:", 14, 9,
            "the value is missing; write [x, y], two lengths");
        row("no pattern", "kind: repeat", 10, 3, "a pattern link is missing; link exactly 1 node as pattern");
        row("no pattern but a mask", "kind: repeat\ninputs:\n  - mask: other", 12, 5,
            "a pattern link is missing");
        row("two patterns", "kind: repeat\ninputs:\n  - pattern: other\n  - pattern: other", 14, 18,
            "a surplus pattern link; repeat takes exactly 1 pattern");
        row("a pattern behind a mask", "kind: repeat\ninputs:\n  - mask: other\n  - pattern: other", 14, 18,
            "this pattern link must be first");
        row("no child to turn", "kind: turn\nangle: 3", 10, 3,
            "a data link is missing; link exactly 1 node as data");
        row("nine data links for eight names",
            "kind: formula\nexpression: x\ninputs: [data: other, data: other, data: other, data: other, "
            "data: other, data: other, data: other, data: other, data: other]",
            13, 124, "a surplus data link; formula takes 0 to 8 data");
        row("a link to itself", "kind: odd\ninputs:\n  - data: part", 13, 15,
            "this link closes a cycle: 'part' -> 'part'");
        row("a link back to the root", "kind: odd\ninputs:\n  - mask: surface", 13, 15,
            "this link closes a cycle: 'surface' -> 'part' -> 'surface'");
    }
    void aBrokenLinkIsReported() {
        QFETCH(QString, body);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, fragment);
        const Design design = parse(before + indented(body.toStdString()) + other);
        QVERIFY(!design.refused);
        expectOneError(design, line, column, "part", fragment);
        QVERIFY(!design.nodes[*design.find("part")].sound);
        QVERIFY(!design.errorsOf(*design.root).empty());
    }

    /// The column of a problem inside an expression.
    void aProblemInAnExpressionHasItsColumn_data() {
        nodeColumns();
        row("plain", "kind: formula\nexpression: x + $", 12, 21, "unexpected '$'");
        row("in double quotes", "kind: formula\nexpression: \"x + $\"", 12, 22, "unexpected '$'");
        row("in single quotes", "kind: formula\nexpression: 'x + $'", 12, 22, "unexpected '$'");
        row("at the very start, in quotes", "kind: formula\nexpression: \"$\"", 12, 18, "unexpected '$'");
        row("behind a character of two bytes", "kind: formula\nexpression: \"\u00b5 + $\"", 12, 22,
            "unexpected '$'");
        row("an escape makes columns unknown: the start", "kind: formula\nexpression: \"x\\t+ $\"", 12, 17,
            "unexpected '$'");
        row("an escaped blank does so too", "kind: formula\nexpression: \"x +\\u0020$\"", 12, 17,
            "unexpected '$'");
        row("folded over lines", "kind: formula\nexpression: \"x\n  + $\"", 13, 9, "unexpected '$'");
        row("plain over lines", "kind: formula\nexpression: x\n\n  + \u00b5\n  + $", 15, 9, "unexpected '$'");
        row("a block text that is folded", "kind: formula\nexpression: >-\n  x\n  + $", 14, 9,
            "unexpected '$'");
        row("a block text that keeps its lines", "kind: formula\nexpression: |2-\n  x\n    + $", 14, 11,
            "unexpected '$'");
        row("in flow style", "{kind: formula, expression: \"x + $\"}", 11, 38, "unexpected '$'");
        row("of a ramp", "kind: odd\nramp: \"d $\"", 12, 14, "ramp: unexpected '$'");
    }
    void aProblemInAnExpressionHasItsColumn() { aBrokenLinkIsReported(); }

    /// Each row has a whole file and the node with the error.
    void aBrokenFileIsReported_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("node");
        QTest::addColumn<QString>("fragment");
        const auto add = [](const char* name, const std::string& text, int line, int column, const char* node,
                            const char* fragment) {
            QTest::newRow(name) << QString::fromStdString(text) << line << column << QString(node)
                                << QString(fragment);
        };
        const std::string root = "nodes:\n  s:\n    kind: root\n    width: 5\n    height: 5\n";
        const std::string good = "burin: 1\npixel: 1 um\n" + root;
        add("no pixel", "burin: 1\n" + root, 1, 1, "s",
            "pixel: the pitch is missing; write the pitch of one pixel");
        add("a pixel of 0", "burin: 1\npixel: 0 um\n" + root, 2, 8, "s", "'0 um' is not a positive length");
        add("a negative pixel", "burin: 1\npixel: -1 um\n" + root, 2, 8, "s", "is not a positive length");
        add("a pixel without a unit", "burin: 1\npixel: 1\n" + root, 2, 8, "s",
            "'1' is not a length with a unit");
        add("a pixel in pixels", "burin: 1\npixel: 1 px\n" + root, 2, 8, "s", "is not a length with a unit");
        add("a pixel with a decimal comma", "burin: 1\npixel: 1,5 um\n" + root, 2, 8, "s",
            "'1,5 um' is not a length with a unit: a number has a decimal point, not a comma; write");
        add("a pixel that is a word", "burin: 1\npixel: small\n" + root, 2, 8, "s",
            "'small' is not a length");
        add("a pixel that is a list", "burin: 1\npixel: [1 um]\n" + root, 2, 8, "s",
            "a list is not a length");
        add("a pixel beyond binary64", "burin: 1\npixel: 1e999 m\n" + root, 2, 8, "s",
            "is not a positive length");
        add("a pixel below binary64", "burin: 1\npixel: 1e-999 m\n" + root, 2, 8, "s",
            "is not a positive length");
        add("an unknown key at the top", good + "author: me\n", 8, 1, "s",
            "unknown key 'author'; a design has burin, pixel, nodes, job or editor");
        add("a misspelt key at the top", good + "edtior: {}\n", 8, 1, "s", "did you mean 'editor'?");
        add("an unknown key of the job", good + "job:\n  power: 3\n", 9, 3, "s",
            "unknown key 'power'; a job has spot, field");
        add("a misspelt key of the job", good + "job: {overscna: 1 mm}\n", 8, 7, "s",
            "did you mean 'overscan'?");
        add("a job that is a list", good + "job: [1]\n", 8, 6, "s", "a list is not a map");
        add("a spot that is a word", good + "job: {spot: fine}\n", 8, 13, "s",
            "spot: 'fine' is not a length");
        add("a spot of 0", good + "job: {spot: 0 um}\n", 8, 13, "s", "out of range");
        add("a field of one length", good + "job: {field: 2 m}\n", 8, 14, "s", "is not a pair");
        add("no nodes", "burin: 1\npixel: 1 um\n", 1, 1, "", "the nodes are missing");
        add("nodes that are a list", "burin: 1\npixel: 1 um\nnodes: [a]\n", 3, 8, "",
            "a list is not a map of nodes");
        add("nodes without a value", "burin: 1\npixel: 1 um\nnodes:\n", 3, 1, "",
            "nothing is not a map of nodes");
        add("no root", "burin: 1\npixel: 1 um\nnodes:\n  a: {kind: odd}\n", 3, 1, "",
            "the design has no surface; add one: a node of `kind: root`");
        add("no node at all", "burin: 1\npixel: 1 um\nnodes: {}\n", 3, 1, "", "the design has no surface");
        add("a second root", good + "  t: {kind: root, width: 1, height: 1}\n", 8, 13, "t",
            "this is a second surface; keep one; 's' is the first");
        add("a muted root", good + "    muted: true\n", 8, 5, "s", "the surface cannot be muted");
        add("a root without a size", "burin: 1\npixel: 1 um\nnodes:\n  s:\n    kind: root\n    width: 3\n", 6,
            5, "s", "the height is missing; this kind needs width and height");
        add("a root of depth 12", good + "    depth: 12\n", 8, 12, "s",
            "'12' is unknown; write 8, 16 or 1 (default: 8)");
        add("a pattern for the root", good + "    inputs: [pattern: t]\n  t: {kind: odd}\n", 8, 14, "s",
            "root takes no pattern; root takes data or mask");
        add("a node that is a text", good + "  a: dot\n", 8, 6, "a", "'dot' is not a node");
        add("a node that is empty", good + "  a:\n", 8, 3, "a", "nothing is not a node");
        add("a node that is a list", good + "  a: [1]\n", 8, 6, "a", "a list is not a node");
        add("a node without a name", good + "  '': {kind: odd}\n", 8, 3, "",
            "the name has 0 bytes; names have 1 to 255 bytes");
        add("a name of 256 bytes", good + "  " + std::string(256, 'n') + ": {kind: odd}\n", 8, 3,
            std::string(256, 'n').c_str(), "the name has 256 bytes");
        add("a name with a line break", good + "  \"a\\nb\": {kind: odd}\n", 8, 3, "a\nb",
            "a\\x0Ab: the name has a control character");
        add("a cycle that the root does not reach",
            good + "  a: {kind: odd, inputs: [data: b]}\n  b: {kind: odd, inputs: [data: a]}\n", 9, 33, "b",
            "this link closes a cycle: 'a' -> 'b' -> 'a'");
        add("a line ending with CR LF counts once",
            "burin: 1\r\npixel: 1 um\r\nnodes:\r\n  s:\r\n    kind: root\r\n    width: 5\r\n    hieght: "
            "5\r\n    height: 5\r\n",
            7, 5, "s", "did you mean 'height'?");
        add("columns count characters",
            "burin: 1\npixel: 1 um\nnodes:\n  s: {kind: root, width: 1, height: 1}\n  \u00e4\u00f6\u00fc: "
            "{kind: odd, level: 2}\n",
            5, 27, "\u00e4\u00f6\u00fc", "'2' is out of range");
        add("a byte order mark takes no column", "\xEF\xBB\xBFpixel: 0 um\nburin: 1\n" + root, 1, 8, "s",
            "not a positive length");
        add("a design in flow style",
            "{burin: 1, pixel: 1 um, nodes: {s: {kind: root, width: 1, height: 0}}}", 1, 67, "s",
            "out of range");
    }
    void aBrokenFileIsReported() {
        QFETCH(QString, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, node);
        QFETCH(QString, fragment);
        const Design design = parse(text.toStdString());
        QVERIFY(!design.refused);
        expectOneError(design, line, column, node, fragment);
        if (design.root && node.toStdString() == design.nodes[*design.root].name) {
            QVERIFY(!design.errorsOf(*design.root).empty());
            QVERIFY(!design.nodes[*design.root].sound);
        }
    }

    void aFileErrorRefusesTheFile_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("fragment");
        const auto add = [](const char* name, const QByteArray& text, int line, int column,
                            const char* fragment) {
            QTest::newRow(name) << text << line << column << QString(fragment);
        };
        add("an empty file", "", 1, 1, "the file is empty");
        add("comments only", "# nothing\n", 1, 1, "the file is empty");
        add("no version", "pixel: 1 um\n", 1, 1, "the version is missing; start the design with `burin: 1`");
        add("a newer version", "burin: 3\n", 1, 8, "version 3 is newer than this program knows");
        add("version 0", "burin: 0\n", 1, 8, "'0' is not a version");
        add("a version in quotes", "burin: \"1\"\n", 1, 8, "'1' in quotes is a text, not a version");
        add("version 1.5", "burin: 1.5\n", 1, 8, "is not a version");
        add("a version that is a list", "burin: [1]\n", 1, 8, "a list is not a version");
        add("a version that is a word", "burin: one\n", 1, 8, "'one' is not a version");
        add("a list", "- burin: 1\n", 1, 1, "a list is not a design");
        add("a text", "burin 1\n", 1, 1, "is not a design");
        add("a document without a value", "---\n...\n", 2, 1, "is not a design");
        add("binary",
            QByteArray("\x7F"
                       "ELF\0\0",
                       6),
            1, 1, "control character \\x7F");
        add("invalid UTF-8", "burin: 1\nx: \xFF\n", 2, 4, "this byte is not UTF-8");
        add("two bytes for a slash", "burin: 1\nx: \xC0\xAF\n", 2, 4, "not UTF-8");
        add("half a surrogate pair", "burin: 1\n\xED\xA0\x80: 1\n", 2, 1, "not UTF-8");
        add("a character cut short", "burin: 1\nx: \xE2\x82", 2, 4, "not UTF-8");
        add(
            "too long a node list",
            QByteArray("burin: 1\npixel: 1 um\nnodes: {") +
                [] {
                    QByteArray nodes;
                    for (int i = 0; i < 10001; ++i)
                        nodes += QByteArray::number(i) + ": {}, ";
                    return nodes;
                }() +
                "}",
            3, 98899, "more than 10,000 nodes");
        add("too many links",
            QByteArray("burin: 1\nnodes:\n  a:\n    kind: odd\n    inputs:\n") +
                QByteArray("     - data: b\n").repeated(4097),
            4102, 8, "more than 4,096 links");
    }
    void aFileErrorRefusesTheFile() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, fragment);
        const Design design = parse(text.toStdString());
        QVERIFY(design.refused);
        QVERIFY(design.nodes.empty());
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        const Diagnostic& found = design.diagnostics[0];
        QVERIFY2(found.mark == (SourceMark{line, column}), found.text().c_str());
        QVERIFY2(QString::fromStdString(found.text()).contains(fragment), found.text().c_str());
        QVERIFY(!found.remedy().empty());
    }

    void severalErrorsAreAllReportedInOrder() {
        const Design design = parse(
            before +
            indented(
                "kind: odd\nlevel: 7\ncount: x\ninputs:\n  - data: nowhere\n  - pattern: other\ncolour: 1") +
            other);
        const Diagnostics found = errors(design);
        std::vector<int> lines;
        for (const Diagnostic& d : found)
            lines.push_back(d.mark.line);
        QCOMPARE(lines, (std::vector<int>{12, 13, 15, 16, 17}));
    }
};

BURIN_TEST(TestDesign)
#include "test_design.moc"
