// SPDX-License-Identifier: GPL-3.0-or-later

// An icon of a push button has more space before its word than Qt leaves.

#include "support/testing.hpp"
#include "ui/theme/theme.hpp"

#include <QPushButton>

using namespace burin::ui;

class TestButtonIcons : public QObject {
    Q_OBJECT

  private slots:
    void anIconLeavesRoomAtTheSideOfItsWord_data() {
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QTest::addColumn<int>("free");
        QTest::newRow("before it") << Qt::LeftToRight << 16;
        QTest::newRow("after it") << Qt::RightToLeft << 0;
    }

    void anIconLeavesRoomAtTheSideOfItsWord() {
        QFETCH(Qt::LayoutDirection, direction);
        QFETCH(int, free);
        QGuiApplication::setLayoutDirection(direction);
        Theme theme(ThemeChoice::dark);
        theme.apply();
        QPushButton button("Pause");
        button.setIcon(theme.icon("plus"));
        button.ensurePolished();
        QCOMPARE(button.iconSize(), QSize(20, 16));
        const QImage image = button.icon().pixmap(button.iconSize(), 1).toImage();
        const auto inked = [&image](int left, int width) {
            QImage blank(width, image.height(), image.format());
            blank.fill(Qt::transparent);
            return image.copy(left, 0, width, image.height()) != blank;
        };
        QVERIFY(!inked(free, 4));
        QVERIFY(inked(4 - free / 4, 16));
    }

    void cleanup() { QGuiApplication::setLayoutDirection(Qt::LeftToRight); }
};

BURIN_TEST(TestButtonIcons)
#include "test_button_icons.moc"
