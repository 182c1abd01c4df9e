// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace burin::ui {

/// Shows that work on another thread takes long, and lets the user stop it. Interface thread only.
class SlowNotice {
  public:
    virtual ~SlowNotice() = default;
    /// Shows the notice in a window that receives all keys and mouse events. Other work may begin while it is
    /// shown.
    /// \param stop  asks the work to stop; may be called at any time until end()
    virtual void begin(std::function<void()> stop) = 0;
    /// The work that began last has ended.
    virtual void end() = 0;

  protected:
    SlowNotice() = default;
    SlowNotice(const SlowNotice&) = default;
    SlowNotice& operator=(const SlowNotice&) = default;
};

}  // namespace burin::ui
