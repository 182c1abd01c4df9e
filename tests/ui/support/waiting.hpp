// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Qt Test gives up after 5 s. A busy computer or a sanitizer needs more, so tests of the studio wait with patience.

#include "tests/support/instrumented.hpp"

#include <QtTest>

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, burin::patience)
#define QTRY_VERIFY2(expression, words) QTRY_VERIFY2_WITH_TIMEOUT(expression, words, burin::patience)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, burin::patience)
