// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/threads/inbox.hpp"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace burin::ui {

void Inbox::post(std::function<void()> function) {
    {
        const std::lock_guard lock(mutex_);
        functions_.push_back(std::move(function));
    }
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

void Inbox::postUnless(const std::stop_token& stop, std::function<void()> function) {
    post([stop, function = std::move(function)] {
        if (!stop.stop_requested()) function();
    });
}

void Inbox::customEvent(QEvent* /*notice*/) {
    std::function<void()> function;
    {
        const std::lock_guard lock(mutex_);
        function = std::move(functions_.front());
        functions_.pop_front();
    }
    function();  // may destroy the inbox
}

}  // namespace burin::ui
