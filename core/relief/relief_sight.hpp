// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/relief_camera.hpp"
#include "core/relief/relief_form.hpp"

#include <cstdint>
#include <optional>

namespace burin {

/// The pictures that a view in space needs.
struct ReliefSight {
    int level = 0;
    Rect samples;    ///< empty: nothing is in view
    int looked = 0;  ///< how many parts of the surface were examined: the cost
};

/// The grid of tiles that pictures come in.
struct ReliefTiles {
    std::int64_t side = 256;  ///< in blocks
    std::int64_t most = 64;   ///< the most tiles that a view may need
    int coarsest = 62;        ///< a view has this level or a finer one, unless it needs too many tiles
};

/// A rectangle of the screen, in device pixels.
struct ScreenPart {
    ScreenPlace first;
    ScreenPlace last;
};

/// The rectangle of `surface` that a camera sees, and the level at which the blocks nearest to the viewer are
/// at most one pixel wide.
///
/// Towards a horizon, that would be too many tiles. The rectangle then ends at 8, 4 or 2 times the distance
/// of the nearest block, and coarser pictures must show the rest. The far side of a roller is not seen; if
/// its joint is seen, the result covers the whole circumference. Pure; the cost is some thousand operations.
/// \param screen  in device pixels \pre tiles.most >= 4
[[nodiscard]] ReliefSight sightOf(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen,
                                  const Rect& surface, const ReliefTiles& tiles = {});
/// Like sightOf(), for a part of the screen.
[[nodiscard]] ReliefSight sightOfPart(const ReliefForm& form, const ReliefCamera& camera, ScreenPlace screen,
                                      const ScreenPart& part, const Rect& surface,
                                      const ReliefTiles& tiles = {});

/// The samples that a pixel shows side by side at the nearest place of a part; 0 if the part extends behind
/// the viewer. Nothing if the part is not in view; a part that is just outside may still give a number.
[[nodiscard]] std::optional<double> samplesAPixel(const ReliefForm& form, const ReliefCamera& camera,
                                                  ScreenPlace screen, const Rect& part);

}  // namespace burin
