// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace burin::app {

/// One option of a command: `--name ARGUMENT`, or a flag if `argument` is null.
struct Option {
    const char* name;
    const char* argument;
    const char* help;
    bool repeats = false;  ///< whether the option may be given several times
};

struct Command {
    const char* name;
    const char* operands;  ///< shown in the usage line
    const char* help;      ///< one line
    std::vector<Option> options;
    std::size_t fewest = 0;  ///< number of operands
    std::size_t most = 0;
    int (*run)(const class Arguments& arguments) = nullptr;
    const char* program = "burin ";  ///< printed before the name; empty: the command is itself a program

    [[nodiscard]] std::string invocation() const { return std::string(program) + name; }
};

/// The arguments that follow the command's name on the command line.
class Arguments {
  public:
    /// \throws UsageError that names the option and says what is expected
    Arguments(const Command& command, int count, char** values);

    [[nodiscard]] bool has(const std::string& option) const { return options_.count(option) > 0; }
    [[nodiscard]] std::optional<std::string> find(const std::string& option) const;
    /// All values of an option that repeats, in their order.
    [[nodiscard]] std::vector<std::string> all(const std::string& option) const;
    [[nodiscard]] std::string value(const std::string& option, const std::string& fallback) const;
    /// A whole number. \throws UsageError outside of [least, most]
    [[nodiscard]] std::optional<long> number(const std::string& option, long least, long most) const;
    /// Bytes with an optional K, M, G or T (powers of 1024). \throws UsageError
    [[nodiscard]] std::optional<std::size_t> bytes(const std::string& option) const;
    /// A time such as 500ms, 45s, 30min, 2h or 1d. \throws UsageError
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(const std::string& option) const;
    [[nodiscard]] const std::vector<std::string>& operands() const { return operands_; }
    /// The arguments as the words of a command line. \param command  the command whose options they are
    [[nodiscard]] std::vector<std::string> words(const Command& command) const;
    [[nodiscard]] bool wantsHelp() const { return has("help"); }
    [[nodiscard]] bool wantsVersion() const { return has("version"); }

  private:
    std::map<std::string, std::vector<std::string>> options_;
    std::vector<std::string> operands_;
};

/// The number of bytes that a text such as `512M`, `4GB` or `1.5GiB` states; all units are powers of 1024.
/// Nothing if the text is not a size.
[[nodiscard]] std::optional<std::size_t> bytesIn(std::string_view text);
inline constexpr const char* bytesExpected = "bytes are expected, such as 512M or 8G";

/// The error that the value of an option is wrong, as `--scan 'x': REASON`.
/// \param reason  an English clause; %1 to %9 stand for the details
[[nodiscard]] UsageError wrongOption(const std::string& option, const std::string& value, std::string reason,
                                     std::vector<std::string> details = {});
/// The error that the value of an option leads to a problem, as `--surface 'x': SUBJECT: REASON`.
[[nodiscard]] UsageError wrongOption(const std::string& option, const std::string& value, Problem problem);

/// The command's usage and options, as lines.
[[nodiscard]] std::string helpText(const Command& command);

}  // namespace burin::app
