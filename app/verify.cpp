// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/verify.hpp"
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/problem_words.hpp"

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
        std::fprintf(stderr, "%s\n", problemWords(problem).c_str());
    const std::string summary = problemWords(found.summary);
    if (options.stop.stop_requested()) {
        std::fprintf(stderr, "%s\n", summary.c_str());
        return exitStopped;
    }
    std::puts(summary.c_str());
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
