// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/measuring/designed_heights.hpp"

#include "core/kernels/measuring/height_kernels.hpp"

#include <algorithm>

namespace burin {

void DesignedHeights::read(const Rect& area, SamplesView out) const {
    if (area.empty()) return;
    RenderRequest request;
    request.graph = graph_;
    request.area = area;
    request.priority = priority_;
    request.stop = stop_;
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
