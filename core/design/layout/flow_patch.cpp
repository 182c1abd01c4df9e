// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/layout/flow_patch.hpp"

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
    return element.key == nullptr ? value : yamlKey(*element.key) + ": " + value;
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
        std::size_t head = 0;
        const std::size_t most = std::min(now_.size(), read_.size());
        while (head < most && same(now_[head], read_[head]))
            ++head;
        std::size_t tail = 0;
        while (tail < most - head && same(now_[now_.size() - 1 - tail], read_[read_.size() - 1 - tail]))
            ++tail;
        const std::size_t changed = most - head - tail;
        const bool oneLine = body_.substr(begin_, end_ - begin_).find('\n') == noOffset;
        if (now_.size() != read_.size() && oneLine) return {};
        for (std::size_t i = head; i < head + changed; ++i) {
            if (!change(now_[i], read_[i])) return {};
        }
        for (std::size_t i = head + changed; i < read_.size() - tail; ++i)
            remove(read_[i]);
        std::string more;
        for (std::size_t i = head + changed; i < now_.size() - tail; ++i)
            more += head + changed == 0 ? spelled(now_[i]) + ", " : ", " + spelled(now_[i]);
        if (!more.empty()) {
            const std::size_t at = head + changed == 0 ? read_[0].begin : read_[head + changed - 1].end;
            changes_.push_back({at, at, std::move(more)});
        }
        return applied();
    }

  private:
    struct Change {
        std::size_t from = 0;
        std::size_t to = 0;
        std::string text;
    };

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
        if (now.key != nullptr && now.key->scalar != read.key->scalar) {
            changes_.push_back({read.begin, read.end, spelled(now)});
        } else {
            changes_.push_back(
                {read.value->offset, read.end, patchedInline(*now.value, *read.value, text_, 0, true)});
        }
        return !changes_.back().text.empty();
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
        std::sort(changes_.begin(), changes_.end(),
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
