// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/flow_patch.hpp"

#include "core/design/layout/kept_parts.hpp"
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
};

std::vector<Element> elementsOf(const YamlValue& value) {
    std::vector<Element> elements;
    for (const YamlValue& item : value.items)
        elements.push_back({nullptr, &item});
    for (const auto& [key, entry] : value.entries)
        elements.push_back({&key, &entry});
    return elements;
}

std::string spelled(const Element& element) {
    const std::string value = yamlOnOneLine(*element.value, true);
    return element.key == nullptr ? value : yamlOnOneLine(*element.key, true) + ": " + value;
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

    /// The patched text; empty if the whole value has to be written again.
    std::string made() {
        if (now_.empty() || read_.empty() || !findElements()) return {};
        const bool oneLine = body_.substr(begin_, end_ - begin_).find('\n') == noOffset;
        if (now_.size() != read_.size() && oneLine) return {};
        const std::vector<std::size_t> partners =
            now_.front().key == nullptr ? pairedItems() : pairedEntries();
        const auto first = std::find_if(partners.begin(), partners.end(), isPartner);
        std::size_t at = first == partners.end() ? read_.front().begin : read_[*first].begin;
        bool behind = false;
        std::vector<bool> kept(read_.size());
        for (std::size_t i = 0; i < now_.size(); ++i) {
            if (partners[i] == noPartner) {
                changes_.push_back({at, at, behind ? ", " + spelled(now_[i]) : spelled(now_[i]) + ", "});
                continue;
            }
            const Element& read = read_[partners[i]];
            if (!same(now_[i], read) && !change(now_[i], read)) return {};
            kept[partners[i]] = true;
            at = read.end;
            behind = true;
        }
        for (std::size_t i = 0; i < read_.size(); ++i) {
            if (!kept[i]) remove(read_[i]);
        }
        return applied();
    }

  private:
    struct Change {
        std::size_t from = 0;
        std::size_t to = 0;
        std::string text;
    };

    static bool isPartner(std::size_t partner) { return partner != noPartner; }

    /// For each item the index of the one that it was before, or noPartner: equal items at both ends, and the
    /// changed ones between them in their order.
    [[nodiscard]] std::vector<std::size_t> pairedItems() const {
        const std::size_t most = std::min(now_.size(), read_.size());
        std::size_t tail = 0;
        std::size_t head = 0;
        while (head < most && same(now_[head], read_[head]))
            ++head;
        while (tail < most - head && same(now_[now_.size() - 1 - tail], read_[read_.size() - 1 - tail]))
            ++tail;
        std::vector<std::size_t> partners(now_.size(), noPartner);
        for (std::size_t i = 0; i < most - tail; ++i)
            partners[i] = i;
        for (std::size_t i = 1; i <= tail; ++i)
            partners[now_.size() - i] = read_.size() - i;
        return partners;
    }

    /// The same for entries, which are found by their places and keys. Entries that moved have no partner.
    [[nodiscard]] std::vector<std::size_t> pairedEntries() const {
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
        std::vector<std::size_t> partners = partnersOf(parts, piece, text_);
        const std::vector<bool> kept = inOrder(partners);
        for (std::size_t i = 0; i < partners.size(); ++i) {
            if (!kept[i]) partners[i] = noPartner;
        }
        return partners;
    }

    bool same(const Element& now, const Element& read) const {
        if ((now.key == nullptr) != (read.key == nullptr)) return false;
        return (now.key == nullptr || now.key->scalar == read.key->scalar) &&
               unchanged(*now.value, *read.value, text_);
    }

    bool findElements() {
        for (Element& element : read_) {
            if (!element.value->source) return false;
            element.begin = element.key != nullptr ? element.key->offset : element.value->offset;
            element.end = yamlValueEnd(body_, *element.value, 0, true);
            if (element.end == noOffset || element.end > end_) return false;
        }
        return true;
    }

    bool change(const Element& now, const Element& read) {
        if (now.key != nullptr && now.key->scalar != read.key->scalar && !rename(*now.key, *read.key))
            return false;
        if (unchanged(*now.value, *read.value, text_)) return true;
        std::string value = patchedInline(*now.value, *read.value, text_, 0, true);
        if (value.empty()) return false;
        const std::size_t at = read.value->offset;
        // The place of a null that is left out may be directly behind the colon.
        if (now.key != nullptr && at == read.end && at > 0 && body_[at - 1] == ':') value.insert(0, 1, ' ');
        changes_.push_back({at, read.end, std::move(value)});
        return true;
    }

    /// Replaces the key alone, so that its value keeps its lines and comments.
    bool rename(const YamlValue& now, const YamlValue& read) {
        const std::size_t end = yamlValueEnd(body_, read, 0, true);
        if (end == noOffset || end > end_) return false;
        // The colon may follow a key in quotes without a blank after it, but not a plain key.
        const bool tight = end + 1 < end_ && body_[end] == ':' &&
                           std::string_view(" \t\r\n").find(body_[end + 1]) == noOffset;
        changes_.push_back(
            {read.offset, tight ? end + 1 : end, yamlOnOneLine(now, true) + (tight ? ": " : "")});
        return true;
    }

    /// Removes an element with its comma, and the whole line if nothing else is on it.
    void remove(const Element& read) {
        std::size_t from = read.begin;
        std::size_t to = body_.find_first_not_of(" \t\r\n", read.end);
        to = to < end_ && body_[to] == ',' ? to + 1 : read.end;
        const std::size_t line = body_.rfind('\n', from) + 1;
        const std::size_t rest = body_.find_first_not_of(" \t\r", to);
        const bool alone = line > begin_ && body_.find_first_not_of(" \t", line) == from && rest < end_ &&
                           (body_[rest] == '\n' || body_[rest] == '#');
        if (alone) {
            from = line;
            to = std::min(body_.find('\n', to), end_) + 1;
        } else if (rest < end_ && body_[rest] != '\n' && body_[rest] != '#') {
            to = rest;
        }
        changes_.push_back({from, to, {}});
    }

    std::string applied() {
        std::stable_sort(changes_.begin(), changes_.end(),
                         [](const Change& a, const Change& b) { return a.from < b.from; });
        std::string result;
        std::size_t at = begin_;
        for (const Change& change : changes_) {
            if (change.from < at) return {};
            result += body_.substr(at, change.from - at);
            result += change.text;
            at = change.to;
        }
        if (at > end_) return {};
        return result + std::string(body_.substr(at, end_ - at));
    }

    std::vector<Element> now_;
    std::vector<Element> read_;
    const YamlText& text_;
    std::string_view body_;
    std::size_t begin_;
    std::size_t end_;
    std::vector<Change> changes_;
};

}  // namespace

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
    }
    return yamlOnOneLine(now, flow);
}

}  // namespace burin
