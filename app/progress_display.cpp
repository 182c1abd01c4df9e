// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/progress_display.hpp"

#include "app/arguments.hpp"
#include "app/error_output.hpp"
#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <memory>

namespace burin::app {

namespace {

constexpr std::size_t mostBarCells = 24;

bool ended(const Progress& progress) {
    return progress.state == Progress::State::done || progress.state == Progress::State::failed;
}

/// The number of columns of the terminal on stderr; 80 if it is unknown.
std::size_t terminalColumns() {
    winsize size{};
    const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

/// Shows one row, which the next update overwrites. The last column stays empty: if the row wrapped, each
/// update would leave a row behind.
void showBar(const Progress& progress) {
    const std::size_t width = terminalColumns() - 1;
    const std::string text(firstColumns(printable(progressLine(progress, width)), width));
    const std::size_t taken = columnCount(text) + 1;
    const std::size_t cells = taken < width ? std::min(mostBarCells, width - taken) : 0;
    const double share = progress.share();
    const auto full = static_cast<std::size_t>(share * static_cast<double>(cells) + 0.5);
    std::string bar;
    for (std::size_t i = 0; i < cells; ++i)
        bar += i < full ? "█" : "░";
    if (cells > 0) bar += ' ';
    std::fprintf(stderr, "\r%s%s\x1b[K%s", bar.c_str(), text.c_str(), ended(progress) ? "\n" : "");
    std::fflush(stderr);
}

}  // namespace

ProgressDisplay::ProgressDisplay(const std::string& how) {
    if (how == "auto") {
        how_ = isatty(STDERR_FILENO) != 0 ? How::bar : How::lines;
    } else if (how == "bar") {
        how_ = How::bar;
    } else if (how == "json") {
        how_ = How::json;
        printMessagesAsJson();
    } else if (how == "none") {
        how_ = How::none;
    } else {
        throw wrongOption("progress", how, "auto, bar, json or none is expected");
    }
}

void ProgressDisplay::say(const std::string& text) const {
    if (how_ == How::bar) std::fputs("\r\x1b[K", stderr);
    printMessage(text);
}

ProgressCallback ProgressDisplay::callback() const {
    switch (how_) {
        case How::bar:
            return &showBar;
        case How::json:
            return [](const Progress& p) { std::fprintf(stderr, "%s\n", progressJson(p).c_str()); };
        case How::lines:
            return [last = std::chrono::steady_clock::time_point()](const Progress& p) mutable {
                const auto now = std::chrono::steady_clock::now();
                if (!ended(p) && now - last < std::chrono::seconds(10)) return;
                last = now;
                printMessage(progressLine(p));
            };
        default:
            return {};
    }
}

std::function<void(const std::string&, std::int64_t, std::int64_t)> ProgressDisplay::itemCallback() const {
    using Clock = std::chrono::steady_clock;
    if (how_ == How::none) return {};
    constexpr std::chrono::seconds first(3);
    static constexpr std::chrono::seconds between(10);
    return [display = *this, next = Clock::now() + first](const std::string& node, std::int64_t done,
                                                          std::int64_t all) mutable {
        if (Clock::now() < next) return;
        next = Clock::now() + between;
        display.say(filledIn("%1: checked %2 of %3", {node, grouped(done), grouped(all)}));
    };
}

}  // namespace burin::app
