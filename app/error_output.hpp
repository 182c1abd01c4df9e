// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <stop_token>
#include <string>

namespace burin::app {

/// Prints a message on one line of the standard error output. All messages that may repeat text from outside
/// are printed by this function: it shows control characters as `printable` does. After
/// printMessagesAsJson(), the line is {"message":"..."}.
void printMessage(const std::string& message);

/// Makes each later message a JSON object, until the process ends: on a stream that carries JSON, every line
/// is JSON. Call it while no other thread prints.
void printMessagesAsJson();
[[nodiscard]] bool messagesAreJson();

/// The exit code of `run`. If `run` throws, prints the exception's message and returns the exit code for it.
/// If messages are JSON, the last line is {"state": "failed", "message": "..."}.
[[nodiscard]] int exitCodeOf(const std::function<int()>& run);

/// Lets `stderr` wait for a reader only until `stop` is signalled. From then on, text that a full pipe does
/// not take is dropped, so that a command can tidy up and end even if its messages are not read. This lasts
/// until the process ends. Call it while no other thread prints.
void stopWaitingForErrorReader(std::stop_token stop);

/// Opens those of the standard input and outputs that the caller has closed, so that no file that is opened
/// later takes their numbers. Reading from them and writing to them fails. Runs before main(), before
/// anything else has opened a file.
void fillStandardDescriptors() noexcept;

/// Writes `size` bytes to the standard error output, unless that would wait. Safe in a signal handler.
void writeErrorAtOnce(const char* text, std::size_t size) noexcept;

}  // namespace burin::app
