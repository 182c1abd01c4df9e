// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/theme/first_size.hpp"

using namespace burin::ui;

class TestFirstSize : public QObject {
    Q_OBJECT

  private slots:
    void theFirstWindowFits_data() {
        QTest::addColumn<QSize>("available");
        QTest::addColumn<QSize>("first");
        QTest::addColumn<QSize>("least");
        QTest::newRow("a large screen has room for all of it")
            << QSize(2560, 1400) << QSize(1600, 1000) << QSize(1120, 720);
        QTest::newRow("a title bar needs its room too")
            << QSize(1600, 1000) << QSize(1592, 960) << QSize(1120, 720);
        QTest::newRow("1366 x 768") << QSize(1366, 768) << QSize(1358, 728) << QSize(1120, 720);
        QTest::newRow("1366 x 768 with a bar of 28 px")
            << QSize(1366, 740) << QSize(1358, 700) << QSize(1120, 700);
        QTest::newRow("1024 x 768, less than the least size")
            << QSize(1024, 768) << QSize(1016, 728) << QSize(1016, 720);
        QTest::newRow("1366 x 768 at 200 %") << QSize(683, 384) << QSize(675, 344) << QSize(675, 344);
    }
    void theFirstWindowFits() {
        QFETCH(QSize, available);
        QTEST(firstSize({1600, 1000}, available), "first");
        QTEST(leastSizeOn(available), "least");
    }
};

BURIN_TEST(TestFirstSize)
#include "test_first_size.moc"
