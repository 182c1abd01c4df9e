// SPDX-License-Identifier: GPL-3.0-or-later

// The viewer of the 3-D view, without OpenGL.

#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/relief/kept_view.hpp"
#include "ui/viewport/relief/relief_view.hpp"

#include <QLineF>
#include <QSignalSpy>

#include <algorithm>

using namespace burin;
using namespace burin::ui;

namespace {

const char* const flat =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 3000, height: 2000, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 9) * sin(y / 7)\"}\n";
const char* const rolled =
    "burin: 2\npixel: 1 um\njob: {roller: {diameter: 200 um, axis: x}}\nnodes:\n"
    "  surface: {kind: root, width: 900, height: 628, full_depth: 4 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 9)\"}\n";

constexpr QSizeF screen(800, 500);

/// A design in the 3-D view.
struct Seen {
    explicit Seen(const char* text) {
        if (!studio.load(text).isEmpty()) qFatal("the design is refused");
        view.setScreen(screen, 1);
        view.setOn(true);
        if (!QTest::qWaitFor([this] { return ready(); }, patience)) qFatal("the design is not bound");
    }
    [[nodiscard]] bool ready() const {
        const BoundNodePtr node = studio.previews.shown();
        return studio.showsNewest() && node->ready() && !view.surface().empty();
    }
    /// Draws the whole surface from one picture of even depth.
    void draw(float depth) {
        auto tile = std::make_shared<PreviewTile>();
        tile->level = 4;
        tile->blocks = tile->area = blocksCovering(view.surface(), tile->level);
        tile->content = std::make_shared<TileValues>(
            std::vector<float>(static_cast<std::size_t>(tile->area.area()), depth));
        const PreviewTilePtr picture = tile;
        view.setPictures({&picture, 1});
    }

    StudioTest studio;
    ReliefView view{studio.previews};
};

/// A picture of even depth on a card, which tells whether it was read.
class WatchedPicture final : public DevicePicture {
  public:
    explicit WatchedPicture(std::int64_t samples) : values_(static_cast<std::size_t>(samples)) {}
    [[nodiscard]] const std::vector<float>& values() const override {
        read = true;
        return values_;
    }

    mutable bool read = false;

  private:
    std::vector<float> values_;
};

double apart(SurfacePlace a, SurfacePlace b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace

class TestReliefView : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void atFirstEverythingIsInView_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("flat") << QByteArray(flat);
        QTest::addRow("on a roller") << QByteArray(rolled);
    }

    void atFirstEverythingIsInView() {
        QFETCH(QByteArray, text);
        Seen seen(text.constData());
        QCOMPARE(seen.view.onRoller(), text == rolled);
        QVERIFY(seen.view.heights() >= 1);
        const QRectF all({0, 0}, screen);
        for (const Vector3& position : seen.view.form().outlineOf(seen.view.surface()))
            QVERIFY(all.contains(seen.view.toScreen(position)));
        QVERIFY(!seen.view.wanted().samples.empty());
        seen.view.setScreen({300, 700}, 1);
        for (const Vector3& position : seen.view.form().outlineOf(seen.view.surface()))
            QVERIFY(QRectF(0, 0, 300, 700).contains(seen.view.toScreen(position)));
    }

    void theSurfaceFollowsThePointer() {
        Seen seen(flat);
        seen.view.seeFromAbove();
        seen.draw(0);
        const auto before = seen.view.hitAt({300, 200});
        seen.view.pan({70, 30});
        const auto after = seen.view.hitAt({370, 230});
        QVERIFY(before && after && apart(before->place, after->place) < 12);
    }

    /// The line of sight enters the boxes of many pictures, but meets the first one.
    void onlyPicturesInFrontAreRead() {
        Seen seen(flat);
        ReliefLook look = seen.view.look();
        look.heights = 500;
        seen.view.setLook(look);
        constexpr int level = 4;
        constexpr std::int64_t rows = 8;
        const Rect all = blocksCovering(seen.view.surface(), level);
        std::vector<std::shared_ptr<const WatchedPicture>> onCard;
        std::vector<PreviewTilePtr> pictures;
        for (std::int64_t y = all.bottom() - rows; y >= all.y; y -= rows) {
            auto tile = std::make_shared<PreviewTile>();
            tile->level = level;
            tile->blocks = tile->area = {all.x, y, all.width, rows};
            onCard.push_back(std::make_shared<WatchedPicture>(tile->area.area()));
            tile->content = std::make_shared<TileValues>(onCard.back());
            pictures.push_back(std::move(tile));
        }
        seen.view.setPictures(pictures);
        const auto hit = seen.view.hitAt({screen.width() / 2, screen.height() / 2});
        QVERIFY(hit);
        QCOMPARE(hit->depth, 0.0);
        QCOMPARE(std::count_if(onCard.begin(), onCard.end(), [](const auto& one) { return one->read; }), 1);
    }

    void zoomingKeepsThePlaceUnderThePointer_data() { atFirstEverythingIsInView_data(); }

    void zoomingKeepsThePlaceUnderThePointer() {
        QFETCH(QByteArray, text);
        Seen seen(text.constData());
        seen.draw(0.5F);
        const QPointF on(430, 270);
        const auto before = seen.view.hitAt(on);
        const int level = seen.view.wanted().level;
        const double pixelUm = seen.view.camera().umPerPixel({screen.width(), screen.height()});
        QVERIFY(before);
        for (int k = 0; k < 6; ++k)
            seen.view.zoom(1.5, on);
        const auto after = seen.view.hitAt(on);
        QVERIFY(after && apart(before->place, after->place) < 0.1);
        QVERIFY(seen.view.wanted().level <= level);
        QVERIFY(seen.view.wanted().samples.contains(after->sample()));
        QVERIFY(seen.view.camera().umPerPixel({screen.width(), screen.height()}) < pixelUm / 10);
    }

    /// If the viewer is near, turning does not move the place in the middle of the screen.
    void turningGoesAboutTheMiddle() {
        Seen seen(flat);
        seen.draw(0.25F);
        const QPointF middle(screen.width() / 2, screen.height() / 2);
        for (int k = 0; k < 6; ++k)
            seen.view.zoom(1.5, {500, 300});
        seen.view.pan({-60, 20});
        const auto before = seen.view.hitAt(middle);
        QVERIFY(before);
        for (int k = 0; k < 8; ++k)
            seen.view.turn(9, 4);
        const auto after = seen.view.hitAt(middle);
        QVERIFY(after && apart(before->place, after->place) < 0.1);
    }

    /// The middle of the surface, or of the axis of its roller, stays if everything is in view.
    void fromFarTurningGoesAboutTheSurface_data() { atFirstEverythingIsInView_data(); }

    void fromFarTurningGoesAboutTheSurface() {
        QFETCH(QByteArray, text);
        Seen seen(text.constData());
        seen.draw(0.25F);
        const ReliefForm& form = seen.view.form();
        const Vector3 middle = form.flat() ? form.toSpace(form.middle, 0.5) : Vector3{};
        const QPointF before = seen.view.toScreen(middle);
        const double distance = seen.view.camera().distanceUm;
        for (int k = 0; k < 10; ++k)
            seen.view.turn(15, k < 5 ? 3 : -6);
        QVERIFY(QLineF(before, seen.view.toScreen(middle)).length() < 1e-6);
        QCOMPARE(seen.view.camera().distanceUm, distance);
    }

    void distancesAreLimited() {
        Seen seen(flat);
        seen.draw(0);
        const QPointF middle(screen.width() / 2, screen.height() / 2);
        for (int k = 0; k < 60; ++k)
            seen.view.zoom(2, middle);
        const double nearest = seen.view.camera().umPerPixel({screen.width(), screen.height()});
        QVERIFY(nearest > 2.0 / 70 && nearest < 2.0 / 50);
        seen.view.fit();
        const double whole = seen.view.camera().distanceUm;
        for (int k = 0; k < 60; ++k)
            seen.view.zoom(0.5, middle);
        QVERIFY(std::abs(seen.view.camera().distanceUm / whole - 4) < 0.01);
    }

    /// However far the target has left the surface, the place under the pointer comes near enough.
    void thePlaceUnderThePointerComesNear_data() {
        QTest::addColumn<double>("pan");
        QTest::addRow("target in front") << -100.0;
        QTest::addRow("target behind") << 150.0;
    }

    void thePlaceUnderThePointerComesNear() {
        QFETCH(double, pan);
        Seen seen(flat);
        seen.draw(0);
        seen.view.turn(0, 12 - seen.view.camera().elevation);
        for (int k = 0; k < 3; ++k)
            seen.view.zoom(2, seen.view.toScreen(seen.view.form().toSpace(seen.view.form().middle, 0)));
        seen.view.pan({0, pan});
        QPointF on(400, 10);
        while (!seen.view.hitAt(on) && on.y() < screen.height())
            on.ry() += 10;
        const auto before = seen.view.hitAt(on);
        QVERIFY(before);
        for (int k = 0; k < 60; ++k)
            seen.view.zoom(1.5, on);
        const auto hit = seen.view.hitAt(on);
        QVERIFY(hit && apart(before->place, hit->place) < 0.1);
        ReliefCamera there = seen.view.camera();
        const ScreenPlace size{screen.width(), screen.height()};
        there.distanceUm =
            hit->distance * dot(there.rayThrough({on.x(), on.y()}, size).direction, -there.frame().z);
        const double pixelUm = there.umPerPixel(size);
        QVERIFY2(pixelUm > 2.0 / 70 && pixelUm < 2.0 / 50, qPrintable(QString::number(pixelUm)));
    }

    /// The exaggeration that the badge shows is drawn.
    void aRollerLimitsTheHeights() {
        Seen seen(rolled);
        ReliefLook look = seen.view.look();
        look.heights = 1000;
        seen.view.setLook(look);
        QCOMPARE(seen.view.look().heights, 1000.0);
        QCOMPARE(seen.view.heights(), 0.9 * 100 / 4);
        look.rolled = false;
        seen.view.setLook(look);
        QVERIFY(!seen.view.onRoller() && seen.view.form().flat());
        QCOMPARE(seen.view.heights(), 1000.0);
        QVERIFY(seen.view.camera().elevation > 30);
    }

    void anEditKeepsTheView() {
        Seen seen(flat);
        seen.draw(0);
        seen.view.turn(20, 10);
        seen.view.zoom(3, {400, 250});
        const ReliefCamera before = seen.view.camera();
        QSignalSpy spy(&seen.view, &ReliefView::changed);
        QCOMPARE(seen.studio.load(QByteArray(flat).replace("0.25", "0.125").constData()), QString());
        QVERIFY(QTest::qWaitFor([&] { return seen.ready() && !spy.isEmpty(); }, patience));
        QCOMPARE(seen.view.camera().target, before.target);
        QCOMPARE(seen.view.camera().distanceUm, before.distanceUm);
        QCOMPARE(seen.studio.load(QByteArray(flat).replace("3000", "500").constData()), QString());
        QVERIFY(QTest::qWaitFor([&] { return seen.ready() && seen.view.surface().width == 500; }, patience));
        QVERIFY2(seen.view.camera().distanceUm < before.distanceUm * 3, "another size is fitted");
        QCOMPARE(seen.view.camera().azimuth, -28.0);
    }

    void anotherPitchIsFitted() {
        Seen seen(flat);
        const double before = seen.view.camera().distanceUm;
        seen.view.turn(20, 10);
        QCOMPARE(seen.studio.load(QByteArray(flat).replace("2 um", "20 um").constData()), QString());
        QVERIFY(QTest::qWaitFor([&] { return seen.ready() && seen.view.form().pitchXUm == 20; }, patience));
        QVERIFY(std::abs(seen.view.camera().distanceUm / before - 10) < 0.5);
    }

    /// The next file begins with its own view and heights, even if its surface has the same name and size.
    void anotherFileIsSeenFromTheStart() {
        Seen seen(flat);
        ReliefLook look = seen.view.look();
        const double heights = look.heights;
        look.heights = heights * 3;
        seen.view.setLook(look);
        seen.view.turn(20, 10);
        seen.view.forget();
        QCOMPARE(seen.studio.load(QByteArray(flat).replace("0.25", "0.125").constData()), QString());
        QVERIFY(QTest::qWaitFor([&] { return seen.ready() && seen.view.camera().azimuth == -28; }, patience));
        QCOMPARE(seen.view.look().heights, heights);
    }

    /// If the view is of another node, it waits until that node is shown.
    void aKeptViewComesBack() {
        Seen seen(rolled);
        ReliefLook look = seen.view.look();
        look.material = 4;
        look.heights = 3;
        look.lightAzimuth = 10;
        look.lightElevation = 70;
        look.rolled = false;
        seen.view.setLook(look);
        seen.view.turn(33, 11);
        seen.view.pan({20, 30});
        const BookmarkCamera kept = keptView(seen.view.look(), seen.view.camera());
        seen.studio.previews.setShown("part");
        QTRY_COMPARE(seen.studio.previews.shown()->name, QString("part"));
        seen.view.setOn(false);
        seen.view.setLook({});
        seen.view.show({}, lookAgain(kept, seen.view.look()), cameraAgain(kept));
        QVERIFY(seen.view.on());
        QVERIFY(keptView(seen.view.look(), seen.view.camera()) != kept);
        seen.studio.previews.setShown({});
        QTRY_VERIFY(seen.studio.previews.shown()->surface);
        QVERIFY(keptView(seen.view.look(), seen.view.camera()) == kept);
        QVERIFY(!seen.view.onRoller());
        seen.view.setScreen({400, 300}, 1);
        QVERIFY2(keptView(seen.view.look(), seen.view.camera()) == kept, "it is not fitted again");
        seen.view.turn(5, 0);
        seen.view.show({}, lookAgain(kept, seen.view.look()), cameraAgain(kept));
        QVERIFY2(keptView(seen.view.look(), seen.view.camera()) == kept, "at once if its node is shown");
    }

    /// The node of the kept view may have an error, which is mended much later.
    void aKeptViewIsNotAwaitedAfterAMove() {
        Seen seen(rolled);
        seen.view.turn(33, 11);
        const BookmarkCamera kept = keptView(seen.view.look(), seen.view.camera());
        seen.view.show("part", lookAgain(kept, seen.view.look()), cameraAgain(kept));
        seen.view.turn(-60, 0);
        seen.studio.previews.setShown("part");
        QTRY_COMPARE(seen.studio.previews.shown()->name, QString("part"));
        QVERIFY(seen.view.camera().azimuth != kept.from[0]);
    }

    void aKeptViewIsNotBeyondReach() {
        Seen seen(flat);
        BookmarkCamera kept = keptView(seen.view.look(), seen.view.camera());
        const double whole = kept.distance;
        kept.distance = 1e11;
        seen.view.show({}, lookAgain(kept, seen.view.look()), cameraAgain(kept));
        QVERIFY(std::abs(seen.view.camera().distanceUm / whole - 4) < 0.5);
        kept.heights = 1e6;
        kept.material = "gold";
        ReliefLook now;
        now.material = 2;
        QCOMPARE(lookAgain(kept, now).heights, 1000.0);
        QCOMPARE(lookAgain(kept, now).material, std::size_t{2});
    }

    void aNodeWithoutDepthHasHeights() {
        Seen seen(QByteArray(flat).replace("full_depth: 40 um, ", "").constData());
        QCOMPARE(seen.view.fullDepthUm(), 80.0);
        QVERIFY(seen.view.form().depthUm >= 80);
    }
};

BURIN_TEST(TestReliefView)
#include "test_relief_view.moc"
