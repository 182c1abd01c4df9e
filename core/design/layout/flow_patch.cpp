// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/flow_patch.hpp"

#include "core/design/layout/flow_writer.hpp"
#include "core/design/layout/kept_parts.hpp"
#include "core/design/layout/moved_lines.hpp"
#include "core/design/layout/yaml_spelling.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

/// A value inside brackets, with its key if it has one.
struct Element {
    const YamlValue* key = nullptr;
    const YamlValue* value = nullptr;
    std::size_t begin = 0;
    std::size_t end = 0;
    bool comma = false;
    std::size_t tail = 0;  ///< offset after the comma, or `end`
    /// Start of its line, or of the comments directly above it; noOffset if something else is on the line
    /// before it, such as the opening bracket.
    std::size_t lead = noOffset;
    /// Start of the line below; noOffset if something but a comment follows on its line.
    std::size_t next = noOffset;
    /// Whether the comments above it are its own: no other element is on its line.
    bool alone = false;
};

std::vector<Element> elementsOf(const YamlValue& value) {
    std::vector<Element> elements;
    for (const YamlValue& item : value.items)
        elements.push_back({nullptr, &item});
    for (const auto& [key, entry] : value.entries)
        elements.push_back({&key, &entry});
    return elements;
}

/// Changes the elements of one pair of brackets.
class FlowPatch {
  public:
    FlowPatch(const YamlValue& now, const YamlValue& read, const YamlText& text, std::size_t end)
        : now_(elementsOf(now)),
          read_(elementsOf(read)),
          text_(text),
          body_(text.body()),
          begin_(read.offset),
          end_(end) {}

    /// Looks at the brackets with one element alone, see taken().
    FlowPatch(const YamlValue& read, std::size_t index, const YamlText& text)
        : text_(text), body_(text.body()), begin_(read.offset), end_(text.body().size()) {
        const auto add = [&](std::size_t at) {
            if (read.isMap()) {
                read_.push_back({&read.entries[at].key, &read.entries[at].value});
            } else {
                read_.push_back({nullptr, &read.items[at]});
            }
        };
        const std::size_t count = read.isMap() ? read.entries.size() : read.items.size();
        one_ = std::min<std::size_t>(index, 1);
        more_ = index + 2 < count;
        for (std::size_t i = index - one_; i < std::min(index + 2, count); ++i)
            add(i);
    }

    /// The patched text; empty if the whole value has to be written again.
    std::string made() {
        if (!findElements()) return {};
        const bool oneLine = body_.substr(begin_, end_ - begin_).find('\n') == noOffset;
        if (now_.size() != read_.size() && oneLine) return {};
        if (read_.empty()) return filled();
        if (!oneLine && indent_.empty()) indent_.assign(blanksOfLine(body_, begin_) + 2, ' ');
        const std::vector<std::size_t> partners = paired();
        const std::vector<bool> kept = inOrder(partners);
        const bool all =
            now_.size() == read_.size() && std::find(kept.begin(), kept.end(), false) == kept.end();
        if (oneLine && !all && (now_.empty() || now_.front().key == nullptr)) return {};
        const std::string patched =
            all || comma_ == 0 ? patchedLines(partners, kept) : withLeadingCommas(partners);
        // Only comments are left of the brackets.
        return now_.empty() && patched.find('#') == noOffset ? std::string() : patched;
    }

    /// The value of an element that is now elsewhere, without its key.
    std::optional<FlowPart> taken(const YamlValue& now, std::size_t column, std::string_view lineEnd) {
        if (!findElements()) return {};
        const Element& read = read_[one_];
        FlowPart part = commentsOf(read);
        const std::size_t from = blanksOfLine(body_, read.begin);
        part.lead = shiftedLines(part.lead, from, column, column, true, lineEnd);
        part.text = shiftedLines(patchedInline(now, *read.value, text_, 0, true), from, column, column + 1,
                                 false, lineEnd);
        if (read.key == nullptr) return part;
        const std::size_t keyEnd = yamlValueEnd(body_, *read.key, 0, true);
        if (keyEnd == noOffset) return {};
        appendComments(part.lead, body_.substr(keyEnd, read.value->offset - keyEnd), column, lineEnd);
        return part;
    }

  private:
    struct Change {
        std::size_t from = 0;
        std::size_t to = 0;
        std::string text;
    };

    std::string patchedLines(const std::vector<std::size_t>& partners, const std::vector<bool>& kept) {
        std::vector<bool> stays(read_.size());
        std::vector<bool> goes(read_.size());
        std::vector<FlowPart> added;
        const Element* last = nullptr;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            if (partners[i] == noPartner) {
                added.push_back(made(now_[i]));
                continue;
            }
            const Element& read = read_[partners[i]];
            if (!kept[i]) {
                added.push_back(moved(now_[i], read));
                added.back().lead = leadOf(read);
                goes[partners[i]] = true;
                continue;
            }
            add(added, last, read);
            if (!change(now_[i], read, changes_)) return {};
            stays[partners[i]] = true;
            last = &read;
        }
        add(added, last, read_.front());
        for (std::size_t i = 0; i < read_.size(); ++i) {
            if (!stays[i]) remove(read_[i], goes[i]);
        }
        return applied(changes_, begin_, end_);
    }

    /// The brackets had only comments. The elements go below them.
    std::string filled() {
        const std::size_t line = lineOf(end_ - 1);
        const std::size_t first = firstOn(body_.find('\n', begin_) + 1);
        indent_ = first + 1 < end_ && body_[first] == '#'
                      ? std::string(body_.substr(lineOf(first), first - lineOf(first)))
                      : std::string(blanksOfLine(body_, begin_) + 2, ' ');
        std::vector<FlowPart> added;
        for (const Element& one : now_)
            added.push_back(made(one));
        Element end;
        end.lead = line;
        add(added, nullptr, end);
        return applied(changes_, begin_, end_);
    }

    /// Finds out whether each comma begins a line and an element follows it there. Then the comments above a
    /// comma and behind an element belong to the element.
    void findLeadingCommas() {
        if (read_.size() < 2 || (read_.back().comma && !more_)) return;
        for (std::size_t i = 1; i < read_.size(); ++i) {
            const std::size_t comma = read_[i - 1].tail - 1;
            const bool leads = read_[i - 1].comma && firstOn(lineOf(comma)) == comma;
            if (!leads || lineOf(read_[i].begin) != lineOf(comma)) return;
        }
        comma_ = read_.front().tail - 1;
        for (Element& element : read_) {
            const bool first = &element == &read_.front();
            if (!first) element.lead = commentsAbove(lineOf(element.begin), (&element - 1)->end);
            element.tail = element.end;
            element.next = lineBelow(element.end);
            element.alone = true;
        }
    }

    /// Writes brackets with leading commas.
    std::string withLeadingCommas(const std::vector<std::size_t>& partners) {
        const std::string indent(body_.substr(lineOf(comma_), comma_ - lineOf(comma_)));
        const std::string sign(body_.substr(comma_, read_[1].begin - comma_));
        const Element& first = read_.front();
        bool follows = first.lead == noOffset;  // the next element is on the line of the bracket
        std::string text(body_.substr(begin_, (follows ? first.begin : first.lead) - begin_));
        const auto addLines = [&](std::string_view lines) {
            if (follows && !lines.empty()) text = body_[begin_] + lineEnd();
            follows = follows && lines.empty();
            text += lines;
        };
        std::size_t next = 1;
        // Comments that belong to no element stay between the elements.
        const auto passTo = [&](std::size_t end) {
            for (; next < end; ++next) {
                const std::size_t from = body_.find('\n', read_[next - 1].end) + 1;
                addLines(body_.substr(from, read_[next].lead - from));
            }
        };
        const std::vector<bool> kept = inOrder(partners);
        for (std::size_t i = 0; i < now_.size(); ++i) {
            if (kept[i]) passTo(partners[i] + 1);
            FlowPart part = partners[i] == noPartner ? made(now_[i]) : moved(now_[i], read_[partners[i]]);
            addLines(part.lead);
            if (!follows) text += indent + (i == 0 ? std::string(sign.size(), ' ') : sign);
            text += part.text + part.comment + lineEnd();
            follows = false;
        }
        passTo(read_.size());
        return closed(std::move(text), indent);
    }

    /// Adds what follows the last element of brackets with leading commas.
    [[nodiscard]] std::string closed(std::string text, const std::string& indent) const {
        const Element& last = read_.back();
        if (last.next != noOffset) return text += body_.substr(last.next, end_ - last.next);
        // The bracket follows the last element, unless that has a comment now.
        if (text.find('#', text.rfind('\n', text.size() - 2) + 1) != noOffset)
            return text + indent + body_[end_ - 1];
        text.resize(text.find_last_not_of("\r\n") + 1);
        return text += body_.substr(last.end, end_ - last.end);
    }

    [[nodiscard]] std::size_t firstOn(std::size_t line) const { return body_.find_first_not_of(" \t", line); }
    [[nodiscard]] std::size_t lineOf(std::size_t at) const {
        return at == 0 ? 0 : body_.rfind('\n', at - 1) + 1;
    }
    /// The start of the line below; noOffset if something but a comment follows on this line.
    [[nodiscard]] std::size_t lineBelow(std::size_t at) const {
        const std::size_t rest = body_.find_first_not_of(" \t\r", at);
        const bool ends = rest < end_ && (body_[rest] == '\n' || body_[rest] == '#');
        return ends ? body_.find('\n', rest) + 1 : noOffset;
    }
    /// The end of the text on a line, or of the text in the brackets if they end there.
    [[nodiscard]] std::size_t lineEndFrom(std::size_t at) const {
        const std::size_t newline = std::min(body_.find('\n', at), end_);
        if (newline == end_) return at;
        return body_.find_last_not_of(" \t\r", newline - 1) + 1;
    }
    /// The lines of comments directly above an element.
    [[nodiscard]] std::string leadOf(const Element& read) const {
        if (read.lead == noOffset) return {};
        return std::string(body_.substr(read.lead, lineOf(read.begin) - read.lead));
    }

    /// For each element the index of the one that it was before, or noPartner.
    [[nodiscard]] std::vector<std::size_t> paired() const {
        std::vector<NowPart> parts;
        for (const Element& element : now_)
            parts.push_back({element.key, element.value});
        YamlPiece piece;
        for (const Element& element : read_) {
            YamlPiece part;
            part.key = element.key;
            part.value = element.value;
            piece.parts.push_back(std::move(part));
        }
        return partnersOf(parts, piece, text_);
    }

    bool findElements() {
        std::size_t before = begin_;
        for (Element& element : read_) {
            if (!findElement(element, before)) return false;
            before = element.tail;
        }
        findLeadingCommas();
        return true;
    }

    bool findElement(Element& element, std::size_t before) {
        if (!element.value->source) return false;
        element.begin = element.key != nullptr ? element.key->offset : element.value->offset;
        element.end = yamlValueEnd(body_, *element.value, 0, true);
        if (element.end == noOffset || element.end > end_) return false;
        findLines(element, before);
        return true;
    }

    /// \param before  the end of the element before it, or the bracket
    void findLines(Element& element, std::size_t before) {
        const std::size_t sign = afterBlanks(element.end);
        element.comma = sign < end_ && body_[sign] == ',';
        element.tail = element.comma ? sign + 1 : element.end;
        const bool sameLine = body_.substr(element.end, element.tail - element.end).find('\n') == noOffset;
        const std::size_t rest = body_.find_first_not_of(" \t\r", element.tail);
        if (sameLine) element.next = lineBelow(element.tail);
        const std::size_t newline = body_.substr(before, element.begin - before).rfind('\n');
        const std::size_t line = newline == noOffset ? noOffset : before + newline + 1;
        if (line == noOffset) element.alone = before == begin_ && element.next != noOffset;
        if (line == noOffset || firstOn(line) != element.begin) return;
        if (indent_.empty()) indent_ = body_.substr(line, element.begin - line);
        element.lead = commentsAbove(line, before);
        const bool last = !element.comma || (rest < end_ && (body_[rest] == '}' || body_[rest] == ']'));
        const bool several = body_.substr(element.begin, element.end - element.begin).find('\n') != noOffset;
        element.alone = element.next != noOffset || last || several;
    }

    /// The start of the comments directly above a line, behind `before`.
    [[nodiscard]] std::size_t commentsAbove(std::size_t line, std::size_t before) const {
        while (line > 0 && lineOf(line - 1) > before && body_[firstOn(lineOf(line - 1))] == '#')
            line = lineOf(line - 1);
        return line;
    }

    /// The first byte that belongs to neither a blank, a line end nor a comment.
    [[nodiscard]] std::size_t afterBlanks(std::size_t from) const {
        std::size_t at = body_.find_first_not_of(" \t\r\n", from);
        while (at < end_ && body_[at] == '#')
            at = body_.find_first_not_of(" \t\r\n", body_.find('\n', at));
        return at;
    }

    [[nodiscard]] FlowPart made(const Element& now) const {
        const std::size_t column = indent_.empty() ? blanksOfLine(body_, begin_) + 2 : indent_.size();
        return FlowWriter(&text_, text_.lineEnd()).part({now.key, now.value}, column);
    }

    /// The comments on the lines of an element.
    [[nodiscard]] FlowPart commentsOf(const Element& read) const {
        FlowPart part;
        if (!read.alone) return part;
        part.lead = leadOf(read);
        if (read.next == noOffset) return part;
        part.comment = body_.substr(read.tail, body_.find('\n', read.tail) - read.tail);
        part.comment.resize(part.comment.find_last_not_of(" \t\r") + 1);
        return part;
    }

    /// An element that stood elsewhere, with the comments on its lines.
    [[nodiscard]] FlowPart moved(const Element& now, const Element& read) const {
        std::vector<Change> changes;
        if (!change(now, read, changes)) return made(now);
        FlowPart part = commentsOf(read);
        part.text = applied(std::move(changes), read.begin, read.end);
        return part;
    }

    /// Puts new elements between two that stay, on lines of their own if the others have such lines.
    /// \param last  the one before them, or nullptr \param first  the one after them if there is none before
    void add(std::vector<FlowPart>& added, const Element* last, const Element& first) {
        if (added.empty()) return;
        const bool behind = last != nullptr;
        if (!behind && first.alone && first.lead == noOffset) {
            addBehindBracket(added, first);
            return;
        }
        const std::size_t line = behind ? last->next : first.lead;
        const bool lines = !indent_.empty() && line != noOffset;
        const bool comma = behind ? last->comma : !read_.empty();
        // A comment above the last one must not seem to describe others on its line.
        const bool apart = behind && !indent_.empty() && last->alone && !leadOf(*last).empty();
        if (lines && behind && !comma) changes_.push_back({last->end, last->end, ","});
        std::string text;
        for (const FlowPart& one : added) {
            const bool ends = !comma && &one == &added.back();
            if (lines) {
                text += one.lead + indent_ + one.text + (ends ? "" : ",") + one.comment + lineEnd();
                continue;
            }
            text += behind ? "," : "";
            if (one.lead.empty() && one.comment.empty()) {
                text += !behind ? "" : apart ? lineEnd() + indent_ : " ";
            } else {
                // The comments are put above the element, because others follow on its line.
                text += lineEnd() + one.lead;
                const std::size_t sign = one.comment.find('#');
                if (sign != noOffset) text += indent_ + one.comment.substr(sign) + lineEnd();
                text += indent_;
            }
            text += one.text + (behind ? "" : ", ");
        }
        const std::size_t at = lines ? line : behind ? last->end : first.begin;
        changes_.push_back({at, at, std::move(text)});
        added.clear();
    }

    /// Puts new elements between the bracket and the element that follows it, on lines of their own.
    void addBehindBracket(std::vector<FlowPart>& added, const Element& first) {
        std::string text;
        for (const FlowPart& one : added) {
            const bool starts = text.empty();
            if (starts)
                text = one.lead.empty() ? body_.substr(begin_ + 1, first.begin - begin_ - 1) : lineEnd();
            text += one.lead + (starts && one.lead.empty() ? "" : indent_) + one.text + "," + one.comment +
                    lineEnd();
        }
        changes_.push_back({begin_ + 1, first.begin, text + indent_});
        added.clear();
    }

    [[nodiscard]] std::string lineEnd() const { return std::string(text_.lineEnd()); }

    /// Adds what changes the key and the value of an element. \return whether it can be changed in place
    bool change(const Element& now, const Element& read, std::vector<Change>& changes) const {
        if (now.key != nullptr && now.key->scalar != read.key->scalar &&
            !rename(*now.key, *read.key, changes))
            return false;
        if (unchanged(*now.value, *read.value, text_)) return true;
        std::string value = patchedInline(*now.value, *read.value, text_, 0, true);
        if (value.empty()) return false;
        const std::size_t at = read.value->offset;
        // The place of a null that is left out may be directly behind the colon.
        if (now.key != nullptr && at == read.end && at > 0 && body_[at - 1] == ':') value.insert(0, 1, ' ');
        changes.push_back({at, read.end, std::move(value)});
        return true;
    }

    /// Replaces the key alone, so that its value keeps its lines and comments.
    bool rename(const YamlValue& now, const YamlValue& read, std::vector<Change>& changes) const {
        const std::size_t end = yamlValueEnd(body_, read, 0, true);
        if (end == noOffset || end > end_) return false;
        // The colon may follow a key in quotes without a blank after it, but not a plain key.
        const bool tight = end + 1 < end_ && body_[end] == ':' &&
                           std::string_view(" \t\r\n").find(body_[end + 1]) == noOffset;
        std::string key = yamlOnOneLine(now, true);
        const std::size_t before = body_.find_last_not_of(" \t\r\n", read.offset - 1);
        if (key.size() > longestSimpleKey && body_[before] != '?') key = "? " + key + " ";
        changes.push_back({read.offset, tight ? end + 1 : end, key + (tight ? ": " : "")});
        return true;
    }

    /// Removes an element with its comma and its comments.
    /// \param goes  whether it is now elsewhere in the brackets, with the comments above it
    void remove(const Element& read, bool goes) {
        if (read.alone && read.next != noOffset) {
            const bool follows = read.lead == noOffset;  // the bracket is on its line
            changes_.push_back(
                {follows ? begin_ + 1 : read.lead, follows ? lineEndFrom(read.tail) : read.next, {}});
            return;
        }
        if ((read.alone || goes) && read.lead != noOffset)
            changes_.push_back({read.lead, lineOf(read.begin), {}});
        const std::size_t rest = body_.find_first_not_of(" \t\r", read.tail);
        const bool more = rest < end_ && body_[rest] != '\n' && body_[rest] != '#';
        changes_.push_back({read.begin, more ? rest : read.tail, {}});
    }

    /// The text from `from` to `to` with changes; empty if they overlap.
    [[nodiscard]] std::string applied(std::vector<Change> changes, std::size_t from, std::size_t to) const {
        std::stable_sort(changes.begin(), changes.end(),
                         [](const Change& a, const Change& b) { return a.from < b.from; });
        std::string result;
        for (const Change& change : changes) {
            if (change.from < from) return {};
            result += body_.substr(from, change.from - from);
            result += change.text;
            from = change.to;
        }
        if (from > to) return {};
        return result + std::string(body_.substr(from, to - from));
    }

    std::vector<Element> now_;
    std::vector<Element> read_;
    const YamlText& text_;
    std::string_view body_;
    std::size_t begin_;
    std::size_t end_;
    std::string indent_;     ///< blanks before an element that begins a line; empty if no element does
    std::size_t comma_ = 0;  ///< the first comma if commas lead, or 0
    std::size_t one_ = 0;    ///< index of the element that taken() looks at
    bool more_ = false;      ///< whether elements follow that are not looked at
    std::vector<Change> changes_;
};

enum class Sought { key, value, item };

/// The brackets with the element whose key or value starts at `offset`, and the element's index.
std::pair<const YamlValue*, std::size_t> bracketsWith(const YamlValue& root, std::size_t offset,
                                                      Sought sought) {
    const YamlValue* at = &root;
    while (true) {
        const std::vector<YamlValue>& items = at->items;
        const std::vector<YamlEntry>& entries = at->entries;
        const auto entry =
            std::upper_bound(entries.begin(), entries.end(), offset,
                             [](std::size_t place, const YamlEntry& one) { return place < one.key.offset; });
        if (entry != entries.begin()) {
            const YamlEntry& found = *(entry - 1);
            const YamlValue& one = sought == Sought::key ? found.key : found.value;
            if (at->flow && sought != Sought::item && one.offset == offset)
                return {at, static_cast<std::size_t>(entry - entries.begin()) - 1};
            at = &found.value;
            continue;
        }
        const auto item =
            std::upper_bound(items.begin(), items.end(), offset,
                             [](std::size_t place, const YamlValue& one) { return place < one.offset; });
        if (item == items.begin()) return {nullptr, 0};
        if (at->flow && sought == Sought::item && (item - 1)->offset == offset)
            return {at, static_cast<std::size_t>(item - items.begin()) - 1};
        at = &*(item - 1);
    }
}

}  // namespace

std::optional<FlowPart> movedInline(const NowPart& part, const YamlText* own, std::size_t column,
                                    std::string_view lineEnd) {
    const YamlValue& value = *part.value;
    if (!value.source) return {};
    const YamlText& text = *value.source;
    const bool key = part.key != nullptr && part.key->source == value.source;
    const bool filled = !value.entries.empty() || !value.items.empty();
    // A scalar with a new key may be a copy of any other one.
    if (part.key != nullptr && !key && (&text == own || !filled)) return {};
    const Sought sought = key ? Sought::key : part.key != nullptr ? Sought::value : Sought::item;
    const auto [brackets, index] =
        bracketsWith(*text.document().value, key ? part.key->offset : value.offset, sought);
    if (brackets == nullptr) return {};
    const YamlValue& read = sought == Sought::item ? brackets->items[index] : brackets->entries[index].value;
    if (read.type != value.type || read.offset != value.offset) return {};
    return FlowPatch(*brackets, index, text).taken(value, column, lineEnd);
}

bool hasComment(const YamlValue& key) {
    if (!key.source) return false;
    const YamlText& text = *key.source;
    std::string comments;
    if (const YamlPiece* piece = text.entryOfKey(key.offset)) {
        appendComments(comments, text.body().substr(piece->start, piece->end - piece->start), 0, {});
        return !comments.empty();
    }
    const auto [brackets, index] = bracketsWith(*text.document().value, key.offset, Sought::key);
    if (brackets == nullptr) return false;
    const auto part = FlowPatch(*brackets, index, text).taken(brackets->entries[index].value, 0, {});
    return part && !(part->lead + part->comment).empty();
}

bool unchanged(const YamlValue& now, const YamlValue& read, const YamlText& text) {
    if (now.type != read.type) return false;
    if (now.type == YamlValue::Type::scalar) {
        return now == read ||
               (now.scalar == read.scalar && now.source.get() == &text && now.offset == read.offset);
    }
    if (now.items.size() != read.items.size() || now.entries.size() != read.entries.size()) return false;
    for (std::size_t i = 0; i < now.items.size(); ++i) {
        if (!unchanged(now.items[i], read.items[i], text)) return false;
    }
    for (std::size_t i = 0; i < now.entries.size(); ++i) {
        if (now.entries[i].key.scalar != read.entries[i].key.scalar) return false;
        if (!unchanged(now.entries[i].value, read.entries[i].value, text)) return false;
    }
    return true;
}

std::string patchedInline(const YamlValue& now, const YamlValue& read, const YamlText& text,
                          std::size_t column, bool flow) {
    const std::size_t end = read.source ? yamlValueEnd(text.body(), read, column, flow) : noOffset;
    if (end != noOffset && unchanged(now, read, text))
        return std::string(text.body().substr(read.offset, end - read.offset));
    const bool brackets = (now.isMap() || now.isSequence()) && now.type == read.type && read.flow;
    if (brackets && end != noOffset) {
        std::string patched = FlowPatch(now, read, text, end).made();
        if (!patched.empty()) return patched;
        return FlowWriter(&text, text.lineEnd()).value(now, blanksOfLine(text.body(), read.offset));
    }
    const std::string value = yamlOnOneLine(now, flow);
    const std::string_view comment = read.source ? commentInBracket(read, text.body()) : std::string_view();
    if (comment.empty()) return value;
    // It is about the whole value, which goes below it.
    const std::size_t indent = std::max(column, blanksOfLine(text.body(), read.offset)) + 2;
    return std::string(" ").append(comment).append(text.lineEnd()).append(indent, ' ') + value;
}

}  // namespace burin
