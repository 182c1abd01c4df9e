// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

#include <unistd.h>

namespace burin::python {

/// The process that makes an object. A child that it forks has a copy of the object, but neither its threads
/// nor its memory on a card.
class MakingProcess {
  public:
    [[nodiscard]] bool isThis() const { return ::getpid() == number_; }
    /// \throws UsageError in another process
    void require() const {
        if (!isThis())
            throw UsageError("this surface was opened in another process; open it again after fork");
    }

  private:
    pid_t number_ = ::getpid();
};

}  // namespace burin::python
