// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/flow_writer.hpp"

#include "core/design/layout/flow_patch.hpp"
#include "core/design/layout/moved_lines.hpp"
#include "core/design/layout/yaml_spelling.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

/// The blanks of one step of the indentation.
constexpr std::size_t step = 2;

bool cameFromText(const YamlValue& value) {
    return value.source != nullptr || std::any_of(value.items.begin(), value.items.end(), cameFromText) ||
           std::any_of(value.entries.begin(), value.entries.end(),
                       [](const YamlEntry& entry) { return entry.key.source || cameFromText(entry.value); });
}

/// The piece of a block that a part was read from; nullptr if the part is a copy of another one in `own`.
const YamlPiece* originOf(const NowPart& part, const YamlText* own) {
    const YamlPiece* piece = pieceOf(part);
    const bool copied = part.key != nullptr && part.key->source.get() != own;
    return piece == nullptr || (&textOf(part) == own && copied) ? nullptr : piece;
}

}  // namespace

/// The lines of a pair of brackets. Elements with comments have lines of their own.
class FlowWriter::BracketLines {
  public:
    BracketLines(char bracket, std::size_t column, std::string_view lineEnd)
        : text_(1, bracket), indent_(column, ' '), lineEnd_(lineEnd) {}

    /// A comment after the opening bracket.
    void open(std::string_view comment) {
        if (comment.empty()) return;
        text_.append(comment);
        newLine();
    }
    /// \param last  whether no comma follows
    void element(const FlowPart& one, bool last) {
        const char* comma = last ? "" : ",";
        if (one.lead.empty() && one.comment.empty()) {
            text_.append(starts_ ? "" : " ").append(one.text).append(comma);
            starts_ = false;
            return;
        }
        comments(one.lead);
        if (one.lead.empty()) newLine();
        text_.append(one.text).append(comma).append(one.comment);
        newLine();
    }
    /// Whole lines.
    void comments(std::string_view lines) {
        if (lines.empty()) return;
        newLine();
        text_.resize(text_.size() - indent_.size());
        text_.append(lines).append(indent_);
    }
    std::string end(char bracket) { return std::move(text_) + bracket; }

  private:
    void newLine() {
        text_.resize(text_.find_last_not_of(" \r\n") + 1);
        text_.append(lineEnd_).append(indent_);
        starts_ = true;
    }

    std::string text_;
    std::string indent_;
    std::string_view lineEnd_;
    bool starts_ = true;  ///< no blank is needed before the next element
};

FlowPart FlowWriter::part(const NowPart& now, std::size_t column) const {
    FlowPart part;
    if (const YamlPiece* read = originOf(now, own_)) {
        part = ofBlock(now, *read, textOf(now), column);
    } else if (auto moved = movedInline(now, own_, column, lineEnd_)) {
        part = std::move(*moved);
    } else {
        const bool copied = now.key != nullptr && own_ != nullptr && now.value->source.get() == own_ &&
                            now.key->source.get() != own_;
        part.text = copied ? yamlOnOneLine(*now.value, true) : value(*now.value, column);
    }
    if (now.key != nullptr) part.text.insert(0, yamlFlowKey(*now.key));
    return part;
}

std::string FlowWriter::value(const YamlValue& value, std::size_t column) const {
    const auto parts = partsOf(value);
    if (parts.empty() || !cameFromText(value)) return yamlOnOneLine(value, true);
    BracketLines lines(value.isMap() ? '{' : '[', column + step, lineEnd_);
    for (const NowPart& one : parts)
        lines.element(part(one, column + step), &one == &parts.back());
    return lines.end(value.isMap() ? '}' : ']');
}

FlowPart FlowWriter::ofBlock(const NowPart& now, const YamlPiece& read, const YamlText& text,
                             std::size_t column) const {
    const std::string_view body = text.body();
    const auto between = [&](std::size_t from, std::size_t to) {
        std::string lines;
        if (from < to) appendComments(lines, body.substr(from, to - from), column, lineEnd_);
        return lines;
    };
    FlowPart part;
    part.lead = between(read.start, read.head);
    const bool wasBlock = isYamlBlock(*read.value);
    const bool sameBlock = wasBlock && isYamlBlock(*now.value) && now.value->type == read.value->type;
    if (sameBlock && !read.parts.empty()) {
        if (read.explicitKey()) part.lead += between(read.head, read.partsStart);
        FlowPart made = bracketed(*now.value, read, text, column);
        part.text = std::move(made.text);
        part.comment = std::move(made.comment);
        return part;
    }
    if (wasBlock) {
        part.lead += between(read.head, read.end);
        part.text = value(*now.value, column);
        return part;
    }
    part.lead += between(read.keyEnd, read.valueStart);
    part.text = inlineValue(*now.value, read, text, column);
    part.comment = commentOf(read, body);
    part.lead += between(read.lineEnd, read.end);
    return part;
}

FlowPart FlowWriter::bracketed(const YamlValue& now, const YamlPiece& read, const YamlText& text,
                               std::size_t column) const {
    const auto parts = partsOf(now);
    const auto partners = partnersOf(parts, read, text);
    const std::vector<bool> kept = inOrder(partners);
    const std::size_t inner = column + step;
    const std::string_view comment = read.explicitKey() ? std::string_view() : commentOf(read, text.body());
    BracketLines lines(now.isMap() ? '{' : '[', inner, lineEnd_);
    lines.open(comment);
    std::size_t at = read.partsStart;
    bool alone = parts.size() == 1 && comment.empty();
    // The comments that belong to no part stay between the parts.
    const auto passOver = [&](std::size_t to) {
        std::string between;
        if (at < to) appendComments(between, text.body().substr(at, to - at), inner, lineEnd_);
        alone = alone && between.empty();
        lines.comments(between);
    };
    std::size_t next = 0;
    const auto passTo = [&](std::size_t part) {
        for (; next < part; ++next) {
            passOver(read.parts[next].start);
            at = read.parts[next].end;
        }
    };
    FlowPart made;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (kept[i]) passTo(partners[i] + 1);
        FlowPart one;
        if (partners[i] == noPartner) {
            one = part(parts[i], inner);
        } else {
            one = ofBlock(parts[i], read.parts[partners[i]], text, inner);
            if (parts[i].key != nullptr) one.text.insert(0, yamlFlowKey(*parts[i].key));
        }
        // The comment of the only part goes behind the brackets.
        if (alone && one.lead.empty()) made.comment = std::exchange(one.comment, {});
        lines.element(one, i + 1 == parts.size());
    }
    passTo(read.parts.size());
    passOver(read.end);
    made.text = lines.end(now.isMap() ? '}' : ']');
    return made;
}

std::string FlowWriter::inlineValue(const YamlValue& now, const YamlPiece& read, const YamlText& text,
                                    std::size_t column) const {
    const char first = read.value->source ? text.body()[read.valueStart] : '~';
    const bool brackets = first == '[' || first == '{';
    const bool quoted = (first == '"' || first == '\'') && unchanged(now, *read.value, text);
    if (isYamlBlock(now) || (!brackets && !quoted)) return value(now, column);
    return shiftedLines(patchedInline(now, *read.value, text, read.column, true),
                        blanksOfLine(text.body(), read.valueStart), column, column + 1, false, lineEnd_);
}

}  // namespace burin
