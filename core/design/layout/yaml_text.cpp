// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/yaml_text.hpp"

#include "core/design/yaml_source.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace burin {

namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

std::size_t lineStart(std::string_view text, std::size_t offset) {
    const std::size_t newline = offset == 0 ? noOffset : text.rfind('\n', offset - 1);
    return newline == noOffset ? 0 : newline + 1;
}

/// The start of the line after the one that contains `offset`.
std::size_t nextLine(std::string_view text, std::size_t offset) {
    const std::size_t newline = text.find('\n', offset);
    return newline == noOffset ? text.size() : newline + 1;
}

/// The first byte of a line that is neither a blank nor a line end; `noOffset` if the line is empty.
std::size_t firstOfLine(std::string_view text, std::size_t line) {
    const std::size_t first = text.find_first_not_of(" \t\r", line);
    return first == noOffset || text[first] == '\n' ? noOffset : first;
}

bool isComment(std::string_view text, std::size_t line) {
    const std::size_t first = firstOfLine(text, line);
    return first != noOffset && text[first] == '#';
}

/// The offset before the blanks and line ends that precede `offset`.
std::size_t trimmedEnd(std::string_view text, std::size_t offset) {
    while (offset > 0 && (isBlank(text[offset - 1]) || text[offset - 1] == '\n' || text[offset - 1] == '\r'))
        --offset;
    return offset;
}

bool commentAt(std::string_view text, std::size_t i) {
    return text[i] == '#' && (i == 0 || isBlank(text[i - 1]) || text[i - 1] == '\n');
}

/// A text without quotes may continue on lines that are indented more.
std::size_t plainEnd(std::string_view text, std::size_t start, std::size_t column) {
    for (std::size_t line = lineStart(text, start), i = start;;) {
        const std::size_t end = nextLine(text, i);
        for (; i < end; ++i) {
            if (commentAt(text, i)) return trimmedEnd(text, i);
        }
        std::size_t next = end;
        while (next < text.size() && firstOfLine(text, next) == noOffset)
            next = nextLine(text, next);
        const std::size_t first = next < text.size() ? firstOfLine(text, next) : noOffset;
        if (first == noOffset || first - next <= column || text[first] == '#') return trimmedEnd(text, end);
        line = next;
        i = line;
    }
}

std::size_t plainEndInBrackets(std::string_view text, std::size_t start) {
    for (std::size_t i = start; i < text.size(); ++i) {
        const char next = i + 1 < text.size() ? text[i + 1] : '\n';
        const bool colon = text[i] == ':' && std::string_view(" \t\r\n,]}").find(next) != noOffset;
        if (colon || std::string_view(",[]{}").find(text[i]) != noOffset || commentAt(text, i))
            return trimmedEnd(text, i);
    }
    return noOffset;
}

/// The end of a text that starts with | or >: before the line end of its last line.
std::size_t blockTextEnd(std::string_view text, std::size_t start, std::size_t column) {
    const std::size_t head = nextLine(text, start);
    const std::string_view marks = text.substr(start, std::min<std::size_t>(3, head - start));
    const bool keep = marks.find('+') != noOffset;
    std::size_t last = head;
    std::size_t line = head;
    while (line < text.size()) {
        const std::size_t first = firstOfLine(text, line);
        // Only a text of the top level may have lines without indentation, and this text is not one.
        if (first != noOffset && first - line <= column) break;
        line = nextLine(text, line);
        if (first != noOffset || keep) last = line;
    }
    std::size_t end = last - 1;
    if (end > 0 && text[end - 1] == '\r') --end;
    return end;
}

/// Finds the places of all values. The first pass finds their ends; the second one divides the lines between
/// them.
class LayoutMaker {
  public:
    explicit LayoutMaker(std::string_view text) : text_(text), source_(text) {}

    void make(YamlPiece& document) {
        if (!place(document, 0)) document.parts.clear();
        document.end = text_.size();
        divide(document);
    }

  private:
    /// \param column  of the block that contains the piece \return whether the end is known
    bool place(YamlPiece& piece, std::size_t column) {
        const YamlValue& value = *piece.value;
        if (isYamlBlock(value)) return placeBlock(piece);
        if (value.source) {
            piece.valueStart = value.offset;
            piece.valueEnd = yamlValueEnd(text_, value, column, false);
            if (piece.valueEnd == noOffset) return false;
        } else {
            piece.valueEnd = piece.valueStart;
        }
        piece.lineEnd = nextLine(text_, piece.valueEnd);
        const std::size_t rest = text_.find_first_not_of(" \t\r", piece.valueEnd);
        return rest == noOffset || text_[rest] == '\n' || text_[rest] == '#';
    }

    bool placeBlock(YamlPiece& piece) {
        const YamlValue& value = *piece.value;
        const std::size_t colon = piece.valueStart;
        piece.valueStart = value.offset;
        const bool known = value.isMap() ? placeEntries(piece) : placeItems(piece);
        if (!known) return false;
        piece.valueEnd = piece.parts.back().valueEnd;
        piece.lineEnd = piece.parts.back().lineEnd;
        if (!regular(piece)) {
            piece.parts.clear();
            return true;
        }
        const YamlPiece& first = piece.parts.front();
        const bool whole = piece.key == nullptr && piece.mark == piece.keyEnd;
        const bool afterDash = first.head == first.mark && first.column > 0;
        if (!whole) piece.partsStart = afterDash ? first.head : nextLine(text_, colon);
        return true;
    }

    bool placeEntries(YamlPiece& piece) {
        for (const YamlEntry& entry : piece.value->entries) {
            YamlPiece part;
            part.key = &entry.key;
            part.value = &entry.value;
            if (!placeKey(part, piece.value->offset) || !place(part, part.column)) return false;
            piece.parts.push_back(std::move(part));
        }
        return true;
    }

    /// \param block  the start of the map
    bool placeKey(YamlPiece& part, std::size_t block) {
        const YamlValue& key = *part.key;
        part.column = block - lineStart(text_, block);
        const auto mark = markOf(key.offset, part.column, block);
        if (!mark) return false;
        part.mark = *mark;
        if (part.explicitKey()) {
            part.keyEnd = yamlValueEnd(text_, key, part.column, false);
            if (part.keyEnd > text_.size()) return false;
            part.valueStart = part.keyEnd;
            std::size_t line = nextLine(text_, part.keyEnd);
            while (line < text_.size() && (firstOfLine(text_, line) == noOffset || isComment(text_, line)))
                line = nextLine(text_, line);
            const std::size_t first = line < text_.size() ? firstOfLine(text_, line) : noOffset;
            if (first == line + part.column && text_[first] == ':') part.valueStart = first + 1;
            return true;
        }
        part.keyEnd = part.mark + key.scalar.size();
        if (source_.at(part.mark) == '"' || source_.at(part.mark) == '\'')
            part.keyEnd = source_.quoteEnd(part.mark).value_or(noOffset);
        const std::size_t colon =
            part.keyEnd > text_.size() ? noOffset : text_.find_first_not_of(" \t", part.keyEnd);
        if (source_.at(colon) != ':') return false;
        part.valueStart = colon + 1;
        return true;
    }

    /// The question mark before a key, or the key itself if there is none.
    [[nodiscard]] std::optional<std::size_t> markOf(std::size_t key, std::size_t column,
                                                    std::size_t block) const {
        for (std::size_t line = lineStart(text_, key); line + column >= block;
             line = lineStart(text_, line - 1)) {
            const std::size_t mark = line + column;
            const char next = source_.at(mark + 1);
            if (mark == key) return key;
            if (mark < key && source_.at(mark) == '?' && (isBlank(next) || next == '\r' || next == '\n'))
                return mark;
            if (line == 0) break;
        }
        return {};
    }

    bool placeItems(YamlPiece& piece) {
        std::size_t dash = piece.value->offset;
        const std::size_t column = dash - lineStart(text_, dash);
        for (const YamlValue& item : piece.value->items) {
            if (!piece.parts.empty()) {
                std::size_t line = piece.parts.back().lineEnd;
                while (line < text_.size() &&
                       (firstOfLine(text_, line) == noOffset || isComment(text_, line)))
                    line = nextLine(text_, line);
                dash = line + column;
                if (firstOfLine(text_, line) != dash) return false;
            }
            if (source_.at(dash) != '-') return false;
            YamlPiece part;
            part.value = &item;
            part.mark = dash;
            part.column = column;
            part.keyEnd = dash + 1;
            part.valueStart = part.keyEnd;
            if (!place(part, column)) return false;
            piece.parts.push_back(std::move(part));
        }
        return true;
    }

    /// Whether each part starts on a line of its own and all have the same indentation. The first one may
    /// follow a dash.
    bool regular(YamlPiece& piece) {
        for (YamlPiece& part : piece.parts) {
            const std::size_t line = lineStart(text_, part.mark);
            const bool first = &part == &piece.parts.front();
            if (part.column != piece.parts.front().column) return false;
            part.head = line;
            if (text_.find_first_not_of(' ', line) == part.mark) continue;
            part.head = part.mark;
            if (!first || text_.substr(line, part.mark - line).find_first_not_of(" -:") != noOffset)
                return false;
        }
        return true;
    }

    void divide(YamlPiece& piece) {
        std::size_t from = piece.partsStart;
        for (std::size_t i = 0; i < piece.parts.size(); ++i) {
            YamlPiece& part = piece.parts[i];
            part.owner = &piece;
            part.start = part.head;
            while (part.start > from) {
                const std::size_t above = lineStart(text_, part.start - 1);
                if (above < from || !isComment(text_, above)) break;
                part.start = above;
            }
            const bool last = i + 1 == piece.parts.size();
            part.end = tailEnd(part.lineEnd, last ? piece.end : piece.parts[i + 1].head, part.column);
            divide(part);
            from = part.end;
        }
    }

    /// The offset after the comments below an entry that are indented deeper than the entry.
    [[nodiscard]] std::size_t tailEnd(std::size_t from, std::size_t to, std::size_t column) const {
        std::size_t end = from;
        for (std::size_t line = from; line < to; line = nextLine(text_, line)) {
            const std::size_t first = firstOfLine(text_, line);
            if (first == noOffset) continue;
            if (first - line <= column || text_[first] != '#') break;
            end = nextLine(text_, line);
        }
        return end;
    }

    std::string_view text_;
    YamlSource source_;
};

}  // namespace

std::size_t yamlValueEnd(std::string_view text, const YamlValue& value, std::size_t column, bool flow) {
    const YamlSource source(text);
    const char first = source.at(value.offset);
    if (value.isMap() || value.isSequence()) {
        if (first != '[' && first != '{') return noOffset;
        return source.bracketEnd(value.offset).value_or(noOffset);
    }
    if (value.type == YamlValue::Type::null) return value.offset + value.scalar.size();
    if (first == '"' || first == '\'') return source.quoteEnd(value.offset).value_or(noOffset);
    if (!flow && (first == '|' || first == '>')) return blockTextEnd(text, value.offset, column);
    return flow ? plainEndInBrackets(text, value.offset) : plainEnd(text, value.offset, column);
}

struct YamlText::Layout {
    YamlValue tree;
    YamlPiece document;
    std::unordered_map<std::size_t, const YamlPiece*> keys;
    std::unordered_map<std::size_t, const YamlPiece*> values;

    void note(const YamlPiece& piece) {
        for (const YamlPiece& part : piece.parts) {
            if (part.key != nullptr) keys.emplace(part.key->offset, &part);
            if (part.value->source) values.emplace(part.value->offset, &part);
            note(part);
        }
    }
};

YamlText::YamlText(std::string_view body, bool byteOrderMark)
    : body_(body), byteOrderMark_(byteOrderMark), endsOpen_(!body.ends_with('\n')) {
    const std::size_t newline = body_.find('\n');
    lineEnd_ = newline != noOffset && newline > 0 && body_[newline - 1] == '\r' ? "\r\n" : "\n";
    if (endsOpen_) body_ += lineEnd_;
}

const YamlText::Layout& YamlText::layout() const {
    std::call_once(once_, [this] {
        auto layout = std::make_shared<Layout>();
        // The values of this tree refer to another copy of the text, so the owners do not form a cycle.
        const std::size_t added = endsOpen_ ? lineEnd_.size() : 0;
        auto tree = parseYaml(std::string_view(body_).substr(0, body_.size() - added));
        if (auto* value = std::get_if<YamlValue>(&tree)) layout->tree = std::move(*value);
        layout->document.value = &layout->tree;
        LayoutMaker(body_).make(layout->document);
        layout->note(layout->document);
        layout_ = std::move(layout);
    });
    return *layout_;
}

const YamlPiece& YamlText::document() const {
    return layout().document;
}

const YamlPiece* YamlText::entryOfKey(std::size_t offset) const {
    const auto found = layout().keys.find(offset);
    return found == layout().keys.end() ? nullptr : found->second;
}

const YamlPiece* YamlText::entryOfValue(std::size_t offset) const {
    const auto found = layout().values.find(offset);
    return found == layout().values.end() ? nullptr : found->second;
}

}  // namespace burin
