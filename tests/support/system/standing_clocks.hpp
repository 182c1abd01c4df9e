// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/preview.hpp"

namespace burin::test {

/// Clocks that stand still. Scattered samples take no time, so a busy computer makes no rough picture coarser
/// or too expensive.
inline PreviewClocks standingClocks() {
    return {.elapsed = [] { return 0.0; }, .processor = [] { return 0.0; }};
}

}  // namespace burin::test
