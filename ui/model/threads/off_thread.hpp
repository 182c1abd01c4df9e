// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/threads/inbox.hpp"

#include <QEventLoop>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

namespace burin::ui {

/// Calls `work` on a thread of its own and waits for its result. If it takes longer than 50 ms, the
/// interface draws meanwhile, but ignores keys and mouse. Timers and other events then run, and may change
/// anything: check afterwards what was true before. Exceptions of `work` are rethrown here. Interface thread only.
template <class Work>
auto offThread(Work work) {
    using Result = decltype(work());
    std::packaged_task<Result()> task(std::move(work));
    std::future<Result> result = task.get_future();
    QEventLoop waiting;
    Inbox inbox;
    const std::jthread thread([&task, &waiting, &inbox] {
        task();
        inbox.post([&waiting] { waiting.quit(); });
    });
    constexpr std::chrono::milliseconds unnoticed(50);
    if (result.wait_for(unnoticed) != std::future_status::ready)
        waiting.exec(QEventLoop::ExcludeUserInputEvents);
    return result.get();
}

}  // namespace burin::ui
