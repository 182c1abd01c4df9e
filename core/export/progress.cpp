// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/progress.hpp"

#include "core/base/json.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

namespace burin {
namespace {

/// If the sink holds a chunk for longer than this, the export counts as waiting for the sink.
constexpr std::chrono::milliseconds sinkPatience{200};

std::int64_t nanoseconds(std::chrono::steady_clock::time_point time) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

std::string quantity(double value, const char* unit) {
    constexpr std::array<const char*, 6> prefixes = {"", "k", "M", "G", "T", "P"};
    std::size_t prefix = 0;
    // From 999.5 on, three digits would be 1e+03.
    while (value >= 999.5 && prefix + 1 < prefixes.size()) {
        value /= 1000;
        ++prefix;
    }
    return roundedText(value, 3) + " " + prefixes[prefix] + unit;
}

std::string duration(double seconds) {
    // A remaining time of more than a century is shown as unknown.
    if (!(seconds >= 0) || seconds > 4e9) return "--:--";
    const auto whole = static_cast<long long>(seconds + 0.5);
    std::array<char, 64> text{};
    if (whole < 3600) {
        std::snprintf(text.data(), text.size(), "%lld:%02lld", whole / 60, whole % 60);
    } else {
        std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60,
                      whole % 60);
    }
    return text.data();
}

std::string machineJson(const TransferStatus& m) {
    return jsonObject({{"state", jsonText(stateText(m))},
                       {"line", std::to_string(m.executedLines)},
                       {"lines", std::to_string(m.lines)},
                       {"executed_bytes", std::to_string(m.executedBytes)},
                       {"received_bytes", std::to_string(m.receivedBytes)},
                       {"buffer_bytes", std::to_string(m.bufferBytes)},
                       {"starved", std::to_string(m.starvations)},
                       {"resent", std::to_string(m.resentSlices)},
                       {"damaged", std::to_string(m.damagedSlices)},
                       {"reconnected", std::to_string(m.reconnections)},
                       {"doubtful_line", m.doubtfulLine ? std::to_string(*m.doubtfulLine) : "null"},
                       {"message", jsonText(m.message)}},
                      JsonLayout::spaced);
}

/// A part of a progress line. If the line is too long, it first leaves out the parts of turn 1, then those of
/// turn 2 and so on, but never those of turn 0.
struct ProgressPart {
    std::string text;
    int turn = 0;
};
constexpr int lastTurn = 5;

std::vector<ProgressPart> machineParts(const TransferStatus& m) {
    std::vector<ProgressPart> parts;
    parts.push_back({"  " + stateText(m) + " line " + std::to_string(m.executedLines) + " of " +
                     std::to_string(m.lines)});
    if (m.bufferBytes > 0)
        parts.push_back({"  buffer " + std::to_string(m.bufferedBytes() * 100 / m.bufferBytes) + " %", 5});
    if (m.starvations == 1) parts.push_back({"  starved once", 4});
    if (m.starvations > 1) parts.push_back({"  starved " + std::to_string(m.starvations) + " times", 4});
    if (!m.message.empty()) parts.push_back({"  " + m.message});
    return parts;
}

std::vector<ProgressPart> progressParts(const Progress& p) {
    const double share = p.share();
    // Rounded down, so that 100 % appears only when nothing is left.
    std::vector<ProgressPart> parts;
    parts.push_back({rightAligned(decimalText(std::floor(share * 1000) / 10, 1), 5) + " %"});
    parts.push_back({"  " + quantity(p.samplesPerSecond, "px/s"), 3});
    if (p.bytes > 0) parts.push_back({"  " + quantity(p.bytesPerSecond, "B/s"), 1});
    parts.push_back({"  " + duration(p.seconds) + " elapsed", 2});
    parts.push_back({"  " + duration(p.secondsLeft) + " remaining"});
    if (p.machine) {
        for (ProgressPart& part : machineParts(*p.machine))
            parts.push_back(std::move(part));
    }
    if (p.state != Progress::State::running) parts.push_back({std::string("  ") + stateText(p.state)});
    if (!p.message.empty()) parts.push_back({": " + p.message});
    return parts;
}

}  // namespace

const char* stateText(Progress::State state) {
    switch (state) {
        case Progress::State::running:
            return "running";
        case Progress::State::waiting:
            return "waiting";
        case Progress::State::paused:
            return "paused";
        case Progress::State::done:
            return "done";
        case Progress::State::failed:
            return "failed";
    }
    return "failed";
}

std::string progressJson(const Progress& p) {
    JsonMembers members = {{"done_px", std::to_string(p.doneSamples)},
                           {"total_px", std::to_string(p.totalSamples)},
                           {"px_per_s", decimalText(p.samplesPerSecond, 1)},
                           {"bytes", std::to_string(p.bytes)},
                           {"eta_s", p.secondsLeft < 0 ? "null" : decimalText(p.secondsLeft, 1)},
                           {"state", jsonText(stateText(p.state))},
                           {"message", jsonText(p.message)}};
    if (p.machine) members.emplace_back("machine", machineJson(*p.machine));
    return jsonObject(members, JsonLayout::spaced);
}

std::string progressLine(const Progress& progress, std::size_t most) {
    const std::vector<ProgressPart> parts = progressParts(progress);
    std::string line;
    for (int turn = 0; turn <= lastTurn; ++turn) {
        line.clear();
        for (const ProgressPart& part : parts) {
            if (part.turn == 0 || part.turn > turn) line += part.text;
        }
        if (columnCount(line) <= most) break;
    }
    return line;
}

ProgressReporter::ProgressReporter(ProgressCallback callback, std::chrono::milliseconds interval,
                                   std::int64_t doneSamples, std::int64_t totalSamples,
                                   std::function<std::optional<TransferStatus>()> machine)
    : callback_(std::move(callback)),
      interval_(interval),
      machine_(std::move(machine)),
      alreadyDone_(doneSamples),
      totalSamples_(totalSamples),
      doneSamples_(doneSamples) {
    if (const auto begun = machineNow()) alreadyDone_ = begun->executedSamples;
    if (callback_) thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

ProgressReporter::~ProgressReporter() = default;

std::optional<TransferStatus> ProgressReporter::machineNow() const {
    return machine_ ? machine_() : std::nullopt;
}

std::int64_t ProgressReporter::doneSamples() const {
    const auto machine = machineNow();
    return machine ? machine->executedSamples : doneSamples_.load();
}

void ProgressReporter::add(std::int64_t samples, std::size_t bytes) {
    doneSamples_ += samples;
    bytes_ += bytes;
}

void ProgressReporter::enterSink() {
    sinkEnteredNs_ = nanoseconds(std::chrono::steady_clock::now());
}

void ProgressReporter::conclude(Progress::State state, const std::string& message) {
    if (!callback_ || !thread_.joinable()) return;
    thread_.request_stop();
    thread_.join();
    Progress last = now();
    last.state = state;
    last.message = message;
    if (state == Progress::State::done) last.secondsLeft = 0;
    callback_(last);
}

Progress ProgressReporter::now() const {
    const auto time = std::chrono::steady_clock::now();
    Progress p;
    p.machine = machineNow();
    p.doneSamples = p.machine ? p.machine->executedSamples : doneSamples_.load();
    p.totalSamples = totalSamples_;
    p.bytes = bytes_;
    p.seconds = std::chrono::duration<double>(time - begun_).count();
    if (p.seconds > 0) {
        p.samplesPerSecond = static_cast<double>(p.doneSamples - alreadyDone_) / p.seconds;
        p.bytesPerSecond = static_cast<double>(p.bytes) / p.seconds;
    }
    if (p.samplesPerSecond > 0) {
        p.secondsLeft = static_cast<double>(p.totalSamples - p.doneSamples) / p.samplesPerSecond;
    }
    const std::int64_t entered = sinkEnteredNs_;
    const auto patience = std::chrono::duration_cast<std::chrono::nanoseconds>(sinkPatience).count();
    if (entered != 0 && nanoseconds(time) - entered > patience) p.state = Progress::State::waiting;
    const bool machinePaused = p.machine && p.machine->state == TransferStatus::State::paused;
    if (paused_ || machinePaused) p.state = Progress::State::paused;
    return p;
}

void ProgressReporter::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait_for(lock, stop, interval_, [] { return false; });
        if (stop.stop_requested()) return;
        callback_(now());
    }
}

}  // namespace burin
