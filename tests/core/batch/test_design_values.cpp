// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/design_values.hpp"
#include "core/design/settings.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/testing.hpp"

#include <string>
#include <variant>

using namespace burin;

class TestDesignValues : public QObject {
    Q_OBJECT

  private slots:
    /// Paths in a table start in the table's folder, which may be another one than that of the design.
    void aNewTableHasWholePaths() {
        const Design design = parseDesign(R"yaml(burin: 2
pixel: 1 um
groups:
  g: {parameters: {map: {type: file, default: b.tif}}, output: t, nodes: {t: {kind: tiff, file: =map}}}
nodes:
  s: {kind: root, width: 9, height: 9, inputs: [data: i, data: t]}
  i: {kind: group, group: g}
  t: {kind: tiff, file: ../a.tif}
)yaml",
                                          "/plates", "/plates/d.burin");
        QStringList files;
        for (const DesignValue& value : designValues(design, kinds())) {
            if (value.value.ends_with(".tif"))
                files << QString::fromStdString(value.title + ' ' + value.value);
        }
        QCOMPARE(files, QStringList({"i.map /plates/b.tif", "t.file /a.tif"}));
    }

    /// A text that begins with = is a formula only in a group.
    void aNewTableHasTextsThatLookComputed() {
        const Design design = parseDesign(R"yaml(burin: 2
pixel: 1 um
groups:
  g:
    parameters:
      label: {type: text, default: A}
      gap: {type: length, default: 3}
      size: {type: length, default: "= gap * 2"}
    output: t
    nodes: {t: {kind: text, text: =label, size: =size}}
nodes:
  s: {kind: root, width: 9, height: 9, inputs: [data: i, data: t]}
  i: {kind: group, group: g, values: {label: "=7"}}
  t: {kind: text, text: "=5", size: 20}
)yaml",
                                          "/plates", "/plates/d.burin");
        QStringList texts;
        for (const DesignValue& value : designValues(design, kinds())) {
            if (!value.title.starts_with("i.") && value.title != "t.text") continue;
            const auto read = settingValue(value.value, ParameterType::text);
            const auto* const text = std::get_if<YamlValue>(&read);
            const std::string shown = value.value.empty() ? "" : text == nullptr ? "?" : text->scalar;
            texts << QString::fromStdString(value.title + ' ' + shown);
        }
        QCOMPARE(texts, QStringList({"i.label =7", "i.gap 3", "i.size ", "t.text =5"}));
    }
};

BURIN_TEST(TestDesignValues)
#include "test_design_values.moc"
