// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/recent_median.hpp"
#include "support/testing.hpp"

#include <QList>

using namespace burin;

namespace {

constexpr double none = -1;

QList<double> repeated(int ones, int threes) {
    return QList<double>(ones, 1.0) + QList<double>(threes, 3.0);
}

}  // namespace

class TestRecentMedian : public QObject {
    Q_OBJECT

  private slots:
    void isTheMiddleOfTheLastValues_data() {
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<int>("known");
        QTest::addColumn<double>("median");
        QTest::newRow("no value") << QList<double>() << 0 << none;
        QTest::newRow("three values are too few") << QList<double>{1, 2, 3} << 3 << none;
        QTest::newRow("of four, the mean of the middle two") << QList<double>{8, 1, 2, 4} << 4 << 3.0;
        QTest::newRow("of five, the middle one") << QList<double>{9, 1, 7, 3, 5} << 5 << 5.0;
        QTest::newRow("an outlier changes nothing") << QList<double>{9000, 1, 7, 3, 5} << 5 << 5.0;
        QTest::newRow("64 values are all known") << repeated(33, 31) << 64 << 1.0;
        QTest::newRow("as many are forgotten as are new") << repeated(64, 32) << 64 << 2.0;
        QTest::newRow("the last 64 decide") << repeated(64, 33) << 64 << 3.0;
    }
    void isTheMiddleOfTheLastValues() {
        QFETCH(QList<double>, values);
        QFETCH(int, known);
        QFETCH(double, median);
        RecentMedian recent;
        for (const double value : values)
            recent.add(value);
        QCOMPARE(static_cast<int>(recent.count()), known);
        QCOMPARE(recent.value().value_or(none), median);
    }
};

BURIN_TEST(TestRecentMedian)
#include "test_recent_median.moc"
