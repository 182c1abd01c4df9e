// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/interval_set.hpp"
#include "core/base/problem.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/export/transfer_status.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace burin {

/// Consumes the packed chunks of a surface: a file, a pipe, a machine or nowhere.
///
/// The exporter calls begin, then write for every chunk of range() that is not in done(), then finish. If one
/// of these fails or the user stops the export, it calls interrupt instead. All calls except encode come from
/// one thread.
class Sink {
  public:
    /// How begin, write or finish ended.
    enum class Outcome {
        done,
        again,   ///< less is done than was assumed: continue as done() and alreadyFinished() say now
        stopped  ///< stopped by the user; never returned by write
    };
    /// How a later run can resume an export that was interrupted or failed.
    enum class Sequel {
        none,         ///< nothing to resume from
        lost,         ///< the written part is lost: a later run computes everything again
        startsAgain,  ///< can be resumed, but everything is computed again
        goesOn,       ///< can be resumed from the end of this run
        begins        ///< nothing is written yet: a later run begins, also if it is to resume
    };

    virtual ~Sink() = default;

    /// How the region is cut into chunks.
    [[nodiscard]] virtual const ChunkGrid& grid() const = 0;
    /// What makes the chunks smaller, for a surface whose chunks are too large for the memory.
    [[nodiscard]] virtual std::vector<Remedy> smallerChunks() const { return {}; }
    /// Whether chunks must be written in the order of their numbers.
    [[nodiscard]] virtual bool ordered() const = 0;
    /// The chunks to write; for a shard, only a part of the grid.
    [[nodiscard]] virtual ChunkRange range() const { return {0, grid().count()}; }
    /// The chunks that an earlier run has already written.
    [[nodiscard]] virtual const IntervalSet& done() const { return nothingDone_; }
    /// A note if an earlier run has finished everything; nothing if there is work to do.
    [[nodiscard]] virtual std::optional<Problem> alreadyFinished() const { return {}; }
    /// How a later run can resume if this export ends early.
    [[nodiscard]] virtual Sequel sequel() const { return Sequel::none; }
    /// Notes for the user before the export starts.
    [[nodiscard]] virtual std::vector<Problem> notes() const { return {}; }
    /// The state of the machine at the other end, if there is one. Thread-safe.
    [[nodiscard]] virtual std::optional<TransferStatus> transfer() const { return {}; }
    /// Pauses or resumes that machine. Its state may follow a moment later. Thread-safe.
    virtual void setPaused(bool /*paused*/) {}

    /// Whether encode changes anything.
    [[nodiscard]] virtual bool encodes() const { return false; }
    /// Turns a chunk into the bytes that write takes. Thread-safe: several calls run at once.
    [[nodiscard]] virtual std::vector<std::byte> encode(std::span<const std::byte> chunk) const {
        return {chunk.begin(), chunk.end()};
    }

    /// Called once more after it returned `again`. \throws UsageError, SinkError
    virtual Outcome begin() { return Outcome::done; }
    /// \param chunk  grid().bytes() bytes, rows grid().stride() bytes apart, pad bits and padding 0; or the
    ///         result of encode
    /// \throws SinkError, ClosedPipe
    virtual Outcome write(std::int64_t index, std::span<const std::byte> chunk) = 0;
    /// Called when everything is written. Makes the output visible; it is on disk, or engraved, on return.
    /// \throws what write throws
    virtual Outcome finish() { return Outcome::done; }
    /// What tells later whether the finished output was removed or replaced, and says why it is lost. It does
    /// not refer to this object, and may throw Cancelled. Empty if an output of this kind cannot be lost.
    /// \pre finish() has returned `done`, or alreadyFinished()
    [[nodiscard]] virtual std::function<std::optional<Problem>()> lossCheck() const { return {}; }
    /// Keeps the written data, so that a later run can resume; called even if begin failed.
    virtual void interrupt() {}
    /// Makes everything durable that was written, so that an export can rest here. \throws SinkError
    virtual void settle() {}

  private:
    IntervalSet nothingDone_;
};

}  // namespace burin
