// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/protocol/line_layout.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace burin {

/// How far a job is, as a controller says it. Any number may be anything.
struct Positions {
    std::uint64_t received = 0;       ///< bytes of the job
    std::uint64_t executedLines = 0;  ///< engraved and stored
    std::uint64_t credit = 0;         ///< no byte behind this offset may be sent
    std::uint64_t lines = 0;          ///< of the job; 0: not said
    std::optional<std::uint64_t> doubtfulLine{};
};

/// Checks what a controller says about the job of one sender, before the sender believes it. SliceReceiver is
/// its counterpart at the other side.
///
/// Within a connection no position goes back. From one connection to the next the buffer may be lost, but
/// what is engraved stays engraved. Every function returns what is wrong, as "the controller ...", or
/// nothing; a sender ends the job then. Not thread-safe.
class ReportReceiver {
  public:
    explicit ReportReceiver(const LineLayout& layout) : layout_(layout) {}

    /// The first report of a connection. \param bufferBytes  of the machine
    [[nodiscard]] std::string connect(const Positions& said, std::uint64_t bufferBytes);
    /// Any other. \param sent  end of what was sent on this connection, bytes of the job
    [[nodiscard]] std::string report(const Positions& said, std::uint64_t sent);
    /// The controller asks for a slice again.
    [[nodiscard]] std::string resend(std::uint64_t sequence);
    /// The controller says that every line is engraved.
    [[nodiscard]] std::string complete() const;

    /// How often the job has advanced: a line was engraved, or a byte was received, for the first time.
    [[nodiscard]] std::uint64_t advances() const { return advances_; }
    /// The end of what was ever received.
    [[nodiscard]] std::uint64_t mostReceived() const { return mostReceived_; }

  private:
    [[nodiscard]] std::string contradiction(const Positions& said) const;
    void accept(const Positions& said);

    LineLayout layout_;
    std::uint64_t bufferBytes_ = 0;
    Positions last_;
    std::uint64_t mostReceived_ = 0;
    std::uint64_t advances_ = 0;
    std::optional<std::uint64_t> resent_;  // the slice that was asked for last
    int resends_ = 0;                      // of that slice
};

}  // namespace burin
