// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/machine.hpp"

#include "core/protocol/slice.hpp"

#include <algorithm>

namespace burin {

using State = TransferStatus::State;

void Machine::begin(const LineLayout& layout, std::uint64_t prefill, std::int64_t executedLines) {
    const bool paused = paused_;
    *this = Machine(settings_);
    paused_ = paused;  // a new job does not resume a paused machine: only the operator who paused it does
    layout_ = layout;
    timed_ = executed_ = executedLines;
    received_ = layout.offsetOf(executedLines);
    setPrefill(prefill);
}

void Machine::setPrefill(std::uint64_t bytes) {
    // Leaves room for one more slice, because otherwise a slice that does not fit could prevent the machine
    // from starting.
    const std::uint64_t most =
        settings_.bufferBytes - std::min<std::uint64_t>(settings_.bufferBytes / 4, mostSliceBytes);
    prefill_ = bytes == 0 ? settings_.bufferBytes / 2 : std::min(bytes, most);
    if (hasJob()) fill();
}

void Machine::receive(std::uint64_t offset, Time now) {
    advance(now);
    received_ = offset;
    fill();
    advance(now);
}

void Machine::loseBuffer() {
    received_ = layout_.offsetOf(timed_);
    filled_ = false;
    lineBegan_.reset();
    lineEnded_.reset();
    waitsSince_.reset();
    starved_ = false;
}

/// Marks the buffer as filled. From then on an empty buffer counts as starving.
void Machine::fill() {
    const std::uint64_t held = received_ - layout_.offsetOf(timed_);
    if (held >= prefill_ || received_ == layout_.bytes()) filled_ = true;
}

std::chrono::nanoseconds Machine::lineTime() const {
    if (settings_.bytesPerSecond <= 0) return {};
    const double seconds = static_cast<double>(layout_.bytesOf(timed_)) / settings_.bytesPerSecond;
    return std::chrono::nanoseconds(static_cast<std::int64_t>(seconds * 1e9));
}

/// A machine starves if it has no data for this long. A machine without a rate waits after every line, so it
/// is given some time.
std::chrono::nanoseconds Machine::patience() const {
    using namespace std::chrono_literals;
    return settings_.bytesPerSecond > 0 ? 0ns : 250ms;
}

/// Whether a line is under way; begins the next one if possible.
bool Machine::beginLine(Time now) {
    if (lineBegan_) return true;
    if (!filled_ || (settings_.manualStart && !started_) || held() || stalledUntil_) {
        lineEnded_.reset();
        return false;
    }
    if (!lineIsThere()) {
        if (!waitsSince_) waitsSince_ = lineEnded_.value_or(now);
        if (!starved_ && now - *waitsSince_ >= patience()) {
            starved_ = true;
            ++starvations_;
        }
        lineEnded_.reset();
        return false;
    }
    waitsSince_.reset();
    starved_ = false;
    lineBegan_ = lineEnded_.value_or(now);
    return true;
}

std::int64_t Machine::advance(Time now) {
    if (!hasJob()) return 0;
    if (stalledUntil_ && now >= *stalledUntil_) stalledUntil_.reset();
    while (!complete() && timed_ - executed_ < mostAhead_ && beginLine(now)) {
        const Time end = *lineBegan_ + lineTime();
        if (end > now) break;
        ++timed_;
        lineEnded_ = end;
        lineBegan_.reset();
    }
    return timed_ - executed_;
}

void Machine::engraved(std::int64_t lines) {
    executed_ += lines;
}

std::optional<Machine::Time> Machine::nextChange() const {
    if (lineBegan_) return *lineBegan_ + lineTime();
    if (waitsSince_ && !starved_) return *waitsSince_ + patience();
    return stalledUntil_;
}

State Machine::state() const {
    if (complete() && executed_ == timed_) return State::done;
    if (halt_) return *halt_;
    if (paused_) return State::paused;
    if (!filled_) return State::filling;
    if (settings_.manualStart && !started_) return State::ready;
    return starved_ ? State::starved : State::engraving;
}

}  // namespace burin
