// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace burin {

/// The targets of the jobs of a table, such as `out/{name}.tif`: a word in braces stands for a value of the
/// row. `{{` stands for a brace.
class TargetPattern {
  public:
    /// \return the pattern, or what is wrong with it
    [[nodiscard]] static std::variant<TargetPattern, Problem> parse(std::string_view text);

    /// The words in braces, in their order.
    [[nodiscard]] std::vector<std::string> words() const;
    /// The target of a row. Percent signs of values are doubled in the file's name, because a single one
    /// would begin a number. \param valueOf  the value of a word
    [[nodiscard]] std::string filledIn(const std::function<std::string(const std::string&)>& valueOf) const;

  private:
    struct Piece {
        std::string text;  ///< plain text, or the word between braces
        bool word = false;
    };
    std::vector<Piece> pieces_;
};

/// Why a value cannot be a part of a target; nothing if it can.
[[nodiscard]] std::optional<Problem> whyNotInTarget(std::string_view value);
/// Why a text looks like another one: it has invisible characters. Nothing if it has none.
[[nodiscard]] std::optional<Problem> whyInvisible(std::string_view value);

}  // namespace burin
