// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interval_set.hpp"
#include "support/testing.hpp"

#include <random>
#include <set>

using namespace burin;

class TestIntervalSet : public QObject {
    Q_OBJECT

  private slots:
    void agreesWithASetOfNumbers_data() {
        QTest::addColumn<int>("longest");
        QTest::newRow("single numbers") << 1;
        QTest::newRow("short ranges") << 4;
        QTest::newRow("ranges that swallow others") << 40;
    }
    void agreesWithASetOfNumbers() {
        QFETCH(int, longest);
        std::mt19937 random(7);
        IntervalSet intervals;
        std::set<std::int64_t> numbers;
        for (int round = 0; round < 60; ++round) {
            const auto first = static_cast<std::int64_t>(random() % 100);
            const std::int64_t last =
                first + static_cast<std::int64_t>(random() % static_cast<unsigned>(longest + 1));
            intervals.insert({first, last});
            for (std::int64_t i = first; i < last; ++i)
                numbers.insert(i);
            for (std::int64_t i = 0; i < 145; ++i) {
                QCOMPARE(intervals.contains(i), numbers.contains(i));
                std::int64_t gap = i;
                while (numbers.contains(gap))
                    ++gap;
                QCOMPARE(intervals.firstGap(i), gap);
                const auto member = numbers.lower_bound(i);
                QCOMPARE(intervals.firstMember(i, 999), member == numbers.end() ? 999 : *member);
            }
        }
    }
};

BURIN_TEST(TestIntervalSet)
#include "test_interval_set.moc"
