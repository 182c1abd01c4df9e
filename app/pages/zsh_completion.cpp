// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/pages.hpp"
#include "app/pages/placeholder.hpp"

namespace burin::app {

namespace {

using enum Placeholder::Means;

/// `text` for a specification in single quotes. A colon or a bracket would end a part of it.
std::string specified(std::string_view text) {
    return spelled(text, {{'\'', "'\\''"}, {':', "\\:"}, {'[', "\\["}, {']', "\\]"}, {'\\', "\\\\"}});
}

/// The action of zsh that suggests values for a placeholder.
std::string action(const Placeholder& placeholder) {
    if (placeholder.means == file) return "_files";
    if (placeholder.means == folder) return "_files -/";
    if (placeholder.means == design) return "_files -g \"*.burin\"";
    if (placeholder.means == kind) return "($(burin kinds 2>/dev/null | cut -d \" \" -f 1))";
    if (placeholder.means == text) return " ";
    std::string words;
    for (const std::string& word : placeholder.choices)
        words += (words.empty() ? "" : " ") + specified(word);
    return "(" + words + ")";
}

std::string argument(std::string_view word) {
    return ":" + specified(word) + ":" + action(placeholderOf(word));
}

std::string commandArguments(const Command& command) {
    std::string text = "_arguments -S";
    for (const Option& option : allOptions(command)) {
        text += std::string(" \\\n            '") + (option.repeats ? "*" : "") + "--" + option.name + "[" +
                specified(option.help) + "]";
        if (option.argument != nullptr) text += argument(option.argument);
        text += "'";
    }
    std::size_t place = 0;
    for (const std::string& operand : operandWords(command))
        text += " \\\n            '" + std::to_string(++place) + argument(operand) + "'";
    return text + "\n";
}

}  // namespace

std::string zshCompletion(const ProgramWords& program) {
    std::string text = "#compdef " + program.name + "\n# Completions of " + program.name +
                       " for zsh, written by `burin --pages`.\n\n";
    if (!program.hasCommands()) return text + commandArguments(program.commands.front());
    text += "local -a commands\ncommands=(\n";
    std::string cases;
    for (const Command& command : program.commands) {
        text += "    '" + std::string(command.name) + ":" + specified(command.help) + "'\n";
        cases +=
            "    " + std::string(command.name) + ")\n        " + commandArguments(command) + "        ;;\n";
    }
    return text +
           ")\nif (( CURRENT == 2 )); then\n    _describe command commands\n"
           "    _arguments '--help[list the commands]' '--version[print the version]' '--pages[write man "
           "pages]'\n"
           "    return\nfi\nlocal command=$words[2]\nshift words\n(( CURRENT-- ))\ncase $command in\n" +
           cases + "esac\n";
}

}  // namespace burin::app
