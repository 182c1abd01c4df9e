// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin {

/// Tries whether the system gives the threads, with their stacks, and the descriptors that gRPC takes when it
/// is first used. gRPC waits for ever for a thread that could not be started, and aborts the process if it
/// gets no descriptor for its events.
///
/// Once they were given, later calls of the process try nothing. Takes about a millisecond; thread-safe.
/// \throws std::system_error: resource_unavailable_try_again or too_many_files_open
void requireRoomForGrpc();

}  // namespace burin
