// SPDX-License-Identifier: GPL-3.0-or-later

// If the system cannot start all threads of a pool, the pool ends those that run and throws. Its threads use
// no more cores for tables than the pool has threads.

#include "core/base/parallel_rows.hpp"
#include "core/render/worker_pool.hpp"
#include "support/testing.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <future>
#include <system_error>

using namespace burin;

namespace {

/// The thread that cannot be started, counted from 1; 0: none.
std::atomic<int> refused = 0;
std::atomic<int> asked = 0;

}  // namespace

/// Replaces the C library's function in this executable.
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
    using Function = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static auto* const real = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, "pthread_create"));
    if (refused > 0 && ++asked == refused) return EAGAIN;
    return real(thread, attributes, start, argument);
}

class TestWorkerPool : public QObject {
    Q_OBJECT

  private slots:
    void aThreadThatCannotBeStarted() {
        for (int thread = 1; thread <= 4; ++thread) {
            asked = 0;
            refused = thread;
            QVERIFY_EXCEPTION_THROWN(WorkerPool(4), std::system_error);
        }
        refused = 5;
        asked = 0;
        QCOMPARE(WorkerPool(4).threads(), 4);
        refused = 0;
    }

    /// A table that a thread of the pool makes takes no more threads than --threads allows.
    void itsThreadsMayBeLimited() {
        const auto rowsIn = [](auto... limit) {
            std::promise<int> rows;
            {
                WorkerPool pool(1, ThreadManners::usual, limit...);
                pool.submit(0, [&] { rows.set_value(rowsAtOnce()); });
            }
            return rows.get_future().get();
        };
        QCOMPARE(rowsIn(1), 1);
        QCOMPARE(rowsIn(), rowsAtOnce());
    }
};

QTEST_APPLESS_MAIN(TestWorkerPool)
#include "test_worker_pool.moc"
