// SPDX-License-Identifier: GPL-3.0-or-later

// Which pictures the viewport draws while those of the newest state are missing.

#include "ui/viewport/scene.hpp"

#include "core/render/cpu_backend.hpp"
#include "support/sleepy.hpp"
#include "support/system/priced_backend.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"

#include <algorithm>
#include <chrono>

namespace burin::ui {

namespace {

constexpr const char* alongX =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"x / 700\"}\n";
constexpr const char* alongY =
    "burin: 1\npixel: 1 um\nnodes:\n"
    "  surface: {kind: root, width: 700, height: 500, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"y / 500\"}\n";

}  // namespace

class TestScene : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    /// Nothing is drawn between the two designs, so the scene has to find out by itself.
    void onlyAnEditKeepsThePictures_data() {
        QTest::addColumn<bool>("another");
        QTest::newRow("an edit keeps them until it is computed") << false;
        QTest::newRow("another design does not show them") << true;
    }
    void onlyAnEditKeepsThePictures() {
        QFETCH(bool, another);
        StudioTest studio;
        GatedBackend gate(studio.backend);
        Previews previews(Engine{gate, studio.budget, {}, test::openTestTextureWriter});
        Scene scene(previews);
        const PreviewView view{0, {0, 0, 700, 500}};
        const auto layers = [&] {
            return scene.frame(view, 0, 0, [](const PreviewTilePtr&) { return true; }).layers.size();
        };
        previews.setView(view);
        QCOMPARE(studio.load(alongX), QString());
        previews.setDesign(studio.document.design());
        QTRY_VERIFY(previews.progress().state() == PreviewProgress::State::exact && !previews.busy());
        QVERIFY(layers() > 0);
        gate.pass(0);
        QCOMPARE(studio.load(alongY), QString());
        if (another) previews.expectAnother();
        previews.setDesign(studio.document.design());
        QTRY_VERIFY(previews.shown() && previews.shown()->design == previews.design());
        QCOMPARE(layers() > 0, !another);
        gate.open();
        QTRY_VERIFY(previews.progress().state() == PreviewProgress::State::exact && !previews.busy());
        QVERIFY(layers() > 0);
    }

    /// After zooming in, the first tiles of a very slow design have larger blocks than those of the level
    /// before.
    void zoomingNeverMakesBlocksLarger() {
        MemoryBudget budget(std::size_t{512} << 20U);
        TileCache cache(budget);
        CpuBackend processor(budget, cache, 2);
        test::PricedBackend slow(processor, [](const RenderRequest&) { return 1e-3; });
        Previews previews(Engine{slow, budget, {}});
        Scene scene(previews);
        previews.setDesign(test::withSleepyPart(
            parseDesign("burin: 1\npixel: 1 um\nnodes:\n"
                        "  surface: {kind: root, width: 4000, height: 4000, inputs: [data: part]}\n"
                        "  part: {kind: math2d, expression: \"x / 4000\"}\n",
                        "."),
            std::chrono::milliseconds(20)));
        PreviewView view{3, {0, 0, 4000, 4000}};
        previews.setView(view);
        // The side of the block that is seen at one place.
        const auto seen = [&] {
            const Scene::Frame frame = scene.frame(view, 0, 0, [](const PreviewTilePtr&) { return true; });
            double side = 0;
            for (const Scene::Layer& layer : frame.layers) {
                if (layer.tile->samples().contains(Rect{600, 600, 1, 1})) side = layer.tile->blockSide();
            }
            return side;
        };
        constexpr double before = 512;
        QTRY_VERIFY(seen() > 0 && seen() <= before);
        view = {2, {0, 0, 2000, 2000}};
        previews.setView(view);
        double largest = 0;
        const auto arrived = [&] {
            largest = std::max(largest, seen());
            return previews.tile(2, {0, 0}) != nullptr;
        };
        QTRY_VERIFY(arrived());
        QVERIFY(previews.tile(2, {0, 0})->blockSide() > before);
        largest = std::max(largest, seen());
        QVERIFY2(largest <= before, qPrintable(QString::number(largest)));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestScene)
#include "test_scene.moc"
