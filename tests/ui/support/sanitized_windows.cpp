// SPDX-License-Identifier: GPL-3.0-or-later

// Linked into window tests and the studio if a sanitizer is on.

#include <dlfcn.h>

/// Libraries stay loaded, because an unloaded one has no name in a report, so no suppression would match it.
int dlclose(void* /*library*/) noexcept {
    return 0;
}

/// Mesa's compiler holds more locks at once than the deadlock detector supports, so the detector is turned
/// off.
extern "C" const char* __tsan_default_options() {  // NOLINT(bugprone-reserved-identifier)
    return "detect_deadlocks=0";
}
