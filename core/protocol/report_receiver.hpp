// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/line_layout.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace burin {

/// The progress of a job as its controller reports it. The numbers are unchecked.
struct Positions {
    std::uint64_t received = 0;       ///< bytes of the job that were received
    std::uint64_t executedLines = 0;  ///< lines that are engraved and stored
    std::uint64_t credit = 0;         ///< bytes may be sent up to this offset
    std::uint64_t lines = 0;          ///< the lines of the job; 0: not given
    std::optional<std::uint64_t> doubtfulLine{};
};

/// Checks a controller's reports about the job of one sender before the sender uses them. SliceReceiver does
/// the same on the other side.
///
/// Within a connection no position may decrease. Across connections the buffer may be lost, but engraved
/// lines stay engraved. Every function returns what is wrong, as "the controller ...", or an empty text; on
/// an error the sender ends the job. Not thread-safe.
class ReportReceiver {
  public:
    explicit ReportReceiver(const LineLayout& layout) : layout_(layout) {}

    /// Checks the first report of a connection.
    /// \param bufferBytes  the size of the machine's buffer
    /// \param sent  the end of the bytes that the controller can have, as an offset in the job: the whole job
    ///         if it is resumed, 0 if it begins, and later the bytes that were sent on any connection
    [[nodiscard]] std::string connect(const Positions& said, std::uint64_t bufferBytes, std::uint64_t sent);
    /// Checks any later report. \param sent  end of the bytes sent on this connection, as an offset in the
    /// job
    [[nodiscard]] std::string report(const Positions& said, std::uint64_t sent);
    /// Checks the controller's request for a slice to be sent again.
    [[nodiscard]] std::string resend(std::uint64_t sequence);
    /// Checks the controller's message that every line is engraved.
    [[nodiscard]] std::string complete() const;

    /// How often the job has advanced: a line was engraved or a byte was received for the first time.
    [[nodiscard]] std::uint64_t advances() const { return advances_; }
    /// The largest offset that was ever received.
    [[nodiscard]] std::uint64_t mostReceived() const { return mostReceived_; }

  private:
    [[nodiscard]] std::string contradiction(const Positions& said, std::uint64_t sent) const;
    void accept(const Positions& said);

    LineLayout layout_;
    std::uint64_t bufferBytes_ = 0;
    Positions last_;
    std::uint64_t mostReceived_ = 0;
    std::uint64_t advances_ = 0;
    std::optional<std::uint64_t> resent_;  // the slice requested last
    int resends_ = 0;                      // requests for that slice
};

}  // namespace burin
