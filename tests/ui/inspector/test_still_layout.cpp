// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/inspector/still_layout.hpp"

#include <QLabel>
#include <QVBoxLayout>
#include <QWindow>

namespace burin::ui {

/// The layouts of a part of the window while a mouse button is down.
class TestStillLayout : public QObject {
    Q_OBJECT

  private slots:
    void nothingMovesUntilTheButtonIsReleased();
    void aWidgetMayBeDestroyedMeanwhile();
    void aLayoutMayBeDestroyedMeanwhile();
};

namespace {

/// A part with a hint above a second widget.
struct StillPart {
    QWidget part;
    QVBoxLayout* layout = new QVBoxLayout(&part);
    QVBoxLayout* inner = new QVBoxLayout;
    QLabel* hint = new QLabel("hint");
    QLabel* below = new QLabel("below");
    StillLayout still{&part};

    StillPart() {
        layout->addLayout(inner);
        inner->addWidget(hint);
        layout->addWidget(below);
        part.resize(200, 200);
        part.show();
    }
    void press() { QTest::mousePress(part.windowHandle(), Qt::LeftButton, {}, {5, 195}); }
    void release() { QTest::mouseRelease(part.windowHandle(), Qt::LeftButton, {}, {5, 195}); }
};

}  // namespace

void TestStillLayout::nothingMovesUntilTheButtonIsReleased() {
    StillPart shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.part));
    const int before = shown.below->y();
    shown.press();
    shown.hint->hide();
    QCoreApplication::processEvents();
    QCOMPARE(shown.below->y(), before);
    shown.release();
    QTRY_VERIFY(shown.below->y() < before);
}

void TestStillLayout::aWidgetMayBeDestroyedMeanwhile() {
    StillPart shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.part));
    const int before = shown.below->y();
    shown.press();
    delete shown.hint;
    QCOMPARE(shown.inner->count(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(shown.below->y(), before);
    shown.release();
    QTRY_VERIFY(shown.below->y() < before);
}

void TestStillLayout::aLayoutMayBeDestroyedMeanwhile() {
    StillPart shown;
    QVERIFY(QTest::qWaitForWindowExposed(&shown.part));
    shown.press();
    delete shown.layout;
    auto* const another = new QVBoxLayout(&shown.part);
    another->addWidget(shown.below);
    shown.release();
    QTRY_VERIFY(shown.below->y() < 20);
}

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestStillLayout)

#include "test_still_layout.moc"
