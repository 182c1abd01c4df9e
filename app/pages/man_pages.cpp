// SPDX-License-Identifier: GPL-3.0-or-later

// Pages in the language of man(7).

#include "app/pages/pages.hpp"
#include "app/pages/placeholder.hpp"

#include <algorithm>

namespace burin::app {

namespace {

std::string roff(std::string_view text) {
    const std::string plain = spelled(
        text, {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}});
    return plain.starts_with('.') ? "\\&" + plain : plain;
}

/// A page's title, and its line in the lists of apropos: the first clause of the help.
std::string head(const std::string& name, const std::string& help) {
    const std::size_t end = std::min({help.find(": "), help.find(". "), help.size()});
    std::string title = name;
    std::ranges::transform(title, title.begin(), [](unsigned char c) { return std::toupper(c); });
    return ".\\\" Written by `burin --pages`.\n.TH \"" + roff(title) +
           "\" 1 \"\" \"Burin " BURIN_VERSION "\" Burin\n" + ".SH NAME\n" + roff(name) + " \\- " +
           roff(help.substr(0, end)) + "\n";
}

std::string optionText(const Option& option) {
    std::string text = ".TP\n.BI \"" + roff(std::string("--") + option.name);
    if (option.argument != nullptr) text += "\" \" " + roff(option.argument);
    return text + "\"\n" + roff(sentence(option.help)) + "\n";
}

std::string exitStatus() {
    return ".SH \"EXIT STATUS\"\n"
           ".TP\n0\nThe work is done.\n"
           ".TP\n1\nIt failed while it ran. The message says what is left and how to continue.\n"
           ".TP\n2\nThe command line or the design is wrong. Nothing was computed or written.\n"
           ".TP\n130\nThe user stopped it.\n";
}

/// `burin-export` for the command `burin export`.
std::string pageName(const Command& command) {
    std::string name = command.invocation();
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string commandPage(const Command& command, const std::string& others) {
    std::string text =
        head(pageName(command), command.help) + ".SH SYNOPSIS\n.B " + roff(command.invocation()) + "\n";
    for (const std::string& operand : operandWords(command))
        text += ".I " + roff(operand) + "\n";
    text += ".RI [ OPTIONS ]\n.SH DESCRIPTION\n" + roff(sentence(command.help)) + "\n.SH OPTIONS\n";
    for (const Option& option : allOptions(command))
        text += optionText(option);
    return text + exitStatus() + ".SH \"SEE ALSO\"\n" + others;
}

std::string programPage(const ProgramWords& program) {
    std::string text = head(program.name, program.help) + ".SH SYNOPSIS\n.B " + roff(program.name) +
                       "\n.I COMMAND\n.RI [ ARGUMENTS ]\n.RI [ OPTIONS ]\n.SH DESCRIPTION\n" +
                       roff(sentence(program.help)) + "\n.SH COMMANDS\n";
    for (const Command& command : program.commands)
        text += ".TP\n.BR " + roff(pageName(command)) + " (1)\n" + roff(sentence(command.help)) + "\n";
    text +=
        ".SH OPTIONS\n.TP\n.B \\-\\-help\nList the commands. After a command, list its options.\n"
        ".TP\n.B \\-\\-version\nPrint the version, the commit, the backends and the compiler.\n"
        ".TP\n.BI \\-\\-pages \" FOLDER\"\nWrite these pages, and the completions of bash, zsh and fish.\n";
    return text + exitStatus() + ".SH \"SEE ALSO\"\n.BR burin\\-studio (1)\n";
}

}  // namespace

std::vector<ManPage> manPages(const ProgramWords& program) {
    std::vector<ManPage> pages;
    if (program.hasCommands()) pages.push_back({program.name + ".1", programPage(program)});
    for (const Command& command : program.commands)
        pages.push_back({pageName(command) + ".1", commandPage(command, ".BR burin (1)\n")});
    return pages;
}

}  // namespace burin::app
