// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin::app {

/// One option of a command: `--name ARGUMENT`, or a flag where `argument` is null.
struct Option {
    const char* name;
    const char* argument;
    const char* help;
};

/// A command of the program.
struct Command {
    const char* name;
    const char* operands;  ///< as in the usage line
    const char* help;      ///< one line
    std::vector<Option> options;
    std::size_t fewest = 0;  ///< operands
    std::size_t most = 0;
    int (*run)(const class Arguments& arguments) = nullptr;
    const char* program = "burin ";  ///< what stands before the name; empty: the command is a program

    [[nodiscard]] std::string invocation() const { return std::string(program) + name; }
};

/// What stood on the command line behind the command.
class Arguments {
  public:
    /// \throws UsageError that names the option and what would be right
    Arguments(const Command& command, int count, char** values);

    [[nodiscard]] bool has(const std::string& option) const { return options_.count(option) > 0; }
    [[nodiscard]] std::optional<std::string> find(const std::string& option) const;
    [[nodiscard]] std::string value(const std::string& option, const std::string& fallback) const;
    /// A whole number. \throws UsageError outside of [least, most]
    [[nodiscard]] std::optional<long> number(const std::string& option, long least, long most) const;
    /// Bytes with an optional K, M, G or T (powers of 1024). \throws UsageError
    [[nodiscard]] std::optional<std::size_t> bytes(const std::string& option) const;
    /// A time such as 500ms, 45s, 30min, 2h or 1d. \throws UsageError
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(const std::string& option) const;
    [[nodiscard]] const std::vector<std::string>& operands() const { return operands_; }
    [[nodiscard]] bool wantsHelp() const { return has("help"); }

  private:
    std::map<std::string, std::string> options_;
    std::vector<std::string> operands_;
};

/// The command's usage and options, as lines.
[[nodiscard]] std::string helpText(const Command& command);

}  // namespace burin::app
