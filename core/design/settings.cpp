// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/settings.hpp"

#include "core/base/text.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <utility>

namespace burin {

namespace {

constexpr std::string_view settingForm = "write NODE.KEY=VALUE, or pixel=VALUE";
constexpr std::string_view settingFormWithQuotes =
    "write NODE.KEY=VALUE, or pixel=VALUE; put a name that contains = in double quotes";
constexpr std::string_view valueForm =
    "write one number, length or text, a list in [ ] or a map in { }; put text with , : # or quotes in "
    "single quotes";

/// Whether a text could set a node whose name contains an equals sign, such as `a=b.pitch=9`.
bool equalsInName(std::string_view text) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    return text.find('=') < dot && text.find('=', dot) != std::string_view::npos;
}

/// Removes a node's name and the dot after it from the front of `rest`. \return the name
std::optional<std::string> takeNodeName(std::string_view& rest) {
    std::string name;
    std::size_t end = 0;
    if (rest.starts_with('"')) {
        for (end = 1; end < rest.size() && rest[end] != '"'; ++end) {
            const bool escape =
                rest[end] == '\\' && end + 1 < rest.size() && (rest[end + 1] == '"' || rest[end + 1] == '\\');
            name += rest[escape ? ++end : end];
        }
        ++end;  // skips the closing quote
    } else {
        end = std::min(rest.find('.'), rest.size());
        name = rest.substr(0, end);
    }
    const bool plain = !rest.starts_with('"');
    if (plain && name.find('=') != std::string::npos) return {};
    if (name.empty() || end >= rest.size() || rest[end] != '.') return {};
    rest.remove_prefix(end + 1);
    return name;
}

/// The keys of `path`, which are separated by dots; an empty list if one of them is empty.
std::vector<std::string> keysOf(std::string_view path) {
    std::vector<std::string> keys;
    while (true) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        if (dot == 0) return {};
        keys.emplace_back(path.substr(0, dot));
        if (dot == path.size()) return keys;
        path.remove_prefix(dot + 1);
    }
}

/// The entry of a list that has one.
std::optional<YamlValue> onlyEntry(const std::string& listText) {
    auto parsed = parseYaml(listText);
    auto* list = std::get_if<YamlValue>(&parsed);
    if (list == nullptr || list->type != YamlValue::Type::sequence || list->items.size() != 1) return {};
    return std::move(list->items.front());
}

std::string_view withoutBlanksAround(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Whether there is a comment or a comma around a value, which YAML would drop silently.
/// \param text  a value that parses in brackets with a line break before the closing one
bool hasRest(const std::string& text) {
    // Behind a comma, and in a comment, our own comma and bracket are not accepted.
    return text.find_first_of(",#") != std::string::npos &&
           (text.starts_with('#') || !onlyEntry('[' + text + ",]"));
}

bool takenAsTyped(ParameterType type) {
    return type == ParameterType::text || type == ParameterType::texts || type == ParameterType::file;
}

/// The text with LF as line ends, as YAML reads them.
std::string withPlainLineEnds(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!text.substr(i).starts_with("\r\n")) plain += text[i];
    }
    return plain;
}

/// A number with a decimal comma, such as `0,3 mm`, with a decimal point instead; empty for any other text.
std::string withDecimalPoint(std::string_view text) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos || text.substr(comma + 1).find_first_of("0123456789") != 0) return {};
    std::string number(text);
    number[comma] = '.';
    return parseLength(number) ? number : std::string();
}

/// The problem of a value that is not one value of YAML flow text.
Problem notOneValue(std::string_view value) {
    Problem problem{.reason = "%1 is not one value",
                    .details = {quotedForMessage(value)},
                    .advice = std::string(valueForm)};
    if (std::string number = withDecimalPoint(value); !number.empty()) {
        problem.details.push_back(std::move(number));
        problem.details.push_back('[' + std::string(value) + ']');
        problem.advice = "a number has a decimal point: write %2, or %3 for two numbers";
    }
    return problem;
}

std::variant<YamlValue, Problem> typedText(std::string_view typed) {
    std::string text = withPlainLineEnds(typed);
    if (text.size() > longestDesignText || firstInvalidUtf8(text) || firstControl(text, "\t\n")) {
        return Problem{.reason = "%1 is not a text",
                       .details = {quotedForMessage(text)},
                       .advice = "write at most 1 MiB in UTF-8, without control characters"};
    }
    return yamlScalar(text);
}

/// Whether a setting takes its key out.
bool removes(const Setting& setting) {
    return !setting.ready && setting.value.empty();
}

/// Applies settings to one document.
class Setter {
  public:
    Setter(YamlValue& document, std::span<const Kind> kinds, const std::filesystem::path& folder)
        : document_(document), kinds_(kinds), folder_(folder) {}

    std::optional<Problem> apply(const Setting& setting) {
        setting_ = &setting;
        if (setting.node.empty()) return put(document_, "pixel", {}, document_.mark);
        YamlValue* nodes = valueIn(document_, "nodes");
        YamlValue* body = nodes == nullptr ? nullptr : valueIn(*nodes, setting.node);
        if (body == nullptr || body->type != YamlValue::Type::map) return noSuchNode(nodes);
        const std::string& key = setting.path.front();
        if (key == "kind" || key == "group" || key == "inputs")
            return refused("%1 cannot be set", "change it in the design", {quotedForMessage(key)});
        if (isInstance(*body)) return setParameter(*body);
        return setKey(*body);
    }

  private:
    [[nodiscard]] Problem refused(std::string reason, std::string advice,
                                  std::vector<std::string> details) const {
        return {.subject = quotedForMessage(setting_->text),
                .reason = std::move(reason),
                .details = std::move(details),
                .advice = std::move(advice)};
    }

    [[nodiscard]] Problem noSuchNode(const YamlValue* nodes) const {
        const std::string_view wanted = setting_->node;
        std::vector<std::string_view> names;
        if (nodes != nullptr) {
            for (const auto& [name, body] : nodes->entries) {
                names.push_back(name.scalar);
                const bool inside = isInstance(body) && wanted.size() > name.scalar.size() &&
                                    wanted.starts_with(name.scalar) && wanted[name.scalar.size()] == '/';
                if (inside) {
                    return refused("%1 is a part of the instance %2", "set a parameter of that instance",
                                   {quotedForMessage(wanted), quotedForMessage(name.scalar)});
                }
            }
        }
        return refused("the design has no node %1", "%2",
                       {quotedForMessage(wanted), suggestion(wanted, names, "name a node of the design")});
    }

    /// Says that the key at `level` of the path does not exist. \param known  the keys that do
    [[nodiscard]] Problem noSuchKey(std::size_t level, const std::vector<std::string_view>& known,
                                    const char* ifNone = "set %1 as a whole") const {
        const std::string owner = quotedForMessage(level == 0 ? setting_->node : pathTo(level - 1));
        const std::string remedy =
            known.empty() ? filledIn(ifNone, {owner}) : filledIn("%1 has %2", {owner, alternatives(known)});
        return refused("%1 has no key %2", "%3",
                       {quotedForMessage(setting_->node), quotedForMessage(pathTo(level)),
                        suggestion(setting_->path[level], known, remedy)});
    }

    std::optional<Problem> setParameter(YamlValue& body) {
        const std::string& key = setting_->path.front();
        const YamlValue* name = body.find("group");
        const YamlValue* groups = document_.find("groups");
        const YamlValue* group = groups == nullptr || name == nullptr ? nullptr : groups->find(name->scalar);
        const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
        std::vector<std::string_view> known;
        if (parameters != nullptr) {
            for (const YamlEntry& entry : parameters->entries)
                known.push_back(entry.key.scalar);
        }
        const bool parameter = std::find(known.begin(), known.end(), key) != known.end();
        known.push_back("muted");
        if (!parameter && key != "muted") return noSuchKey(0, known);
        if (setting_->path.size() > 1) return noSuchKey(1, {});
        if (key == "muted") return put(body, key, {}, body.mark);
        const std::string_view type = textUnder(*parameters->find(key), "type");
        YamlValue& values = mapIn(body, "values");
        ParameterDescription wanted;
        if (type == "file") wanted.type = ParameterType::file;
        if (type == "text") wanted.type = ParameterType::text;
        auto problem = put(values, key, wanted, values.mark);
        if (values.entries.empty()) eraseIn(body, "values");
        return problem;
    }

    std::optional<Problem> setKey(YamlValue& body) {
        const Kind* kind = kindOf(body, kinds_);
        const std::string& key = setting_->path.front();
        const ParameterDescription* wanted = kind == nullptr ? nullptr : kind->description.parameter(key);
        if (wanted == nullptr) {
            const std::vector<std::string_view> known = knownKeys(body, kind);
            const bool there = std::find(known.begin(), known.end(), key) != known.end();
            if (!there) return noSuchKey(0, known, "%1 has no keys in the design");
            if (setting_->path.size() > 1) return noSuchKey(1, {});
            return put(body, key, {}, body.mark);
        }
        return setInside(body, *wanted, 0);
    }

    static std::vector<std::string_view> knownKeys(const YamlValue& body, const Kind* kind) {
        std::vector<std::string_view> known;
        if (kind == nullptr) {
            for (const YamlEntry& entry : body.entries)
                known.push_back(entry.key.scalar);
            return known;
        }
        for (const ParameterDescription& parameter : kind->description.parameters)
            known.push_back(parameter.key);
        if (kind->description.size != SizeRule::none) known.insert(known.end(), {"width", "height"});
        if (!isRoot(body)) known.push_back("muted");
        return known;
    }

    /// Sets the key at `level` of the path in `map`. `wanted` describes it.
    std::optional<Problem> setInside(YamlValue& map, const ParameterDescription& wanted, std::size_t level) {
        const std::string& key = setting_->path[level];
        if (level + 1 == setting_->path.size()) return put(map, key, wanted, map.mark);
        const std::string& inner = setting_->path[level + 1];
        std::vector<std::string_view> known;
        const ParameterDescription* chosen = nullptr;
        for (const ParameterDescription& alternative : wanted.alternatives) {
            known.push_back(alternative.key);
            if (alternative.key == inner) chosen = &alternative;
        }
        const YamlValue* given = map.find(key);
        const bool named = wanted.type == ParameterType::numbers;
        if (named && given != nullptr) {
            for (const YamlEntry& entry : given->entries)
                known.push_back(entry.key.scalar);
        }
        const bool there = std::find(known.begin(), known.end(), inner) != known.end();
        if (!there)
            return noSuchKey(level + 1, known, named ? "add it to %1 in the design" : "set %1 as a whole");
        YamlValue nothing = yamlMap();
        const bool absent = removes(*setting_) && (given == nullptr || given->find(inner) == nullptr);
        // The rest of the path is read although there is nothing to take out.
        YamlValue& inside = absent ? nothing : mapIn(map, key);
        if (chosen != nullptr) {
            if (wanted.type == ParameterType::oneOf && !removes(*setting_)) inside.entries.clear();
            return setInside(inside, *chosen, level + 1);
        }
        if (setting_->path.size() > level + 2) return noSuchKey(level + 2, {});
        return put(inside, inner, {}, inside.mark);
    }

    /// The keys of the setting up to `level`, with dots between them.
    [[nodiscard]] std::string pathTo(std::size_t level) const {
        std::string path = setting_->path.front();
        for (std::size_t i = 1; i <= level; ++i)
            path += "." + setting_->path[i];
        return path;
    }

    static YamlValue& mapIn(YamlValue& owner, std::string_view key) {
        const bool there = owner.find(key) != nullptr;
        YamlValue& map = valueAt(owner, key);
        if (map.type != YamlValue::Type::map) {
            const SourceMark mark = there ? map.mark : owner.mark;
            map = yamlMap();
            map.flow = true;
            remark(map, mark);
            if (!there) owner.entries.back().key.mark = mark;
        }
        return map;
    }

    /// Sets a key. Relative paths in the value become absolute. The value gets the place in the file of the
    /// previous value, or of the map.
    std::optional<Problem> put(YamlValue& map, std::string_view key, const ParameterDescription& wanted,
                               SourceMark mark) {
        std::optional<YamlValue> value = setting_->ready;
        if (!value && !setting_->value.empty()) {
            auto read = settingValue(setting_->value, wanted.type);
            if (auto* problem = std::get_if<Problem>(&read)) {
                problem->subject = quotedForMessage(setting_->text);
                return std::move(*problem);
            }
            value = std::get<YamlValue>(std::move(read));
        }
        if (value) {
            forEachFileOf(*value, wanted, [this](YamlValue& file) {
                if (!file.scalar.empty() && !file.scalar.starts_with(builtinPrefix))
                    file.scalar = (folder_ / file.scalar).lexically_normal().generic_string();
            });
        }
        const YamlValue* before = map.find(key);
        if (value) remark(*value, before == nullptr ? mark : before->mark);
        setIn(map, key, std::move(value));
        if (before == nullptr && !map.entries.empty() && map.entries.back().key.scalar == key)
            map.entries.back().key.mark = mark;
        return {};
    }

    YamlValue& document_;
    std::span<const Kind> kinds_;
    const std::filesystem::path& folder_;
    const Setting* setting_ = nullptr;
};

}  // namespace

std::variant<Setting, Problem> parseSetting(std::string_view text) {
    const auto wrong = [&](std::string reason) {
        return Problem{.subject = quotedForMessage(text),
                       .reason = std::move(reason),
                       .advice = std::string(settingForm)};
    };
    Setting setting;
    setting.text = text;
    std::string_view rest = text;
    if (!text.starts_with("pixel=")) {
        auto node = takeNodeName(rest);
        if (!node) {
            Problem problem = wrong("it does not name a node");
            if (equalsInName(text)) problem.advice = settingFormWithQuotes;
            return problem;
        }
        setting.node = std::move(*node);
    }
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return wrong("it has no value");
    setting.path = keysOf(rest.substr(0, equals));
    if (setting.path.empty()) return wrong("it does not name a key");
    const std::string_view value = rest.substr(equals + 1);
    if (value.find_first_not_of(" \t") == std::string_view::npos) return setting;
    setting.value = value;
    return setting;
}

std::variant<std::vector<Setting>, Problem> parseSettings(const std::vector<std::string>& texts) {
    std::vector<Setting> settings;
    for (const std::string& text : texts) {
        auto parsed = parseSetting(text);
        if (auto* problem = std::get_if<Problem>(&parsed)) return std::move(*problem);
        settings.push_back(std::get<Setting>(std::move(parsed)));
    }
    return settings;
}

std::variant<YamlValue, Problem> settingValue(std::string_view text, ParameterType type) {
    const std::string value(withoutBlanksAround(text));
    if (takenAsTyped(type) && !value.empty() && std::string_view("[{\"'").find(value[0]) == std::string::npos)
        return typedText(value);
    // The line break ends a comment, which would hide the bracket.
    auto one = onlyEntry('[' + value + "\n]");
    if (!one) return notOneValue(text);
    if (hasRest(value)) {
        return Problem{.reason = "a comma or a comment is beside the value in %1",
                       .details = {quotedForMessage(text)},
                       .advice = "remove the comma, or the # and the comment"};
    }
    return std::move(*one);
}

bool setSameKey(const Setting& a, const Setting& b) {
    const std::size_t common = std::min(a.path.size(), b.path.size());
    return a.node == b.node &&
           std::equal(a.path.begin(), a.path.begin() + static_cast<std::ptrdiff_t>(common), b.path.begin());
}

bool isReplaced(const YamlValue& document, const Setting& earlier, const Setting& later) {
    // Only a part of a map can be lost.
    if (removes(earlier) || earlier.path.size() < 2 || earlier.node != later.node ||
        earlier.path.front() != later.path.front())
        return false;
    const YamlValue* nodes = document.find("nodes");
    const YamlValue* value = nodes == nullptr ? nullptr : nodes->find(earlier.node);
    for (const std::string& key : earlier.path) {
        if (value != nullptr) value = value->find(key);
    }
    return value == nullptr;
}

std::optional<Problem> applySettings(YamlValue& document, std::span<const Setting> settings,
                                     std::span<const Kind> kinds, const std::filesystem::path& folder) {
    Setter setter(document, kinds, folder);
    const auto setTwice = [](const Setting& earlier, const Setting& later) {
        return Problem{.subject = quotedForMessage(later.text),
                       .reason = "the same key is set by %1",
                       .details = {quotedForMessage(earlier.text)},
                       .advice = "set it once"};
    };
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const std::span<const Setting> before = settings.first(i);
        for (const Setting& earlier : before) {
            if (setSameKey(earlier, settings[i])) return setTwice(earlier, settings[i]);
        }
        if (auto problem = setter.apply(settings[i])) return problem;
        for (const Setting& earlier : before) {
            if (isReplaced(document, earlier, settings[i])) return setTwice(earlier, settings[i]);
        }
    }
    return {};
}

}  // namespace burin
