// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/preview/usual_level.hpp"

#include "core/preview/preview.hpp"

namespace burin {

int usualLevel(const Rect& samples, std::size_t memoryBytes) {
    const std::size_t most = memoryBytes / 4 * 3 / pictureBytesAPixel;
    int level = levelFitting(samples, usualPictureSide);
    while (level < 31 && static_cast<std::size_t>(blocksCovering(samples, level).area()) > most)
        ++level;
    return level;
}

}  // namespace burin
