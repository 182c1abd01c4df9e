// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_shading.hpp"
#include "support/testing.hpp"

#include <algorithm>
#include <random>

using namespace burin;

namespace {

constexpr Vector3 towardsViewer{0, 0, 1};

const ReliefMaterial& material(std::string_view name) {
    return *std::find_if(reliefMaterials.begin(), reliefMaterials.end(),
                         [&](const ReliefMaterial& each) { return each.name == name; });
}

double brightness(const LinearColor& color) {
    return color.red + color.green + color.blue;
}

}  // namespace

class TestReliefShading : public QObject {
    Q_OBJECT

  private slots:
    /// Files and command lines name a material by a word without blanks.
    void eachWordNamesItsMaterial() {
        for (std::size_t k = 0; k < reliefMaterials.size(); ++k) {
            QVERIFY(materialOf(reliefMaterials[k].word) == k);
            QVERIFY(reliefMaterials[k].word.find(' ') == std::string_view::npos);
        }
        QVERIFY(!materialOf("gold"));
        QVERIFY(!materialOf(""));
    }

    /// The light that shade() must give for a surface seen straight from above, with the light at 315 and 45
    /// degrees. These figures were computed by another program.
    void aFlatSurfaceHasTheExpectedLight_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("red");
        QTest::addColumn<double>("green");
        QTest::addColumn<double>("blue");
        QTest::addRow("clay") << "Clay" << .5499 << .5499 << .5499;
        QTest::addRow("steel") << "Steel" << .2188 << .2227 << .2266;
    }

    void aFlatSurfaceHasTheExpectedLight() {
        QFETCH(QString, name);
        QFETCH(double, red);
        QFETCH(double, green);
        QFETCH(double, blue);
        const LinearColor light =
            shade(material(name.toStdString()), towardsViewer, lightFrom(315, 45), towardsViewer);
        QVERIFY(std::abs(light.red - red) < 1e-4);
        QVERIFY(std::abs(light.green - green) < 1e-4);
        QVERIFY(std::abs(light.blue - blue) < 1e-4);
    }

    void theLightGoesClockwiseFromTheTop() {
        QVERIFY(lengthOf(lightFrom(0, 0) - Vector3{0, 1, 0}) < 1e-12);
        QVERIFY(lengthOf(lightFrom(90, 0) - Vector3{1, 0, 0}) < 1e-12);
        QVERIFY(lengthOf(lightFrom(123, 90) - towardsViewer) < 1e-12);
        QVERIFY(lightFrom(315, 45).x < 0);
    }

    void theLitSideOfABumpIsBrighter() {
        const Vector3 light = lightFrom(315, 45);
        for (const ReliefMaterial& each : reliefMaterials) {
            const double lit = brightness(shade(each, normalized({-0.3, 0.3, 1}), light, towardsViewer));
            const double top = brightness(shade(each, towardsViewer, light, towardsViewer));
            const double turnedAway =
                brightness(shade(each, normalized({0.3, -0.3, 1}), light, towardsViewer));
            QVERIFY2(lit > top && top > turnedAway,
                     qPrintable(QString::fromStdString(std::string(each.name))));
        }
    }

    void behindTheLightOnlyTheSurroundingsShine() {
        const LinearColor dark = shade(material("Clay"), {1, 0, 0}, {-0.6, 0, 0.8}, towardsViewer);
        QCOMPARE(dark.red, 0.25 * 0.6 * 0.5);
    }

    void lightIsNeverNegative() {
        std::mt19937 random(6);
        std::normal_distribution<double> number;
        const auto direction = [&] { return normalized({number(random), number(random), number(random)}); };
        for (int k = 0; k < 2000; ++k) {
            const LinearColor light =
                shade(reliefMaterials[k % reliefMaterials.size()], direction(), direction(), direction());
            for (const double channel : {light.red, light.green, light.blue})
                QVERIFY(std::isfinite(channel) && channel >= 0);
        }
    }

    void theScreenShowsSrgb() {
        QCOMPARE(displayed(-1), 0.0);
        QCOMPARE(displayed(7), 1.0);
        QVERIFY(std::abs(displayed(0.5) - 0.735357) < 1e-6);
        QVERIFY(std::abs(displayed(0.0031308) - displayed(0.0031309)) < 1e-5);
    }
};

BURIN_TEST(TestReliefShading)
#include "test_relief_shading.moc"
