// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace burin {

inline constexpr std::size_t noOffset = std::string_view::npos;

/// An entry of a map or an item of a list with its place in a text. Offsets are bytes; ranges are half-open.
///
/// An entry of a block has its own lines:
///
///     # lead: the comments directly above                [start, head)
///     key:   value   # on the line                       [head, lineEnd)
///     ...            # what is indented deeper           [lineEnd, end)
///
/// Blank lines, and comments that a blank line separates from the entry below, belong to no entry. An entry
/// may also be written as `? key`, with `: value` on a line below.
struct YamlPiece {
    const YamlPiece* owner = nullptr;  ///< the entry whose value contains it
    const YamlValue* key = nullptr;    ///< nullptr for an item of a list
    const YamlValue* value = nullptr;
    std::size_t column = 0;      ///< column of the key or the dash, in bytes from 0
    std::size_t start = 0;       ///< start of the lead
    std::size_t head = 0;        ///< of the line, or of the key if a dash precedes it
    std::size_t mark = 0;        ///< the key, the question mark before it, or the dash
    std::size_t keyEnd = 0;      ///< offset after the key, or after the dash of an item
    std::size_t valueStart = 0;  ///< offset of the value; for a null that is left out: after the colon, the
                                 ///< dash, or a key without a colon
    std::size_t valueEnd = 0;
    std::size_t lineEnd = 0;  ///< offset after the line on which the value ends
    std::size_t end = 0;

    // If the value is a block:
    std::size_t partsStart = 0;    ///< offset after the line of the colon, or after the dash or the colon if
                                   ///< the first part follows it
    std::vector<YamlPiece> parts;  ///< empty for other values, and if the block is written in a way that
                                   ///< is kept only as a whole

    /// Whether a question mark precedes the key.
    [[nodiscard]] bool explicitKey() const { return key != nullptr && key->offset != mark; }
};

/// A text that was read as YAML, and the places of its values.
///
/// Immutable; thread-safe.
class YamlText {
  public:
    /// \param body  without the byte order mark
    YamlText(std::string_view body, bool byteOrderMark);

    /// The text. A line end is added to the last line if it has none.
    [[nodiscard]] std::string_view body() const { return body_; }
    [[nodiscard]] bool byteOrderMark() const { return byteOrderMark_; }
    [[nodiscard]] bool endsOpen() const { return endsOpen_; }
    /// The end of the first line: "\n" or "\r\n".
    [[nodiscard]] std::string_view lineEnd() const { return lineEnd_; }

    /// The document as one piece. The first call parses the text again.
    [[nodiscard]] const YamlPiece& document() const;
    /// The entry of a block whose key or value starts at `offset`; nullptr if there is none.
    [[nodiscard]] const YamlPiece* entryOfKey(std::size_t offset) const;
    [[nodiscard]] const YamlPiece* entryOfValue(std::size_t offset) const;

  private:
    struct Layout;
    const Layout& layout() const;

    std::string body_;
    bool byteOrderMark_;
    bool endsOpen_;
    std::string_view lineEnd_;
    mutable std::once_flag once_;
    mutable std::shared_ptr<const Layout> layout_;
};

/// The offset after a value that is not a block.
///
/// \param value   was read from `text`
/// \param column  of the block that contains it
/// \param flow    whether it is inside brackets
/// \return noOffset if the end is unknown
[[nodiscard]] std::size_t yamlValueEnd(std::string_view text, const YamlValue& value, std::size_t column,
                                       bool flow);

/// Whether a value is written as a block: on lines of its own, with indentation.
[[nodiscard]] inline bool isYamlBlock(const YamlValue& value) {
    return !value.flow && (!value.items.empty() || !value.entries.empty());
}

}  // namespace burin
