// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/preview/preview.hpp"

namespace burin::test {

/// Clocks by which scattered samples take no time, so that a busy computer makes no rough picture coarser or
/// too expensive.
inline PreviewClocks standingClocks() {
    return {.elapsed = [] { return 0.0; }, .processor = [] { return 0.0; }};
}

}  // namespace burin::test
