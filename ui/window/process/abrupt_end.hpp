// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace burin::ui {

/// Keeps unsaved work if something else ends the program: SIGTERM, SIGHUP or SIGINT, or exit(), which Qt and
/// Xlib call if they lose the display.
///
/// A signal still ends the program, with the same exit status as without this object; a signal that the
/// program was started to ignore remains ignored. Only one object may live at a time, on the interface's
/// thread.
class AbruptEnd {
  public:
    /// \param keep  keeps the work; runs on the interface's thread
    explicit AbruptEnd(std::function<void()> keep);
    ~AbruptEnd();
    AbruptEnd(const AbruptEnd&) = delete;
    AbruptEnd& operator=(const AbruptEnd&) = delete;

  private:
    static void ending();
    void signalled();

    std::function<void()> keep_;
    std::unique_ptr<QSocketNotifier> notifier_;
};

}  // namespace burin::ui
