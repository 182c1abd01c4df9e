// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/verify.hpp"
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/error_output.hpp"
#include "app/problem_words.hpp"
#include "core/base/printable.hpp"

#include <cstdio>

namespace burin::app {

namespace {

int verify(const Arguments& arguments) {
    const StopOnSignal signals;
    VerifyOptions options;
    options.join = arguments.has("join");
    options.allowMixed = arguments.has("allow-mixed");
    options.stop = signals.token();
    const Verification found = verifyExport(arguments.operands()[0], options);
    for (const Problem& problem : found.problems)
        printMessage(problemWords(problem));
    const std::string summary = problemWords(found.summary);
    if (options.stop.stop_requested()) {
        printMessage(summary);
        return exitStopped;
    }
    std::puts(printable(summary, std::string::npos).c_str());
    return found.sound() ? exitDone : exitFailed;
}

}  // namespace

Command verifyCommand() {
    return {"verify",
            "FILE",
            "checks an export against its journal, and joins complete shards",
            {{"join", nullptr, "join a complete set of shards under the output's name"},
             {"allow-mixed", nullptr, "join shards that different backends or versions computed"}},
            1,
            1,
            &verify};
}

}  // namespace burin::app
