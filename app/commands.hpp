// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

namespace burin::app {

/// The program's exit codes.
enum ExitCode { exitDone = 0, exitFailed = 1, exitUsage = 2, exitStopped = 130 };

[[nodiscard]] Command checkCommand();
[[nodiscard]] Command infoCommand();
[[nodiscard]] Command exportCommand();
[[nodiscard]] Command renderCommand();
[[nodiscard]] Command kindsCommand();
[[nodiscard]] Command devicesCommand();
[[nodiscard]] Command verifyCommand();
[[nodiscard]] Command wedgeCommand();
[[nodiscard]] Command fitCommand();
[[nodiscard]] Command farmCommand();
[[nodiscard]] Command controllerCommand();

}  // namespace burin::app
