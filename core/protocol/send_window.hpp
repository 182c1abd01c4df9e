// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/slice.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

namespace burin {

/// The slices that a sender still holds: those to be sent, and those that were, until the controller says
/// that it has them. Not thread-safe.
class SendWindow {
  public:
    /// \param offset  in the job, where the first slice begins
    SendWindow(std::uint64_t offset, std::size_t mostBytes)
        : begin_(offset), end_(offset), sent_(offset), mostBytes_(mostBytes) {}

    /// Whether there is room for a slice of these many bytes; an empty window has room for any.
    [[nodiscard]] bool takes(std::size_t bytes) const {
        return slices_.empty() || end_ - begin_ + bytes <= mostBytes_;
    }
    /// Gives it its number. \pre it begins at end()
    void add(Slice slice);
    /// Where the next slice has to begin.
    [[nodiscard]] std::uint64_t end() const { return end_; }

    /// What may be sent next; null where there is nothing, or no credit for it.
    [[nodiscard]] std::shared_ptr<const Slice> next() const;
    void sent() { sent_ = std::max(sent_, slices_[cursor_++].end); }
    /// The end of all that was sent on this connection.
    [[nodiscard]] std::uint64_t sentBytes() const { return sent_; }
    /// Whether the controller has yet to take anything of what is held.
    [[nodiscard]] bool holds() const { return !slices_.empty(); }

    /// \param bytes  no slice may end behind this offset
    void setCredit(std::uint64_t bytes) { credit_ = bytes; }
    /// Forgets what was sent and lies wholly before this offset.
    void acknowledge(std::uint64_t received);
    /// Goes back to a slice. \return false if it is not held
    bool resend(std::uint64_t sequence);
    /// Starts a new connection: slices are counted from 0 again, there is no credit.
    /// \return false where what lies at `received` is not held: the window is empty then, and begins there
    bool restart(std::uint64_t received);

  private:
    struct Held {
        std::shared_ptr<const Slice> slice;
        std::uint64_t end = 0;
    };

    std::deque<Held> slices_;
    std::uint64_t begin_;
    std::uint64_t end_;
    std::uint64_t sent_;
    std::uint64_t credit_ = 0;
    std::size_t mostBytes_;
    std::uint64_t firstSequence_ = 0;  // of slices_.front()
    std::size_t cursor_ = 0;           // the next to be sent
};

}  // namespace burin
