// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>

#include <atomic>
#include <memory>
#include <utility>

namespace burin::ui {

/// Runs `function` once in the thread of `receiver`, after what that thread does now. The function is dropped
/// if `receiver` is destroyed before. Any thread may call it; it does not wait.
///
/// Everything that the caller wrote before is visible to `function`: the hand-over is a release and an
/// acquire of the standard library, not only the locks inside Qt, which ThreadSanitizer does not see.
template <class Function>
void runInThreadOf(QObject& receiver, Function function) {
    struct Parcel {
        Function function;
        std::atomic<bool> sealed = false;
    };
    auto parcel = std::make_shared<Parcel>(std::move(function));
    parcel->sealed.store(true, std::memory_order_release);
    QMetaObject::invokeMethod(
        &receiver,
        [parcel = std::move(parcel)] {
            if (parcel->sealed.load(std::memory_order_acquire)) parcel->function();
        },
        Qt::QueuedConnection);
}

}  // namespace burin::ui
