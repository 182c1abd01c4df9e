// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/request_cost.hpp"

#include <time.h>

namespace burin {

double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace burin
