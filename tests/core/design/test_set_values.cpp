// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/design.hpp"
#include "core/design/settings.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

using namespace burin;

namespace {

const std::string text =
    R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    parameters: {size: {type: length, default: 9}, map: {type: file, default: a.tif}, on: {type: boolean, default: true}, word: {type: text, default: a}}
    output: m
    nodes:
      m: {kind: math2d, width: =size, height: 4, expression: "1"}
nodes:
  s: {kind: root, width: 50, height: 40, inputs: [data: wall, data: f]}
  wall: {kind: group, group: g}
  "wall 1.5": {kind: group, group: g, values: {size: 5}}
)yaml"
    "  'q\"u\\o': {kind: math2d, width: 77, height: 5, expression: \"pitch\", parameters: {pitch: 3}}\n"
    R"yaml(  f: {kind: convolution, kernel: {gaussian: 2}, inputs: [data: t]}
  t: {kind: tiff, file: a.tif}
  label: {kind: text, text: A, series: {start: 1}}
  pixel: {kind: math2d, expression: "1", muted: true}
  beam: {kind: compensate, spot: 8 um, inputs: [data: t]}
)yaml";

YamlValue documentOf(std::string_view yaml) {
    return std::get<YamlValue>(parseYaml(yaml));
}

/// The document after the settings, or the problem of one setting.
std::variant<YamlValue, Problem> set(const std::vector<std::string>& texts) {
    std::vector<Setting> settings;
    for (const std::string& one : texts) {
        auto parsed = parseSetting(one);
        if (auto* problem = std::get_if<Problem>(&parsed)) return std::move(*problem);
        settings.push_back(std::get<Setting>(std::move(parsed)));
    }
    YamlValue document = documentOf(text);
    if (auto problem = applySettings(document, settings, kinds(), "/here")) return std::move(*problem);
    return document;
}

}  // namespace

class TestSetValues : public QObject {
    Q_OBJECT

  private slots:
    void whatIsSet_data() {
        QTest::addColumn<QByteArray>("setting");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const auto row = [](const char* name, const char* setting, const char* from, const char* to) {
            QTest::newRow(name) << QByteArray(setting) << QByteArray(from) << QByteArray(to);
        };
        row("the pitch", "pixel=2 um", "pixel: 1 um", "pixel: 2 um");
        row("a key of a node named pixel", "pixel.muted=false", "muted: true", "muted: false");
        row("a size", "s.width=12 mm", "width: 50", "width: 12 mm");
        row("a key that was not there", "s.depth=16", "data: f]}", "data: f], depth: 16}");
        row("an empty value takes the key out", "pixel.muted=", ", muted: true", "");
        row("a parameter of an instance", "wall.size=0.3 mm", "group: g}\n  \"wall",
            "group: g, values: {size: 0.3 mm}}\n  \"wall");
        row("one that is given already", "\"wall 1.5\".size=7", "size: 5", "size: 7");
        row("the last value of an instance", "\"wall 1.5\".size=", ", values: {size: 5}", "");
        row("muting an instance", "wall.muted=true", "group: g}\n  \"wall",
            "group: g, muted: true}\n  \"wall");
        row("escapes in a quoted name", "\"q\\\"u\\\\o\".width=6", "width: 77", "width: 6");
        row("a path through a map", "\"q\\\"u\\\\o\".parameters.pitch=4", "pitch: 3", "pitch: 4");
        row("the one key of a choice of keys", "f.kernel.box=5", "{gaussian: 2}", "{box: 5}");
        row("an empty value for another key of the choice", "f.kernel.box=", "{gaussian: 2}",
            "{gaussian: 2}");
        row("an empty value for a key of a map that is not there", "label.circle.radius=", "text: A",
            "text: A");
        row("a list", "s.material_curve=[[0, 0], [1, 0.5]]", "data: f]}",
            "data: f], material_curve: [[0, 0], [1, 0.5]]}");
        row("a map", "f.kernel={sharpen: 1}", "{gaussian: 2}", "{sharpen: 1}");
        row("a text with an equals sign", "\"q\\\"u\\\\o\".expression=\"x == 1\"", "expression: \"pitch\"",
            "expression: \"x == 1\"");
        row("a path is seen from the working directory", "t.file=b/c.tif", "file: a.tif}",
            "file: /here/b/c.tif}");
        row("an absolute path", "t.file=/b.tif", "file: a.tif}", "file: /b.tif}");
        row("a path for a group", "wall.map=b.tif", "group: g}\n  \"wall",
            "group: g, values: {map: /here/b.tif}}\n  \"wall");
        row("a path in a map", "label.series={csv: b.csv, column: n}", "{start: 1}",
            "{csv: /here/b.csv, column: n}");
        row("a path in a spot", "beam.spot={shape: image, file: b.png, pitch: 1 um}", "spot: 8 um",
            "spot: {shape: image, file: /here/b.png, pitch: 1 um}");
        row("a path through a map to a path", "label.series.csv=b.csv", "{start: 1}",
            "{start: 1, csv: /here/b.csv}");
        row("a text that ends with a comma", "label.text=x,", "text: A", "text: \"x,\"");
        row("a number sign in a text", "label.text=No #5", "text: A", "text: \"No #5\"");
        row("a number sign before a text", "label.text=#5", "text: A", "text: \"#5\"");
        row("signs of YAML in a text", "label.text=- a, b: c", "text: A", "text: \"- a, b: c\"");
        row("a word of YAML as a text", "label.text=~", "text: A", "text: \"~\"");
        row("a text of two lines", "label.text=a\r\nb", "text: A", "text: \"a\\nb\"");
        row("blanks around a text", "label.text= x ", "text: A", "text: x");
        row("a text in quotes", "label.text=' x # '", "text: A", "text: \" x # \"");
        row("a text for a group", "wall.word=a, b #1", "group: g}\n  \"wall",
            "group: g, values: {word: \"a, b #1\"}}\n  \"wall");
        row("a file with a comma and a number sign", "t.file=No #5, b.tif", "file: a.tif}",
            "file: \"/here/No #5, b.tif\"}");
    }
    void whatIsSet() {
        QFETCH(QByteArray, setting);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        std::string expected = text;
        const std::size_t at = expected.find(from.toStdString());
        QVERIFY(at != std::string::npos);
        expected.replace(at, static_cast<std::size_t>(from.size()), to.toStdString());
        const auto result = set({setting.toStdString()});
        if (const auto* problem = std::get_if<Problem>(&result)) QFAIL(problem->text().c_str());
        QVERIFY2(std::get<YamlValue>(result) == documentOf(expected),
                 writeYaml(std::get<YamlValue>(result)).c_str());
    }

    void whatIsRefused_data() {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* name, const QStringList& settings, const char* what) {
            QTest::newRow(name) << settings << QByteArray(what);
        };
        row("no node", {"size=1"}, "it does not name a node");
        row("no node before a number", {"size=1.5"}, "it does not name a node");
        row("an equals sign in a name", {"a=b.size=9"},
            "it does not name a node; write NODE.KEY=VALUE, or pixel=VALUE; put a name that contains = in "
            "double quotes");
        row("an equals sign in a name in quotes", {"\"a=b\".size=9"}, "the design has no node 'a=b'");
        row("no value", {"wall.size"}, "it has no value");
        row("no key", {"wall.=3"}, "it does not name a key");
        row("an empty part of a key", {"f.kernel..box=3"}, "it does not name a key");
        row("a quote that is never closed", {"\"wall.size=3"}, "it does not name a node");
        row("two values", {"s.width=1, 2"}, "is not one value");
        row("a bracket", {"s.width=1] ["}, "is not one value");
        row("a decimal comma", {"s.width=20,5"},
            "'20,5' is not one value; a number has a decimal point: write 20.5, or [20,5] for two numbers");
        row("a decimal comma in a length", {"s.width=0,3 mm"},
            "'0,3 mm' is not one value; a number has a decimal point: write 0.3 mm, or [0,3 mm] for two "
            "numbers");
        row("three numbers", {"s.width=1,2,3"},
            "'1,2,3' is not one value; write one number, length or text, a list in [ ] or a map in { }; put "
            "text with , : # or quotes in single quotes");
        row("a map that is not closed", {"f.kernel={box: 3"},
            "'{box: 3' is not one value; write one number, length or text, a list in [ ] or a map in { }; "
            "put text with , : # or quotes in single quotes");
        const char* const rest =
            "a comma or a comment is beside the value in '%1'; remove the comma, or the # and the "
            "comment";
        const auto restRow = [&](const char* name, const QString& key, const QString& value) {
            row(name, {QString(key + "=" + value)}, qPrintable(QString(rest).arg(value)));
        };
        restRow("a comma behind a number", "s.width", "20,");
        restRow("a comma behind the pitch", "pixel", "2 um,");
        restRow("a comma behind a list", "s.material_curve", "[[0, 0], [1, 0.5]],");
        restRow("a comma behind a quoted text", "label.text", "'x',");
        restRow("a comma behind a number in a map", "f.kernel.box", "5,");
        restRow("a comment", "s.width", "12 # px");
        restRow("a comment behind a map", "f.kernel", "{box: 5} # px");
        restRow("a comment behind a value for a group", "wall.size", "3 #");
        row("a comment before a value", {"s.width=# px\n12"}, "a comma or a comment is beside the value");
        row("a control character in a text", {"label.text=a\x01"},
            "is not a text; write at most 1 MiB in UTF-8, without control characters");
        row("no such node", {"wal.size=1"}, "the design has no node 'wal'");
        row("no such key", {"s.widht=1"}, "'s' has no key 'widht'");
        row("no such parameter", {"wall.sise=1"}, "'wall' has no key 'sise'; did you mean 'size'?");
        row("a key in a parameter of an instance", {"wall.size.x=1"},
            "'wall' has no key 'size.x'; set 'size' as a whole");
        row("a key of an instance that is not a parameter", {"wall.values={size: 1}"},
            "'wall' has no key 'values'");
        row("no such key in a map", {"f.kernel.bx=1"}, "has no key 'kernel.bx'; 'kernel' has box, ");
        row("a key in a map that is nearly right", {"f.kernel.sharpem=1"},
            "has no key 'kernel.sharpem'; did you mean 'sharpen'?");
        row("a parameter that the node does not have", {"\"q\\\"u\\\\o\".parameters.p=1"},
            "has no key 'parameters.p'; 'parameters' has pitch");
        row("a parameter of a node without parameters", {"pixel.parameters.a=1"},
            "'pixel' has no key 'parameters.a'; add it to 'parameters' in the design");
        row("a key in a number", {"s.width.x=1"}, "'s' has no key 'width.x'; set 'width' as a whole");
        row("a key in a number in a map", {"f.kernel.gaussian.x=1"},
            "has no key 'kernel.gaussian.x'; set 'kernel.gaussian' as a whole");
        row("an empty value for no key of a choice", {"f.kernel.box.x="},
            "has no key 'kernel.box.x'; set 'kernel.box' as a whole");
        row("a root that is muted", {"s.muted=true"}, "'s' has no key 'muted'");
        row("a node inside an instance", {"wall/m.height=3"}, "'wall/m' is a part of the instance 'wall'");
        row("the kind", {"f.kind=median"}, "'kind' cannot be set");
        row("the group", {"wall.group=h"}, "'group' cannot be set");
        row("the links", {"s.inputs=[]"}, "'inputs' cannot be set");
        row("a key twice", {"s.width=1", "s.height=2", "s.width=3"}, "the same key is set by 's.width=1'");
        row("a part of a value", {"f.kernel={box: 3}", "f.kernel.box=5"}, "the same key is set by");
        row("two keys of a map that has one", {"f.kernel.box=3", "f.kernel.gaussian=2"},
            "the same key is set by 'f.kernel.box=3'");
        row("the pitch twice", {"pixel=1 um", "pixel=2 um"}, "the same key is set by");
    }
    void whatIsRefused() {
        QFETCH(QStringList, settings);
        QFETCH(QByteArray, what);
        std::vector<std::string> texts;
        for (const QString& one : settings)
            texts.push_back(one.toStdString());
        const auto result = set(texts);
        const auto* problem = std::get_if<Problem>(&result);
        QVERIFY(problem != nullptr);
        const std::string said = problem->text() + "; " + problem->adviceText();
        QVERIFY2(said.find(what.toStdString()) != std::string::npos, said.c_str());
        QCOMPARE(problem->subject, quotedForMessage(texts.back()));
        QVERIFY(!problem->advice.empty());
    }

    /// Messages can name the place of a map that a setting has added.
    void anAddedMapHasAPlace() {
        const YamlValue document = std::get<YamlValue>(set({"wall.size=7"}));
        const YamlValue* key = keyIn(*document.find("nodes")->find("wall"), "values");
        QVERIFY(key != nullptr && key->mark.line > 0);
    }

    /// The design reports what is wrong with a value, at the place of the value.
    void wrongValuesHaveAPlace() {
        for (const char* setting : {"wall.size=green", "s.depth=7", "s.width=green"}) {
            const auto result = set({setting});
            const Design design = reviseDesign(std::get<YamlValue>(result), ".", "x.burin", kinds(), nullptr);
            const Diagnostics errors = design.errorsOf(*design.root);
            QVERIFY(std::any_of(errors.begin(), errors.end(), [](const Diagnostic& d) {
                return d.mark.line > 0 && (d.what().find("green") != std::string::npos ||
                                           d.what().find("'7'") != std::string::npos);
            }));
        }
    }
};

BURIN_TEST(TestSetValues)
#include "test_set_values.moc"
