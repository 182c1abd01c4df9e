// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/photograph_survey.hpp"
#include "support/testing.hpp"

#include <cmath>
#include <functional>
#include <vector>

namespace burin {

namespace {

constexpr std::int64_t side = 256;

/// Cells of `cell` px, light and dark at random, and what `light` adds.
std::vector<float> cells(std::int64_t cell, const std::function<double(double x, double y)>& light) {
    std::vector<float> samples;
    for (std::int64_t y = 0; y < side; ++y) {
        for (std::int64_t x = 0; x < side; ++x) {
            const auto i = static_cast<std::uint32_t>(x / cell * 7919 + y / cell * 104729 + 12345);
            const std::uint32_t mixed = (i ^ (i >> 7)) * 2654435761U;
            samples.push_back(
                static_cast<float>(0.3 + 0.4 * static_cast<double>(mixed >> 8) / 16777216 +
                                   light(static_cast<double>(x) / side, static_cast<double>(y) / side)));
        }
    }
    return samples;
}

PhotographSurvey surveyed(const std::vector<float>& samples) {
    MemoryBudget ample(std::size_t{1} << 30U);
    return surveyPhotograph(samples, side, side, ample).value();
}

double dark(double, double) {
    return 0;
}

}  // namespace

class TestPhotographSurvey : public QObject {
    Q_OBJECT

  private slots:
    void evenLightIsNoted() {
        const PhotographSurvey survey = surveyed(cells(4, dark));
        QVERIFY2(!survey.litFromOneSide(), qPrintable(QString::number(survey.ramp)));
        QVERIFY2(!survey.uneven(), qPrintable(QString::number(survey.unevenness)));
        QVERIFY(std::abs(survey.mean - 0.5) < 0.01);
        QVERIFY(std::abs(survey.spread - 0.4 / std::sqrt(12)) < 0.005);
    }

    void directionsAreFound() {
        const PhotographSurvey even = surveyed(cells(8, dark));
        QVERIFY2(even.sameInAllDirections(), qPrintable(QString("%1 %2").arg(even.grain).arg(even.shading)));
        const PhotographSurvey striped =
            surveyed(cells(8, [](double x, double) { return 0.1 * std::sin(100 * x); }));
        QVERIFY2(striped.grain > 1.1 && striped.shading < 0.1, qPrintable(QString::number(striped.shading)));
        // The same slopes along both axes, but each rise is slow and each fall is steep.
        const auto slopes = [](double along) { return std::remainder(16 * along, 1); };
        const PhotographSurvey lit =
            surveyed(cells(8, [&](double x, double y) { return 0.1 * (slopes(x) + slopes(y)); }));
        QVERIFY2(lit.grain < 1.1 && lit.shading > 0.1, qPrintable(QString::number(lit.grain)));
    }

    void aRampIsLightFromOneSide() {
        const PhotographSurvey survey =
            surveyed(cells(4, [](double x, double y) { return 0.2 * x - 0.1 * y; }));
        QVERIFY(survey.litFromOneSide());
        // The plane rises by hypot(0.2, 0.1), and the cells deviate by 0.4 / sqrt(12).
        QVERIFY2(std::abs(survey.ramp - std::hypot(0.2, 0.1) / (0.4 / std::sqrt(12))) < 0.1,
                 qPrintable(QString::number(survey.ramp)));
        QVERIFY(!survey.uneven());
    }

    void aDarkBorderIsUneven() {
        const PhotographSurvey survey = surveyed(cells(
            4, [](double x, double y) { return -0.8 * (std::pow(x - 0.5, 2) + std::pow(y - 0.5, 2)); }));
        QVERIFY(!survey.litFromOneSide());
        QVERIFY2(survey.uneven(), qPrintable(QString::number(survey.unevenness)));
    }

    void structuresGrowWithTheirCells() {
        const double small = surveyed(cells(4, dark)).structurePx;
        const double large = surveyed(cells(16, dark)).structurePx;
        QVERIFY2(small >= 4 && small < 16, qPrintable(QString::number(small)));
        QVERIFY2(large > 3 * small && large < 5 * small, qPrintable(QString::number(large)));
    }

    void aStripeIsAsLongAsThePhotograph() {
        std::vector<float> samples(side * side, 0.2F);
        for (std::int64_t y = 0; y < side; ++y) {
            for (std::int64_t x = 96; x < 160; ++x)
                samples[static_cast<std::size_t>(y * side + x)] = 0.8F;
        }
        QCOMPARE(surveyed(samples).structurePx, double(side));
    }

    void anEmptyPhotographHasNothing() {
        const PhotographSurvey survey = surveyed(std::vector<float>(side * side, 0.25F));
        QCOMPARE(survey.spread, 0.0);
        QCOMPARE(survey.structurePx, 0.0);
        QVERIFY(!survey.litFromOneSide() && !survey.uneven());
    }

    void itCanBeStopped() {
        std::stop_source stop;
        stop.request_stop();
        MemoryBudget ample(std::size_t{1} << 30U);
        QVERIFY(!surveyPhotograph(cells(4, dark), side, side, ample, stop.get_token()));
    }

    /// The reservation covers the samples, their copy without the ramp and the structures. It ends with the
    /// survey.
    void itsMemoryIsReserved() {
        const std::size_t needed = surveyBytes(side, side);
        QVERIFY(needed >= std::size_t{side * side} * 32);
        MemoryBudget budget(needed);
        QVERIFY(surveyPhotograph(cells(4, dark), side, side, budget));
        QCOMPARE(budget.peak(), needed);
        QCOMPARE(budget.used(), std::size_t{0});

        MemoryBudget small(needed - 1);
        try {
            static_cast<void>(surveyPhotograph(cells(4, dark), side, side, small));
            QFAIL("the memory does not fit");
        } catch (const OutOfMemory& error) {
            QCOMPARE(error.needed, needed);
            QCOMPARE(error.problem().details.front(), std::string("the survey of the picture"));
        }
    }
};

}  // namespace burin

BURIN_TEST(burin::TestPhotographSurvey)
#include "test_photograph_survey.moc"
