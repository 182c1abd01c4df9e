// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"

#include <string_view>

namespace burin {

struct Token {
    enum class Kind { number, name, symbol, end };
    Kind kind = Kind::end;
    std::size_t offset = 0;  ///< byte in the text
    std::string_view text;   ///< its bytes, empty at the end
    double number = 0;

    [[nodiscard]] bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
};

/// Thrown and caught inside the parser.
struct SyntaxRefusal {
    ExpressionProblem problem;
};

[[nodiscard]] bool startsName(char c);
[[nodiscard]] bool continuesName(char c);

/// `text` in quotes for a message, shortened if it is long.
[[nodiscard]] std::string quoted(std::string_view text);

class Lexer {
  public:
    explicit Lexer(std::string_view text) : text_(text) {}

    /// The next token. At the end of the text it keeps returning Token::Kind::end.
    /// \throws SyntaxRefusal
    [[nodiscard]] Token next();

  private:
    [[nodiscard]] char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
    [[nodiscard]] Token number();
    [[nodiscard]] Token symbol();
    [[nodiscard]] std::size_t afterDigits(std::size_t offset) const;
    [[nodiscard]] Token take(Token::Kind kind, std::size_t length);

    std::string_view text_;
    std::size_t offset_ = 0;
};

}  // namespace burin
