// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/threads/held_keys.hpp"
#include "ui/model/threads/inbox.hpp"
#include "ui/model/threads/slow_notice.hpp"

#include <QEventLoop>
#include <QTimer>

#include <chrono>
#include <future>
#include <stop_token>
#include <thread>
#include <utility>

namespace burin::ui {

/// Calls `work` with a token on a thread of its own and waits for its result. If it takes longer than 50 ms,
/// the interface draws meanwhile, but ignores keys and mouse. Timers and other events then run, and may
/// change anything: check afterwards what was true before. Keys wait until the work has ended. Exceptions of
/// `work` are rethrown here. Interface thread only. \param notice  is shown after two seconds, and may stop
/// the work; nullptr: the work cannot be stopped
template <class Work>
auto offThread(Work work, SlowNotice* notice) {
    using Result = decltype(work(std::stop_token()));
    std::stop_source stopping;
    std::packaged_task<Result()> task([&work, &stopping] { return work(stopping.get_token()); });
    std::future<Result> result = task.get_future();
    QEventLoop waiting;
    Inbox inbox;
    bool ended = false;
    const std::jthread thread([&task, &waiting, &inbox, &ended] {
        task();
        inbox.post([&waiting, &ended] {
            ended = true;
            waiting.quit();
        });
    });
    constexpr std::chrono::milliseconds unnoticed(50);
    if (result.wait_for(unnoticed) == std::future_status::ready) return result.get();
    bool shown = false;
    HeldKeys keys;
    if (notice != nullptr) {
        constexpr std::chrono::seconds patient(2);  // a busy computer may need one even for a small design
        QTimer::singleShot(patient, &waiting, [&] {
            keys.hold();
            if (ended) return;
            shown = true;
            notice->begin([&stopping] { stopping.request_stop(); });
            waiting.quit();  // from now on, the notice gets keys and mouse
        });
    }
    while (!ended)
        waiting.exec(shown ? QEventLoop::AllEvents : QEventLoop::ExcludeUserInputEvents);
    if (shown) notice->end();
    return result.get();
}

/// Like the function above, for work that cannot be stopped.
template <class Work>
auto offThread(Work work) {
    return offThread([&work](const std::stop_token&) { return work(); }, nullptr);
}

}  // namespace burin::ui
