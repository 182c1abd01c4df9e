// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/hand_over.hpp"

#include <QEventLoop>

#include <future>
#include <thread>
#include <utility>

namespace burin::ui {

/// Calls `work` on a thread of its own and waits for what it gives; the interface draws meanwhile, and takes
/// no keys and no mouse. What `work` throws comes out here. Interface thread only.
template <class Work>
auto offThread(Work work) {
    using Result = decltype(work());
    std::packaged_task<Result()> task(std::move(work));
    std::future<Result> result = task.get_future();
    QEventLoop waiting;
    const std::jthread thread([&task, &waiting] {
        task();
        runInThreadOf(waiting, [&waiting] { waiting.quit(); });
    });
    waiting.exec(QEventLoop::ExcludeUserInputEvents);
    return result.get();
}

}  // namespace burin::ui
