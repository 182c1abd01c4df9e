// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"
#include "app/commands.hpp"
#include "app/measuring/sheet_command.hpp"
#include "app/studio_words.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"

#include <cstdlib>
#include <span>

namespace burin::app {

namespace {

int report(const Arguments& arguments) {
    const SheetTarget target = sheetTarget(arguments);
    if (target.drawn) {
        std::vector<std::string> words = arguments.words(reportCommand());
        words.insert(words.begin(), "--report");
        ::setenv("QT_QPA_PLATFORM", "offscreen", 1);
        becomeStudio(words);
    }
    const StopOnSignal signals;
    const std::string text = jobSheetJson(jobSheet(arguments, false, signals.token()));
    if (const auto problem = replaceFile(target.file, std::as_bytes(std::span(text))))
        throw SinkError(problem->about(target.file));
    return exitDone;
}

}  // namespace

Command reportCommand() {
    return sheetCommand(&report);
}

}  // namespace burin::app
