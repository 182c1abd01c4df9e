// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/layout/kept_parts.hpp"
#include "core/design/layout/yaml_text.hpp"

#include <string>
#include <string_view>

namespace burin {

/// The text of an element in brackets, with its comments.
struct FlowPart {
    std::string lead;  ///< whole lines
    std::string text;
    std::string comment;  ///< at the end of its line, with the blanks before it
};

/// Writes new values in brackets. Parts of them that were read from a text, even from a block, keep their
/// comments and their spelling.
class FlowWriter {
  public:
    /// \param own      the text of the document, or nullptr. A value of it whose key is new is a copy; its
    ///                 comments are not written again.
    /// \param lineEnd  of the new lines
    FlowWriter(const YamlText* own, std::string_view lineEnd) : own_(own), lineEnd_(lineEnd) {}

    /// An element with its key if it has one.
    /// \param column  for its first character
    [[nodiscard]] FlowPart part(const NowPart& now, std::size_t column) const;
    /// \param column  of the element that contains the value
    [[nodiscard]] std::string value(const YamlValue& value, std::size_t column) const;

  private:
    class BracketLines;

    /// An element that was read from an entry or an item of a block.
    [[nodiscard]] FlowPart ofBlock(const NowPart& now, const YamlPiece& read, const YamlText& text,
                                   std::size_t column) const;
    /// A list or a map in brackets that was a block.
    [[nodiscard]] FlowPart bracketed(const YamlValue& now, const YamlPiece& read, const YamlText& text,
                                     std::size_t column) const;
    [[nodiscard]] std::string inlineValue(const YamlValue& now, const YamlPiece& read, const YamlText& text,
                                          std::size_t column) const;

    const YamlText* own_;
    std::string_view lineEnd_;
};

}  // namespace burin
