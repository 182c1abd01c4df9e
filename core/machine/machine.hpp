// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/stream_status.hpp"
#include "core/protocol/line_layout.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace burin {

/// A machine that engraves line after line at its own rate, as far as it has them: when it starts, starves,
/// pauses and ends. It counts; the samples themselves are somebody else's.
///
/// Time is given to it and never asked for, so that days pass in a test's moment. Not thread-safe.
class Machine {
  public:
    using Time = std::chrono::steady_clock::time_point;

    struct Settings {
        std::uint64_t bufferBytes = std::uint64_t{64} << 20;
        double bytesPerSecond = 0;  ///< 0: as fast as lines come
        bool manualStart = false;   ///< a filled buffer waits for start()
    };

    explicit Machine(const Settings& settings) : settings_(settings) {}

    /// Takes a job: nothing is received behind the lines that are engraved.
    /// \param prefill  bytes that are in the buffer before it starts; 0: half of it
    void begin(const LineLayout& layout, std::uint64_t prefill, std::int64_t executedLines);
    void setPrefill(std::uint64_t bytes);
    [[nodiscard]] bool hasJob() const { return layout_.lines() > 0; }
    [[nodiscard]] const LineLayout& layout() const { return layout_; }
    /// What of the level is asked for that the buffer can hold at all.
    [[nodiscard]] std::uint64_t prefillBytes() const { return prefill_; }

    /// The machine holds all samples before this offset. \pre offset <= credit()
    void receive(std::uint64_t offset, Time now);
    /// What was received, but is not due, is lost. The buffer is filled before the machine starts again.
    void loseBuffer();
    [[nodiscard]] std::uint64_t received() const { return received_; }
    /// No byte behind this offset has room.
    [[nodiscard]] std::uint64_t credit() const { return layout_.offsetOf(executed_) + settings_.bufferBytes; }

    /// Time does not run further ahead of what is engraved than these lines: a pause or a stall holds behind
    /// them.
    void setMostAhead(std::int64_t lines) { mostAhead_ = lines; }
    /// Lets time pass. \return lines that are to be engraved by now, from executed() on
    std::int64_t advance(Time now);
    /// The first of them are engraved.
    void engraved(std::int64_t lines);
    [[nodiscard]] std::int64_t executed() const { return executed_; }
    /// Whether the line behind those that are engraved has been begun.
    [[nodiscard]] bool lineUnderWay() const { return lineBegan_ && timed_ == executed_; }
    /// When advance has something to do again, if nothing else happens.
    [[nodiscard]] std::optional<Time> nextChange() const;

    // A line that is under way is ended in any case.
    void start() { started_ = true; }
    void pause() { paused_ = true; }
    void proceed() { paused_ = false; }
    void stop() { halt_ = StreamStatus::State::stopped; }
    void fail() { halt_ = StreamStatus::State::faulted; }
    void stall(Time until) { stalledUntil_ = until; }
    [[nodiscard]] bool failed() const { return halt_ == StreamStatus::State::faulted; }
    /// Goes on after a stop or a fault, with what is in the buffer.
    void recover() { halt_.reset(); }

    [[nodiscard]] StreamStatus::State state() const;
    /// How often data were missing once it had started.
    [[nodiscard]] std::int64_t starvations() const { return starvations_; }

  private:
    [[nodiscard]] bool complete() const { return hasJob() && timed_ == layout_.lines(); }
    [[nodiscard]] bool lineIsThere() const { return layout_.offsetOf(timed_ + 1) <= received_; }
    [[nodiscard]] bool held() const { return paused_ || halt_.has_value(); }
    [[nodiscard]] std::chrono::nanoseconds lineTime() const;
    [[nodiscard]] std::chrono::nanoseconds patience() const;
    void fill();
    bool beginLine(Time now);

    Settings settings_;
    LineLayout layout_;
    std::uint64_t prefill_ = 0;
    std::uint64_t received_ = 0;
    std::int64_t timed_ = 0;     // lines whose time has passed
    std::int64_t executed_ = 0;  // of these, engraved
    std::int64_t mostAhead_ = std::numeric_limits<std::int64_t>::max();
    bool filled_ = false;
    bool started_ = false;
    bool paused_ = false;
    std::optional<StreamStatus::State> halt_;
    std::optional<Time> stalledUntil_;
    std::optional<Time> lineBegan_;   // of the line that is under way
    std::optional<Time> lineEnded_;   // of the one before, where the next follows at once
    std::optional<Time> waitsSince_;  // for data
    bool starved_ = false;
    std::int64_t starvations_ = 0;
};

}  // namespace burin
