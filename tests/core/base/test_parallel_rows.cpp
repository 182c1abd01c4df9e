// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel_rows.hpp"
#include "support/testing.hpp"

#include <QList>
#include <QScopeGuard>

#include <pthread.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>

using namespace burin;

namespace {

constexpr std::int64_t manyRows = 1000;

/// The number of times that each row was processed, and the threads that did it.
struct Processed {
    explicit Processed(int atOnce) {
        parallelRows(
            manyRows,
            [this](std::int64_t row) {
                const std::lock_guard lock(mutex);
                ++times[static_cast<qsizetype>(row)];
                threads.insert(std::this_thread::get_id());
            },
            atOnce);
    }

    QList<int> times = QList<int>(manyRows, 0);
    std::set<std::thread::id> threads;
    std::mutex mutex;
};

}  // namespace

class TestParallelRows : public QObject {
    Q_OBJECT

  private slots:
    void eachRowIsProcessedOnce_data() {
        QTest::addColumn<int>("atOnce");
        for (const int atOnce : {1, 2, 7})
            QTest::addRow("%d", atOnce) << atOnce;
    }
    void eachRowIsProcessedOnce() {
        QFETCH(int, atOnce);
        const Processed processed(atOnce);
        QCOMPARE(processed.times, QList<int>(manyRows, 1));
        QVERIFY(processed.threads.size() <= static_cast<std::size_t>(atOnce));
    }

    void theFirstErrorIsThrownAndRowsAfterItAreSkipped() {
        std::atomic<int> begun = 0;
        const auto row = [&](std::int64_t) {
            ++begun;
            throw std::runtime_error("no");
        };
        QVERIFY_EXCEPTION_THROWN(parallelRows(manyRows, row, 3), std::runtime_error);
        QVERIFY(begun <= 3);
    }

    /// Threads cannot start if the system has no room for their stacks.
    void runningThreadsDoTheWorkIfNoMoreCanStart() {
        pthread_attr_t before;
        QCOMPARE(pthread_getattr_default_np(&before), 0);
        const auto restore = qScopeGuard([&] { pthread_setattr_default_np(&before); });
        pthread_attr_t large = before;
        QCOMPARE(pthread_attr_setstacksize(&large, std::size_t{1} << 50U), 0);
        QCOMPARE(pthread_setattr_default_np(&large), 0);
        QVERIFY_EXCEPTION_THROWN(std::thread([] {}), std::system_error);
        const Processed processed(4);
        QCOMPARE(processed.times, QList<int>(manyRows, 1));
        QCOMPARE(processed.threads.size(), std::size_t{1});
    }

    void theLimitIsThatOfTheThread() {
        const int cores = rowsAtOnce();
        std::jthread([] {
            limitRowsAtOnce(1);
            QCOMPARE(rowsAtOnce(), 1);
        }).join();
        QCOMPARE(rowsAtOnce(), cores);
    }
};

BURIN_TEST(TestParallelRows)
#include "test_parallel_rows.moc"
