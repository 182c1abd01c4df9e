// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>

namespace burin::ui {

/// Functions that other threads post to the thread that made the inbox. Each runs there in its own turn of
/// the event loop, in the order of posting. Functions left when the inbox is destroyed are dropped.
///
/// The functions are kept under our own mutex, and Qt's queue holds only a notification without data, because
/// ThreadSanitizer does not see the locks inside Qt.
class Inbox : public QObject {
  public:
    /// Posts a function without waiting; any thread, while the inbox lives.
    void post(std::function<void()> function);
    /// Posts a function that is dropped if `stop` is signalled before its turn.
    void postUnless(const std::stop_token& stop, std::function<void()> function);

  protected:
    void customEvent(QEvent* notice) override;

  private:
    std::mutex mutex_;
    std::deque<std::function<void()>> functions_;
};

}  // namespace burin::ui
