// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/designed_heights.hpp"

#include "core/kernels/measuring/height_kernels.hpp"

#include <algorithm>

namespace burin {

RenderRequest DesignedHeights::requestOf(const Rect& area) const {
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.priority = priority_;
    request.stop = stop_;
    return request;
}

BlockHeights DesignedHeights::sums(const Rect& area, const HeightsTarget& target) const {
    BlockHeights found;
    RenderRequest request = requestOf(area);
    request.heights = target;
    request.heights->out = &found;
    renderAndWait(backend_, std::move(request));
    return found;
}

void DesignedHeights::read(const Rect& area, SamplesView out) const {
    if (area.empty()) return;
    RenderRequest request = requestOf(area);
    request.consume = [&](const Rect& part, const SamplesView& samples) {
        const SamplesView to = out.part(part.x - area.x, part.y - area.y, part.width, part.height);
        for (std::int64_t y = 0; y < part.height; ++y) {
            std::copy_n(samples.row(y), part.width, to.row(y));
            heightKernels().clamp(to.row(y), part.width);
        }
    };
    renderAndWait(backend_, std::move(request));
}

}  // namespace burin
