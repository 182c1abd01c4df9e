// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_camera.hpp"
#include "tests/core/relief/some_forms.hpp"

#include <random>

using namespace burin;
using namespace burin::test;

namespace {

constexpr ScreenPlace screen{1260, 596};
constexpr ScreenPlace screenMiddle{630, 298};

double apart(ScreenPlace a, ScreenPlace b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

struct AnyCamera {
    std::mt19937 random{4};

    double number(double least, double most) {
        return std::uniform_real_distribution<double>(least, most)(random);
    }
    Vector3 position() { return {number(-500, 500), number(-500, 500), number(-500, 500)}; }
    ReliefCamera operator()() { return {position(), number(50, 2000), number(-180, 180), number(-90, 90)}; }
};

/// A position in clip space, and its place on the screen.
struct Clipped {
    double depth;
    ScreenPlace on;
};

Clipped clipped(const std::array<float, 16>& matrix, Vector3 local) {
    const auto row = [&](std::size_t k) {
        return matrix[k] * local.x + matrix[4 + k] * local.y + matrix[8 + k] * local.z + matrix[12 + k];
    };
    return {row(2) / row(3), {(row(0) / row(3) + 1) * screen.x / 2, (1 - row(1) / row(3)) * screen.y / 2}};
}

}  // namespace

class TestReliefCamera : public QObject {
    Q_OBJECT

  private slots:
    void aRayGoesThroughItsPlaceOnTheScreen() {
        AnyCamera any;
        for (int k = 0; k < 200; ++k) {
            const ReliefCamera camera = any();
            const ScreenPlace on{any.number(0, screen.x), any.number(0, screen.y)};
            const SpaceRay ray = camera.rayThrough(on, screen);
            QVERIFY(std::abs(lengthOf(ray.direction) - 1) < 1e-12);
            for (const double t : {1.0, 100.0, 1e6})
                QVERIFY(apart(camera.toScreen(ray.at(t), screen), on) < 1e-6);
        }
    }

    void turningKeepsAPlaceOnTheScreen() {
        AnyCamera any;
        for (int k = 0; k < 200; ++k) {
            const ReliefCamera camera = any();
            const Vector3 about =
                camera.rayThrough({any.number(0, screen.x), any.number(0, screen.y)}, screen)
                    .at(camera.distanceUm * any.number(0.5, 2));
            const ReliefCamera turned = camera.turned(any.number(-90, 90), any.number(-90, 90), about);
            QVERIFY(apart(turned.toScreen(about, screen), camera.toScreen(about, screen)) < 1e-6);
            QCOMPARE(lengthOf(turned.frame().origin - about), lengthOf(camera.frame().origin - about));
        }
    }

    void fromAboveASurfaceLooksAsOnTheScreen_data() { addForms(40); }

    void fromAboveASurfaceLooksAsOnTheScreen() {
        QFETCH(ReliefForm, form);
        const ReliefCamera camera{form.toSpace(form.middle, 0), 1000, 0, form.elevationFromAbove()};
        const auto on = [&](double x, double y) {
            return camera.toScreen(form.toSpace({form.middle.x + x, form.middle.y + y}, 0), screen);
        };
        QVERIFY(apart(on(0, 0), screenMiddle) < 1e-9);
        const double pixels = 1 / camera.umPerPixel(screen);
        constexpr double step = 0.01;  // a roller is flat over so little
        QVERIFY(apart(on(step, 0), {screenMiddle.x + step * form.pitchXUm * pixels, screenMiddle.y}) < 1e-5);
        QVERIFY(apart(on(0, step), {screenMiddle.x, screenMiddle.y + step * form.pitchYUm * pixels}) < 1e-5);
        QVERIFY(dot(form.frameAt(form.middle).z, camera.frame().z) > 1 - 1e-12);
    }

    void turningKeepsTheTargetInTheMiddle() {
        AnyCamera any;
        for (int k = 0; k < 200; ++k) {
            const ReliefCamera camera = any().turned(any.number(-400, 400), any.number(-200, 200));
            QVERIFY(apart(camera.toScreen(camera.target, screen), screenMiddle) < 1e-6);
            QVERIFY(std::abs(camera.elevation) <= 90);
            QVERIFY(std::abs(camera.azimuth) <= 180);
            QVERIFY2(camera.frame().y.y > -1e-12, "the view is upright");
        }
    }

    void turnedToTheRightTheViewerIsAtX() {
        const ReliefCamera camera = ReliefCamera{{}, 10, 0, 0}.turned(90, 0);
        QVERIFY(lengthOf(camera.frame().origin - Vector3{10, 0, 0}) < 1e-9);
        QVERIFY(lengthOf(camera.turned(0, 90).frame().origin - Vector3{0, 10, 0}) < 1e-9);
    }

    void theTargetFollowsThePointer() {
        AnyCamera any;
        for (int k = 0; k < 200; ++k) {
            const ReliefCamera camera = any();
            const ScreenPlace by{any.number(-300, 300), any.number(-300, 300)};
            const ReliefCamera after = camera.panned(by, screen);
            QVERIFY(apart(after.toScreen(camera.target, screen),
                          {screenMiddle.x + by.x, screenMiddle.y + by.y}) < 1e-6);
        }
    }

    void thePlaceUnderTheCursorStays() {
        AnyCamera any;
        for (int k = 0; k < 200; ++k) {
            const ReliefCamera camera = any();
            const Vector3 fixed =
                camera.rayThrough({any.number(0, screen.x), any.number(0, screen.y)}, screen).at(70);
            const ReliefCamera nearer = camera.zoomed(any.number(0.2, 5), fixed, 1, 1e6);
            QVERIFY(apart(nearer.toScreen(fixed, screen), camera.toScreen(fixed, screen)) < 1e-6);
        }
    }

    void atTheLimitNothingMoves() {
        const ReliefCamera camera{{1, 2, 3}, 10, 20, 30};
        for (const double factor : {0.5, 2.0}) {
            const ReliefCamera after = camera.zoomed(factor, {4, 5, 6}, 10, 10);
            QCOMPARE(after.target, camera.target);
            QCOMPARE(after.distanceUm, 10.0);
        }
        QCOMPARE(camera.zoomed(4, {}, 5, 100).distanceUm, 5.0);
        QCOMPARE(camera.zoomed(0.01, {}, 5, 100).distanceUm, 100.0);
    }

    void fittingJustShowsAll_data() { addForms(40); }

    void fittingJustShowsAll() {
        QFETCH(ReliefForm, form);
        const Rect part{0, 0, 600, 400};
        const std::vector<Vector3> outline = form.outlineOf(part);
        AnyCamera any;
        for (int k = 0; k < 100; ++k) {
            const ReliefCamera before = any();
            const ReliefCamera camera = before.fitting(outline, screen);
            QCOMPARE(camera.azimuth, before.azimuth);
            QCOMPARE(camera.elevation, before.elevation);
            double left = 0;
            double right = 0;
            double top = 0;
            double bottom = 0;
            for (const Vector3& position : outline) {
                const ScreenPlace on = camera.toScreen(position, screen);
                left = std::max(left, 1 - on.x / screenMiddle.x);
                right = std::max(right, on.x / screenMiddle.x - 1);
                top = std::max(top, 1 - on.y / screenMiddle.y);
                bottom = std::max(bottom, on.y / screenMiddle.y - 1);
            }
            QVERIFY2(std::abs(left - right) < 1e-9, "there is equal room on both sides");
            QVERIFY2(std::abs(top - bottom) < 1e-9, "there is equal room above and below");
            QVERIFY(std::abs(std::max(left, top) - 0.94) < 1e-9);
            for (int each = 0; each < 100; ++each) {
                const SurfacePlace place{any.number(0, 600), any.number(0, 400)};
                const ScreenPlace on = camera.toScreen(form.toSpace(place, any.number(0, 1)), screen);
                QVERIFY(on.x > 0 && on.x < screen.x && on.y > 0 && on.y < screen.y);
            }
        }
    }

    void theMatrixShowsTheSamePlaces() {
        AnyCamera any;
        for (int k = 0; k < 200; ++k) {
            const ReliefCamera camera = any();
            const SpaceFrame local = any().frame();
            const SpaceRay ray =
                camera.rayThrough({any.number(0, screen.x), any.number(0, screen.y)}, screen);
            const std::array<float, 16> matrix = camera.matrixFrom(local, screen, {10, 1000});
            double before = -1;
            for (const double t : {100.0, 300.0, 900.0}) {
                const Clipped at = clipped(matrix, local.toLocal(ray.at(t)));
                QVERIFY(apart(at.on, camera.toScreen(ray.at(t), screen)) < 0.05);
                QVERIFY2(at.depth > before && at.depth < 1, "what is farther away has a greater depth");
                before = at.depth;
            }
        }
    }

    void theRangeIsThatOfTheMatrix() {
        const ReliefCamera camera{{}, 100, 30, 40};
        const SpaceFrame viewer = camera.frame();
        const std::array<float, 16> matrix = camera.matrixFrom(viewer, screen, {10, 1000});
        QVERIFY(std::abs(clipped(matrix, {0, 0, -10}).depth + 1) < 1e-5);
        QVERIFY(std::abs(clipped(matrix, {0, 0, -1000}).depth - 1) < 1e-5);
    }

    void farAwayPlacesKeepTheirFractions() {
        const ReliefForm form{1, 1, 40, {0, 0}, 0, false};
        const SurfacePlace middle{1'999'872.5, 1'999'744.5};
        const ReliefCamera camera{form.toSpace(middle, 0), 60, 30, 50};
        const std::array<float, 16> matrix = camera.matrixFrom(form.frameAt(middle), screen, {1, 1e7});
        for (double x = -5; x <= 5; x += 0.25) {
            const Vector3 at = form.toSpace({middle.x + x, middle.y + 2}, 0.1);
            QVERIFY(apart(clipped(matrix, {x, 2, -4}).on, camera.toScreen(at, screen)) < 0.01);
        }
    }

    void theRangeHoldsTheSurface_data() { addForms(40); }

    void theRangeHoldsTheSurface() {
        QFETCH(ReliefForm, form);
        const std::vector<Vector3> outline = form.outlineOf({0, 0, 600, 628});
        AnyCamera any;
        for (int k = 0; k < 50; ++k) {
            const ReliefCamera camera = any();
            const ReliefCamera::Range range = camera.rangeOf(outline);
            QVERIFY(range.nearestUm >= 0.01 * camera.distanceUm && range.nearestUm <= camera.distanceUm);
            for (int each = 0; each < 100; ++each) {
                const Vector3 at = form.toSpace({any.number(0, 600), any.number(0, 628)}, any.number(0, 1));
                const double depth = -camera.frame().toLocal(at).z;
                QVERIFY(depth < range.farthestUm);
                QVERIFY(depth > range.nearestUm || depth < 0.011 * camera.distanceUm);
            }
        }
    }
};

BURIN_TEST(TestReliefCamera)
#include "test_relief_camera.moc"
