// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/slice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace burin {

/// The slices that a sender holds: those to be sent, and those that the controller has not yet acknowledged.
/// Not thread-safe.
class SendWindow {
  public:
    /// \param offset  start of the first slice in the job
    SendWindow(std::uint64_t offset, std::size_t mostBytes)
        : begin_(offset), end_(offset), sent_(offset), mostBytes_(mostBytes) {}

    /// Whether there is room for a slice of that many bytes. An empty window has room for any slice.
    [[nodiscard]] bool takes(std::size_t bytes) const {
        return slices_.empty() || end_ - begin_ + bytes <= mostBytes_;
    }
    /// Adds a slice and gives it its number. \pre it begins at end()
    void add(Slice slice);
    /// The offset at which the next slice must begin.
    [[nodiscard]] std::uint64_t end() const { return end_; }

    /// The next slice to send; null if there is none, or no credit for it.
    [[nodiscard]] std::shared_ptr<const Slice> next() const;
    void sent();
    /// The end of the bytes sent on this connection.
    [[nodiscard]] std::uint64_t sentBytes() const { return sent_; }
    /// How many slices were sent with bytes that had been sent before, on this connection or an earlier one.
    [[nodiscard]] std::int64_t resentSlices() const { return resentSlices_; }
    /// Whether any slice is not yet acknowledged.
    [[nodiscard]] bool holds() const { return !slices_.empty(); }

    /// \param bytes  every slice that is sent must end at or before this offset
    void setCredit(std::uint64_t bytes) { credit_ = bytes; }
    /// Drops sent slices that end at or before this offset.
    void acknowledge(std::uint64_t received);
    /// Moves back to a slice, to send it again. \return what is wrong with the request, as ReportReceiver
    /// says it; empty if nothing is
    [[nodiscard]] std::string resend(std::uint64_t sequence);
    /// Starts a new connection: slices are counted from 0 again, and the credit is 0.
    /// \param mostSliceBytes  what the controller takes now; it may have been restarted with a smaller buffer
    /// \return false if the slice at `received` is not held, or if a slice is too long; then the window is
    ///         empty and begins there
    bool restart(std::uint64_t received, std::size_t mostSliceBytes);

  private:
    struct Held {
        std::shared_ptr<const Slice> slice;
        std::uint64_t end = 0;
    };

    std::deque<Held> slices_;
    std::uint64_t begin_;
    std::uint64_t end_;
    std::uint64_t sent_;
    std::uint64_t mostSent_ = 0;  // end of the bytes sent on any connection
    std::int64_t resentSlices_ = 0;
    std::uint64_t credit_ = 0;
    std::size_t mostBytes_;
    std::uint64_t firstSequence_ = 0;  // number of slices_.front()
    std::size_t cursor_ = 0;           // index of the next slice to send
};

}  // namespace burin
