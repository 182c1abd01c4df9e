// SPDX-License-Identifier: GPL-3.0-or-later

// The command line: finds the command, runs it, and turns exceptions into a message and an exit code.

#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/pages/pages.hpp"
#include "app/studio_words.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/kinds/form/operation.hpp"

#include <malloc.h>
#include <stdio_ext.h>

#include <cerrno>
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
    std::fputs(
        "\n`burin COMMAND --help` lists the options of a command. `burin --version` says what this program "
        "is;\n"
        "`burin --pages FOLDER` writes its pages for man and the completions of bash, zsh and fish.\n",
        out);
}

int writeAllPages(const std::vector<Command>& commands, int count, char** values) {
    if (count != 3) throw UsageError("--pages needs a FOLDER, which is laid out as /usr/share");
    writePages({"burin", "computes engraved surfaces, tile by tile", commands}, values[2]);
    // This call must be last: it replaces the page burin-studio.1 of the command `burin studio`.
    writePages({"burin-studio", "designs engraved surfaces with a live view", {studioCommand()}}, values[2]);
    return exitDone;
}

int run(int count, char** values) {
#define BURIN_LIST(word) word##Command(),
    const std::vector<Command> commands = {BURIN_COMMANDS(BURIN_LIST)};
#undef BURIN_LIST
    const std::string wanted = count > 1 ? values[1] : "";
    if (wanted == "--help" || wanted == "-h" || wanted == "help") {
        printUsage(stdout, commands);
        return exitDone;
    }
    if (wanted == "--version") {
        std::fputs(versionText("burin").c_str(), stdout);
        return exitDone;
    }
    if (wanted == "--pages") return writeAllPages(commands, count, values);
    for (const Command& command : commands) {
        if (wanted != command.name) continue;
        const Arguments arguments(command, count - 1, values + 1);
        if (arguments.wantsHelp()) {
            std::fputs(helpText(command).c_str(), stdout);
            return exitDone;
        }
        if (arguments.wantsVersion()) {
            std::fputs(versionText("burin").c_str(), stdout);
            return exitDone;
        }
        return command.run(arguments);
    }
    if (wanted.empty()) {
        printUsage(stderr, commands);
    } else {
        printMessage("burin: unknown command " + quotedForMessage(wanted) +
                     "; `burin --help` lists the commands");
    }
    return exitUsage;
}

/// Keeps the resident size close to the memory in use: freed tiles return to the system instead of staying in
/// one heap per thread.
void settleAllocator() {
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
}

/// \throws ClosedPipe, SinkError if the standard output has not taken everything that was printed
void flushOutput() {
    if (__fpending(stdout) > 0) endOnSignal();  // the reader of a pipe may never read
    errno = 0;
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
    if (errno == 0 || errno == EPIPE) throw ClosedPipe();  // the reason of an earlier failure is unknown
    throw SinkError(std::string("standard output: cannot be written: ") + std::strerror(errno));
}

// Runs before the constructors of the libraries, because gRPC's constructors open descriptors, which would
// take the numbers of closed ones.
[[gnu::section(".preinit_array"), gnu::used]] void (*const beforeLibraries)() = &fillStandardDescriptors;

}  // namespace

int main(int count, char** values) {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    settleAllocator();
    endOnSignal();
    return exitCodeOf([&] {
        requireStack();
        allowManyFiles();
        const int code = run(count, values);
        flushOutput();
        return code;
    });
}
