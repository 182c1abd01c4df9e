// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/drawing_request.hpp"

#include "core/base/text.hpp"

#include <algorithm>

namespace burin {

bool isListedName(std::string_view name) {
    constexpr std::size_t longest = 255;
    return !name.empty() && name.size() <= longest && !firstInvalidUtf8(name) && !firstControl(name);
}

DrawingPlace placeDrawing(const DrawingRequest& request, double width, double height) {
    if (!request.width) return {{}, {0, 0, width, height}, false};
    const double boxWidth = *request.width;
    const double across = width > 0 ? boxWidth / width : 1;
    if (!request.height) {
        const double down = width > 0 ? across : 1;
        return {Affine::scale(across, down), {0, 0, boxWidth, height * down}, false};
    }
    const double boxHeight = *request.height;
    const PlaneBox box{0, 0, boxWidth, boxHeight};
    const double down = height > 0 ? boxHeight / height : 1;
    if (request.fit == DrawingFit::stretch) return {Affine::scale(across, down), box, false};
    double factor = request.fit == DrawingFit::contain ? std::min(across, down) : std::max(across, down);
    if (!(width > 0)) factor = down;
    if (!(height > 0)) factor = across;
    Affine map = Affine::scale(factor, factor);
    map.x0 = (boxWidth - width * factor) / 2;
    map.y0 = (boxHeight - height * factor) / 2;
    return {map, box, request.fit == DrawingFit::cover};
}

}  // namespace burin
