// SPDX-License-Identifier: GPL-3.0-or-later

// Compares texts with their glyphs, placed as the page says.

#include "core/design/design.hpp"
#include "support/outlines/drawn_check.hpp"
#include "support/outlines/drawn_node.hpp"
#include "support/outlines/lettering_formulas.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <optional>
#include <string>

using namespace burin;
using namespace burin::test;

namespace {

/// The built-in font with a table OS/2 that states the height of capitals.
QByteArray interWithCapHeight(int units) {
    QFile file(inTree("resources/fonts/Inter-Regular.otf"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    QByteArray bytes = file.readAll();
    const auto entry = bytes.indexOf("OS/2");
    int offset = 0;
    for (int i = 8; i < 12; ++i)
        offset = offset << 8 | static_cast<unsigned char>(bytes[entry + i]);
    bytes[offset + 88] = static_cast<char>(units >> 8);
    bytes[offset + 89] = static_cast<char>(units & 255);
    return bytes;
}

}  // namespace

class TestDrawnText : public QObject, private test::DrawnNode {
    Q_OBJECT

  public:
    TestDrawnText() : DrawnNode("kind: text", "10 um") {}

  private slots:
    void initTestCase();
    void texts();
    void distances();

  private:
    void compare(std::uint64_t seed, const std::string& font, bool distance);
};

void TestDrawnText::initTestCase() {
    write("low.otf", interWithCapHeight(1000));
    write("unknown.otf", interWithCapHeight(0));
}

void TestDrawnText::compare(std::uint64_t seed, const std::string& name, bool distance) {
    Random random(seed);
    const bool own = name.ends_with(".otf");
    const std::string file = own ? folder_.filePath(name.c_str()).toStdString()
                                 : inTree("resources/fonts/Inter-Regular.otf").toStdString();
    const PlainFont font(file);
    const LetteringFormula text = randomLettering(random, font, distance ? 3 : 9);
    std::string keys = text.keys + (own ? ", font: " + name : "");
    if (distance) keys += ", output: distance, distance_max: 6, profile: d";
    const QString told = QString("seed %1: %2").arg(seed).arg(QString::fromStdString(keys));
    const Design design = designOf(keys);
    const auto operation = operationOf(design);
    if (operation == nullptr) QFAIL(qPrintable(told + "\n" + design.diagnostics[0].text().c_str()));
    QVERIFY(!operation->outline()->resolved().empty());
    const PlaneBox box = operation->outline()->snapped().box.value();
    const bool placed = std::hypot(box.left, box.top) < 1e-9 &&
                        std::hypot(box.right - text.boxEnd.first, box.bottom - text.boxEnd.second) < 1e-9;
    QVERIFY2(placed, qPrintable(told + QString(": the box ends at %1, %2").arg(box.right).arg(box.bottom)));

    std::optional<PlanePoint> wrong;
    if (distance) {
        wrong = wrongDistance(*operation, random, [&](double x, double y, double beside) {
            return text.picture.distance(x, y, 6, beside);
        });
    } else {
        const auto contains = [&](double x, double y) { return text.picture.contains(x, y); };
        wrong = wrongPoint(*operation, random, contains);
        if (!wrong) wrong = wrongFill(*operation, random, contains);
    }
    if (wrong) QFAIL(qPrintable(told + QString(" at %1, %2").arg(wrong->x).arg(wrong->y)));
}

void TestDrawnText::texts() {
    for (const std::uint64_t seed : seedsOfTest(60)) {
        compare(seed, seed % 5 == 0 ? "low.otf" : seed % 5 == 1 ? "unknown.otf" : "", false);
        if (QTest::currentTestFailed()) return;
    }
}

void TestDrawnText::distances() {
    for (const std::uint64_t seed : seedsOfTest(20)) {
        compare(seed, "", true);
        if (QTest::currentTestFailed()) return;
    }
}

BURIN_TEST(TestDrawnText)
#include "test_drawn_text.moc"
