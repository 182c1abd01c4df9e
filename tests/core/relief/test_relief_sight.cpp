// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_sight.hpp"
#include "tests/core/relief/some_forms.hpp"

#include <random>

using namespace burin;
using namespace burin::test;

namespace {

constexpr ScreenPlace screen{400, 300};
constexpr ReliefTiles tiles{16, 40};

bool isOnScreen(const ReliefCamera& camera, Vector3 position) {
    if (camera.frame().toLocal(position).z >= 0) return false;
    const ScreenPlace on = camera.toScreen(position, screen);
    return on.x >= 0 && on.x <= screen.x && on.y >= 0 && on.y <= screen.y;
}

std::int64_t tilesOf(const ReliefSight& sight) {
    const std::int64_t side = tiles.side << sight.level;
    const Rect& part = sight.samples;
    return (floorDiv(part.right() - 1, side) - floorDiv(part.x, side) + 1) *
           (floorDiv(part.bottom() - 1, side) - floorDiv(part.y, side) + 1);
}

}  // namespace

class TestReliefSight : public QObject {
    Q_OBJECT

  private slots:
    /// Samples that are on the screen and face the viewer are in the rectangle.
    void everythingOnTheScreenIsWanted_data() { addForms(40); }

    void everythingOnTheScreenIsWanted() {
        QFETCH(ReliefForm, form);
        const Rect surface{0, 0, 620, 610};
        std::mt19937 random(7);
        const auto number = [&](double least, double most) {
            return std::uniform_real_distribution<double>(least, most)(random);
        };
        int onScreen = 0;
        int partly = 0;
        int smaller = 0;
        for (int k = 0; k < 60; ++k) {
            const double elevation = form.flat() ? number(10, 90) : number(-60, 60);
            const SurfacePlace target{number(0, 620), number(0, 610)};
            const ReliefCamera camera{form.toSpace(target, 0), number(30, 1500), number(-60, 60), elevation};
            const ReliefSight sight = sightOf(form, camera, screen, surface, {16, 4000});
            QVERIFY(surface.contains(sight.samples));
            const ScreenPlace division{130, screen.y};
            const std::array halves{
                sightOfPart(form, camera, screen, {{0, 0}, division}, surface, {16, 4000}),
                sightOfPart(form, camera, screen, {{division.x, 0}, screen}, surface, {16, 4000})};
            for (const ReliefSight& half : halves)
                smaller += half.samples.area() < sight.samples.area() ? 1 : 0;
            partly += sight.samples == surface ? 0 : 1;
            for (int each = 0; each < 300; ++each) {
                const Point sample{static_cast<int>(random() % 620), static_cast<int>(random() % 610)};
                const SurfacePlace place{static_cast<double>(sample.x), static_cast<double>(sample.y)};
                const Vector3 position = form.toSpace(place, number(0, 1));
                const double facing = dot(form.frameAt(place).z, camera.frame().origin - position);
                if (facing <= 0 || !isOnScreen(camera, position)) continue;
                ++onScreen;
                QVERIFY(sight.samples.contains(sample));
                // Each sample belongs to the part of the screen that shows it.
                const ScreenPlace on = camera.toScreen(position, screen);
                const std::size_t part = on.x < division.x ? 0 : 1;
                QVERIFY(halves[part].samples.contains(sample));
                const Rect piece = intersection(surface, {sample.x / 40 * 40, sample.y / 50 * 50, 40, 50});
                const auto across = burin::samplesAPixel(form, camera, screen, piece);
                QVERIFY(across.has_value());
                // A pixel there shows at least as many.
                const double distance = -camera.frame().toLocal(position).z;
                const double pixelUm = camera.umPerPixel(screen) * distance / camera.distanceUm;
                QVERIFY(*across <= pixelUm / std::max(form.pitchXUm, form.pitchYUm) + 1e-9);
            }
        }
        QVERIFY2(onScreen > 500 && partly > 20, qPrintable(QString("%1, %2").arg(onScreen).arg(partly)));
        QVERIFY2(smaller > 20, qPrintable(QString::number(smaller)));
    }

    /// \param samplesAPixel  on the untouched surface, which the viewer sees from above
    void blocksAreNoWiderThanAPixel_data() {
        QTest::addColumn<double>("samplesAPixel");
        QTest::addColumn<double>("depthUm");
        QTest::addColumn<int>("level");
        QTest::addRow("magnified") << 0.1 << 0.0 << 0;
        QTest::addRow("one sample a pixel") << 1.0 << 0.0 << 0;
        QTest::addRow("just under two") << 1.99 << 0.0 << 0;
        QTest::addRow("two samples a pixel") << 2.0 << 0.0 << 1;
        QTest::addRow("the whole surface") << 5000.0 << 0.0 << 12;
        QTest::addRow("deep, magnified") << 0.3 << 200.0 << 0;
        QTest::addRow("deep, just under two") << 1.99 << 200.0 << 0;
        QTest::addRow("deep, just under four") << 3.99 << 200.0 << 1;
        QTest::addRow("deep, four samples a pixel") << 4.01 << 200.0 << 2;
    }

    void blocksAreNoWiderThanAPixel() {
        QFETCH(double, samplesAPixel);
        QFETCH(double, depthUm);
        QFETCH(int, level);
        const ReliefForm form{1, 1, depthUm, {1e6, 1e6}, 0, false};
        ReliefCamera camera{{}, 1, 0, 90};
        camera.distanceUm = samplesAPixel / camera.umPerPixel(screen);  // a pixel grows with the distance
        const ReliefSight sight = sightOf(form, camera, screen, {0, 0, 2'000'000, 2'000'000}, {256, 64});
        QCOMPARE(sight.level, level);
        QVERIFY(sight.samples.contains(Point{1'000'000, 1'000'000}));
    }

    /// A viewer from above has exactly as many samples in a pixel as the distance says.
    void partsOutOfViewHaveNoPixels() {
        const ReliefForm form{1, 2, 0, {1000, 1000}, 0, false};
        ReliefCamera camera{{}, 1, 0, 90};
        camera.distanceUm = 6 / camera.umPerPixel(screen);
        const auto across = [&](const Rect& part) {
            return burin::samplesAPixel(form, camera, screen, part);
        };
        QVERIFY(across({990, 990, 20, 20}).has_value());
        QVERIFY(std::abs(*across({990, 990, 20, 20}) - 3) < 1e-9);
        // The screen shows 400 x 6 um, 2400 samples, in x and 300 x 6 um, 900 samples, in y.
        QVERIFY(!across({-300, 990, 90, 20}).has_value());
        QVERIFY(across({-300, 990, 110, 20}).has_value());
        QVERIFY(!across({990, 1460, 20, 20}).has_value());
        QVERIFY(across({990, 1440, 20, 20}).has_value());
        const ReliefForm deep{1, 1, 800, {1000, 1000}, 0, false};
        camera.distanceUm = 500;  // the deepest places lie behind a viewer from below
        camera.elevation = -90;
        QCOMPARE(burin::samplesAPixel(deep, camera, screen, {990, 990, 20, 20}), std::optional(0.0));
    }

    /// Deep pits in front of a near viewer do not make the search long.
    void deepSurfacesAreSearchedQuickly_data() {
        QTest::addColumn<double>("depthUm");
        QTest::addColumn<double>("distanceUm");
        QTest::addColumn<double>("elevation");
        QTest::addColumn<double>("diameterUm");
        for (const double elevation : {90.0, 40.0, 8.0}) {
            const int e = static_cast<int>(elevation);
            QTest::addRow("elevation %d, pits as deep as far away", e) << 200.0 << 200.0 << elevation << 0.0;
            QTest::addRow("elevation %d, pits twice as deep", e) << 400.0 << 200.0 << elevation << 0.0;
            QTest::addRow("elevation %d, 80 um enlarged by 1,000", e)
                << 80'000.0 << 200.0 << elevation << 0.0;
            QTest::addRow("elevation %d, among deep heights", e) << 15'000.0 << 1000.0 << elevation << 0.0;
            if (elevation == 90) continue;  // the line of sight passes the roller
            QTest::addRow("elevation %d, on a roller", e) << 15'000.0 << 1000.0 << elevation << 636'620.0;
        }
    }

    void deepSurfacesAreSearchedQuickly() {
        QFETCH(double, depthUm);
        QFETCH(double, distanceUm);
        QFETCH(double, elevation);
        QFETCH(double, diameterUm);
        const ReliefForm form{1, 1, depthUm, {1e6, 1e6}, diameterUm, false};
        const SurfacePlace target{1'020'000, 1'006'000};
        for (const double depth : {0.0, 0.1, 0.5}) {
            const ReliefCamera camera{form.toSpace(target, depth), distanceUm, 30, elevation};
            const ReliefSight sight = sightOf(form, camera, screen, {0, 0, 2'000'000, 2'000'000}, {256, 64});
            QVERIFY2(sight.looked < 8000, qPrintable(QString::number(sight.looked)));
            QVERIFY(!sight.samples.empty());
        }
    }

    /// Tiles just outside of the view do not count.
    void deepTilesOutsideAreNotWanted() {
        const ReliefForm form{1, 1, 800, {1e6, 1e6}, 0, false};
        const ReliefCamera camera{{}, 1000, 0, 90};
        const ReliefSight sight = sightOf(form, camera, screen, {0, 0, 2'000'000, 2'000'000}, {16, 8000});
        // The deepest place at the right border of the screen, and one tile for its rounding.
        const double right = 1800 * camera.umPerPixel(screen) / camera.distanceUm * screen.x / 2;
        QCOMPARE(sight.level, 0);
        QVERIFY(sight.samples.contains(Point{1'000'000 + static_cast<std::int64_t>(right) - 1, 1'000'000}));
        QVERIFY(sight.samples.right() <= 1'000'000 + static_cast<std::int64_t>(right) + 17);
    }

    /// The nearest places stay, at their level.
    void towardsTheHorizonTilesAreFew() {
        const ReliefForm form{1, 1, 4, {1e6, 1e6}, 0, false};
        const ReliefCamera camera{{}, 200, 30, 6};
        const Rect surface{0, 0, 2'000'000, 2'000'000};
        const ReliefSight sight = sightOf(form, camera, screen, surface, {16, 150});
        QVERIFY(tilesOf(sight) <= 150);
        QCOMPARE(sight.level, 0);
        const SpaceRay ray = camera.rayThrough({screen.x / 2, screen.y - 1}, screen);
        const Vector3 nearest = ray.at(-ray.origin.y / ray.direction.y);
        QVERIFY(sight.samples.contains(Point{1'000'000 + static_cast<std::int64_t>(nearest.x),
                                             1'000'000 + static_cast<std::int64_t>(nearest.z)}));
    }

    void theLevelCanBeLimited() {
        const ReliefForm form{1, 1, 0, {1e6, 1e6}, 0, false};
        const ReliefCamera camera{{}, 1e6, 0, 90};
        const Rect surface{999'000, 999'000, 4000, 4000};
        const int fitting = sightOf(form, camera, screen, surface, {16, 40000}).level;
        QVERIFY(fitting > 1);
        QCOMPARE(sightOf(form, camera, screen, surface, {16, 40000, 1}).level, 1);
        QCOMPARE(sightOf(form, camera, screen, surface, {16, 40000, fitting + 1}).level, fitting);
    }

    void fewTilesAreACoarseLevel() {
        const ReliefForm form{1, 1, 0, {1e6, 1e6}, 0, false};
        const ReliefCamera camera{{}, 1e6, 0, 90};
        const Rect surface{0, 0, 2'000'000, 2'000'000};
        const ReliefSight many = sightOf(form, camera, screen, surface, {16, 4000});
        const ReliefSight few = sightOf(form, camera, screen, surface, {16, 12});
        QVERIFY(tilesOf(few) <= 12);
        QVERIFY(few.level > many.level);
        QVERIFY(few.samples.contains(many.samples));
    }

    void whatIsOutOfViewIsNotWanted() {
        const ReliefForm form = flatForm(40);
        const ReliefCamera aside{{5000, 0, 0}, 100, 0, 90};
        QVERIFY(sightOf(form, aside, screen, {0, 0, 600, 600}, tiles).samples.empty());
        QVERIFY(sightOf(form, {{}, 100, 0, 90}, screen, {}, tiles).samples.empty());
    }

    void theFarSideOfARollerIsNotWanted() {
        for (const bool roundX : {false, true}) {
            ReliefForm form = rollerForm(roundX, 10);
            form.middle = {314, 314};
            const ReliefSight sight = sightOf(form, {{}, 400, 0, 0}, screen, {0, 0, 628, 628}, {16, 4000});
            const std::int64_t round = roundX ? sight.samples.width : sight.samples.height;
            QVERIFY2(round > 628 * 0.4 && round < 628 * 0.75, qPrintable(QString::number(round)));
        }
    }
};

BURIN_TEST(TestReliefSight)
#include "test_relief_sight.moc"
