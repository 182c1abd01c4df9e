// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "gpu/device/view.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

namespace burin::gpu {

/// A request waiting for a lane.
struct Task {
    RenderRequest what;
    std::function<void(std::exception_ptr)> done;  ///< null once it has been called
    bool consumed = false;                         ///< a part of it has been delivered
    /// If set, replaces the consumer of `what`, which is not packed: the samples go to memory of a card, row
    /// by row without gaps, as CudaBackend::computeOnCard gives them.
    std::byte* onCard = nullptr;
};

/// Requests that are computed as one rectangle, because small requests would spend their time on launches.
struct Batch {
    std::vector<Task> tasks;
    Rect area;

    /// Small requests are combined up to this size, so that launches take only a small part of the time.
    static constexpr std::int64_t samplesTogether = std::int64_t{1} << 22;

    /// Adds the task if it extends the rectangle and belongs to the same client.
    bool add(Task& next) {
        const RenderRequest& first = tasks.front().what;
        const RenderRequest& what = next.what;
        const Rect& other = what.area;
        if (!first.packed || !what.packed || first.graph != what.graph || first.stop != what.stop ||
            first.hurried != what.hurried)
            return false;
        const bool beside = other.y == area.y && other.height == area.height &&
                            (other.x == area.right() || other.right() == area.x);
        const bool below = other.x == area.x && other.width == area.width &&
                           (other.y == area.bottom() || other.bottom() == area.y);
        // The padding of packed rows must stay small, because they must fit next to the samples of the whole
        // rectangle.
        const bool padsLittle = other.width * what.packed->root->depth / 8 >= std::int64_t{rowAlignment};
        if (!(beside || below) || !padsLittle || area.area() + other.area() > samplesTogether) return false;
        try {
            tasks.push_back(std::move(next));  // leaves `next` unchanged if it throws std::bad_alloc
        } catch (const std::bad_alloc&) {
            return false;
        }
        area = boundingRect(area, other);
        return true;
    }
};

/// Shared by all lanes: the queue of requests, highest priority first, then in order of arrival.
///
/// Lock order: no other lock is taken while this one is held.
struct RequestQueue {
    using Waiting = std::map<int, std::deque<Task>, std::greater<>>;  ///< waiting tasks by priority

    std::mutex mutex;
    std::condition_variable changed;
    Waiting tasks;
    int usableDevices = 0;
    bool closing = false;
    std::optional<std::vector<NodeCounters>> counters;

    /// \pre the lock is held \throws std::bad_alloc; in that case the task is unchanged
    void put(Task&& task) {
        const auto place = tasks.try_emplace(task.what.priority).first;
        try {
            place->second.push_back(std::move(task));
        } catch (...) {
            if (place->second.empty()) tasks.erase(place);
            throw;
        }
        changed.notify_one();
    }
    /// Puts tasks that were taken but not answered back at the front of the queue.
    /// \param[in,out] taken  on return those that the queue has no memory for. \pre the lock is held
    void putBack(std::vector<Task>& taken) noexcept {
        const auto isPutBack = [this](Task& task) {
            if (!task.done) return true;
            try {
                tasks[task.what.priority].push_front(std::move(task));
                return true;
            } catch (const std::bad_alloc&) {
                return false;  // the task is unchanged
            }
        };
        // From the last to the first, so that they keep their order.
        taken.erase(taken.begin(), std::remove_if(taken.rbegin(), taken.rend(), isPutBack).base());
        std::erase_if(tasks, [](const auto& ofPriority) { return ofPriority.second.empty(); });
        changed.notify_all();
    }
    /// Removes and returns all waiting tasks; takes no memory. \pre the lock is held
    Waiting takeAll() noexcept { return std::exchange(tasks, {}); }
    /// The next batch; nothing if the backend is closing and everything is done, or if `lost` is set. \throws
    /// std::bad_alloc; in that case nothing is taken
    std::optional<Batch> take(const std::atomic<bool>& lost) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return lost || closing || !tasks.empty(); });
        if (lost || tasks.empty()) return {};
        const auto highest = tasks.begin();
        std::deque<Task>& queue = highest->second;
        const Rect area = queue.front().what.area;
        Batch batch{{}, area};
        batch.tasks.push_back(std::move(queue.front()));
        queue.pop_front();
        while (!queue.empty() && batch.add(queue.front()))
            queue.pop_front();
        if (queue.empty()) tasks.erase(highest);
        return batch;
    }
};

}  // namespace burin::gpu
