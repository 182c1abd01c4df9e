// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt Test, whose waits are long only in a failure: tests include this header instead of <QTest>.

#include "support/instrumented.hpp"
#include "support/program/test_class.hpp"

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

#undef QTRY_VERIFY
#define QTRY_VERIFY(expr) QTRY_VERIFY_WITH_TIMEOUT(expr, burin::patience)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expr, message) QTRY_VERIFY2_WITH_TIMEOUT(expr, message, burin::patience)
#undef QTRY_COMPARE
#define QTRY_COMPARE(expr, expected) QTRY_COMPARE_WITH_TIMEOUT(expr, expected, burin::patience)
