// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/process/abrupt_end.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace burin::ui {

namespace {

constexpr std::array endingSignals{SIGTERM, SIGHUP, SIGINT};

// Handlers of signals and of exit() take no parameter: they find the object through these two.
AbruptEnd* current = nullptr;
std::array<int, 2> pipeEnds{-1, -1};

/// Hands the signal over to the event loop, where files may be written.
void handOver(int number) {
    const auto byte = static_cast<char>(number);
    static_cast<void>(!::write(pipeEnds[1], &byte, 1));
}

}  // namespace

AbruptEnd::AbruptEnd(std::function<void()> keep) : keep_(std::move(keep)) {
    // exit() destroys the objects of the calling thread before it destroys static objects. The widgets use
    // those, also to hand over what is typed.
    struct Ending {
        Ending() = default;
        ~Ending() { ending(); }
        Ending(const Ending&) = delete;
        Ending& operator=(const Ending&) = delete;
    };
    static thread_local const Ending onThisThread;
    static const bool onOthers = std::atexit(&AbruptEnd::ending) == 0;
    static_cast<void>(onThisThread);
    static_cast<void>(onOthers);
    current = this;
    if (::pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;
    notifier_ = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    QObject::connect(notifier_.get(), &QSocketNotifier::activated, notifier_.get(), [this] { signalled(); });
    for (const int number : endingSignals) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action.sa_handler = &handOver;
        action.sa_flags = SA_RESTART;
        ::sigaction(number, &action, nullptr);
    }
}

AbruptEnd::~AbruptEnd() {
    for (const int number : endingSignals) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler != &handOver) continue;
        std::signal(number, SIG_DFL);
    }
    notifier_.reset();
    for (int& end : pipeEnds) {
        if (end >= 0) ::close(std::exchange(end, -1));
    }
    current = nullptr;
}

void AbruptEnd::signalled() {
    char number = 0;
    if (::read(pipeEnds[0], &number, 1) != 1) return;
    keep_();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

/// Runs in exit(). While an object lives, main() has not returned: the program's threads still run, and no
/// destructor may destroy what they use.
void AbruptEnd::ending() {
    if (current == nullptr) return;
    current->keep_();
    std::fflush(nullptr);
    std::_Exit(EXIT_FAILURE);
}

}  // namespace burin::ui
