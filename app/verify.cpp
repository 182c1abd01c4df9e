// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.hpp"
#include "app/session.hpp"
#include "core/sinks/verify.hpp"

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
    for (const std::string& problem : found.problems)
        std::fprintf(stderr, "%s\n", problem.c_str());
    if (options.stop.stop_requested()) {
        std::fprintf(stderr, "%s\n", found.summary.c_str());
        return exitStopped;
    }
    std::puts(found.summary.c_str());
    return found.sound() ? exitDone : exitFailed;
}

}  // namespace

Command verifyCommand() {
    return {"verify",
            "FILE",
            "checks an export against its journal; joins complete shards",
            {{"join", nullptr, "give a complete set of shards its name"},
             {"allow-mixed", nullptr, "join what different backends or versions computed"}},
            1,
            1,
            &verify};
}

}  // namespace burin::app
