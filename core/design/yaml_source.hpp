// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/odd_characters.hpp"
#include "core/design/diagnostic.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace burin {

/// Limit of a key, in bytes as it is written: YAML 1.2, 7.4.2, limits keys that no `?` precedes.
inline constexpr std::size_t longestDesignKey = 1024;

/// The problem of a text of more than longestDesignText bytes.
[[nodiscard]] Problem longTextProblem();

/// The text of a YAML document, and places in it. Offsets are bytes.
///
/// The YAML library counts columns in bytes, accepts some texts that the format refuses and does not report
/// some mistakes. This class finds these in the text itself.
class YamlSource {
  public:
    explicit YamlSource(std::string_view text) : text_(text) {}

    [[nodiscard]] std::string_view text() const { return text_; }
    /// The byte at an offset; 0 past the end.
    [[nodiscard]] char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

    /// Line and column of a byte. Counts from the place of the last call, so calls in reading order are
    /// cheap.
    [[nodiscard]] SourceMark mark(std::size_t offset);

    /// The first problem of the bytes that needs no grammar: length, encoding, control characters,
    /// directives, more brackets and commas than a design can have, or a text longer than 1 MiB.
    [[nodiscard]] std::optional<Diagnostic> complaint();

    /// The offset after the quote that closes the quote at `offset`; nothing if no quote closes it.
    [[nodiscard]] std::optional<std::size_t> quoteEnd(std::size_t offset) const;
    /// The first quote at or after `offset` that opens a text and is never closed.
    [[nodiscard]] std::optional<std::size_t> unclosedQuote(std::size_t offset) const;
    /// The offset after the bracket that closes the one at `offset`, ignoring quoted texts and comments;
    /// nothing if it is never closed.
    [[nodiscard]] std::optional<std::size_t> bracketEnd(std::size_t offset) const;
    /// The start of the line above the key whose colon is at `offset`, if that line has no colon: without
    /// one, YAML joins the line to the key.
    [[nodiscard]] std::optional<std::size_t> lineWithoutColon(std::size_t offset) const;
    /// Whether a key begins at `offset` that is too long for the YAML library, which takes it for a value.
    [[nodiscard]] bool longKey(std::size_t offset) const;
    /// The start of a key that is marked by `?` and whose colon is at `offset`.
    [[nodiscard]] std::optional<std::size_t> longKeyBefore(std::size_t offset) const;
    /// The text that stands for null at `offset` (`~`, `null`, ...); empty if the value is left out.
    /// \param key  whether a key may stand here; otherwise a word followed by a colon is the next key
    [[nodiscard]] std::string_view nullSpelling(std::size_t offset, bool key) const;
    /// The dash of an empty list entry, if the entry after it is at `offset`; otherwise `offset`.
    [[nodiscard]] std::size_t dashBefore(std::size_t offset) const;
    /// Whether only blanks precede `offset` on its line and one of them is a tab.
    [[nodiscard]] bool indentedByTab(std::size_t offset) const;

    /// The problem that the line at `offset`, or one of the few lines above it, is indented by a character
    /// that only looks like a space, or is invisible.
    [[nodiscard]] std::optional<Diagnostic> oddIndentation(std::size_t offset);
    /// A clause, after a semicolon, that names the first odd character of a line; empty if there is none.
    /// \param number  of the line, from 1
    [[nodiscard]] std::string oddRemark(int number) const;

    [[nodiscard]] Diagnostic refusal(std::size_t offset, std::string reason, std::string advice,
                                     std::vector<std::string> details = {});
    /// The problem that the text at `offset` is too long.
    [[nodiscard]] Diagnostic refuseLongText(std::size_t offset);

  private:
    /// The offset after the comment or quoted text that starts at `offset`; `offset` itself if none starts
    /// there; nothing if it is never closed. `before` is the last character that is not a blank.
    [[nodiscard]] std::optional<std::size_t> skipped(std::size_t offset, char before) const;
    [[nodiscard]] std::size_t lineStart(std::size_t offset) const;
    [[nodiscard]] std::optional<OddCharacter> oddIndent(std::size_t line) const;
    [[nodiscard]] std::optional<Diagnostic> directiveComplaint();
    [[nodiscard]] std::optional<std::size_t> longText() const;

    std::string_view text_;
    std::size_t last_ = 0;
    SourceMark lastMark_{1, 1};
};

}  // namespace burin
