// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>

namespace burin::test {

/// Whether this is the long run, `packaging/test.sh long`. It has time for more rows, more seeds and larger
/// inputs than the run before each change. CMake gives the label `longer` to each test that calls this
/// function; the long run selects its tests by this label.
[[nodiscard]] inline bool isLongRun() {
    return std::getenv("BURIN_LONG") != nullptr;
}

}  // namespace burin::test
