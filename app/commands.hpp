// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

namespace burin::app {

enum ExitCode { exitDone = 0, exitFailed = 1, exitUsage = 2, exitStopped = 130 };

/// COMMAND(word): the command of the file <word>.cpp (in snake_case) in app or a folder of it, which defines
/// `Command <word>Command()`. `burin --help` keeps this order. Each row is on one line.
// clang-format off
#define BURIN_COMMANDS(COMMAND) \
    COMMAND(check) \
    COMMAND(info) \
    COMMAND(export) \
    COMMAND(batch) \
    COMMAND(render) \
    COMMAND(kinds) \
    COMMAND(devices) \
    COMMAND(verify) \
    COMMAND(outline) \
    COMMAND(wedge) \
    COMMAND(fit) \
    COMMAND(measure) \
    COMMAND(compare) \
    COMMAND(report) \
    COMMAND(farm) \
    COMMAND(controller) \
    COMMAND(openStudio) \
    /* end of the list */
// clang-format on

#define BURIN_DECLARE(word) [[nodiscard]] Command word##Command();
BURIN_COMMANDS(BURIN_DECLARE)
#undef BURIN_DECLARE

}  // namespace burin::app
