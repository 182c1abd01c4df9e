// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace burin::app {

/// A program as its pages and completions describe it.
struct ProgramWords {
    std::string name;
    std::string help;  ///< one line
    /// `burin` has many; for a program without commands, the program itself is the only one
    std::vector<Command> commands;

    [[nodiscard]] bool hasCommands() const { return commands.front().invocation() != name; }
};

/// The pages for `man`, of the program and of each command: file names with their texts.
struct ManPage {
    std::string name;
    std::string text;
};
[[nodiscard]] std::vector<ManPage> manPages(const ProgramWords& program);

/// docs/command-line.md: all commands with their options, in Markdown.
[[nodiscard]] std::string commandsPage(const ProgramWords& program);

/// Scripts with which a shell completes commands, options, and their values.
[[nodiscard]] std::string bashCompletion(const ProgramWords& program);
[[nodiscard]] std::string zshCompletion(const ProgramWords& program);
[[nodiscard]] std::string fishCompletion(const ProgramWords& program);

/// Writes the pages and the completions below a folder that is laid out as /usr/share.
/// \throws UsageError, SinkError that name the folder or file which cannot be written
void writePages(const ProgramWords& program, const std::filesystem::path& share);

}  // namespace burin::app
