// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.hpp"
#include "core/design/layout/yaml_spelling.hpp"
#include "core/design/yaml.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace burin {

namespace {

bool nullSpelling(std::string_view text) {
    return text == "~" || text == "null" || text == "Null" || text == "NULL";
}

/// Whether `text` can be written without quotes and still reads back as itself, even inside brackets.
bool plain(std::string_view text) {
    constexpr std::string_view indicators = ",[]{}#&*!|>'\"%@`?:-";
    if (text.empty() || nullSpelling(text) || text == "<<") return false;
    if (text.front() == ' ' || text.back() == ' ' || text.front() == '\t' || text.back() == '\t')
        return false;
    if (firstControl(text) || text.find_first_of(",[]{}?") != std::string_view::npos) return false;
    if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos) return false;
    if (text.back() == ':' || text.substr(0, 3) == "---" || text.substr(0, 3) == "...") return false;
    if (text.substr(0, 3) == "\xEF\xBB\xBF") return false;
    const bool inner = text.size() > 1 && text[1] != ' ' &&
                       std::string_view("-:").find(text.front()) != std::string_view::npos;
    return inner || indicators.find(text.front()) == std::string_view::npos;
}

/// Outside of brackets a plain text may contain these characters. It stays plain if it was plain, so that the
/// user's file keeps its style.
bool plainInBlock(std::string_view text) {
    if (text.empty() || std::string_view("[]{},?").find(text.front()) != std::string_view::npos) return false;
    std::string bare(text);
    std::replace_if(
        bare.begin(), bare.end(),
        [](char c) { return std::string_view(",[]{}?").find(c) != std::string_view::npos; }, '_');
    return plain(bare);
}

std::string inDoubleQuotes(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        const std::size_t control = firstControl(text).value_or(text.size());
        for (const char c : text.substr(0, control)) {
            if (c == '"' || c == '\\') result += '\\';
            result += c;
        }
        text.remove_prefix(control);
        if (text.empty()) break;
        const std::size_t bytes = static_cast<unsigned char>(text[0]) == 0xC2 ? 2 : 1;
        if (text[0] == '\n') {
            result += "\\n";
        } else if (text[0] == '\t') {
            result += "\\t";
        } else {
            result += onOneLine(text.substr(0, bytes));
        }
        text.remove_prefix(bytes);
    }
    return result + '"';
}

class YamlWriter {
  public:
    std::string write(const YamlValue& value) {
        block(value, 0);
        return std::move(out_);
    }

    std::string oneLine(const YamlValue& value, bool flow) {
        if (value.type == YamlValue::Type::scalar) {
            scalar(value, flow);
        } else if (flow || value.type != YamlValue::Type::null || nullSpelling(value.scalar)) {
            flowValue(value);
        }
        return std::move(out_);
    }

    std::string keyAlone(const YamlValue& value) {
        scalar(value, false);
        return std::move(out_);
    }

  private:
    static bool inFlow(const YamlValue& value) {
        return value.flow || (value.items.empty() && value.entries.empty());
    }

    void scalar(const YamlValue& value, bool flow) {
        const bool bare = !value.quoted && (flow ? plain(value.scalar) : plainInBlock(value.scalar));
        out_ += bare ? value.scalar : inDoubleQuotes(value.scalar);
    }

    /// A key with its colon; the value follows after a blank or on new lines.
    void key(const YamlValue& value, bool flow, std::size_t indent) {
        const std::size_t start = out_.size();
        scalar(value, flow);
        if (out_.size() - start > longestSimpleKey) {
            out_.insert(start, "? ");
            if (flow) {
                out_ += ' ';
            } else {
                newLine(indent);
            }
        }
        out_ += ':';
    }

    void newLine(std::size_t indent) {
        out_ += '\n';
        out_.append(indent, ' ');
    }

    void flowValue(const YamlValue& value) {
        switch (value.type) {
            case YamlValue::Type::null:
                out_ += nullSpelling(value.scalar) ? value.scalar : "null";
                break;
            case YamlValue::Type::scalar:
                scalar(value, true);
                break;
            case YamlValue::Type::sequence:
                out_ += '[';
                for (std::size_t i = 0; i < value.items.size(); ++i) {
                    if (i > 0) out_ += ", ";
                    flowValue(value.items[i]);
                }
                out_ += ']';
                break;
            case YamlValue::Type::map:
                out_ += '{';
                for (std::size_t i = 0; i < value.entries.size(); ++i) {
                    if (i > 0) out_ += ", ";
                    key(value.entries[i].key, true, 0);
                    out_ += ' ';
                    flowValue(value.entries[i].value);
                }
                out_ += '}';
                break;
        }
    }

    /// Writes a value whose first line starts at the current place, `indent` blanks into the line. Ends with
    /// a line break.
    void block(const YamlValue& value, std::size_t indent) {
        if (value.type == YamlValue::Type::null) {
            out_ += nullSpelling(value.scalar) ? value.scalar : "null";
        } else if (value.type == YamlValue::Type::scalar) {
            scalar(value, false);
        } else if (inFlow(value)) {
            flowValue(value);
        } else if (value.type == YamlValue::Type::sequence) {
            for (std::size_t i = 0; i < value.items.size(); ++i) {
                if (i > 0) out_.append(indent, ' ');
                out_ += "- ";
                block(value.items[i], indent + 2);
            }
            return;
        } else {
            blockMap(value, indent);
            return;
        }
        out_ += '\n';
    }

    void blockMap(const YamlValue& value, std::size_t indent) {
        for (std::size_t i = 0; i < value.entries.size(); ++i) {
            const auto& [name, entry] = value.entries[i];
            if (i > 0) out_.append(indent, ' ');
            key(name, false, indent);
            const bool nested = entry.type == YamlValue::Type::sequence || entry.type == YamlValue::Type::map;
            if (nested && !inFlow(entry)) {
                newLine(indent + 2);
                block(entry, indent + 2);
            } else if (entry.type == YamlValue::Type::null && !nullSpelling(entry.scalar)) {
                out_ += '\n';
            } else {
                out_ += ' ';
                block(entry, indent + 2);
            }
        }
    }

    std::string out_;
};

}  // namespace

std::string writeYaml(const YamlValue& value) {
    return YamlWriter().write(value);
}

std::string yamlKey(const YamlValue& key) {
    return YamlWriter().keyAlone(key);
}

std::string yamlFlowKey(const YamlValue& key) {
    const std::string text = YamlWriter().oneLine(key, true);
    return text.size() > longestSimpleKey ? "? " + text + " : " : text + ": ";
}

std::string yamlOnOneLine(const YamlValue& value, bool flow) {
    return YamlWriter().oneLine(value, flow);
}

const YamlValue* tooLongText(const YamlValue& value) {
    // An escape takes at most four bytes, and the quotes two. A text that was read is written as it was.
    const std::size_t bytes = value.scalar.size();
    const bool mayBe = bytes > longestDesignText / 4 - 1 && !value.source;
    if (bytes > longestDesignText || (mayBe && inDoubleQuotes(value.scalar).size() > longestDesignText))
        return &value;
    for (const YamlValue& item : value.items) {
        if (const YamlValue* found = tooLongText(item)) return found;
    }
    for (const auto& [key, entry] : value.entries) {
        for (const YamlValue* part : {&key, &entry}) {
            if (const YamlValue* found = tooLongText(*part)) return found;
        }
    }
    return nullptr;
}

const YamlValue* repeatedKey(const YamlValue& value) {
    std::unordered_set<std::string_view> keys;
    for (const auto& [key, entry] : value.entries) {
        if (!keys.insert(key.scalar).second) return &key;
        if (const YamlValue* found = repeatedKey(entry)) return found;
    }
    for (const YamlValue& item : value.items) {
        if (const YamlValue* found = repeatedKey(item)) return found;
    }
    return nullptr;
}

}  // namespace burin
