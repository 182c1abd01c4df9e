// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

namespace burin::app {

/// Lets `stderr` wait for a reader only until `stop` is signalled. From then on, text that a full pipe does
/// not take is dropped, so that a command can tidy up and end even if its messages are not read. This lasts
/// until the process ends. Call it while no other thread prints.
void stopWaitingForErrorReader(std::stop_token stop);

/// Writes `size` bytes to the standard error output if it takes them at once. Safe in a signal handler.
void writeErrorAtOnce(const char* text, std::size_t size) noexcept;

}  // namespace burin::app
