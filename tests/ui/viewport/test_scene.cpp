// SPDX-License-Identifier: GPL-3.0-or-later

// Which pictures the viewport draws while those of the newest state are missing.

#include "ui/viewport/scene.hpp"

#include "support/testing.hpp"
#include "tests/ui/support/gated_backend.hpp"
#include "tests/ui/support/studio_test.hpp"

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
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestScene)
#include "test_scene.moc"
