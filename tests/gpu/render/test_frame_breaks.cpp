// SPDX-License-Identifier: GPL-3.0-or-later

// How lanes share a card with frames.

#include "gpu/render/frame_breaks.hpp"
#include "support/testing.hpp"

using namespace burin;
using namespace burin::gpu;
using namespace std::chrono_literals;

namespace {

const FrameBreaks::Clock::time_point start = FrameBreaks::Clock::time_point{} + 1h;

}  // namespace

class TestFrameBreaks : public QObject {
    Q_OBJECT

  private slots:
    void aFrameIsABreak() {
        FrameBreaks frames;
        QVERIFY(!frames.breakAt(start) && !frames.recentAt(start));
        frames.begin(start);
        QVERIFY(frames.breakAt(start) && frames.breakAt(start + 5ms));
        frames.end(start + 6ms);
        QVERIFY(!frames.breakAt(start + 6ms) && !frames.breakAt(start + 9ms));
        QVERIFY(frames.recentAt(start + 60ms) && !frames.recentAt(start + 200ms));
    }

    /// The window may have been hidden before the frame was shown.
    void aBreakEndsByItself() {
        FrameBreaks frames;
        frames.begin(start);
        QVERIFY(frames.breakAt(start + Backend::longestFrame - 1ms));
        QVERIFY(!frames.breakAt(start + Backend::longestFrame));
        frames.end(start + 1h);
        QVERIFY(!frames.breakAt(start + 1h));
    }

    void aFifthOfTheTimeRemains_data() {
        QTest::addColumn<int>("drawn");
        QTest::addColumn<int>("between");
        QTest::newRow("a screen that makes frames wait") << 16 << 0;
        QTest::newRow("frames that take longer than a break") << 60 << 1;
        QTest::newRow("frames with time between them") << 7 << 3;
    }
    void aFifthOfTheTimeRemains() {
        QFETCH(const int, drawn);
        QFETCH(const int, between);
        FrameBreaks frames;
        const int each = drawn + between;
        int breaks = 0;
        for (int ms = 0; ms < 100 * each; ++ms) {
            const auto now = start + std::chrono::milliseconds(ms);
            if (ms % each == 0) frames.begin(now);
            if (ms % each == drawn && between > 0) frames.end(now);
            breaks += frames.breakAt(now) ? 1 : 0;
            if (ms % each == each - 1 && between == 0) frames.end(now + 1ms);
        }
        QVERIFY2(5 * breaks <= 4 * 100 * each + 5 * each, qPrintable(QString::number(breaks)));
        QVERIFY2(4 * breaks >= 100 * each, qPrintable(QString::number(breaks)));
    }
};

BURIN_TEST(TestFrameBreaks)
#include "test_frame_breaks.moc"
