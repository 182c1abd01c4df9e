// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_set.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/export/stream_status.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// Thrown by begin, write or finish: what is done is not what it was taken for. The export goes on at what
/// done() and alreadyFinished() say now.
struct StartAgain {};

/// Thrown by begin or finish where the user has stopped it.
struct Stopped {};

/// Consumes the packed chunks of a surface: a file, a pipe, nothing, a machine.
///
/// The exporter calls begin, then write for every chunk of range() that is not in done(), then finish; or
/// interrupt where any of these has failed, or the user has stopped it. All calls but encode come from one
/// thread.
class Sink {
  public:
    virtual ~Sink() = default;

    /// How the region is cut into chunks.
    [[nodiscard]] virtual const ChunkGrid& grid() const = 0;
    /// Whether chunks must be written in the order of their numbers.
    [[nodiscard]] virtual bool ordered() const = 0;
    /// What is to be written: less than the whole grid for a shard.
    [[nodiscard]] virtual ChunkRange range() const { return {0, grid().count()}; }
    /// What an earlier run has already written.
    [[nodiscard]] virtual const IntervalSet& done() const { return nothingDone_; }
    /// Says that an earlier run has finished everything; nothing where there is something to do.
    [[nodiscard]] virtual std::optional<std::string> alreadyFinished() const { return {}; }
    /// Whether an interrupted or failed export can go on where it was.
    [[nodiscard]] virtual bool resumable() const { return false; }
    /// What the user should know before it starts, as lines.
    [[nodiscard]] virtual std::vector<std::string> notes() const { return {}; }
    /// How to go on after an interruption or a failure, as a sentence; empty where only a new start helps.
    [[nodiscard]] virtual std::string remedy() const { return {}; }

    /// How the machine at the other end is, if there is one. Thread-safe.
    [[nodiscard]] virtual std::optional<StreamStatus> stream() const { return {}; }

    /// Whether encode does anything.
    [[nodiscard]] virtual bool encodes() const { return false; }
    /// Turns a chunk into what write takes. Thread-safe: several run at once.
    [[nodiscard]] virtual std::vector<std::byte> encode(std::span<const std::byte> chunk) const {
        return {chunk.begin(), chunk.end()};
    }

    /// Called again after StartAgain. \throws UsageError, SinkError, StartAgain, Stopped
    virtual void begin() {}
    /// \param chunk  grid().bytes() of it, rows grid().stride() apart, pad bits and padding 0; or what encode
    ///               made of it
    /// \throws SinkError, ClosedPipe, StartAgain
    virtual void write(std::int64_t index, std::span<const std::byte> chunk) = 0;
    /// Everything is written: the output becomes visible. It is on disk, or engraved, when this returns.
    /// \throws as write does, and Stopped
    virtual void finish() {}
    /// Keeps what was written, so that a later run can go on; also after a begin that failed.
    virtual void interrupt() {}

  private:
    IntervalSet nothingDone_;
};

}  // namespace burin
