// SPDX-License-Identifier: GPL-3.0-or-later

// The page of docs/ that lists all commands with their options.

#include "app/pages/pages.hpp"
#include "app/pages/placeholder.hpp"

namespace burin::app {

namespace {

/// Text for a cell of a table.
std::string cell(std::string_view text) {
    return spelled(text, {{'|', "\\|"}, {'*', "\\*"}, {'<', "\\<"}});
}

std::string optionRow(const Option& option) {
    std::string call = std::string("--") + option.name;
    if (option.argument != nullptr) call += std::string(" ") + option.argument;
    return "| `" + spelled(call, {{'|', "\\|"}}) + "` | " + cell(sentence(option.help)) + " |\n";
}

std::string commandSection(const Command& command) {
    std::string text = "\n## " + command.invocation() + "\n`" + command.invocation();
    for (const std::string& operand : operandWords(command))
        text += " " + operand;
    text += " [OPTIONS]`\n\n" + sentence(command.help) + "\n";
    if (command.options.empty()) return text;
    text += "\n| option | meaning |\n| --- | --- |\n";
    for (const Option& option : command.options)
        text += optionRow(option);
    return text;
}

}  // namespace

std::string commandsPage(const ProgramWords& program) {
    std::string text =
        "# The command line\n"
        "`burin --pages FOLDER` writes this page, the pages for `man`, and the completions of the shells.\n"
        "Every command also has `--help`, which prints its options, and `--version`.\n\n"
        "| exit code | meaning |\n| --- | --- |\n"
        "| 0 | The work is done. |\n"
        "| 1 | It failed while it ran. The message says what is left and how to continue. |\n"
        "| 2 | The command line or the design is wrong. Nothing was computed or written. |\n"
        "| 130 | The user stopped it. |\n\n"
        "Ctrl-C (SIGINT), a closed terminal (SIGHUP) and SIGTERM stop a command. If SIGINT or SIGHUP is "
        "ignored "
        "when `burin` starts, it\n"
        "stays ignored: under `nohup`, and for Ctrl-C if a script starts the command with `&`. SIGTERM "
        "always "
        "stops it.\n\n"
        "Messages and progress go to the standard error output. With `--progress json`, each of its lines is "
        "one JSON object: progress\n"
        "with `done_px`, `total_px`, `px_per_s`, `bytes`, `eta_s`, `state` and `message`; a note, "
        "`{\"message\":\"...\"}`; the work of a node\n"
        "with `--stats`: `node`, `tiles`, `hits`, `px`, `px_per_s` and `peak_bytes`. If the command fails, "
        "the last line is\n"
        "`{\"state\": \"failed\", \"message\": \"...\"}`. An option that the command does not have is "
        "reported as plain text.\n\n"
        "`export`, `batch`, `farm` and `wedge` refuse to write over an existing file unless `--force` is "
        "given, because it may have taken days,\n"
        "or may have been edited. `controller` replaces only files that a controller has made, and `verify "
        "--join` only files that the export\n"
        "may replace. These replace an existing file: `render`, `report`, `measure`, `compare`, `kinds "
        "--manual` and the pictures of `studio`.\n"
        "The first four of them refuse the files that they read, pipes and devices.\n\n"
        "`export` and `batch` print what `check` says about the images of a design as warnings, each once. "
        "With `--progress none`, they do not.\n\n"
        "Burin needs a stack of at least 2 MiB, so that no accepted design overflows it. Usually a stack "
        "has 8 MiB; if the system\n"
        "allows less, each command says so and ends with 2. `ulimit -s 8192` sets the limit in a shell.\n";
    for (const Command& command : program.commands)
        text += commandSection(command);
    return text;
}

}  // namespace burin::app
