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
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t open = requests.size();
    std::exception_ptr error;
    for (RenderRequest& request : requests) {
        backend.start(std::move(request), [&](std::exception_ptr why) {
            const std::lock_guard lock(mutex);
            if (!error) error = std::move(why);
            --open;
            changed.notify_all();
        });
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return open == 0; });
    if (error) std::rethrow_exception(error);
}

}  // namespace burin
