// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_camera.hpp"
#include "core/relief/relief_tile.hpp"
#include "tests/core/relief/slow_ray.hpp"
#include "tests/core/relief/some_forms.hpp"

#include <functional>
#include <random>

using namespace burin;
using namespace burin::test;

namespace {

constexpr ScreenPlace screen{400, 300};

/// A tile with the depths that it refers to.
struct OwnTile {
    std::vector<float> depths;
    ReliefTile tile;

    OwnTile(const ReliefForm& form, const Rect& blocks, int level, std::int64_t border,
            const std::function<double(Point)>& depthOf, const Extent& surface = {})
        : depths(depthsOf(blocks.grown(border), depthOf)),
          tile(form, {blocks, blocks.grown(border), level, depths}, surface) {}

    static std::vector<float> depthsOf(const Rect& area, const std::function<double(Point)>& depthOf) {
        std::vector<float> depths;
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x)
                depths.push_back(static_cast<float>(depthOf({x, y})));
        }
        return depths;
    }
};

/// A depth that looks random, and is the same for the same block.
double roughDepth(Point block) {
    std::mt19937 random(static_cast<unsigned>(block.x * 7919 + block.y * 104729));
    return static_cast<double>(random() % 1001) / 1000;
}

double evenDepth(Point /*block*/) {
    return 0.5;
}

}  // namespace

class TestReliefTile : public QObject {
    Q_OBJECT

  private slots:
    void theMiddleOfABlockHasItsDepth() {
        const OwnTile own(flatForm(40), {8, 16, 5, 4}, 2, 2, roughDepth);
        for (int row = 0; row < 4; ++row) {
            for (int column = 0; column < 5; ++column) {
                const SurfacePlace place = own.tile.placeOf(column + 2, row + 2);
                QCOMPARE(place.x, 4 * (8 + column + 0.5));
                QCOMPARE(place.y, 4 * (16 + row + 0.5));
                const auto depth = static_cast<float>(roughDepth({8 + column, 16 + row}));
                QCOMPARE(own.tile.depthAt(place), static_cast<double>(depth));
                QCOMPARE(own.tile.vertex(column + 2, row + 2), flatForm(40).toSpace(place, depth));
            }
        }
    }

    void aSkirtHangsFromTheBorder_data() { addForms(40); }

    void aSkirtHangsFromTheBorder() {
        QFETCH(ReliefForm, form);
        const OwnTile own(form, {3, 2, 6, 5}, 1, 2, roughDepth);
        const ReliefTile& tile = own.tile;
        QCOMPARE(tile.columns(), 10);
        QCOMPARE(tile.rows(), 9);
        QCOMPARE(tile.placeOf(1, 1).x, 6.0);
        QCOMPARE(tile.placeOf(8, 7).x, 18.0);
        for (int row = 0; row < tile.rows(); ++row) {
            QCOMPARE(tile.placeOf(0, row).x, tile.placeOf(1, row).x);
            QCOMPARE(tile.placeOf(9, row).x, tile.placeOf(8, row).x);
            for (const int column : {0, 9})
                QCOMPARE(tile.vertex(column, row), form.toSpace(tile.placeOf(column, row), 1));
        }
        for (int column = 0; column < tile.columns(); ++column) {
            QCOMPARE(tile.placeOf(column, 0).y, tile.placeOf(column, 1).y);
            for (const int row : {0, 8})
                QCOMPARE(tile.vertex(column, row), form.toSpace(tile.placeOf(column, row), 1));
        }
    }

    void tilesOfAPictureFitTogether_data() { addForms(40); }

    void tilesOfAPictureFitTogether() {
        QFETCH(ReliefForm, form);
        const OwnTile left(form, {0, 0, 8, 8}, 1, 2, roughDepth);
        const OwnTile right(form, {8, 0, 8, 8}, 1, 2, roughDepth);
        const OwnTile below(form, {0, 8, 8, 8}, 1, 2, roughDepth);
        for (int k = 0; k < 12; ++k) {
            QVERIFY(apart(left.tile.vertex(10, k), right.tile.vertex(1, k)) < 1e-9);
            QVERIFY(apart(left.tile.vertex(k, 10), below.tile.vertex(k, 1)) < 1e-9);
            const Vector3 a = left.tile.normalAt(left.tile.placeOf(10, k));
            QVERIFY(apart(a, right.tile.normalAt(right.tile.placeOf(1, k))) < 1e-9);
        }
    }

    void theSurfaceCutsTheLastBlocks() {
        const OwnTile own(flatForm(40), {0, 0, 8, 8}, 3, 0, roughDepth, Extent({5, 6, 54, 53}));
        QCOMPARE(own.tile.placeOf(0, 0).x, 5.0);
        QCOMPARE(own.tile.placeOf(0, 0).y, 6.0);
        QCOMPARE(own.tile.placeOf(11, 11).x, 59.0);
        QCOMPARE(own.tile.placeOf(11, 11).y, 59.0);
        QCOMPARE(own.tile.placeOf(4, 4).x, 20.0);
    }

    void normalsOfAPlane() {
        // 0.01 deeper a sample to the right, 0.02 shallower downwards, at pitches of 2 and 3 um
        const OwnTile own(flatForm(40), {0, 0, 20, 10}, 0, 2, [](Point p) {
            return 0.5 + 0.01 * static_cast<double>(p.x) - 0.02 * static_cast<double>(p.y);
        });
        const Vector3 expected = normalized({0.01 * 40 / 2, 1, -0.02 * 40 / 3});
        for (const SurfacePlace place : {SurfacePlace{5.5, 5.5}, {0, 0}, {20, 10}, {7.3, 2.8}})
            QVERIFY(apart(own.tile.normalAt(place), expected) < 1e-4);
    }

    /// This is also true at the border of a picture that has none.
    void withoutABorderASlopeIsTheSame() {
        const OwnTile own(flatForm(40), {0, 0, 20, 10}, 0, 0,
                          [](Point p) { return 0.01 * static_cast<double>(p.x); });
        for (const double x : {0.0, 0.5, 10.0, 20.0})
            QVERIFY(apart(own.tile.normalAt({x, 5}), normalized({0.01 * 40 / 2, 1, 0})) < 1e-4);
    }

    void normalsOfASphere() {
        constexpr double radius = 1000;
        const ReliefForm form{1, 1, 100, {50, 50}, 0, false};
        const OwnTile own(form, {0, 0, 100, 100}, 0, 2, [](Point p) {
            const double x = static_cast<double>(p.x) + 0.5 - 50;
            const double y = static_cast<double>(p.y) + 0.5 - 50;
            return (radius - std::sqrt(radius * radius - x * x - y * y)) / 100;
        });
        for (int row = 2; row < 102; row += 7) {
            for (int column = 2; column < 102; column += 7) {
                const Vector3 fromCentre = own.tile.vertex(column, row) - Vector3{0, -radius, 0};
                const Vector3 normal = own.tile.normalAt(own.tile.placeOf(column, row));
                QVERIFY(apart(normal, normalized(fromCentre)) < 1e-4);
            }
        }
    }

    void anEvenRollerFacesAwayFromItsAxis() {
        for (const bool roundX : {false, true}) {
            const OwnTile own(rollerForm(roundX, 40), {0, 0, 157, 157}, 2, 0, evenDepth);
            for (int k = 1; k < 160; k += 9) {
                Vector3 at = own.tile.vertex(k, k);
                (roundX ? at.y : at.x) = 0;
                QVERIFY(std::abs(lengthOf(at) - 80) < 1e-9);
                QVERIFY(apart(own.tile.normalAt(own.tile.placeOf(k, k)), normalized(at)) < 1e-9);
            }
        }
    }

    /// From all sides, the search finds the same distance as a test of every triangle.
    void aRayMeetsTheFirstTriangle_data() { addForms(60); }

    void aRayMeetsTheFirstTriangle() {
        QFETCH(ReliefForm, form);
        const Rect blocks{0, 0, form.flat() || form.roundX ? 40 : 13, form.roundX ? 17 : 40};
        const OwnTile own(form, blocks, 4, 1, roughDepth, Extent({3, 0, 622, 622}));
        const auto wide = static_cast<double>(16 * blocks.width);
        const auto high = static_cast<double>(16 * blocks.height);
        // A triangle round a roller is flat: its depths and its turn are interpolated between those of its
        // corners.
        const double turn = form.flat() ? 0 : 16 * 2 * std::numbers::pi / samplesRound;
        const double besideArc = 1.05 * (turn * form.depthUm / 4 + turn * turn * rollerUm / 16) + 1e-9;
        std::mt19937 random(5);
        std::uniform_real_distribution<double> number(-1, 1);
        const std::vector<Triangle> triangles = trianglesOf(own.tile, Triangles::ofSurface);
        const Rect part = intersection({0, 0, 16 * blocks.width, 16 * blocks.height}, {3, 0, 622, 622});
        int missed = 0;
        int met = 0;
        for (int k = 0; k < 400; ++k) {
            const Vector3 from =
                normalized({number(random), number(random), number(random)}) * (900 + 300 * number(random));
            const SurfacePlace towards{(0.5 + 0.6 * number(random)) * wide,
                                       (0.5 + 0.6 * number(random)) * high};
            const SpaceRay ray{from, form.toSpace(towards, 0.5) - from};
            const auto expected = slowDistance(triangles, ray);
            const auto hit = own.tile.hit(ray);
            QCOMPARE(hit.has_value(), expected.has_value());
            const auto reach = ReliefTile::reach(form, part, ray);
            QVERIFY(reach ? !hit || *reach <= hit->distance : !hit);
            missed += reach ? 0 : 1;
            QVERIFY2(!ReliefTile::reach(form, part, {from * 10, from}), "a ray away from the surface");
            if (!hit) continue;
            ++met;
            QVERIFY(std::abs(hit->distance - *expected) < 1e-9);
            QVERIFY(apart(form.toSpace(hit->place, hit->depth), ray.at(hit->distance)) < besideArc);
        }
        QVERIFY2(met > 80 && met < 390, qPrintable(QString::number(met)));
        QVERIFY2(missed > 5 || !form.flat(), qPrintable(QString::number(missed)));
    }

    void theDepthUnderTheCursorIsThatOfTheSample_data() { addForms(0.4); }

    void theDepthUnderTheCursorIsThatOfTheSample() {
        QFETCH(ReliefForm, form);
        const OwnTile own(form, {290, 190, 20, 20}, 0, 2, roughDepth);
        const ReliefCamera camera = ReliefCamera{{}, 1, 20, form.elevationFromAbove() - 25}.fitting(
            form.outlineOf({290, 190, 20, 20}), screen);
        for (int row = 2; row < 22; ++row) {
            for (int column = 2; column < 22; ++column) {
                const ScreenPlace on = camera.toScreen(own.tile.vertex(column, row), screen);
                const auto hit = own.tile.hit(camera.rayThrough(on, screen));
                QVERIFY(hit);
                const Point sample{290 + column - 2, 190 + row - 2};
                QCOMPARE(hit->sample(), sample);
                QVERIFY(std::abs(hit->depth - roughDepth(sample)) < 1e-6);
            }
        }
    }

    /// Every ray through the surface meets it at the place on the screen that it came from.
    void noRaySlipsThrough_data() { addForms(0.4); }

    void noRaySlipsThrough() {
        QFETCH(ReliefForm, form);
        const OwnTile own(form, {290, 190, 20, 20}, 0, 2, evenDepth);
        const ReliefCamera camera{form.toSpace({300, 200}, 0.5), 60, 0, form.elevationFromAbove()};
        for (int y = 140; y <= 160; ++y) {
            for (int x = 190; x <= 210; ++x) {
                const ScreenPlace on{double(x), double(y)};
                const SpaceRay ray = camera.rayThrough(on, screen);
                const auto hit = own.tile.hit(ray);
                QVERIFY(hit);
                QVERIFY(std::abs(hit->depth - 0.5) < 1e-12);
                const ScreenPlace back = camera.toScreen(form.toSpace(hit->place, hit->depth), screen);
                QVERIFY(std::hypot(back.x - on.x, back.y - on.y) < 0.02);
            }
        }
    }

    void aWallHidesWhatIsBehindIt() {
        const ReliefForm form{1, 1, 40, {10, 10}, 0, false};
        const OwnTile own(form, {0, 0, 20, 20}, 0, 0, [](Point p) { return p.x == 12 ? 0 : 1; });
        const Vector3 behind = form.toSpace({10.5, 10.5}, 1);
        const auto lookFrom = [&](Vector3 viewer) { return own.tile.hit({viewer, behind - viewer}); };
        const auto over = lookFrom({0.5, 300, 0.5});
        QVERIFY(over);
        QCOMPARE(over->sample(), (Point{10, 10}));
        QCOMPARE(over->depth, 1.0);
        const auto across = lookFrom({100, 100, 0.5});
        QVERIFY(across);
        QVERIFY2(across->place.x > 12.5 && across->place.x < 13.5, "on the side of the wall");
        QVERIFY(across->depth > 0 && across->depth < 1);
    }

    void onlyTheUpperSideIsMet() {
        const OwnTile own(flatForm(40), {145, 95, 10, 10}, 1, 0, evenDepth);
        QVERIFY(own.tile.hit({{0, 100, 0}, {0, -1, 0}}));
        QVERIFY(!own.tile.hit({{0, -100, 0}, {0, 1, 0}}));
        QVERIFY2(!own.tile.hit({{0, 100, 0}, {0, 1, 0}}), "the ray goes away from it");
        QVERIFY2(!own.tile.hit({{25, 100, 0}, {0, -1, 0}}), "the tile ends at 20 um");
        QVERIFY2(!own.tile.hit({{0, 100, 0}, {1, 0, 0}}), "the ray is level with it");
    }

    void aRollerHidesItsFarSide() {
        for (const bool roundX : {false, true}) {
            const ReliefForm form = rollerForm(roundX, 40);
            const OwnTile own(form, {0, 0, 157, 157}, 2, 0, evenDepth);
            for (double degrees = 0; degrees < 360; degrees += 10) {
                const ReliefCamera camera{{}, 500, roundX ? degrees : 0, roundX ? 0 : degrees / 2 - 90};
                const auto hit = own.tile.hit(camera.rayThrough({screen.x / 2, screen.y / 2}, screen));
                QVERIFY(hit);
                QVERIFY(std::abs(hit->distance - 420) < 0.1);
            }
        }
    }
};

BURIN_TEST(TestReliefTile)
#include "test_relief_tile.moc"
