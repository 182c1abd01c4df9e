// SPDX-License-Identifier: GPL-3.0-or-later

// Frames on the card that computes.

#include "support/testing.hpp"
#include "tests/ui/support/passing_backend.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/viewport/viewport_panel.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

using namespace burin;
using namespace burin::ui;

namespace {

using Clock = std::chrono::steady_clock;

/// Notes how long it is held: the rest of the time, or 0 if it may go on.
class HeldBackend final : public PassingBackend {
  public:
    using PassingBackend::PassingBackend;

    void holdUntil(Clock::time_point until) override {
        const Clock::time_point now = Clock::now();
        holds.push_back(until > now ? until - now : Clock::duration{});
    }

    std::vector<Clock::duration> holds;  ///< only the thread of the window holds
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

class TestFrameHold : public QObject {
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
        HeldBackend backend(studio.backend);
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
        if (!shared) {
            QVERIFY(backend.holds.empty());
            return;
        }
        QTRY_VERIFY(!backend.holds.empty() && backend.holds.back() == Clock::duration{});
        const Clock::duration longest = *std::max_element(backend.holds.begin(), backend.holds.end());
        QVERIFY(longest > Clock::duration{} && longest <= Backend::longestHold);
    }
};

BURIN_TEST(TestFrameHold)
#include "test_frame_hold.moc"
