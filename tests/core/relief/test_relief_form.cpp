// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/relief/some_forms.hpp"

#include <random>

using namespace burin;
using namespace burin::test;

namespace {

double smoothDepth(SurfacePlace at) {
    return 0.5 + 0.3 * std::sin(at.x / 7) * std::cos(at.y / 5) + 0.1 * std::sin((at.x - at.y) / 3);
}

}  // namespace

class TestReliefForm : public QObject {
    Q_OBJECT

  private slots:
    void aFlatSurfaceIsASheetOnATable() {
        const ReliefForm form = flatForm(40);
        QCOMPARE(form.toSpace({300, 200}, 0), (Vector3{0, 0, 0}));
        QCOMPARE(form.toSpace({310, 200}, 0), (Vector3{20, 0, 0}));
        QCOMPARE(form.toSpace({300, 210}, 0), (Vector3{0, 0, 30}));
        QCOMPARE(form.toSpace({300, 200}, 0.25), (Vector3{0, -10, 0}));
    }

    void theMiddleOfARollerFacesTheViewer() {
        for (const bool roundX : {false, true}) {
            const ReliefForm form = rollerForm(roundX, 40);
            QVERIFY(apart(form.toSpace({300, 200}, 0), {0, 0, 100}) < 1e-9);
            QVERIFY(apart(form.toSpace({300, 200}, 0.25), {0, 0, 90}) < 1e-9);
            QVERIFY(form.toSpace({310, 200}, 0).x > 9);
            QVERIFY(form.toSpace({300, 210}, 0).y < -9);
        }
    }

    void aRollerKeepsLengthsRoundIt_data() {
        QTest::addColumn<bool>("roundX");
        QTest::addRow("axis along x") << false;
        QTest::addRow("axis along y") << true;
    }

    void aRollerKeepsLengthsRoundIt() {
        QFETCH(bool, roundX);
        const ReliefForm form = rollerForm(roundX, 40);
        const auto at = [&](double round, double along) {
            return form.toSpace(roundX ? SurfacePlace{round, along} : SurfacePlace{along, round}, 0);
        };
        constexpr int pieces = 64;
        double length = 0;
        for (int k = 0; k < samplesRound * pieces; ++k)
            length += apart(at(k / double{pieces}, 5), at((k + 1) / double{pieces}, 5));
        const double pitch = roundX ? form.pitchXUm : form.pitchYUm;
        QVERIFY(std::abs(length / (samplesRound * pitch) - 1) < 1e-6);
        QVERIFY(std::abs(length / (std::numbers::pi * rollerUm) - 1) < 1e-6);
        QVERIFY2(apart(at(17, 5), at(17 + samplesRound, 5)) < 1e-9, "it closes after one turn");
        QVERIFY2(std::abs(apart(at(17, 5), at(17, 25)) - 20 * 3) < 1e-9, "it is straight along the axis");
    }

    /// Heights of a roller end before its axis, however large the exaggeration is.
    void heightsOfARollerAreLimited() {
        const ReliefForm roller = rollerForm(false, 40);
        QCOMPARE(roller.withDepth(80).depthUm, 80.0);
        QCOMPARE(roller.withDepth(40'000).depthUm, 90.0);
        QVERIFY(roller.withDepth(40'000).toSpace({300, 200}, 1).z > 9);
        QCOMPARE(flatForm(40).withDepth(40'000).depthUm, 40'000.0);
    }

    void depthsGoStraightDown_data() { addForms(40); }

    void depthsGoStraightDown() {
        QFETCH(ReliefForm, form);
        std::mt19937 random(1);
        std::uniform_real_distribution<double> number(0, 1);
        for (int k = 0; k < 200; ++k) {
            const SurfacePlace place{600 * number(random), 600 * number(random)};
            const double depth = number(random);
            const Vector3 below = form.frameAt(place).toLocal(form.toSpace(place, depth));
            QVERIFY(apart(below, {0, 0, -40 * depth}) < 1e-9);
        }
    }

    /// Moving by one sample moves along the frame by the pitch.
    void framesFollowTheSurface_data() { addForms(40); }

    void framesFollowTheSurface() {
        QFETCH(ReliefForm, form);
        std::mt19937 random(2);
        std::uniform_real_distribution<double> number(0, 600);
        constexpr double step = 1e-4;
        for (int k = 0; k < 200; ++k) {
            const SurfacePlace at{number(random), number(random)};
            const SpaceFrame frame = form.frameAt(at);
            const Vector3 x = form.toSpace({at.x + step, at.y}, 0) - form.toSpace({at.x - step, at.y}, 0);
            const Vector3 y = form.toSpace({at.x, at.y + step}, 0) - form.toSpace({at.x, at.y - step}, 0);
            QVERIFY(apart(x * (0.5 / step), frame.x * form.pitchXUm) < 1e-6);
            QVERIFY(apart(y * (0.5 / step), frame.y * form.pitchYUm) < 1e-6);
            QVERIFY(apart(cross(frame.y, frame.x), frame.z) < 1e-12);
        }
    }

    /// The normal is at right angles to the surface that toSpace() makes of a smooth relief.
    void normalsAreThoseOfTheBentSurface_data() { addForms(60); }

    void normalsAreThoseOfTheBentSurface() {
        QFETCH(ReliefForm, form);
        std::mt19937 random(3);
        std::uniform_real_distribution<double> number(0, 600);
        constexpr double step = 1e-4;
        const auto surface = [&](double x, double y) { return form.toSpace({x, y}, smoothDepth({x, y})); };
        for (int k = 0; k < 200; ++k) {
            const SurfacePlace at{number(random), number(random)};
            const Vector3 x = surface(at.x + step, at.y) - surface(at.x - step, at.y);
            const Vector3 y = surface(at.x, at.y + step) - surface(at.x, at.y - step);
            const double slopeX =
                (smoothDepth({at.x + step, at.y}) - smoothDepth({at.x - step, at.y})) / (2 * step);
            const double slopeY =
                (smoothDepth({at.x, at.y + step}) - smoothDepth({at.x, at.y - step})) / (2 * step);
            const Vector3 normal = form.normalAt(at, smoothDepth(at), slopeX, slopeY);
            QVERIFY(apart(normal, normalized(cross(y, x))) < 1e-5);
        }
    }
};

BURIN_TEST(TestReliefForm)
#include "test_relief_form.moc"
