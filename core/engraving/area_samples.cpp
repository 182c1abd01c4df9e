// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/area_samples.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

void samplesOver(Backend& backend, std::shared_ptr<const Graph> graph, const Rect& area,
                 const SamplesView& out, const std::stop_token& stop) {
    RenderRequest request;
    request.graph = std::move(graph);
    request.area = area;
    request.stop = stop;
    request.consume = [&](const Rect& part, const SamplesView& samples) {
        const SamplesView to = out.part(part.x - area.x, part.y - area.y, part.width, part.height);
        for (std::int64_t y = 0; y < part.height; ++y)
            std::copy_n(samples.row(y), part.width, to.row(y));
    };
    renderAndWait(backend, std::move(request));
}

std::vector<Rect> spreadPlaces(const Rect& area, const Size& size, int count) {
    const auto along = [](double step, int k, std::int64_t room) {
        return static_cast<std::int64_t>(std::fmod(0.5 + k * step, 1) * static_cast<double>(room + 1));
    };
    std::vector<Rect> places;
    // See M. Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018.
    for (int k = 1; k <= count; ++k)
        places.push_back({area.x + along(0.7548776662466927, k, area.width - size.width),
                          area.y + along(0.5698402909980532, k, area.height - size.height), size.width,
                          size.height});
    return places;
}

}  // namespace burin
