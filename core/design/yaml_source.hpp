// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// The text of a YAML document, and places in it. Offsets are bytes.
///
/// The YAML library counts columns in bytes, accepts what the format refuses and keeps silent about some
/// mistakes; what it does not say is read off the text here.
class YamlSource {
  public:
    explicit YamlSource(std::string_view text) : text_(text) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    /// 0 beyond the end.
    [[nodiscard]] char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

    /// Line and column of a byte. Walks from the place that was asked for last: cheap in reading order.
    [[nodiscard]] SourceMark mark(std::size_t offset);

    /// What is wrong with the bytes, before any grammar: length, encoding, control characters, directives,
    /// more brackets and commas than a design can have, and a text that is longer than one may be.
    [[nodiscard]] std::optional<Diagnostic> complaint();

    /// The byte behind the quote that closes the one at `offset`; nothing where none does.
    [[nodiscard]] std::optional<std::size_t> quoteEnd(std::size_t offset) const;
    /// The first quote from `offset` on that opens a text and is never closed.
    [[nodiscard]] std::optional<std::size_t> unclosedQuote(std::size_t offset) const;
    /// The byte behind the bracket that closes the one at `offset`, quoted texts and comments skipped;
    /// nothing where none does.
    [[nodiscard]] std::optional<std::size_t> bracketEnd(std::size_t offset) const;
    /// The start of the line above the key whose colon stands at `offset`, if that line lacks a colon:
    /// without one its text goes on into the key.
    [[nodiscard]] std::optional<std::size_t> lineWithoutColon(std::size_t offset) const;
    /// How null is written at `offset` (`~`, `null`, ...); empty where it is not written but left out.
    /// \param key  whether a key may stand here; else a word with a colon behind it is the next key
    [[nodiscard]] std::string_view nullSpelling(std::size_t offset, bool key) const;
    /// The dash of an empty list entry whose successor stands at `offset`; else `offset`.
    [[nodiscard]] std::size_t dashBefore(std::size_t offset) const;
    /// Whether only blanks, a tab among them, stand before `offset` on its line.
    [[nodiscard]] bool indentedByTab(std::size_t offset) const;

    [[nodiscard]] Diagnostic refusal(std::size_t offset, std::string what, std::string remedy);
    /// That the text which starts at `offset` is too long.
    [[nodiscard]] Diagnostic refuseLongText(std::size_t offset);

    /// Bytes of one text, key or value. Nothing that a design says comes near it, and the YAML library, which
    /// takes up to 0.2 us a byte, would read a file of a single one for many seconds.
    static constexpr std::size_t longestText = std::size_t{1} << 20U;

  private:
    /// Where the comment or quoted text that starts at `offset` ends (the byte behind it), `offset` where
    /// none starts; nothing where it is never closed. `before` is the last character that is no blank.
    [[nodiscard]] std::optional<std::size_t> skipped(std::size_t offset, char before) const;
    [[nodiscard]] std::optional<Diagnostic> directiveComplaint();
    [[nodiscard]] std::optional<std::size_t> longText() const;

    std::string_view text_;
    std::size_t last_ = 0;
    SourceMark lastMark_{1, 1};
};

}  // namespace burin
