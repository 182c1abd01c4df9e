// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/window/stop_dialog.hpp"

#include "ui/theme/theme.hpp"

#include <QPushButton>

namespace burin::ui {

namespace {

/// Notes whether a widget has been painted.
class PaintNoted : public QObject {
  public:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        painted = painted || event->type() == QEvent::Paint;
        return false;
    }
    bool painted = false;
};

}  // namespace

class TestStopDialog : public QObject {
    Q_OBJECT

  private slots:
    void itStopsWhatItShows_data() {
        QTest::addColumn<bool>("byKey");
        QTest::newRow("by its button") << false;
        QTest::newRow("by Esc") << true;
    }
    void itStopsWhatItShows() {
        QFETCH(bool, byKey);
        Theme theme(ThemeChoice::dark);
        theme.apply();
        StopDialog dialog(theme, nullptr);
        int stopped = 0;
        dialog.begin([&stopped] { ++stopped; });
        QVERIFY(dialog.isVisible() && dialog.isModal());
        screenshot(dialog, "stop-a-change");
        if (byKey)
            QTest::keyClick(&dialog, Qt::Key_Escape);
        else
            QTest::mouseClick(dialog.findChild<QPushButton*>("stop.stop"), Qt::LeftButton);
        QCOMPARE(stopped, 1);
        QVERIFY(dialog.isVisible());  // until the work has ended
        dialog.end();
        QVERIFY(!dialog.isVisible());
    }

    /// The work may end before the next turn of the event loop, and the window would never have any content.
    void itHasItsContentAtOnce() {
        Theme theme(ThemeChoice::dark);
        theme.apply();
        StopDialog dialog(theme, nullptr);
        PaintNoted stop;
        dialog.findChild<QPushButton*>("stop.stop")->installEventFilter(&stop);
        dialog.begin([] {});
        QVERIFY(stop.painted);
        dialog.end();
    }

    /// Work may begin while other work is shown, and ends before it.
    void itStaysUntilAllWorkHasEnded() {
        Theme theme(ThemeChoice::dark);
        theme.apply();
        StopDialog dialog(theme, nullptr);
        int first = 0;
        int second = 0;
        dialog.begin([&first] { ++first; });
        dialog.begin([&second] { ++second; });
        dialog.reject();
        dialog.end();
        QVERIFY(dialog.isVisible());
        dialog.reject();
        QCOMPARE(first, 2);
        QCOMPARE(second, 1);
        dialog.end();
        QVERIFY(!dialog.isVisible());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestStopDialog)
#include "test_stop_dialog.moc"
