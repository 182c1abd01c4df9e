// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/backend.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace burin {

std::vector<Rect> halves(const Rect& area, std::int64_t columnStep) {
    if (area.height > 1 && (area.height >= area.width || area.width <= columnStep)) {
        const std::int64_t upper = area.height / 2;
        return {{area.x, area.y, area.width, upper},
                {area.x, area.y + upper, area.width, area.height - upper}};
    }
    if (area.width <= columnStep) return {};
    const std::int64_t left = std::max(columnStep, area.width / 2 / columnStep * columnStep);
    return {{area.x, area.y, left, area.height}, {area.x + left, area.y, area.width - left, area.height}};
}

void PackedTarget::write(const Rect& area, const Rect& part, const SamplesView& samples) const {
    std::byte* const column = out() + (part.x - area.x) * root->depth / 8;
    for (std::int64_t y = 0; y < part.height; ++y) {
        const auto row = static_cast<std::size_t>(part.y - area.y + y);
        root->pack(samples.row(y), {part.x, part.y + y}, column + row * stride, part.width);
    }
}

void renderAndWait(Backend& backend, RenderRequest request) {
    std::vector<RenderRequest> requests;
    requests.push_back(std::move(request));
    renderAllAndWait(backend, std::move(requests));
}

void renderAllAndWait(Backend& backend, std::vector<RenderRequest> requests) {
    struct {
        std::mutex mutex;
        std::condition_variable changed;
        std::size_t open = 0;
        std::exception_ptr error;
    } all;
    all.open = requests.size();
    for (RenderRequest& request : requests) {
        // With a single reference, std::function allocates nothing. An exception here would free data that
        // running requests refer to.
        backend.start(std::move(request), [&all](std::exception_ptr why) {
            const std::lock_guard lock(all.mutex);
            if (!all.error) all.error = std::move(why);
            --all.open;
            all.changed.notify_all();
        });
    }
    std::unique_lock lock(all.mutex);
    all.changed.wait(lock, [&all] { return all.open == 0; });
    if (all.error) std::rethrow_exception(all.error);
}

}  // namespace burin
