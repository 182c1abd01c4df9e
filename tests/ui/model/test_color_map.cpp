// SPDX-License-Identifier: GPL-3.0-or-later

// Compares the colour maps with the values in the description of the studio's look.

#include "support/testing.hpp"
#include "ui/model/previews/color_map.hpp"

#include <QSet>

#include <cmath>

using namespace burin::ui;

class TestColorMap : public QObject {
    Q_OBJECT

  private slots:
    /// A picture in the colours is as bright as the same picture in gray.
    void coloursHaveTheBrightnessOfTheLook() {
        AppearanceValues appearance;
        appearance.mode = AppearanceMode::map;
        appearance.low = 0.2;
        QImage values(256, 1, QImage::Format_Grayscale8);
        for (int k = 0; k < 256; ++k)
            values.scanLine(0)[k] = static_cast<uchar>(k);
        const QImage gray = inBrightnessOf(appearance, values);
        const QImage colored = inColorsOf(appearance, values);
        bool anyColor = false;
        for (int k = 0; k < 256; ++k) {
            QCOMPARE(qGray(colored.pixel(k, 0)), qGray(gray.pixel(k, 0)));
            anyColor = anyColor || qRed(colored.pixel(k, 0)) != qBlue(colored.pixel(k, 0));
        }
        QVERIFY(anyColor);
        QVERIFY(inColorsOf(appearance, {}).isNull());
    }

    void hasTheListedColours_data();
    void hasTheListedColours();
    void lightnessGoesOneWay_data();
    void lightnessGoesOneWay();
    void canBeReversed();
    void unknownNamesAreGray();
    void idsHaveColoursOfTheirOwn();
};

namespace {

/// Luminance Y of a colour.
double luminance(QRgb color) {
    const auto linear = [](int c) {
        const double x = c / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}

bool near(QColor a, QColor b) {
    return std::abs(a.red() - b.red()) <= 1 && std::abs(a.green() - b.green()) <= 1 &&
           std::abs(a.blue() - b.blue()) <= 1;
}

}  // namespace

void TestColorMap::hasTheListedColours_data() {
    QTest::addColumn<QString>("map");
    QTest::addColumn<QStringList>("colors");  // evenly spaced from 0 to 1
    QTest::addRow("Copper") << "Copper" << QStringList{"#F3EADD", "#E0CBB4", "#CCAC8E", "#B68E6E", "#9E7255",
                                                       "#835941", "#654232", "#462E25", "#281C19"};
    QTest::addRow("Gray") << "Gray" << QStringList{"#000000", "#808080", "#FFFFFF"};
    QTest::addRow("Viridis") << "Viridis" << QStringList{"#440154", "#21918C", "#FDE725"};
    QTest::addRow("Magma") << "Magma" << QStringList{"#000004", "#B73779", "#FCFDBF"};
    QTest::addRow("Cividis") << "Cividis" << QStringList{"#00224E", "#7D7C78", "#FEE838"};
}

/// The listed eighths of Copper lie between its 256 steps, so the nearest step can be a third of a step off.
void TestColorMap::hasTheListedColours() {
    QFETCH(QString, map);
    QFETCH(QStringList, colors);
    const ColorMap colorMap = ColorMap::named(map);
    for (qsizetype k = 0; k < colors.size(); ++k) {
        const double value = static_cast<double>(k) / static_cast<double>(colors.size() - 1);
        const QColor color = colorMap.at(value);
        QVERIFY2(near(color, QColor(colors[k])), qPrintable(color.name() + " is not " + colors[k]));
    }
}

void TestColorMap::lightnessGoesOneWay_data() {
    QTest::addColumn<QString>("map");
    for (const QString& name : ColorMap::names())
        QTest::addRow("%s", qPrintable(name)) << name;
}

void TestColorMap::lightnessGoesOneWay() {
    QFETCH(QString, map);
    const ColorMap colorMap = ColorMap::named(map);
    const bool rises = luminance(colorMap[255]) > luminance(colorMap[0]);
    QCOMPARE(rises, map != "Copper");  // deeper is darker
    for (int k = 4; k < 256; k += 4) {
        const double step = luminance(colorMap[k]) - luminance(colorMap[k - 4]);
        QVERIFY2(rises ? step > 0 : step < 0, qPrintable(QString("%1 at %2").arg(map).arg(k)));
    }
}

void TestColorMap::canBeReversed() {
    const ColorMap forwards = ColorMap::named("Magma");
    const ColorMap backwards = ColorMap::named("Magma", true);
    for (int k = 0; k < 256; ++k)
        QCOMPARE(backwards[k], forwards[255 - k]);
}

void TestColorMap::unknownNamesAreGray() {
    QCOMPARE(ColorMap::named("Sepia")[100], qRgb(100, 100, 100));
}

void TestColorMap::idsHaveColoursOfTheirOwn() {
    QCOMPARE(idColor(0), qRgb(0, 0, 0));
    QCOMPARE(idColor(16 / 0x1p24F), idColor(16 / 0x1p24F));
    QSet<QRgb> colors;
    for (int id = 16; id < 1016; ++id)
        colors << idColor(static_cast<float>(id) / 0x1p24F);
    QVERIFY(colors.size() > 990);
}

BURIN_TEST(TestColorMap)
#include "test_color_map.moc"
