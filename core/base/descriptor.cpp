// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/descriptor.hpp"

#include <unistd.h>

namespace burin {

void Descriptor::reset() {
    if (number_ >= 0) ::close(release());
}

}  // namespace burin
