// SPDX-License-Identifier: GPL-3.0-or-later

// Writes a document with the lines of the texts that its values were read from.

#include "core/design/layout/flow_patch.hpp"
#include "core/design/layout/flow_writer.hpp"
#include "core/design/layout/kept_parts.hpp"
#include "core/design/layout/moved_lines.hpp"
#include "core/design/layout/yaml_file.hpp"
#include "core/design/layout/yaml_spelling.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace burin {

namespace {

/// The depth of the parts that are read back as a check: the nodes, the groups, the values of the job.
constexpr int checkedDepth = 1;

/// Whether a value that was read back has the intended meaning. The loader may have put a value that was read
/// before into quotes.
bool sameMeaning(const YamlValue& read, const YamlValue& meant) {
    if (read.type != meant.type) return false;
    if (read.type == YamlValue::Type::scalar)
        return read == meant || (meant.source && read.scalar == meant.scalar);
    const auto sameEntry = [](const YamlEntry& a, const YamlEntry& b) {
        return a.key.scalar == b.key.scalar && sameMeaning(a.value, b.value);
    };
    return std::equal(read.items.begin(), read.items.end(), meant.items.begin(), meant.items.end(),
                      sameMeaning) &&
           std::equal(read.entries.begin(), read.entries.end(), meant.entries.begin(), meant.entries.end(),
                      sameEntry);
}

bool readsBack(std::string_view text, const YamlValue& meant) {
    const auto read = parseYaml(text);
    const auto* value = std::get_if<YamlValue>(&read);
    return value != nullptr && sameMeaning(*value, meant);
}

/// A document with only this part.
YamlValue aloneIn(const NowPart& part) {
    YamlValue document;
    document.type = part.key == nullptr ? YamlValue::Type::sequence : YamlValue::Type::map;
    if (part.key == nullptr) {
        document.items.push_back(*part.value);
    } else {
        document.entries.push_back({*part.key, *part.value});
    }
    return document;
}

class KeptWriter {
  public:
    explicit KeptWriter(std::string_view lineEnd) : lineEnd_(lineEnd) {}

    /// A document that the program made; its parts may come from texts.
    std::string write(const YamlValue& document) { return block(document, nullptr, nullptr, 0, 0); }

    /// A document that was read from `text`.
    std::string write(const YamlValue& document, const YamlText& text) {
        const YamlPiece& read = text.document();
        own_ = &text;
        used_.use(document, read, text);
        const auto deeper = std::find_if(read.parts.begin(), read.parts.end(), [](const YamlPiece& part) {
            return !part.parts.empty() && part.parts.front().column > part.column;
        });
        if (deeper != read.parts.end()) step_ = deeper->parts.front().column - deeper->column;
        if (unchanged(document, *read.value, text)) return std::string(text.body());
        if (!read.parts.empty() && isYamlBlock(document) && document.type == read.value->type)
            return block(document, &read, &text, 0, 0);
        const bool known = read.valueEnd > 0 && read.valueEnd <= text.body().size();
        if (isYamlBlock(document) || isYamlBlock(*read.value) || !known) {
            keptLines_ = false;
            return writeYaml(document);
        }
        std::string result(text.body().substr(0, read.valueStart));
        result += patchedInline(document, *read.value, text, 0, false);
        return result.append(text.body().substr(read.valueEnd));
    }

    /// Whether the lines of the text could be kept.
    [[nodiscard]] bool keptLines() const { return keptLines_; }

  private:
    /// The parts of a block, each on lines of its own that end with a line end.
    ///
    /// \param read  the piece whose value the block was, or nullptr
    std::string block(const YamlValue& value, const YamlPiece* read, const YamlText* text, std::size_t indent,
                      int depth) {
        const auto parts = partsOf(value);
        const auto partners =
            read == nullptr ? std::vector(parts.size(), noPartner) : partnersOf(parts, *read, *text);
        const std::vector<bool> kept = inOrder(partners);
        std::string lines;
        std::size_t next = 0;
        std::size_t at = read == nullptr ? 0 : read->partsStart;
        // The text between the parts that were read stays between them.
        const auto passTo = [&](std::size_t part) {
            for (; next < part; ++next) {
                copy(lines, *text, at, read->parts[next].start, indent, read->parts[next].column);
                at = read->parts[next].end;
            }
        };
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (kept[i]) passTo(partners[i] + 1);
            const YamlPiece* piece =
                partners[i] == noPartner ? used_.take(parts[i]) : &read->parts[partners[i]];
            const YamlText* source = piece == nullptr           ? nullptr
                                     : partners[i] == noPartner ? &textOf(parts[i])
                                                                : text;
            lines += part(parts[i], piece, source, indent, depth);
        }
        if (read != nullptr) {
            passTo(read->parts.size());
            copy(lines, *text, at, read->end, indent, read->parts.front().column);
        }
        return lines;
    }

    std::string part(const NowPart& now, const YamlPiece* read, const YamlText* text, std::size_t indent,
                     int depth) {
        if (read != nullptr && (now.key == nullptr || now.key->scalar == read->key->scalar) &&
            unchanged(*now.value, *read->value, *text)) {
            std::string lines;
            copyPart(lines, *read, *text, indent);
            if (indent == read->column) return lines;
            return checked(std::move(lines), now, read, text, indent);
        }
        std::string lines =
            read == nullptr ? fresh(now, indent, depth) : patched(now, *read, *text, indent, depth);
        const bool check = depth == checkedDepth || (depth < checkedDepth && !isYamlBlock(*now.value));
        return check ? checked(std::move(lines), now, read, text, indent) : lines;
    }

    /// The lines or, if they do not read back correctly, the comments and newly written lines.
    std::string checked(std::string lines, const NowPart& now, const YamlPiece* read, const YamlText* text,
                        std::size_t indent) {
        const YamlValue meant = aloneIn(now);
        if (readsBack(lines, meant)) return lines;
        std::string plain;
        if (read != nullptr) {
            copy(plain, *text, read->start, read->head, indent, read->column);
            appendComments(plain, text->body().substr(read->head, read->end - read->head), indent, lineEnd_);
        }
        const std::string written = writeYaml(meant);
        for (std::size_t line = 0; line < written.size();) {
            const std::size_t end = written.find('\n', line);
            plain.append(indent, ' ').append(written, line, end - line).append(lineEnd_);
            line = end + 1;
        }
        return plain;
    }

    /// A part that was not in a text.
    std::string fresh(const NowPart& now, std::size_t indent, int depth) {
        std::string lines(indent, ' ');
        const bool collection = now.key != nullptr && now.value->flow;
        if (const auto moved = collection ? movedInline(now, own_, indent, lineEnd_) : std::nullopt) {
            const std::string key = yamlKey(*now.key);
            if (key.size() <= longestSimpleKey)
                return moved->lead + lines + key + ": " + moved->text + moved->comment +
                       std::string(lineEnd_);
        }
        if (now.key != nullptr) {
            const std::string key = yamlKey(*now.key);
            lines += key.size() > longestSimpleKey
                         ? "? " + key + std::string(lineEnd_) + std::string(indent, ' ')
                         : key;
        }
        return lines + freshValue(now, {}, indent, depth);
    }

    /// The text of a value after its key, or of an item with its dash.
    /// \param comment  is put at the end of the line
    std::string freshValue(const NowPart& now, std::string_view comment, std::size_t indent, int depth) {
        std::string text(now.key == nullptr ? "-" : ":");
        const std::string end = std::string(comment) + std::string(lineEnd_);
        if (!isYamlBlock(*now.value)) {
            // Only a value that the program made may contain parts of texts; others are copies.
            const bool made = now.value->flow && now.value->source == nullptr;
            const std::string value = made ? FlowWriter(own_, lineEnd_).value(*now.value, indent)
                                           : yamlOnOneLine(*now.value, false);
            return text + (value.empty() ? "" : " " + value) + end;
        }
        const std::size_t inner = indent + (now.key == nullptr ? 2 : step_);
        const std::string lines = block(*now.value, nullptr, nullptr, inner, depth + 1);
        if (now.key == nullptr && comment.empty()) return joined(text + ' ', lines, inner);
        return text + end + lines;
    }

    /// The lines of a block after `before`, which ends with a dash or a colon and blanks. The first line
    /// continues that line if it can.
    [[nodiscard]] std::string joined(std::string before, const std::string& lines, std::size_t indent) const {
        const std::size_t first = lines.find_first_not_of(' ');
        if (first == indent && lines[first] != '#') return before + lines.substr(indent);
        before.resize(before.find_last_not_of(" \t") + 1);
        return before + std::string(lineEnd_) + lines;
    }

    /// A part that has changed since it was read.
    std::string patched(const NowPart& now, const YamlPiece& read, const YamlText& text, std::size_t indent,
                        int depth) {
        const std::string_view body = text.body();
        const bool isBlock = isYamlBlock(*now.value);
        const bool sameBlock = isBlock && now.value->type == read.value->type && !read.parts.empty();
        const bool another = !sameBlock && (isBlock || isYamlBlock(*read.value));
        const bool colon = now.key == nullptr || read.valueStart > read.keyEnd;
        std::string lines;
        copy(lines, text, read.start, read.head, indent, read.column);
        if (read.explicitKey() && (another || !colon)) {
            appendComments(lines, body.substr(read.head, read.end - read.head), indent, lineEnd_);
            return lines + fresh(now, indent, depth);
        }
        lines.append(indent, ' ');
        if (now.key != nullptr) {
            const std::size_t key = read.key->offset;
            appendLines(lines, body.substr(read.mark, key - read.mark), indent, read.column, text);
            lines += now.key->scalar == read.key->scalar ? std::string(body.substr(key, read.keyEnd - key))
                                                         : yamlKey(*now.key);
        }
        if (sameBlock) return patchedBlock(std::move(lines), *now.value, read, text, indent, depth);
        if (another) {
            std::string comment(commentOf(read, body));
            if (const std::string_view first = commentInBracket(*read.value, body); !first.empty())
                comment.append(comment.empty() ? "  " : std::string(lineEnd_) + std::string(indent + 2, ' '))
                    .append(first);
            lines += freshValue(now, comment, indent, depth);
            copyBetween(lines, read, text, indent);
            return lines;
        }
        const std::string value = patchedInline(*now.value, *read.value, text, read.column, false);
        std::string_view before = body.substr(read.keyEnd, read.valueStart - read.keyEnd);
        if (now.key == nullptr) lines += '-';
        if (value.empty()) before = before.substr(0, before.find_last_not_of(" \t\r\n") + 1);
        appendLines(lines, before, indent, read.column, text);
        if (!value.empty() && (before.empty() || before.ends_with(':'))) lines += ' ';
        appendLines(lines, value, std::max(indent, read.column), read.column, text);
        if (isBlockText(read, body) && !unchanged(*now.value, *read.value, text))
            lines += commentOf(read, body);
        copy(lines, text, read.valueEnd, read.end, indent, read.column);
        return lines;
    }

    /// A part whose value is a block before and after the change.
    /// \param lines  up to its key or its dash
    std::string patchedBlock(std::string lines, const YamlValue& now, const YamlPiece& read,
                             const YamlText& text, std::size_t indent, int depth) {
        const YamlPiece& first = read.parts.front();
        if (read.key == nullptr) lines += '-';
        appendLines(lines, text.body().substr(read.keyEnd, read.partsStart - read.keyEnd), indent,
                    read.column, text);
        const std::size_t inner = std::max(first.column, read.column) - read.column + indent;
        const std::string made = block(now, &read, &text, inner, depth + 1);
        const bool follows = read.partsStart == first.mark && first.column > 0;
        return follows ? joined(std::move(lines), made, inner) : lines + made;
    }

    /// The comments below a part, and comments between its parts that do not belong to one of them.
    void copyBetween(std::string& out, const YamlPiece& read, const YamlText& text,
                     std::size_t indent) const {
        std::size_t at = read.parts.empty() ? read.lineEnd : read.partsStart;
        for (const YamlPiece& part : read.parts) {
            copy(out, text, at, part.start, indent, read.column);
            at = part.end;
        }
        copy(out, text, at, read.end, indent, read.column);
    }

    /// All lines of a part.
    void copyPart(std::string& out, const YamlPiece& read, const YamlText& text, std::size_t indent) const {
        if (read.start == read.mark && read.column > 0) out.append(indent, ' ');  // it followed a dash
        copy(out, text, read.start, read.end, indent, read.column);
    }

    /// Appends a part of `text`, moved from one indentation to another.
    void copy(std::string& out, const YamlText& text, std::size_t from, std::size_t to, std::size_t indent,
              std::size_t before) const {
        if (from < to) appendLines(out, text.body().substr(from, to - from), indent, before, text);
    }

    void appendLines(std::string& out, std::string_view lines, std::size_t indent, std::size_t before,
                     const YamlText& text) const {
        if (indent == before && text.lineEnd() == lineEnd_) {
            out += lines;
            return;
        }
        while (!lines.empty()) {
            const std::size_t newline = lines.find('\n');
            std::string_view line = lines.substr(0, newline);
            lines.remove_prefix(newline == noOffset ? lines.size() : newline + 1);
            if (line.ends_with('\r')) line.remove_suffix(1);
            const bool starts = out.empty() || out.back() == '\n';
            const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
            if (starts && !line.empty()) {
                out.append(blanks + indent - std::min(blanks + indent, before), ' ');
                line.remove_prefix(blanks);
            }
            out += line;
            if (newline != noOffset) out += lineEnd_;
        }
    }

    const YamlText* own_ = nullptr;  ///< that the document was read from
    std::string_view lineEnd_;
    std::size_t step_ = 2;  ///< blanks of one step of the indentation
    bool keptLines_ = true;
    UsedPieces used_;
};

}  // namespace

namespace {

struct KeptText {
    std::string text;
    bool keptLines = true;
};

KeptText kept(const YamlValue& value) {
    const YamlText* text = value.source.get();
    if (text == nullptr) return {isYamlBlock(value) ? KeptWriter("\n").write(value) : writeYaml(value)};
    KeptWriter writer(text->lineEnd());
    std::string result = writer.write(value, *text);
    if (text->endsOpen() && result.ends_with(text->lineEnd()))
        result.resize(result.size() - text->lineEnd().size());
    return {(text->byteOrderMark() ? "\xEF\xBB\xBF" : "") + result, writer.keptLines()};
}

}  // namespace

std::string keptYaml(const YamlValue& value) {
    return kept(value).text;
}

YamlFile yamlForFile(const YamlValue& document) {
    KeptText made = kept(document);
    auto read = parseYaml(made.text);
    if (auto* value = std::get_if<YamlValue>(&read); value != nullptr && sameMeaning(*value, document))
        return {std::move(made.text), std::move(*value), made.keptLines};
    YamlFile plain{writeYaml(document), document, document.source == nullptr};
    const auto again = parseYaml(plain.text);
    if (const auto* refused = std::get_if<Diagnostic>(&again)) {
        plain.problem = refused->problem;
    } else if (!sameMeaning(std::get<YamlValue>(again), document)) {
        plain.problem = Problem{.reason = "the text would be read as another design"};
    }
    return plain;
}

}  // namespace burin
