// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/pages.hpp"
#include "app/pages/placeholder.hpp"

namespace burin::app {

namespace {

using enum Placeholder::Means;

/// The statement that suggests values for a placeholder; nothing if only the user can know the text.
std::string suggestBash(const Placeholder& placeholder) {
    if (placeholder.means == file) return "_burin_files";
    if (placeholder.means == folder) return "_burin_folders";
    if (placeholder.means == design) return "_burin_files '!*.burin'";
    if (placeholder.means == kind) return "_burin_words \"$(burin kinds 2>/dev/null | cut -d ' ' -f 1)\"";
    if (placeholder.means == text) return ":";
    std::string words;
    for (const std::string& word : placeholder.choices)
        words += (words.empty() ? "" : " ") + word;
    return "_burin_words '" + words + "'";
}

/// The statements for the arguments of one command.
std::string commandCase(const Command& command) {
    std::string options;
    std::string values = "    case $before in\n";
    for (const Option& option : allOptions(command)) {
        options += (options.empty() ? "--" : " --") + std::string(option.name);
        if (option.argument == nullptr) continue;
        values += "    --" + std::string(option.name) + ") " + suggestBash(placeholderOf(option.argument)) +
                  "; return ;;\n";
    }
    values += "    esac\n    case $word in\n    -*) _burin_words '" + options + "'; return ;;\n    esac\n";
    // Operands may stand anywhere among the options, so each word may be any of them.
    std::string operands;
    for (const std::string& operand : operandWords(command))
        operands += "    " + suggestBash(placeholderOf(operand)) + "\n";
    return values + operands;
}

constexpr const char* helpers = R"(
_burin_words()
{
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$1" -- "$word")
}

_burin_folders()
{
    compopt -o filenames 2>/dev/null
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$word")
}

# Files and folders, without files that match the filter.
_burin_files()
{
    _burin_folders
    local file
    while IFS= read -r file; do
        [[ -d $file ]] || COMPREPLY+=("$file")
    done < <(compgen -f -X "${1-}" -- "$word")
}
)";

}  // namespace

std::string bashCompletion(const ProgramWords& program) {
    const std::string function = program.hasCommands() ? "_burin" : "_burin_studio";
    std::string text =
        "# Completions of " + program.name + " for bash, written by `burin --pages`.\n" + helpers + "\n" +
        function + "()\n{\n    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n" +
        "    COMPREPLY=()\n";
    if (program.hasCommands()) {
        std::string names;
        std::string cases;
        for (const Command& command : program.commands) {
            names += std::string(command.name) + " ";
            cases += "    " + std::string(command.name) + ")\n" + commandCase(command) + "    ;;\n";
        }
        text += "    if ((COMP_CWORD == 1)); then\n        _burin_words '" + names +
                "--help --version --pages'\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n" + cases +
                "    esac\n";
    } else {
        text += commandCase(program.commands.front());
    }
    return text + "}\n\ncomplete -F " + function + " " + program.name + "\n";
}

}  // namespace burin::app
