// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/previews.hpp"

#include <iterator>
#include <utility>

namespace burin::ui {

/// Runs `work` on a thread and passes its result to `deliver` on this thread, unless it was stopped.
template <class Work, class Deliver>
void Previews::start(Task task, WorkerPool& pool, Work work, Deliver deliver) {
    tasks_.push_back(std::move(task));
    const auto place = std::prev(tasks_.end());
    const std::stop_token stop = place->stop.get_token();
    pool.submit(0, [this, place, stop, work = std::move(work), deliver = std::move(deliver)]() mutable {
        std::optional<decltype(work(stop))> result;
        std::exception_ptr error;
        try {
            if (stop.stop_requested()) throw Cancelled();
            result.emplace(work(stop));
        } catch (...) {
            error = std::current_exception();
        }
        auto finish = [this, place, error, result = std::move(result),
                       deliver = std::move(deliver)]() mutable {
            const bool stopped = place->stop.stop_requested();
            ended(place, stopped ? nullptr : error);
            if (result && !stopped) deliver(std::move(*result));
            schedule();
        };
        inbox_.post(std::move(finish));
    });
}

}  // namespace burin::ui
