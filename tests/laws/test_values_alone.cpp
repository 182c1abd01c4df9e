// SPDX-License-Identifier: GPL-3.0-or-later

// The values of a design are checked without computing anything. This check finds the same problems as the
// loader, except problems that only computing can find.

#include "core/design/design.hpp"
#include "core/design/yaml.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <variant>

using namespace burin;

namespace {

const std::string before =
    "burin: 2\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9, inputs: [{data: part}]}\n  "
    "part: ";

struct Found {
    Diagnostics byValues;
    Diagnostics byLoader;
};

Found problemsIn(const std::string& text, const std::filesystem::path& file) {
    const auto document = std::get<YamlValue>(parseYaml(text));
    const auto folder = file.parent_path();
    return {problemsWithValues(document, folder, file, kinds()),
            reviseDesign(document, folder, file, kinds(), nullptr).diagnostics};
}

QByteArray listed(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics)
        all += d.text() + "\n";
    return QByteArray::fromStdString(all);
}

}  // namespace

class TestValuesAlone : public QObject {
    Q_OBJECT

  private slots:
    void wrongValuesAreFound_data() {
        QTest::addColumn<std::string>("body");
        QTest::newRow("a formula") << std::string("{kind: math2d, expression: \"x +\"}");
        QTest::newRow("a name") << std::string("{kind: math2d, expression: \"wave\"}");
        QTest::newRow("a curve's formula")
            << std::string("{kind: path, curve: {x: \"9 * t)\", y: t, from: 0, to: 9, closed: true}}");
        QTest::newRow("a curve without an end") << std::string("{kind: path, curve: {x: t, y: t, from: 0}}");
        QTest::newRow("a curve that is open")
            << std::string("{kind: path, curve: {x: t, y: t, from: 0, to: 1}}");
        QTest::newRow("a size") << std::string("{kind: shape, shape: circle, diameter: -4}");
        QTest::newRow("a kind") << std::string("{kind: nothing}");
    }
    void wrongValuesAreFound() {
        QFETCH(std::string, body);
        const Found found = problemsIn(before + body + "\n", {});
        QVERIFY(!found.byLoader.empty());
        QCOMPARE(listed(found.byValues), listed(found.byLoader));
    }

    void whatOnlyComputingFindsIsNot_data() {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("a curve with too many chords")
            << std::string(
                   "{kind: path, curve: {x: 900000 * cos(977 * t), y: 900000 * sin(991 * t), from: 0, "
                   "to: 1e5, steps: 1000000, closed: true}}")
            << QByteArray("10,000,000 chords");
    }
    void whatOnlyComputingFindsIsNot() {
        QFETCH(std::string, body);
        QFETCH(QByteArray, reason);
        const Found found = problemsIn(before + body + "\n", {});
        QVERIFY2(listed(found.byLoader).contains(reason), listed(found.byLoader));
        QCOMPARE(listed(found.byValues), QByteArray());
    }

    void examplesAreSound_data() {
        QTest::addColumn<std::string>("file");
        for (const auto& entry :
             std::filesystem::directory_iterator(test::inTree("resources/examples").toStdString())) {
            if (entry.path().extension() == ".burin")
                QTest::newRow(entry.path().filename().c_str()) << entry.path().string();
        }
    }
    void examplesAreSound() {
        QFETCH(std::string, file);
        std::ifstream in(file, std::ios::binary);
        const Found found = problemsIn(std::string(std::istreambuf_iterator<char>(in), {}), file);
        QCOMPARE(listed(found.byValues), listed(found.byLoader));
    }
};

BURIN_TEST(TestValuesAlone)
#include "test_values_alone.moc"
