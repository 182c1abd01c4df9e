// SPDX-License-Identifier: GPL-3.0-or-later

// OpenGL draws the heights that rays find, in the light that shade() computes.

#include "core/relief/relief_tile.hpp"
#include "support/testing.hpp"
#include "tests/core/relief/slow_ray.hpp"
#include "ui/viewport/drawing/offscreen_gl.hpp"
#include "ui/viewport/drawing/relief_renderer.hpp"

#include <QImage>
#include <QOpenGLFramebufferObject>
#include <QPolygonF>

#include <functional>
#include <numbers>
#include <utility>

using namespace burin;
using namespace burin::test;
using namespace burin::ui;

class TestReliefRenderer : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase();
    void cleanupTestCase();
    void fromAboveAFlatSurfaceHasTheExpectedColor_data();
    void fromAboveAFlatSurfaceHasTheExpectedColor();
    void lightFromTheViewerHasTheExpectedColor_data();
    void lightFromTheViewerHasTheExpectedColor();
    void drawsWhatRaysFind_data();
    void drawsWhatRaysFind();
    void aCoarserMeshLooksAlike();
    void aLargeRollerIsExact_data();
    void aLargeRollerIsExact();
    void aSkirtClosesGaps();
    void theLowerSideIsDark();
    void aTileHasOneTexture();
    void theEndsOfARollerAreClosed();

  private:
    QImage drawn(const ReliefRenderer::Frame& frame, const std::vector<PreviewTilePtr>& tiles);

    OffscreenGl gl_;
    std::unique_ptr<TileTextures> textures_;
    std::unique_ptr<ReliefRenderer> renderer_;
};

namespace {

constexpr QSize pixels(160, 120);
constexpr ScreenPlace screen{160, 120};
const QColor background(255, 0, 255);

using DepthOf = std::function<double(double x, double y)>;

/// \param depthOf  of a place in samples
PreviewTilePtr tileOf(const Rect& blocks, int level, std::int64_t border, const DepthOf& depthOf) {
    auto tile = std::make_shared<PreviewTile>();
    tile->level = level;
    tile->blocks = blocks;
    tile->area = blocks.grown(border);
    const double each = std::ldexp(1.0, level);
    std::vector<float> depths;
    for (std::int64_t y = tile->area.y; y < tile->area.bottom(); ++y) {
        for (std::int64_t x = tile->area.x; x < tile->area.right(); ++x)
            depths.push_back(static_cast<float>(
                depthOf((static_cast<double>(x) + 0.5) * each, (static_cast<double>(y) + 0.5) * each)));
    }
    tile->content = std::make_shared<TileValues>(std::move(depths));
    return tile;
}

ReliefRenderer::Frame frameOf(const ReliefForm& form, const Rect& everything, double azimuth,
                              double elevation, const ReliefMaterial& material) {
    const ReliefCamera camera{{}, 1, azimuth, elevation};
    return {pixels,
            {},
            pixels,
            camera.fitting(form.outlineOf(everything), screen),
            form,
            everything,
            background,
            material,
            lightFrom(315, 45)};
}

QColor colorOf(const LinearColor& light) {
    const auto step = [](double linear) { return static_cast<int>(std::lround(255 * displayed(linear))); };
    return {step(light.red), step(light.green), step(light.blue)};
}

/// The colours that lie between some given ones.
class Colors {
  public:
    void add(const QColor& color) {
        const auto channels = channelsOf(color);
        for (std::size_t k = 0; k < 3; ++k) {
            low_[k] = std::min(low_[k], channels[k]);
            high_[k] = std::max(high_[k], channels[k]);
        }
    }
    [[nodiscard]] bool contain(const QColor& color, int tolerance) const {
        const auto channels = channelsOf(color);
        bool inside = true;
        for (std::size_t k = 0; k < 3; ++k)
            inside = inside && channels[k] >= low_[k] - tolerance && channels[k] <= high_[k] + tolerance;
        return inside;
    }

  private:
    static std::array<int, 3> channelsOf(const QColor& color) {
        return {color.red(), color.green(), color.blue()};
    }

    std::array<int, 3> low_{255, 255, 255};
    std::array<int, 3> high_{0, 0, 0};
};

/// A triangle of a skirt, and the box that it fills on the screen.
struct SkirtTriangle {
    Triangle triangle;
    QRectF box;
};

/// A tile as rays see it.
struct TileInSpace {
    ReliefTile tile;
    std::vector<SkirtTriangle> skirt;
};

/// \pre the triangle is in front of the viewer
QRectF screenBoxOf(const Triangle& triangle, const ReliefCamera& camera) {
    const auto seen = [&camera](const Vector3& corner) {
        const ScreenPlace on = camera.toScreen(corner, screen);
        return QPointF(on.x, on.y);
    };
    const QPolygonF corners{seen(triangle.a), seen(triangle.b), seen(triangle.c)};
    constexpr double rounding = 0.01;
    return corners.boundingRect().adjusted(-rounding, -rounding, rounding, rounding);
}

/// \param tiles  must outlive the result
std::vector<TileInSpace> inSpace(const ReliefRenderer::Frame& frame,
                                 const std::vector<PreviewTilePtr>& tiles) {
    std::vector<TileInSpace> all;
    for (const PreviewTilePtr& each : tiles) {
        const ReliefTile tile(frame.form, {each->blocks, each->area, each->level, each->values()},
                              Extent(frame.everything));
        std::vector<SkirtTriangle> skirt;
        for (const Triangle& triangle : trianglesOf(tile, Triangles::ofSkirt))
            skirt.push_back({triangle, screenBoxOf(triangle, frame.camera)});
        all.push_back({tile, std::move(skirt)});
    }
    return all;
}

/// The colour that the rays find at a place of the screen; none if a skirt is in front, which rays do not
/// meet.
std::optional<QColor> expectedAt(ScreenPlace on, const ReliefRenderer::Frame& frame,
                                 const std::vector<TileInSpace>& tiles) {
    const SpaceRay ray = frame.camera.rayThrough(on, screen);
    QColor color = background;
    double nearest = std::numeric_limits<double>::infinity();
    double skirt = nearest;
    for (const auto& [tile, triangles] : tiles) {
        // A ray that tried all of the triangles, about 1,600, would need most of the time of this test.
        std::vector<Triangle> near;
        for (const auto& [triangle, box] : triangles) {
            if (box.contains(on.x, on.y)) near.push_back(triangle);
        }
        skirt = std::min(skirt, slowDistance(near, ray).value_or(skirt));
        const auto hit = tile.hit(ray);
        if (!hit || hit->distance > nearest) continue;
        nearest = hit->distance;
        const SpaceFrame viewer = frame.camera.frame();
        const auto seen = [&](Vector3 d) {
            return Vector3{dot(d, viewer.x), dot(d, viewer.y), dot(d, viewer.z)};
        };
        color = colorOf(
            shade(frame.material, seen(tile.normalAt(hit->place)), frame.light, seen(-ray.direction)));
    }
    if (skirt < nearest - 1e-6) return {};
    return color;
}

}  // namespace

void TestReliefRenderer::initTestCase() {
    if (const QString why = gl_.open(); !why.isEmpty()) QSKIP(qPrintable(why));
    textures_ = std::make_unique<TileTextures>(*gl_, nullptr);
    renderer_ = std::make_unique<ReliefRenderer>(*gl_, *textures_);
    QCOMPARE(renderer_->initialize(), QString());
}

void TestReliefRenderer::cleanupTestCase() {
    if (renderer_) renderer_->release();
    if (textures_) textures_->clear();
    renderer_.reset();
    textures_.reset();
    gl_.close();
}

QImage TestReliefRenderer::drawn(const ReliefRenderer::Frame& frame,
                                 const std::vector<PreviewTilePtr>& tiles) {
    QOpenGLFramebufferObject target(frame.pixels, QOpenGLFramebufferObject::Depth);
    target.bind();
    textures_->make(tiles);
    renderer_->begin(frame);
    for (const PreviewTilePtr& tile : tiles)
        renderer_->draw(tile, intersection(tile->samples(), frame.everything));
    renderer_->end();
    return target.toImage();
}

void TestReliefRenderer::fromAboveAFlatSurfaceHasTheExpectedColor_data() {
    QTest::addColumn<QString>("material");
    QTest::addColumn<double>("red");
    QTest::addColumn<double>("green");
    QTest::addColumn<double>("blue");
    QTest::addRow("clay") << "Clay" << .5499 << .5499 << .5499;
    QTest::addRow("steel") << "Steel" << .2188 << .2227 << .2266;
}

void TestReliefRenderer::fromAboveAFlatSurfaceHasTheExpectedColor() {
    QFETCH(QString, material);
    QFETCH(double, red);
    QFETCH(double, green);
    QFETCH(double, blue);
    const auto used = std::find_if(reliefMaterials.begin(), reliefMaterials.end(),
                                   [&](const auto& each) { return each.name == material.toStdString(); });
    const ReliefForm form{1, 1, 40, {16, 16}, 0, false};
    const Rect all{0, 0, 32, 32};
    const QImage image =
        drawn(frameOf(form, all, 0, 90, *used), {tileOf(all, 0, 2, [](double, double) { return 0.3; })});
    const QColor color = image.pixelColor(pixels.width() / 2, pixels.height() / 2);
    const QColor expected = colorOf({red, green, blue});
    QVERIFY(std::abs(color.red() - expected.red()) <= 2);
    QVERIFY(std::abs(color.green() - expected.green()) <= 2);
    QVERIFY(std::abs(color.blue() - expected.blue()) <= 2);
}

void TestReliefRenderer::lightFromTheViewerHasTheExpectedColor_data() {
    QTest::addColumn<int>("material");
    for (std::size_t k = 0; k < reliefMaterials.size(); ++k)
        QTest::addRow("%s", std::string(reliefMaterials[k].name).c_str()) << static_cast<int>(k);
}

/// The light comes from the viewer, through a changing pixel: there, rounding may raise a cosine above 1.
void TestReliefRenderer::lightFromTheViewerHasTheExpectedColor() {
    QFETCH(int, material);
    const ReliefForm form{1, 1, 40, {16, 16}, 0, false};
    const Rect all{0, 0, 32, 32};
    const std::vector<PreviewTilePtr> tiles{tileOf(all, 0, 2, [](double, double) { return 0.3; })};
    ReliefRenderer::Frame frame =
        frameOf(form, all, 0, 90, reliefMaterials[static_cast<std::size_t>(material)]);
    const SpaceFrame viewer = frame.camera.frame();
    for (int k = 0; k < 60; ++k) {
        const QPoint on(50 + k, 30 + k * 17 % 60);
        const SpaceRay ray = frame.camera.rayThrough({on.x() + 0.5, on.y() + 0.5}, screen);
        const Vector3 back = -ray.direction;
        frame.light = {dot(back, viewer.x), dot(back, viewer.y), dot(back, viewer.z)};
        const QColor expected = colorOf(shade(frame.material, {0, 0, 1}, frame.light, frame.light));
        const QColor color = drawn(frame, tiles).pixelColor(on);
        const QString found = QString("%1, not %2").arg(color.name(), expected.name());
        QVERIFY2(std::abs(color.red() - expected.red()) <= 2, qPrintable(found));
        QVERIFY2(std::abs(color.green() - expected.green()) <= 2, qPrintable(found));
        QVERIFY2(std::abs(color.blue() - expected.blue()) <= 2, qPrintable(found));
    }
}

void TestReliefRenderer::drawsWhatRaysFind_data() {
    QTest::addColumn<ReliefForm>("form");
    QTest::addColumn<double>("elevation");
    QTest::addColumn<int>("material");
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("side");
    const SurfacePlace far{1'500'048, 1'900'048};
    QTest::addRow("flat, clay") << ReliefForm{1, 1.5, 20, {48, 48}, 0, false} << 50.0 << 5 << 0 << 96;
    QTest::addRow("flat, far away, copper") << ReliefForm{1, 1, 20, far, 0, false} << 35.0 << 0 << 0 << 96;
    QTest::addRow("roller along x, steel")
        << ReliefForm{1, 1.5, 10, {48, 48}, 60, false} << 20.0 << 1 << 0 << 96;
    QTest::addRow("roller along y, leather")
        << ReliefForm{1, 1.5, 10, {48, 48}, 60, true} << 20.0 << 3 << 0 << 96;
    QTest::addRow("coarse blocks, cut off")
        << ReliefForm{1, 1.5, 20, {48, 48}, 60, true} << 30.0 << 5 << 2 << 96;
    const SurfacePlace middle{150, 150};
    QTest::addRow("three blocks a pixel") << ReliefForm{1, 1, 50, middle, 0, false} << 50.0 << 5 << 0 << 300;
    QTest::addRow("three blocks a pixel, roller")
        << ReliefForm{1, 1, 20, middle, 140, false} << 20.0 << 3 << 0 << 300;
}

/// Each pixel lies between the colours that rays find at it and beside it.
void TestReliefRenderer::drawsWhatRaysFind() {
    QFETCH(ReliefForm, form);
    QFETCH(double, elevation);
    QFETCH(int, material);
    QFETCH(int, level);
    QFETCH(int, side);
    const auto left = static_cast<std::int64_t>(form.middle.x) - side / 2;
    const auto top = static_cast<std::int64_t>(form.middle.y) - side / 2;
    const std::int64_t half = side / 2 >> level;
    const auto waves = [&](double x, double y) {
        return 0.5 + 0.4 * std::sin((x - static_cast<double>(left)) * 14 / side) *
                         std::cos((y - static_cast<double>(top)) * 11 / side);
    };
    std::vector<PreviewTilePtr> tiles;
    for (const std::int64_t row : {0, 1}) {
        for (const std::int64_t column : {0, 1})
            tiles.push_back(tileOf({(left >> level) + column * half, (top >> level) + row * half, half, half},
                                   level, 2, waves));
    }
    const ReliefRenderer::Frame frame = frameOf(form, {left, top, side - 2, side - 1}, 25, elevation,
                                                reliefMaterials[static_cast<std::size_t>(material)]);
    const QImage image = drawn(frame, tiles);
    const std::vector<TileInSpace> seen = inSpace(frame, tiles);
    int compared = 0;
    for (int y = 2; y < pixels.height(); y += 3) {
        for (int x = 2; x < pixels.width(); x += 3) {
            Colors expected;
            bool covered = false;
            for (const QPointF by : {QPointF(0, 0), {1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
                const auto color = expectedAt({x + 0.5 + by.x(), y + 0.5 + by.y()}, frame, seen);
                covered = covered || !color;
                if (color) expected.add(*color);
            }
            if (covered || expected.contain(background, 0)) continue;
            ++compared;
            const QColor found = image.pixelColor(x, y);
            QVERIFY2(expected.contain(found, 3),
                     qPrintable(QString("%1 at (%2, %3)").arg(found.name()).arg(x).arg(y)));
        }
    }
    QVERIFY2(compared > 200, qPrintable(QString::number(compared)));
    QCOMPARE(image.pixelColor(0, 0), background);
}

/// A view in motion has a vertex every few pixels. Light is still that of each pixel.
void TestReliefRenderer::aCoarserMeshLooksAlike() {
    const Rect all{0, 0, 256, 256};
    const PreviewTilePtr tile =
        tileOf(all, 0, 2, [](double x, double y) { return 0.5 + 0.4 * std::sin(x / 20) * std::cos(y / 16); });
    const ReliefForm form{1, 1, 40, {128, 128}, 0, false};
    ReliefRenderer::Frame frame = frameOf(form, all, 25, 50, reliefMaterials[5]);
    const QImage fine = drawn(frame, {tile});
    static_cast<void>(renderer_->takeCost());  // that of an earlier frame
    frame.spacing = 4;
    const QImage coarse = drawn(frame, {tile});
    QVERIFY(coarse != fine);
    qint64 difference = 0;
    int covered = 0;
    for (int y = 0; y < pixels.height(); ++y) {
        for (int x = 0; x < pixels.width(); ++x) {
            if (fine.pixelColor(x, y) == background || coarse.pixelColor(x, y) == background) continue;
            ++covered;
            difference += std::abs(fine.pixelColor(x, y).green() - coarse.pixelColor(x, y).green());
        }
    }
    QVERIFY(covered > 3000);
    QVERIFY2(difference < 4 * covered, qPrintable(QString("%1 of %2").arg(difference).arg(covered)));
    gl_->glFinish();
    const auto cost = renderer_->takeCost();
    QVERIFY(cost.has_value());
    QCOMPARE(cost->spacing, 4);
    QVERIFY(cost->ms > 0);
    QVERIFY(!renderer_->takeCost().has_value());
}

void TestReliefRenderer::aLargeRollerIsExact_data() {
    QTest::addColumn<bool>("roundX");
    QTest::addRow("along x") << false;
    QTest::addRow("along y") << true;
}

/// The border of an even surface of 256 samples round a roller of 200 mm, magnified until a sample is as wide
/// as the screen: its position on the screen must equal the position that the form gives.
void TestReliefRenderer::aLargeRollerIsExact() {
    QFETCH(bool, roundX);
    const ReliefForm form{1, 1, 10, {1000, 1000}, 200'000, roundX};
    const Rect all{1000, 1000, 256, 256};
    const PreviewTilePtr tile = tileOf(all, 0, 2, [](double, double) { return 0; });
    for (const double side : {0.0, 1.0}) {
        const SurfacePlace border =
            roundX ? SurfacePlace{1000 + 256 * side, 1128} : SurfacePlace{1128, 1000 + 256 * side};
        ReliefRenderer::Frame frame = frameOf(form, all, 0, 0, reliefMaterials[5]);
        frame.camera.target = form.toSpace(border, 0);
        frame.camera.distanceUm =
            1 / frame.camera.umPerPixel(screen) * frame.camera.distanceUm / pixels.width();
        const QImage image = drawn(frame, {tile});
        int covered = 0;
        const int length = roundX ? pixels.width() : pixels.height();
        for (int k = 0; k < length; ++k) {
            const QPoint on = roundX ? QPoint(k, pixels.height() / 2) : QPoint(pixels.width() / 2, k);
            covered += image.pixelColor(on) == background ? 0 : 1;
        }
        QVERIFY2(std::abs(covered - length / 2) <= 1, qPrintable(QString::number(covered)));
    }
}

/// Two tiles of different states, seen from the side of the lower one.
void TestReliefRenderer::aSkirtClosesGaps() {
    const ReliefForm form{1, 1, 30, {32, 32}, 0, false};
    ReliefRenderer::Frame frame = frameOf(form, {0, 0, 64, 64}, 90, 40, reliefMaterials[5]);
    const auto image = drawn(frame, {tileOf({0, 0, 32, 64}, 0, 0, [](double, double) { return 0; }),
                                     tileOf({16, 0, 16, 32}, 1, 0, [](double, double) { return 1; })});
    const auto isBackgroundAt = [&](Vector3 position) {
        const ScreenPlace on = frame.camera.toScreen(position, screen);
        return image.pixelColor(static_cast<int>(on.x), static_cast<int>(on.y)) == background;
    };
    for (double z = -28; z <= 28; z += 4) {
        QVERIFY2(!isBackgroundAt({-10, 0, z}), "the upper tile");
        QVERIFY2(!isBackgroundAt({10, -30, z}), "the lower tile");
        for (double y = -29; y < 0; y += 4)
            QVERIFY2(!isBackgroundAt({0, y, z}), "the gap between them");
    }
}

void TestReliefRenderer::theLowerSideIsDark() {
    const ReliefForm form{1, 1, 10, {16, 16}, 0, false};
    const Rect all{0, 0, 32, 32};
    const auto even = [](double, double) { return 0.3; };
    const QImage image = drawn(frameOf(form, all, 0, -70, reliefMaterials[5]), {tileOf(all, 0, 2, even)});
    const QColor color = image.pixelColor(pixels.width() / 2, pixels.height() / 2);
    QVERIFY(color.green() > 0 && color.green() < 60);
    QCOMPARE(color.red(), color.green());
}

/// A tile that is requested twice has one texture, which stays while there is room.
void TestReliefRenderer::aTileHasOneTexture() {
    TileTextures textures(*gl_, nullptr);
    const auto even = [](double, double) { return 0.5; };
    const PreviewTilePtr first = tileOf({0, 0, 2, 2}, 0, 0, even);
    textures.make({{first, first}});
    textures.make({{first}});
    std::vector<PreviewTilePtr> others;
    for (std::size_t k = 1; k < TileTextures::most; ++k)
        others.push_back(tileOf({0, 0, 2, 2}, 0, 0, even));
    textures.make(others);
    QVERIFY(textures.find(first) != 0);
    textures.make({{tileOf({0, 0, 2, 2}, 0, 0, even)}});
    QVERIFY2(textures.find(first) != 0, "it was used after the others");
    QVERIFY2(textures.find(others.front()) == 0, "the oldest one is dropped");
    textures.clear();
}

/// The end towards the viewer hides the inside of the roller.
void TestReliefRenderer::theEndsOfARollerAreClosed() {
    for (const bool roundX : {false, true}) {
        const ReliefForm form{1, 1, 4, {47, 47}, 94 / std::numbers::pi, roundX};
        const Rect all{0, 0, 94, 94};
        const ReliefRenderer::Frame frame =
            frameOf(form, all, roundX ? 0 : 90, roundX ? 90 : 0, reliefMaterials[0]);
        const QImage image = drawn(frame, {});
        const QColor cut = colorOf({.06 * .955, .06 * .638, .06 * .538});
        for (const QPoint by : {QPoint(0, 0), {8, 0}, {0, -8}, {-6, 6}}) {
            const QColor found = image.pixelColor(QPoint(pixels.width() / 2, pixels.height() / 2) + by);
            QVERIFY2(std::abs(found.red() - cut.red()) <= 1 && std::abs(found.blue() - cut.blue()) <= 1,
                     qPrintable(found.name()));
        }
    }
}

BURIN_TEST(TestReliefRenderer)
#include "test_relief_renderer.moc"
