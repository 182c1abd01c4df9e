// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engraving/roller_closing.hpp"

#include <QString>

namespace burin::ui {

/// A change that closes a surface round its roller, as sentences: "Repeats after 62 832 px. u changes by 2.1
/// µm, v by 0 µm."
[[nodiscard]] QString closingText(const ClosingChange& change, double pixelUm);

/// The new vectors of a lattice, in pixels: "u 50, 0 px; v 0, 42 px". Empty if they do not change.
[[nodiscard]] QString vectorsText(const ClosingChange& change);

}  // namespace burin::ui
