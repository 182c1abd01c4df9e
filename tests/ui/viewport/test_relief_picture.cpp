// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of the 3-D view without a window.

#include "ui/viewport/relief_picture.hpp"

#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/cli/support/program_run.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/relief/kept_view.hpp"
#include "ui/viewport/relief/relief_view.hpp"

#include <QTimer>

#include <numeric>
#include <optional>
#include <random>
#include <stop_token>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const flat =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 1200, height: 800, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.25\"}\n";

const char* const waves =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 3000, height: 2000, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 90) * sin(y / 70)\"}\n";

const QColor ground(20, 40, 60);

}  // namespace

class TestReliefPicture : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
        OffscreenGl gl;
        if (const QString why = gl.open(); !why.isEmpty()) QSKIP(qPrintable(why));
    }

    /// Rays through pixels of all parts of the picture meet a plane, which has one shade at each place.
    void aPlaneIsDrawnAsRaysSeeIt() {
        constexpr QSize size(1100, 1040);  // slightly more than one part in both directions
        StudioTest studio;
        QCOMPARE(studio.load(flat), QString());
        ReliefView view(studio.previews);
        view.setScreen(size, 1);
        view.setOn(true);
        QTRY_VERIFY(studio.showsNewest() && !view.surface().empty());
        std::vector<std::int64_t> parts;
        const ReliefPicture picture =
            ReliefPicture::of(studio.previews.engine(), studio.document.design(), {}, size, ground,
                              [&parts](std::int64_t pixels) { parts.push_back(pixels); });
        QCOMPARE(picture.problem, QString());
        QCOMPARE(picture.image.size(), size);
        QCOMPARE(parts.size(), std::size_t{5});
        QCOMPARE(parts.front(), std::int64_t{0});
        QCOMPARE(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}), std::int64_t{1100} * 1040);

        const ScreenPlace screen{static_cast<double>(size.width()), static_cast<double>(size.height())};
        const ReliefCamera& camera = view.camera();
        const SpaceFrame viewer = camera.frame();
        const auto seen = [&](Vector3 d) {
            return Vector3{dot(d, viewer.x), dot(d, viewer.y), dot(d, viewer.z)};
        };
        const Vector3 light = burin::lightFrom(view.look().lightAzimuth, view.look().lightElevation);
        const double height = -view.form().toSpace({0, 0}, 64.0 / 255).y;
        int onPlane = 0;
        int beside = 0;
        std::mt19937 random(3);
        for (int k = 0; k < 4000; ++k) {
            const QPoint on(static_cast<int>(random() % 1100), static_cast<int>(random() % 1040));
            const SpaceRay ray = camera.rayThrough({on.x() + 0.5, on.y() + 0.5}, screen);
            const Vector3 at = ray.at((-height - ray.origin.y) / ray.direction.y);
            // From the middle of the surface, as a share of its half sides. The border is cut material.
            const double out = std::max(std::abs(at.x) / 1200, std::abs(at.z) / 800);
            if (std::abs(out - 1) < 0.05) continue;
            const QColor found = picture.image.pixelColor(on);
            QColor expected = ground;
            if (out < 1) {
                const LinearColor c = shade(reliefMaterials[0], seen({0, 1, 0}), light, seen(-ray.direction));
                expected = QColor::fromRgbF(static_cast<float>(displayed(c.red)),
                                            static_cast<float>(displayed(c.green)),
                                            static_cast<float>(displayed(c.blue)));
            }
            ++(out < 1 ? onPlane : beside);
            const int apart =
                std::max({std::abs(found.red() - expected.red()), std::abs(found.green() - expected.green()),
                          std::abs(found.blue() - expected.blue())});
            QVERIFY2(
                apart <= 2,
                qPrintable(
                    QString("%1 %2: %3, not %4").arg(on.x()).arg(on.y()).arg(found.name(), expected.name())));
        }
        QVERIFY2(onPlane > 800 && beside > 400, qPrintable(QString("%1, %2").arg(onPlane).arg(beside)));
    }

    /// With little memory, the picture is drawn in smaller parts, and is the same.
    void littleMemoryChangesNothing() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        std::array<QImage, 2> images;
        for (std::size_t k = 0; k < 2; ++k) {
            MemoryBudget budget(std::size_t{k == 0 ? 512U : 12U} << 20U);
            Engine engine = studio.previews.engine();
            const Engine with{engine.backend, budget, {}};
            const ReliefPicture picture = ReliefPicture::of(with, studio.document.design(), {}, {700, 500},
                                                            ground, [](std::int64_t) {});
            QCOMPARE(picture.problem, QString());
            images[k] = picture.image;
        }
        int other = 0;
        for (int y = 0; y < 500; ++y) {
            for (int x = 0; x < 700; ++x)
                other += images[0].pixel(x, y) == images[1].pixel(x, y) ? 0 : 1;
        }
        QVERIFY2(other < 50, qPrintable(QString::number(other)));
    }

    /// A driver without a card needs long to draw. The event loop runs after each tile, and may draw windows.
    void thePictureIsDrawnInManyTurns() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        OffscreenGl other;
        QCOMPARE(other.open(), QString());
        bool isDrawn = false;
        int turns = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] {
            if (isDrawn) ++turns;
            other.makeCurrent();
        });
        timer.start(0);
        const auto follow = [&isDrawn](double share) { isDrawn = share > 0.999; };
        const auto drawn = [&](const ReliefPatience& patience) {
            return ReliefPicture::of(
                studio.previews.engine(), studio.document.design(), {}, {700, 500}, ground,
                [](std::int64_t) {}, {}, patience);
        };
        const ReliefPicture picture = drawn({follow, {}});
        QCOMPARE(picture.problem, QString());
        QVERIFY2(turns > 2, qPrintable(QString::number(turns)));
        timer.stop();
        QCOMPARE(drawn({}).image, picture.image);
    }

    /// A picture that is stopped while it is drawn is not there.
    void stoppingTakesEffectWhileItIsDrawn() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        std::stop_source stop;
        const auto follow = [&stop](double share) {
            if (share > 0.999) QTimer::singleShot(0, [&stop] { stop.request_stop(); });
        };
        std::int64_t drawn = 0;
        const ReliefPicture picture = ReliefPicture::of(
            studio.previews.engine(), studio.document.design(), {}, {700, 500}, ground,
            [&drawn](std::int64_t pixels) { drawn += pixels; }, stop.get_token(), {follow, {}});
        QCOMPARE(picture.problem, QString());
        QVERIFY(picture.image.isNull());
        QCOMPARE(drawn, std::int64_t{0});
    }

    /// A caller that does not wait for the tiles gets what there is, and learns that it is a sketch.
    void aCallerHasEnough() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        const auto drawn = [&](bool waits) {
            std::stop_source enough;
            return ReliefPicture::of(studio.previews.engine(), studio.document.design(), {}, {700, 500},
                                     ground,
                                     [&](std::int64_t) {
                                         if (!waits) enough.request_stop();
                                     },
                                     {}, {{}, enough.get_token()});
        };
        const ReliefPicture whole = drawn(true);
        QVERIFY(!whole.image.isNull() && !whole.sketch);
        const ReliefPicture coarse = drawn(false);
        QCOMPARE(coarse.problem, QString());
        QVERIFY(!coarse.image.isNull() && coarse.sketch);
        QVERIFY(coarse.image.pixelColor(350, 250) != ground);
        QCOMPARE(coarse.image.pixelColor(0, 0), ground);
    }

    /// The picture of a kept view shows the same as the window, but may be larger than it.
    void aKeptViewIsDrawn() {
        constexpr QSize size(400, 300);
        StudioTest studio;
        QCOMPARE(studio.load(flat), QString());
        ReliefView view(studio.previews);
        view.setScreen(size / 2, 1);
        view.setOn(true);
        QTRY_VERIFY(studio.showsNewest() && !view.surface().empty());
        view.seeFromAbove();
        ReliefWish wish;
        wish.camera = keptView(view.look(), view.camera());
        const auto middle = [&] {
            const ReliefPicture picture = ReliefPicture::of(
                studio.previews.engine(), studio.document.design(), wish, size, ground, [](std::int64_t) {});
            return picture.image.isNull() ? QColor() : picture.image.pixelColor(200, 150);
        };
        const auto is = [](QColor found, double red) {
            return found.isValid() && std::abs(found.red() - 255 * displayed(red)) <= 2;
        };
        wish.material = 5;
        QVERIFY2(is(middle(), .5499), "even clay, seen from above");
        wish.material.reset();
        wish.camera->material = "steel";
        QVERIFY2(is(middle(), .2188), "even steel");
        wish.camera->target[0] += 1e6;
        QCOMPARE(middle(), ground);
    }

    void theHeightsOfTheFirstViewAreWanted() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        const auto drawn = [&](std::optional<double> heights) {
            const ReliefWish wish{{}, {}, 5, heights};
            return ReliefPicture::of(studio.previews.engine(), studio.document.design(), wish, {400, 300},
                                     ground, [](std::int64_t) {})
                .image;
        };
        const QImage steep = drawn(100);
        QVERIFY(!steep.isNull());
        QVERIFY(steep != drawn({}));
        QCOMPARE(steep.pixelColor(0, 0), ground);  // the view is fitted again
    }

    /// The spot rounds the sides of stripes.
    void aPredictionIsDrawn() {
        StudioTest studio;
        QCOMPARE(studio.load("burin: 2\npixel: 2 um\njob: {spot: 40 um}\nnodes:\n"
                             "  surface: {kind: root, width: 600, height: 400, full_depth: 40 um, "
                             "inputs: [data: stripes]}\n"
                             "  stripes: {kind: math2d, expression: \"mod(x, 40) < 20\"}\n"),
                 QString());
        const auto drawn = [&](SurfaceShown surface) {
            ReliefWish wish;
            wish.surface = surface;
            return ReliefPicture::of(studio.previews.engine(), studio.document.design(), wish, {400, 300},
                                     ground, [](std::int64_t) {})
                .image;
        };
        const QImage designed = drawn(SurfaceShown::written);
        const QImage predicted = drawn(SurfaceShown::predicted);
        QVERIFY(!designed.isNull() && !predicted.isNull());
        int other = 0;
        for (int y = 0; y < 300; ++y) {
            for (int x = 0; x < 400; ++x)
                other += std::abs(qRed(designed.pixel(x, y)) - qRed(predicted.pixel(x, y))) > 8 ? 1 : 0;
        }
        QVERIFY2(other > 1000, qPrintable(QString::number(other)));
    }

    /// A stop ends the drawing after the current part, or before the first one. The parts are low, because
    /// software OpenGL is slow.
    void aStopEndsIt() {
        StudioTest studio;
        QCOMPARE(studio.load(waves), QString());
        std::stop_source stop;
        std::vector<std::int64_t> parts;
        const auto draw = [&] {
            return ReliefPicture::of(
                studio.previews.engine(), studio.document.design(), {}, {1500, 100}, ground,
                [&](std::int64_t pixels) {
                    parts.push_back(pixels);
                    if (parts.size() == 2) stop.request_stop();
                },
                stop.get_token());
        };
        const ReliefPicture begun = draw();
        QVERIFY(begun.image.isNull());
        QCOMPARE(begun.problem, QString());
        QCOMPARE(parts.size(), std::size_t{2});
        const ReliefPicture never = draw();
        QVERIFY(never.image.isNull());
        QCOMPARE(never.problem, QString());
        QCOMPARE(parts.size(), std::size_t{2});
    }

    void aBookmarkIsDrawnByTheProgram() {
        ProgramFolder folder(test::studioProgram);
        const QByteArray marked =
            QByteArray(flat) +
            "editor:\n  bookmarks:\n"
            "    - {name: above, region: [0, 0, 9, 9], camera: {form: flat, material: clay, "
            "heights: 1, from: [0, 90], target: [0, 0, 0], distance: 3000}}\n"
            "    - {name: plain, region: [0, 0, 9, 9]}\n";
        folder.write("marked.burin", marked);
        const auto drawn = [&](const QStringList& options) {
            const ProgramOutcome outcome =
                folder.run(QStringList{"marked.burin", "--picture", "p.png", "--size", "400x300"} + options);
            if (outcome.code != 0) qWarning("%s", outcome.err.constData());
            return QImage::fromData(folder.read("p.png")).pixelColor(200, 150).red();
        };
        QVERIFY(std::abs(drawn({"--bookmark", "above"}) - 255 * displayed(.5499)) <= 2);
        QVERIFY(std::abs(drawn({"--bookmark", "above", "--material", "steel"}) - 255 * displayed(.2188)) <=
                2);
    }

    /// The spot is wider than the slopes, so the prediction does not show them.
    void aBookmarkOfThePredictionIsDrawn() {
        ProgramFolder folder(test::studioProgram);
        const QByteArray camera =
            "camera: {form: flat, material: clay, heights: 1, from: [0, 90], target: [0, 0, 0], "
            "distance: 300}}\n";
        folder.write("slopes.burin",
                     "burin: 2\npixel: 2 um\njob: {spot: 200 um}\nnodes:\n"
                     "  surface: {kind: root, width: 1200, height: 800, full_depth: 40 um, "
                     "inputs: [data: part]}\n"
                     "  part: {kind: math2d, expression: \"mod(x + 10, 20) / 20\"}\n"
                     "editor:\n  bookmarks:\n"
                     "    - {name: designed, region: [0, 0, 9, 9], " +
                         camera + "    - {name: predicted, region: [0, 0, 9, 9], surface: predicted, " +
                         camera);
        const auto drawn = [&](const QString& bookmark) {
            const ProgramOutcome outcome = folder.run(
                {"slopes.burin", "--picture", "p.png", "--size", "400x300", "--bookmark", bookmark});
            if (outcome.code != 0) qWarning("%s", outcome.err.constData());
            return QImage::fromData(folder.read("p.png")).pixelColor(200, 150).red();
        };
        QVERIFY(std::abs(drawn("predicted") - 255 * displayed(.5499)) <= 2);
        QVERIFY(std::abs(drawn("designed") - 255 * displayed(.5499)) > 10);
    }

    void wrongOptionsAreSaid_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("a bookmark of another name")
            << QStringList{"--bookmark", "rim"}
            << QByteArray("--bookmark 'rim': the design has only 'plain'");
        QTest::newRow("a bookmark of the flat picture")
            << QStringList{"--bookmark", "plain"} << QByteArray("it does not have a 3-D view");
        QTest::newRow("a prediction without a spot")
            << QStringList{"--bookmark", "spotless"} << QByteArray("which needs a spot");
        QTest::newRow("another material")
            << QStringList{"--material", "gold"} << QByteArray("black-anodised or clay is expected");
        QTest::newRow("no heights") << QStringList{"--heights", "0"} << QByteArray("from 0.1 to 1000");
    }
    void wrongOptionsAreSaid() {
        QFETCH(QStringList, options);
        QFETCH(QByteArray, message);
        ProgramFolder folder(test::studioProgram);
        folder.write("plain.burin", QByteArray(flat) +
                                        "editor:\n  bookmarks:\n"
                                        "    - {name: plain, region: [0, 0, 9, 9]}\n"
                                        "    - {name: spotless, region: [0, 0, 9, 9], surface: predicted, "
                                        "camera: {from: [0, 90], target: [0, 0, 0], distance: 3000}}\n");
        const ProgramOutcome refused = folder.run(QStringList{"plain.burin", "--picture", "p.png"} + options);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(message), refused.err);
        const ProgramOutcome alone = folder.run(QStringList{"plain.burin"} + options);
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("is for --picture"), alone.err);
        const ProgramOutcome part = folder.run({"plain.burin", "--part", "graph"});
        QCOMPARE(part.code, 2);
        QVERIFY2(part.err.contains("--part is for --screenshot"), part.err);
    }

    /// Nothing is drawn for a name that cannot be used.
    void wrongNamesAreSaidFirst_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("a picture that the design reads")
            << "logo.png" << QByteArray("the command reads this file and would overwrite it");
        QTest::newRow("a folder that is missing")
            << "absent/logo.png" << QByteArray("the folder absent does not exist");
    }
    void wrongNamesAreSaidFirst() {
        QFETCH(QString, name);
        QFETCH(QByteArray, message);
        ProgramFolder folder(test::studioProgram);
        QImage logo(30, 20, QImage::Format_Grayscale8);
        logo.fill(64);
        QVERIFY(logo.save(folder.filePath("logo.png")));
        const QByteArray before = folder.read("logo.png");
        folder.write(
            "logo.burin",
            "burin: 1\npixel: 2 um\nnodes:\n"
            "  surface: {kind: root, width: 30, height: 20, full_depth: 40 um, inputs: [data: logo]}\n"
            "  logo: {kind: image, file: logo.png}\n");
        const ProgramOutcome refused = folder.run({"logo.burin", "--picture", name, "--size", "400x300"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(message), refused.err);
        QVERIFY(!before.isEmpty() && folder.read("logo.png") == before);
    }

    void aPictureThatCannotBeWrittenIsNotDone() {
        ProgramFolder folder(test::studioProgram);
        folder.write("flat.burin", flat);
        const ProgramOutcome refused =
            folder.run({"flat.burin", "--picture", "/proc/flat.png", "--size", "400x300"});
        QVERIFY(refused.code > 0);
        const qsizetype failed = refused.err.indexOf("  failed\n");
        QVERIFY2(failed > 0 && refused.err.indexOf("cannot be written") > failed, refused.err);
        QVERIFY2(!refused.err.contains("done"), refused.err);
    }

    /// If standard error is not a terminal, the program prints lines, the last one at the end.
    void theProgramSaysHowFarItIs() {
        ProgramFolder folder(test::studioProgram);
        folder.write("flat.burin", flat);
        const ProgramOutcome drawn = folder.run({"flat.burin", "--picture", "flat.png", "--size", "400x300"});
        QVERIFY2(drawn.code == 0, drawn.err);
        QCOMPARE(QImage::fromData(folder.read("flat.png")).size(), QSize(400, 300));
        QVERIFY2(!drawn.err.contains("B/s"), drawn.err);
        QVERIFY2(drawn.err.contains("100.0 %") && drawn.err.trimmed().endsWith("done"), drawn.err);
    }

    void aProblemIsSaid() {
        StudioTest studio;
        QCOMPARE(studio.load(
                     "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 90, height: 80, inputs: "
                     "[data: part]}\n  part: {kind: image, file: none.png}\n"),
                 QString());
        const ReliefPicture picture = ReliefPicture::of(studio.previews.engine(), studio.document.design(),
                                                        {}, {400, 300}, ground, [](std::int64_t) {});
        QVERIFY(picture.image.isNull());
        QVERIFY2(picture.problem.contains("none.png"), qPrintable(picture.problem));
    }
};

BURIN_TEST(TestReliefPicture)
#include "test_relief_picture.moc"
