// SPDX-License-Identifier: GPL-3.0-or-later

// Compares paths from files with the definitions of the files at single points.

#include "core/design/design.hpp"
#include "support/outlines/drawn_check.hpp"
#include "support/outlines/drawn_node.hpp"
#include "support/outlines/dxf_formulas.hpp"
#include "support/outlines/placing.hpp"
#include "support/outlines/svg_formulas.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <optional>
#include <string>

using namespace burin;
using namespace burin::test;

class TestDrawnFiles : public QObject, private test::DrawnNode {
    Q_OBJECT

  public:
    TestDrawnFiles() : DrawnNode("kind: path", "100 um") {}

  private slots:
    void svgFiles();
    void dxfFiles();

  private:
    /// Compares a drawing with its values. Some drawings are turned or mirrored first.
    template <class Formula>
    void compare(std::uint64_t seed, Random& random, const std::string& file, const Formula& drawing,
                 const DrawingValue& value);
};

template <class Formula>
void TestDrawnFiles::compare(std::uint64_t seed, Random& random, const std::string& file,
                             const Formula& drawing, const DrawingValue& value) {
    write(file.c_str(), QByteArray::fromStdString(drawing.text));
    Placing placing;
    if (random.chance(0.3)) placing = randomPlacing(random);
    const Placing::Place end = placing.moveBox(drawing.width, drawing.height);
    const std::string keys = "file: " + file + drawing.keys + placing.keys;
    const QString told = QString("seed %1: %2\n%3")
                             .arg(seed)
                             .arg(QString::fromStdString(keys), QString::fromStdString(drawing.text));
    const Design design = designOf(keys);
    const auto operation = operationOf(design);
    if (operation == nullptr) QFAIL(qPrintable(told + design.diagnostics[0].text().c_str()));
    const PlaneBox box = operation->outline()->snapped().box.value();
    const bool placed = std::hypot(box.left, box.top) < 1e-3 &&
                        std::hypot(box.right - end.first, box.bottom - end.second) < 1e-3;
    if (!placed) QFAIL(qPrintable(told + QString("the box ends at %1, %2").arg(box.right).arg(box.bottom)));

    const auto placedValue = [&](double x, double y) {
        const auto [ownX, ownY] = placing.back(x, y);
        return value(ownX, ownY);
    };
    auto wrong = wrongPoint(*operation, random, placedValue);
    if (!wrong) wrong = wrongFill(*operation, random, placedValue);
    if (wrong) QFAIL(qPrintable(told + QString("at %1, %2").arg(wrong->x).arg(wrong->y)));
}

void TestDrawnFiles::svgFiles() {
    for (const std::uint64_t seed : seedsOfTest(30)) {
        Random random(seed);
        const SvgFormula drawing = SvgFormulaWriter(random, 100).written();
        compare(seed, random, "drawing" + std::to_string(seed) + ".svg", drawing,
                [&](double x, double y) { return drawing.valueAt(x, y); });
        if (QTest::currentTestFailed()) return;
    }
}

void TestDrawnFiles::dxfFiles() {
    for (const std::uint64_t seed : seedsOfTest(30)) {
        Random random(seed);
        const DxfFormula drawing = DxfFormulaWriter(random, 100).written();
        compare(seed, random, "drawing" + std::to_string(seed) + ".dxf", drawing,
                [&](double x, double y) { return drawing.contains(x, y); });
        if (QTest::currentTestFailed()) return;
    }
}

BURIN_TEST(TestDrawnFiles)
#include "test_drawn_files.moc"
