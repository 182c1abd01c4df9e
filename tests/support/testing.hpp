// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Includes Qt Test with longer timeouts for waiting, which only matter if a test fails. Tests include this
// header instead of <QTest>.

#include "support/instrumented.hpp"
#include "support/program/test_class.hpp"

#include <QDeadlineTimer>
#include <QtTest/QtTest>

#include <chrono>
#include <thread>

namespace burin {

/// How long a test waits for an expected event before it fails, in milliseconds. No test has a shorter limit,
/// because a busy computer or a sanitizer makes everything slow.
inline constexpr int patience = instrumented ? 240'000 : 120'000;

namespace test {

/// Waits for a condition without running an event loop. \return whether it came true
template <class Condition>
bool waitFor(const Condition& condition) {
    const auto latest = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > latest) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
}

}  // namespace test

}  // namespace burin

// Qt's own macros evaluate the condition again after it came true, and fail if it is false by then. But a
// condition such as "the thread waits" may hold only for a moment. These macros end at the first success.

#define BURIN_WAIT_UNTIL(reached, expr)                                          \
    bool reached = false;                                                        \
    for (const QDeadlineTimer latest(burin::patience);; QTest::qWait(10)) {      \
        reached = static_cast<bool>(expr);                                       \
        if (reached || latest.hasExpired() || QTest::currentTestFailed()) break; \
    }

#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expr, message)     \
    do {                                \
        BURIN_WAIT_UNTIL(reached, expr) \
        QVERIFY2(reached, message);     \
    } while (false)

#undef QTRY_VERIFY
#define QTRY_VERIFY(expr) QTRY_VERIFY2(expr, #expr)

#undef QTRY_COMPARE
#define QTRY_COMPARE(expr, expected)                    \
    do {                                                \
        BURIN_WAIT_UNTIL(reached, (expr) == (expected)) \
        if (!reached) QCOMPARE(expr, expected);         \
    } while (false)
