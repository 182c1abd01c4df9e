// SPDX-License-Identifier: GPL-3.0-or-later

// The command line: finds the command, runs it, turns what it throws into a message and an exit code.

#include "app/commands.hpp"
#include "core/base/errors.hpp"
#include "core/kinds/operation.hpp"

#include <malloc.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

using namespace burin;
using namespace burin::app;

void printUsage(std::FILE* out, const std::vector<Command>& commands) {
    std::fputs("usage: burin COMMAND [ARGUMENTS] [OPTIONS]\n\ncommands:\n", out);
    for (const Command& command : commands) {
        std::fprintf(out, "  %-10s %-22s %s\n", command.name, command.operands, command.help);
    }
    std::fputs("\n`burin COMMAND --help` lists the options of a command.\n", out);
}

int run(int count, char** values) {
    const std::vector<Command> commands = {checkCommand(),  infoCommand(),      exportCommand(),
                                           renderCommand(), kindsCommand(),     devicesCommand(),
                                           verifyCommand(), wedgeCommand(),     fitCommand(),
                                           farmCommand(),   controllerCommand()};
    const std::string wanted = count > 1 ? values[1] : "";
    if (wanted == "--help" || wanted == "-h" || wanted == "help") {
        printUsage(stdout, commands);
        return exitDone;
    }
    if (wanted == "--version") {
        std::puts("burin " BURIN_VERSION);
        return exitDone;
    }
    for (const Command& command : commands) {
        if (wanted != command.name) continue;
        const Arguments arguments(command, count - 1, values + 1);
        if (arguments.wantsHelp()) {
            std::fputs(helpText(command).c_str(), stdout);
            return exitDone;
        }
        return command.run(arguments);
    }
    if (wanted.empty()) {
        printUsage(stderr, commands);
    } else {
        std::fprintf(stderr, "burin: unknown command '%s'; `burin --help` lists them\n", wanted.c_str());
    }
    return exitUsage;
}

/// Keeps the resident size close to what is in use: freed tiles go back to the system instead of lingering in
/// one heap a thread.
void settleAllocator() {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
}

}  // namespace

int main(int count, char** values) {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    settleAllocator();
    try {
        const int code = run(count, values);
        if (std::fflush(stdout) != 0) return exitFailed;
        return code;
    } catch (const UsageError& e) {
        std::fprintf(stderr, "burin: %s\n", e.what());
        return exitUsage;
    } catch (const ClosedPipe&) {
        return exitFailed;
    } catch (const Cancelled&) {
        std::fputs("burin: stopped\n", stderr);
        return exitStopped;
    } catch (const std::bad_alloc&) {
        std::fputs("burin: the system has no memory left; a smaller --memory keeps clear of that\n", stderr);
        return exitFailed;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "burin: %s\n", e.what());
        return exitFailed;
    }
}
