// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin::app {

/// The suggestions of a shell for an argument. The word of the argument in the help, such as `FILE`, decides
/// them.
struct Placeholder {
    enum class Means { text, choice, file, folder, design, kind };
    Means means = Means::text;
    std::vector<std::string> choices;  ///< the words of a choice
};

/// \param word  `auto|cpu|cuda`, `FILE`, `F.csv`, `[DESIGN]`, `X,Y,W,H`, ...
[[nodiscard]] Placeholder placeholderOf(std::string_view word);

/// The words of a command's operands, such as `TABLE.csv` and `DESIGN`.
[[nodiscard]] std::vector<std::string> operandWords(const Command& command);

/// The command's options, and those that every command has: `--help` and `--version`.
[[nodiscard]] std::vector<Option> allOptions(const Command& command);

/// `text` as a sentence: with a full stop, and with a capital unless it begins with a name such as `x.tif`.
[[nodiscard]] std::string sentence(std::string text);

/// Replaces each of these characters of `text` by its spelling.
[[nodiscard]] std::string spelled(std::string_view text,
                                  const std::vector<std::pair<char, std::string_view>>& spellings);

}  // namespace burin::app
