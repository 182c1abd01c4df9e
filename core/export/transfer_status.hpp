// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace burin {

/// The state of a job that is streamed to a machine, as its sender knows it.
///
/// Bytes are counted from the first sample of the job in its scan order; lines are rows of its swaths,
/// counted through all swaths.
struct TransferStatus {
    enum class State {
        connecting,  ///< connects for the first time or again
        filling,     ///< the machine's buffer, before it starts
        ready,       ///< buffer filled: the machine waits for its operator
        engraving,
        starved,  ///< the machine waits for data
        paused,
        faulted,  ///< `message` says why
        stopped,
        done,
        idle,    ///< the machine has no job, as it says
        unknown  ///< the controller reports a state that this version does not know
    };
    State state = State::connecting;
    int unknownState = 0;  ///< its number, if the state is unknown
    std::int64_t lines = 0;
    std::int64_t executedLines = 0;    ///< engraved, as the controller has recorded it
    std::int64_t executedSamples = 0;  ///< samples of these lines
    std::uint64_t executedBytes = 0;   ///< bytes of these lines
    std::uint64_t receivedBytes = 0;   ///< held or engraved by the controller
    std::uint64_t totalBytes = 0;
    std::uint64_t bufferBytes = 0;   ///< capacity of the machine's buffer
    std::uint64_t prefillBytes = 0;  ///< bytes that it buffers before it starts
    double bytesPerSecond = 0;       ///< that the machine takes; 0: as fast as data arrives, or not known
    std::int64_t starvations = 0;    ///< how often it waited for data
    /// Slices that this sender has sent again, for any reason: they arrived damaged, or a connection or the
    /// controller's buffer was lost. 0 on the side of the controller, which cannot know this number.
    std::int64_t resentSlices = 0;
    std::int64_t damagedSlices = 0;  ///< slices that arrived damaged, as the controller counts them
    std::int64_t reconnections = 0;
    /// the line that was being engraved when the controller died; it may have been engraved
    std::optional<std::int64_t> doubtfulLine;
    std::string message;

    [[nodiscard]] std::uint64_t bufferedBytes() const {
        return receivedBytes > executedBytes ? receivedBytes - executedBytes : 0;
    }
};

/// `connecting`, `filling` and so on, or `an unknown state (99)`.
[[nodiscard]] std::string stateText(const TransferStatus& status);

}  // namespace burin
