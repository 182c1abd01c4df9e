// SPDX-License-Identifier: GPL-3.0-or-later

// The reference controller: it behaves like a machine, but writes to a file instead of engraving.

#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/transfers.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/server/controller_server.hpp"
#include "core/sinks/formats.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace burin::app {

namespace {

constexpr int pollMilliseconds = 100;
constexpr std::size_t longestCommand = 256;

void say(const std::string& line) {
    printMessage(printable(line));
    std::fflush(stderr);
}

/// `W,H` as lengths with units.
void readField(const Arguments& arguments, MachineDescription& limits) {
    const auto text = arguments.find("field");
    if (!text) return;
    const auto comma = text->find(',');
    const auto width = parseLength(text->substr(0, comma));
    const auto height = comma == std::string::npos ? std::nullopt : parseLength(text->substr(comma + 1));
    const auto um = [](const std::optional<Length>& length) { return length ? length->micrometres(0) : 0.0; };
    limits.fieldWidthUm = um(width);
    limits.fieldHeightUm = um(height);
    if (!(limits.fieldWidthUm > 0) || !(limits.fieldHeightUm > 0))
        throw wrongOption("field", *text, "W,H is expected, with units, such as 2.1m,2.1m");
}

void readDepths(const Arguments& arguments, MachineDescription& limits) {
    const auto text = arguments.find("depths");
    if (!text) return;
    limits.depths.clear();
    std::stringstream stream(*text);
    std::string part;
    while (std::getline(stream, part, ',')) {
        if (part != "1" && part != "8" && part != "16")
            throw wrongOption("depths", *text, "some of 1,8,16 are expected");
        limits.depths.push_back(std::stoi(part));
    }
}

/// Senders display the name, and cannot read a message that contains other bytes.
std::string nameOf(const Arguments& arguments) {
    std::string name = arguments.value("name", "reference controller");
    if (firstInvalidUtf8(name)) throw wrongOption("name", printable(name), "a text in UTF-8 is expected");
    return name;
}

/// Whether files that the program reads or writes, other than raw samples, have this suffix.
bool isSuffixOfAnother(const std::string& suffix) {
    constexpr std::array<std::string_view, 9> others = {".burin", ".csv",     ".json",     ".part",  ".pdf",
                                                        ".yaml",  ".journal", ".position", ".buffer"};
    if (std::find(others.begin(), others.end(), suffix) != others.end()) return true;
    const auto has = [&](const std::vector<std::string_view>& suffixes, std::size_t dot) {
        return std::any_of(suffixes.begin(), suffixes.end(),
                           [&](std::string_view each) { return suffix.substr(dot) == each; });
    };
    const auto formats = fileFormats();
    const bool written = std::any_of(formats.begin(), formats.end(), [&](const FormatInfo& format) {
        return format.name != "raw" && has(format.suffixes, 0);
    });
    return written || (!suffix.empty() && std::any_of(kinds().begin(), kinds().end(), [&](const Kind& kind) {
               return has(kind.description.files.suffixes, 1);
           }));
}

/// The file for the engraved samples; empty if they are discarded. \throws UsageError
std::filesystem::path outputOf(const Arguments& arguments) {
    const auto to = arguments.find("to");
    if (!to) throw UsageError("controller needs --to FILE.raw, or --to null: to discard the samples");
    if (*to == "null:") return {};
    if (*to == "-" || isMachine(*to))
        throw wrongOption(
            "to", *to,
            Problem{.reason = "the controller writes to a file",
                    .advice = "name a file such as engraved.raw, or null: to discard the samples"});
    const std::string suffix = lowerSuffix(*to);
    if (isSuffixOfAnother(suffix))
        throw wrongOption("to", *to,
                          Problem{.reason = "the controller writes raw samples, and %1 is for other files",
                                  .details = {suffix},
                                  .advice = "choose a name that ends with .raw"});
    if (const auto obstacle = obstacleAt(*to)) throw wrongOption("to", *to, obstacle->problem);
    return *to;
}

Controller::Settings settingsOf(const Arguments& arguments) {
    constexpr std::size_t leastBuffer = 4096;
    Controller::Settings settings;
    settings.output = outputOf(arguments);
    settings.machine.bufferBytes = arguments.bytes("buffer").value_or(settings.machine.bufferBytes);
    if (settings.machine.bufferBytes < leastBuffer) throw UsageError("--buffer: at least 4K is needed");
    // Rates are bytes per second, written as sizes are: 10M stands for a machine of 10 MB/s.
    settings.machine.bytesPerSecond = static_cast<double>(arguments.bytes("rate").value_or(0));
    settings.machine.manualStart = arguments.has("manual-start");
    settings.keepBuffer = arguments.has("keep-buffer");
    settings.limits.name = nameOf(arguments);
    settings.limits.software = "burin " BURIN_VERSION;
    readField(arguments, settings.limits);
    readDepths(arguments, settings.limits);
    if (const auto text = arguments.find("misbehave")) {
        if (auto problem = problemOfMishaps(*text))
            throw wrongOption("misbehave", *text, std::move(*problem));
        settings.mishaps = parseMishaps(*text).value();
    }
    settings.log = &say;
    return settings;
}

ServerLimits limitsOf(const Arguments& arguments) {
    constexpr long most = 100'000;
    ServerLimits limits;
    const auto read = [&](const char* option, int& limit) {
        limit = static_cast<int>(arguments.number(option, 1, most).value_or(limit));
    };
    read("most-connections", limits.connections);
    read("most-of-address", limits.connectionsOfAddress);
    read("most-streams", limits.streams);
    read("most-threads", limits.threads);
    return limits;
}

/// Passes the lines of standard input to the controller. Returns at the end of the input or on a stop.
void obeyOperator(Controller& controller, const std::stop_token& stop) {
    const std::string refusal = "a command has at most " + counted(longestCommand, "byte");
    std::string text;
    bool tooLong = false;  // a part of the line was dropped
    while (!stop.stop_requested()) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, pollMilliseconds) <= 0) continue;
        std::array<char, 512> piece{};
        const ssize_t got = ::read(STDIN_FILENO, piece.data(), piece.size());
        if (got <= 0) return;
        text.append(piece.data(), static_cast<std::size_t>(got));
        for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
            tooLong = tooLong || end > longestCommand;
            say(tooLong ? refusal
                        : controller.operate(text.substr(0, end), std::chrono::steady_clock::now()));
            text.erase(0, end + 1);
            tooLong = false;
        }
        if (text.size() <= longestCommand) continue;
        tooLong = true;
        text.clear();
    }
}

void waitForTheEnd(Controller& controller, bool once, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(pollMilliseconds));
        if (once && controller.idleAfterDone(std::chrono::steady_clock::now())) return;
    }
}

/// The address to listen on, by default one of this computer.
std::string listenOf(const Arguments& arguments) {
    return arguments.value("listen", "127.0.0.1");
}

/// Returns what `action` returns. An error about the address names the option that gives it.
/// \throws UsageError
template <class Action>
auto atAddress(const Arguments& arguments, const MachineAddress& address, const Action& action) {
    try {
        return action();
    } catch (const UsageError& error) {
        Problem problem = error.problem();
        if (problem.subject != address.text()) throw;
        problem.subject.clear();
        throw wrongOption("listen", listenOf(arguments), std::move(problem));
    }
}

int control(const Arguments& arguments) {
    const StopOnSignal signals;
    const std::string listen = listenOf(arguments);
    const auto address = parseAddress(listen);
    if (!address) throw wrongOption("listen", listen, "ADDRESS:PORT is expected, such as 127.0.0.1:4590");
    const Credentials credentials = credentialsOf(arguments);
    atAddress(arguments, *address, [&] { checkListener(*address, credentials); });
    const ServerLimits limits = limitsOf(arguments);
    Controller controller(settingsOf(arguments));
    const std::jthread machine([&](const std::stop_token& stop) { controller.run(stop); });
    const auto server = atAddress(arguments, *address, [&] {
        return std::make_unique<ControllerServer>(controller, *address, credentials, limits, &say);
    });
    say("listening on " + server->address().text());
    if (!address->loopback() && credentials.certificate.empty())
        say("warning: anybody who reaches this address can engrave, and can read and change jobs in transit");
    const std::jthread operating([&](const std::stop_token& stop) { obeyOperator(controller, stop); });
    waitForTheEnd(controller, arguments.has("once"), signals.token());
    return signals.token().stop_requested() ? exitStopped : exitDone;
}

}  // namespace

Command controllerCommand() {
    std::vector<Option> options = {
        {"to", "FILE.raw",
         "file for the engraved data; null: discards it. Only files that a controller has made are replaced"},
        {"listen", "ADDRESS:PORT", "address to listen on (default 127.0.0.1:4590; port 0: any free port)"},
        {"buffer", "SIZE", "the machine's buffer (default 64M)"},
        {"rate", "SIZE", "bytes engraved per second (default: as fast as they arrive)"},
        {"manual-start", nullptr, "wait for the operator's `start` once the buffer is filled"},
        {"keep-buffer", nullptr, "keep the buffer in FILE.raw.buffer across a restart"},
        {"field", "W,H", "the largest region, such as 2.1m,2.1m (default: any)"},
        {"depths", "1,8,16", "accepted bits per sample (default all)"},
        {"name", "TEXT", "name of the machine"},
        {"most-connections", "N", "connections served at once (default 64)"},
        {"most-of-address", "N", "connections from one address (default 16)"},
        {"most-streams", "N", "streams of one connection (default 4)"},
        {"most-threads", "N", "threads for calls before their sender is known (default 8)"},
        {"once", nullptr, "exit when a job is done"},
        {"misbehave", "LIST", "stall:S@LINE, pause@LINE, drop@LINE, corrupt:N@LINE, lose@LINE, fault@LINE"},
    };
    for (const Option& option : credentialOptions())
        options.push_back(option);
    return {
        "controller",
        "",
        "runs the reference controller of a machine: takes jobs and writes the engraved lines to a file. It "
        "reads the operator's commands on standard input: pause, continue, stop, start, status, and stall:S, "
        "drop, corrupt:N, lose or fault to misbehave at once",
        options,
        0,
        0,
        &control};
}

}  // namespace burin::app
