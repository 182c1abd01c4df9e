// SPDX-License-Identifier: GPL-3.0-or-later

// Frames on the card that computes.

#include "support/testing.hpp"
#include "tests/ui/support/passing_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"

using namespace burin;
using namespace burin::ui;

namespace {

/// Counts the frames that it is told of.
class ToldBackend final : public PassingBackend {
  public:
    using PassingBackend::PassingBackend;

    void beginFrame() override { ++begun; }
    void endFrame() override { ended = begun; }

    int begun = 0;
    int ended = 0;  ///< how many of them have ended
};

/// Leaves every picture to be uploaded.
class NoWriter final : public TextureWriter {
  public:
    void write(std::span<Write> /*writes*/) override {}
    void forget(unsigned /*texture*/) override {}
};

const char* const waves =
    "burin: 1\npixel: 2 um\nnodes:\n"
    "  surface: {kind: root, width: 300, height: 200, full_depth: 40 um, inputs: [data: part]}\n"
    "  part: {kind: math2d, expression: \"0.5 + 0.25 * sin(x / 9) * sin(y / 7)\"}\n";

}  // namespace

class TestFramesFirst : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        if (const std::string why = test::whyNoTestBackend(); !why.empty()) QSKIP(why.c_str());
    }

    void computingWaitsForAFrame_data() {
        QTest::addColumn<bool>("shared");
        QTest::newRow("on the card that draws") << true;
        QTest::newRow("elsewhere") << false;
    }
    void computingWaitsForAFrame() {
        QFETCH(const bool, shared);
        StudioTest studio;
        ToldBackend backend(studio.backend);
        const auto open = [shared]() -> std::unique_ptr<TextureWriter> {
            return shared ? std::make_unique<NoWriter>() : nullptr;
        };
        Previews previews(Engine{backend, studio.budget, {}, open});
        ViewportPanel panel({studio.document, studio.selection, previews, studio.theme});
        QCOMPARE(studio.load(waves), QString());
        previews.setDesign(studio.document.design());
        panel.resize(480, 320);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        QTRY_VERIFY(previews.progress().state() == PreviewProgress::State::exact && !previews.busy());
        QTRY_COMPARE(backend.ended, backend.begun);
        QCOMPARE(backend.begun > 0, shared);
    }

    /// Other widgets of the window wait with their changes until then.
    void aViewComesToRest() {
        StudioTest studio;
        ViewportPanel panel(studio.workbench());
        QCOMPARE(studio.load(waves), QString());
        panel.resize(480, 320);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, patience));
        QTRY_VERIFY(studio.showsNewest());
        ViewportWidget& view = *panel.viewport();
        QTRY_VERIFY(view.atRest());
        view.setViewpoint({{20, 30}, 2});
        QVERIFY(!view.atRest());
        QTRY_VERIFY(view.atRest());
    }
};

BURIN_TEST(TestFramesFirst)
#include "test_frames_first.moc"
