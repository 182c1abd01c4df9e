// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/diagnostic.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace burin {

struct YamlEntry;
class YamlText;

/// Limit of the text of a design, in bytes.
inline constexpr std::size_t largestDesign = std::size_t{64} << 20U;
/// The longest key or value, in bytes as it is written, with quotes and escapes. No real design comes near
/// this limit. The YAML library takes up to 0.2 us for each byte, so a file that consists of one huge text
/// would take many seconds.
inline constexpr std::size_t longestDesignText = std::size_t{1} << 20U;

/// One value of a YAML document as text, with its place. Maps keep their order; keys are scalars.
struct YamlValue {
    enum class Type { null, scalar, sequence, map };

    Type type = Type::null;
    std::string scalar;   ///< the text of a scalar, or of a null that was written out (`~`, `null`)
    bool quoted = false;  ///< the scalar was in quotes, in a block or on several lines: it is always a text,
                          ///< never a number
    bool flow = false;    ///< [..] or {..} style
    std::vector<YamlValue> items;
    std::vector<YamlEntry> entries;
    SourceMark mark;  ///< place of the first character, which may be an opening quote
    /// For a scalar on one line that is plain or in double quotes: whether byte k of `scalar` is also byte k
    /// of the text in the file. If so, a column inside an expression can be reported.
    bool columnsKnown = true;
    /// The byte of `source` at which the value starts.
    std::uint32_t offset = 0;
    /// The text that it was read from; null for a value that the program made.
    std::shared_ptr<const YamlText> source;

    [[nodiscard]] bool isScalar() const { return type == Type::scalar; }
    [[nodiscard]] bool isSequence() const { return type == Type::sequence; }
    [[nodiscard]] bool isMap() const { return type == Type::map; }
    /// The value of `key` in a map, or nullptr. Cost grows with the number of entries.
    [[nodiscard]] const YamlValue* find(std::string_view key) const;

    /// Whether both have the same meaning. Ignores places, the style of collections, the spelling of null,
    /// and quotes that are not needed.
    friend bool operator==(const YamlValue& a, const YamlValue& b);
};

struct YamlEntry {
    YamlValue key;
    YamlValue value;
    friend bool operator==(const YamlEntry&, const YamlEntry&) = default;
};

/// Parses one document under the rules of the format page (no anchors, tags, duplicate keys, ...).
///
/// Also refuses a text of more than 2^21 values, whose tree would fill memory long before 64 MiB are read,
/// and a value of more than 1 MiB, usually before parsing starts.
///
/// \return the document, or what is wrong and where; after a stop a meaningless result
///
/// Pure; thread-safe; cost grows with the length of the text, about 0.1 to 0.4 s for each MiB.
[[nodiscard]] std::variant<YamlValue, Diagnostic> parseYaml(std::string_view text,
                                                            const std::stop_token& stop = {});

/// The value as YAML text that parses to an equal value. Cost grows with its size.
[[nodiscard]] std::string writeYaml(const YamlValue& value);

/// Like writeYaml(), but keeps the lines of the text that the value and its parts were read from, with
/// comments, blank lines, indentation, spelling, line ends and the byte order mark. Only the lines of changed
/// parts are written again.
///
/// A comment belongs to the entry below it, or to the entry on its line. It moves with its entry, even to
/// another document, and is removed with it. Unchanged parts give the same bytes. If a changed part would not
/// read back correctly, it is written by writeYaml(), below its comments.
///
/// Thread-safe; the cost grows with the size of the value. The first call after reading parses the text
/// again.
[[nodiscard]] std::string keptYaml(const YamlValue& value);

/// The first text in a document, key or value, that is longer than longestDesignText when it is written;
/// nullptr if there is none.
[[nodiscard]] const YamlValue* tooLongText(const YamlValue& value);

/// The first key that a map of a document has a second time, which parseYaml() refuses; nullptr if there is
/// none.
[[nodiscard]] const YamlValue* repeatedKey(const YamlValue& value);

}  // namespace burin
