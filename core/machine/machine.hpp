// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/transfer_status.hpp"
#include "core/protocol/line_layout.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace burin {

/// Simulates a machine that engraves line after line at its own rate, as long as it has data: when it starts,
/// starves, pauses and ends. It only counts; others handle the samples.
///
/// The caller passes in the time, so that a test can simulate days in a moment. Not thread-safe.
class Machine {
  public:
    using Time = std::chrono::steady_clock::time_point;

    struct Settings {
        std::uint64_t bufferBytes = std::uint64_t{64} << 20;
        double bytesPerSecond = 0;  ///< 0: as fast as lines arrive
        bool manualStart = false;   ///< a filled buffer waits for start(), also after a stop or a fault
    };

    explicit Machine(const Settings& settings) : settings_(settings) {}

    /// Takes a job: nothing after the engraved lines has been received yet.
    /// \param prefill  bytes in the buffer before the machine starts; 0: half of the buffer
    void begin(const LineLayout& layout, std::uint64_t prefill, std::int64_t executedLines);
    void setPrefill(std::uint64_t bytes);
    [[nodiscard]] bool hasJob() const { return layout_.lines() > 0; }
    [[nodiscard]] const LineLayout& layout() const { return layout_; }
    /// The prefill, limited to the size of the buffer.
    [[nodiscard]] std::uint64_t prefillBytes() const { return prefill_; }

    /// The machine has received all samples before this offset. \pre offset <= credit()
    void receive(std::uint64_t offset, Time now);
    /// Drops received data that are not due yet. The buffer is filled again before the machine restarts.
    void loseBuffer();
    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// The buffer has no room at or beyond this offset.
    [[nodiscard]] std::uint64_t credit() const { return layout_.offsetOf(executed_) + settings_.bufferBytes; }

    /// Limits how many lines may be timed ahead of the engraved ones. A pause or a stall takes effect after
    /// these lines.
    void setMostAhead(std::int64_t lines) { mostAhead_ = lines; }
    /// Lets time pass. \return the number of lines to be engraved by now, from executed() on
    std::int64_t advance(Time now);
    /// Reports that the first `lines` lines from executed() on are engraved.
    void engraved(std::int64_t lines);
    [[nodiscard]] std::int64_t executed() const { return executed_; }
    /// Whether the line after the engraved ones has been begun.
    [[nodiscard]] bool lineUnderWay() const { return lineBegan_ && timed_ == executed_; }
    /// When advance() has something to do again, unless something else happens first.
    [[nodiscard]] std::optional<Time> nextChange() const;

    // None of these interrupts a line that is under way.
    void start() { started_ = true; }
    void pause() { paused_ = true; }
    void proceed() { paused_ = false; }
    void stop() { halt(TransferStatus::State::stopped); }
    void fail() { halt(TransferStatus::State::faulted); }
    void stall(Time until) { stalledUntil_ = until; }
    [[nodiscard]] bool failed() const { return halt_ == TransferStatus::State::faulted; }
    /// Continues after a stop or a fault with the data in the buffer.
    void recover() { halt_.reset(); }

    [[nodiscard]] TransferStatus::State state() const;
    /// How often data were missing after the start.
    [[nodiscard]] std::int64_t starvations() const { return starvations_; }

  private:
    [[nodiscard]] bool complete() const { return hasJob() && timed_ == layout_.lines(); }
    [[nodiscard]] bool lineIsThere() const { return layout_.offsetOf(timed_ + 1) <= received_; }
    [[nodiscard]] bool held() const { return paused_ || halt_.has_value(); }
    [[nodiscard]] std::chrono::nanoseconds lineTime() const;
    [[nodiscard]] std::chrono::nanoseconds patience() const;
    void halt(TransferStatus::State why) {
        halt_ = why;
        started_ = false;
    }
    void fill();
    bool beginLine(Time now);

    Settings settings_;
    LineLayout layout_;
    std::uint64_t prefill_ = 0;
    std::uint64_t received_ = 0;
    std::int64_t timed_ = 0;     // lines whose time has passed
    std::int64_t executed_ = 0;  // the number of these lines that are engraved
    std::int64_t mostAhead_ = std::numeric_limits<std::int64_t>::max();
    bool filled_ = false;
    bool started_ = false;
    bool paused_ = false;
    std::optional<TransferStatus::State> halt_;
    std::optional<Time> stalledUntil_;
    std::optional<Time> lineBegan_;   // start of the line that is under way
    std::optional<Time> lineEnded_;   // the end of the previous line, if the next one follows at once
    std::optional<Time> waitsSince_;  // since when it waits for data
    bool starved_ = false;
    std::int64_t starvations_ = 0;
};

}  // namespace burin
