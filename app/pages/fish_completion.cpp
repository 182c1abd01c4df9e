// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/pages.hpp"
#include "app/pages/placeholder.hpp"

namespace burin::app {

namespace {

using enum Placeholder::Means;

std::string singleQuoted(std::string_view text) {
    return "'" + spelled(text, {{'\'', "\\'"}, {'\\', "\\\\"}}) + "'";
}

/// The flags that suggest values for a placeholder.
std::string suggestFish(const Placeholder& placeholder) {
    if (placeholder.means == file) return " -F";
    if (placeholder.means == folder) return " -f -a '(__fish_complete_directories)'";
    if (placeholder.means == design) return " -f -k -a '(__fish_complete_suffix .burin)'";
    if (placeholder.means == kind) return " -f -a '(burin kinds 2>/dev/null | string split -f 1 \" \")'";
    if (placeholder.means == text) return " -f";
    std::string words;
    for (const std::string& word : placeholder.choices)
        words += (words.empty() ? "" : " ") + word;
    return " -f -a " + singleQuoted(words);
}

std::string commandLines(const std::string& start, const Command& command) {
    std::string text;
    for (const Option& option : allOptions(command)) {
        text += start + " -l " + option.name;
        if (option.argument != nullptr) text += " -r" + suggestFish(placeholderOf(option.argument));
        text += " -d " + singleQuoted(option.help) + "\n";
    }
    const std::vector<std::string> operands = operandWords(command);
    if (operands.empty()) text += start + " -f\n";
    for (const std::string& operand : operands)
        text += start + suggestFish(placeholderOf(operand)) + "\n";
    return text;
}

}  // namespace

std::string fishCompletion(const ProgramWords& program) {
    std::string text = "# Completions of " + program.name + " for fish, written by `burin --pages`.\n";
    const std::string start = "complete -c " + program.name;
    if (!program.hasCommands()) return text + commandLines(start, program.commands.front());
    const std::string first = start + " -n __fish_use_subcommand";
    text += first + " -f -l help -d 'list the commands'\n" + first +
            " -f -l version -d 'print the version'\n" + first +
            " -r -l pages -d 'write the pages for man and the completions'\n";
    for (const Command& command : program.commands) {
        text += first + " -f -a " + command.name + " -d " + singleQuoted(command.help) + "\n" +
                commandLines(start + " -n '__fish_seen_subcommand_from " + command.name + "'", command);
    }
    return text;
}

}  // namespace burin::app
