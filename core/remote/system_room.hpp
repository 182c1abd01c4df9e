// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin {

/// Checks that the system provides the threads, with their stacks, and the descriptors that gRPC needs when
/// it is first used. Otherwise gRPC waits for ever for a thread that could not be started, and aborts the
/// process if it gets no descriptor for its events.
///
/// After a success, later calls in this process check nothing. Takes about a millisecond; thread-safe.
/// \throws std::system_error: resource_unavailable_try_again or too_many_files_open
void requireRoomForGrpc();

}  // namespace burin
