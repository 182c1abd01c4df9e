// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/error_output.hpp"

#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/problem_words.hpp"
#include "core/base/errors.hpp"
#include "core/base/json.hpp"
#include "core/base/printable.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <utility>

namespace burin::app {

namespace {

enum class Room { some, none, failed };

Room waitForRoom(int milliseconds) noexcept {
    pollfd waiting{STDERR_FILENO, POLLOUT, 0};
    const int ready = ::poll(&waiting, 1, milliseconds);
    if (ready < 0) return errno == EINTR ? Room::none : Room::failed;
    return ready > 0 ? Room::some : Room::none;
}

/// A stream's write function. \param stop  a std::stop_token
ssize_t writeUntilStopped(void* stop, const char* text, std::size_t size) {
    constexpr int interval = 20;  // milliseconds between two looks at the token
    const auto& token = *static_cast<const std::stop_token*>(stop);
    std::size_t done = 0;
    while (done < size) {
        const bool stopped = token.stop_requested();
        const Room room = waitForRoom(stopped ? 0 : interval);
        if (room == Room::failed) return static_cast<ssize_t>(done);
        if (room == Room::none) {
            if (stopped) break;
            continue;
        }
        // A pipe that has room takes a piece of this size completely, so the call does not wait.
        const ssize_t taken =
            ::write(STDERR_FILENO, text + done, std::min(size - done, static_cast<std::size_t>(PIPE_BUF)));
        if (taken >= 0) {
            done += static_cast<std::size_t>(taken);
        } else if (errno != EINTR && errno != EAGAIN) {
            return static_cast<ssize_t>(done);
        }
    }
    return static_cast<ssize_t>(size);  // bytes that are not read count as written
}

bool& jsonWanted() {
    static bool wanted = false;
    return wanted;
}

/// The last message of a command.
void printFailure(const std::string& message) {
    if (!jsonWanted()) return printMessage("burin: " + message);
    const JsonMembers members{{"state", jsonText("failed")}, {"message", jsonText(message)}};
    std::fprintf(stderr, "%s\n", jsonObject(members, JsonLayout::spaced).c_str());
}

}  // namespace

void printMessagesAsJson() {
    jsonWanted() = true;
}

bool messagesAreJson() {
    return jsonWanted();
}

void printMessage(const std::string& message) {
    if (jsonWanted()) {
        std::fprintf(stderr, "%s\n", jsonObject({{"message", jsonText(message)}}).c_str());
        return;
    }
    std::fprintf(stderr, "%s\n", printable(message, std::string::npos).c_str());
}

int exitCodeOf(const std::function<int()>& run) {
    try {
        return run();
    } catch (const DesignRefused& e) {
        endOnSignal();
        for (const Diagnostic& d : e.problems)
            printMessage(d.text());
        printFailure("the design has errors; nothing was computed, nothing was written");
        return exitUsage;
    } catch (const UsageError& e) {
        endOnSignal();  // standard error, too, may never be read
        printFailure(problemWords(e.problem()));
        return exitUsage;
    } catch (const ClosedPipe&) {
        return exitFailed;
    } catch (const Cancelled&) {
        printFailure("stopped");
        return exitStopped;
    } catch (const std::exception& e) {
        endOnSignal();
        printFailure(failureWords(e));
        return exitFailed;
    }
}

void stopWaitingForErrorReader(std::stop_token stop) {
    // These objects are never deleted, because other threads may print until the process ends.
    static auto* const token = new std::stop_token;
    static std::FILE* const stream =
        ::fopencookie(token, "w", {nullptr, &writeUntilStopped, nullptr, nullptr});
    *token = std::move(stop);
    if (stream == nullptr) return;
    std::setvbuf(stream, nullptr, _IONBF, 0);
    stderr = stream;  // the C library's own variable; the old stream may still be in use
}

void fillStandardDescriptors() noexcept {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) >= 0) continue;
        // open() takes the lowest free descriptor, which is this one.
        static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

void writeErrorAtOnce(const char* text, std::size_t size) noexcept {
    if (waitForRoom(0) != Room::some) return;
    // nothing is lost: the exit code also shows the failure
    if (::write(STDERR_FILENO, text, size) < 0) return;
}

}  // namespace burin::app
