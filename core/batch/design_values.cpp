// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/batch/design_values.hpp"

#include "core/base/csv.hpp"
#include "core/design/file_paths.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/settings.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>

namespace burin {

namespace {

/// A node's name as written in the title of a column.
std::string titlePart(const std::string& name) {
    if (name.find_first_of(".=\"#") == std::string::npos) return name;
    std::string quoted = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

/// A value in one line of text, as YAML writes it in brackets.
std::string flowText(YamlValue value) {
    value.flow = true;
    std::string text = writeYaml(value);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

/// Collects the values of a design.
class Collector {
  public:
    Collector(const Design& design, std::span<const Kind> kinds)
        : document_(design.document), kinds_(kinds), folders_(DesignFolders::of(design.file)) {}

    std::vector<DesignValue> collected() {
        const YamlValue* const pixel = document_.find("pixel");
        if (pixel != nullptr) add("pixel", pixel);
        if (const YamlValue* const nodes = document_.find("nodes")) {
            for (const YamlEntry& entry : nodes->entries)
                addNode(entry.key.scalar, entry.value);
        }
        std::stable_sort(values_.begin(), values_.end(),
                         [](const DesignValue& a, const DesignValue& b) { return a.origin < b.origin; });
        return std::move(values_);
    }

  private:
    /// Adds a value. A value that cannot be read back as a setting is left empty, which changes nothing.
    void add(const std::string& title, const YamlValue* given, const ParameterDescription& wanted = {}) {
        // Outside of groups, a text that begins with = is just a text.
        const bool isText = wanted.type == ParameterType::text || wanted.type == ParameterType::texts;
        const bool computed = given != nullptr && !isText && looksComputed(*given);
        std::string text = computed           ? std::string()
                           : given == nullptr ? std::string(wanted.fallback)
                                              : flowText(withWholePaths(*given, wanted));
        const bool readable = std::holds_alternative<Setting>(parseSetting(title + '=')) &&
                              std::holds_alternative<YamlValue>(settingValue(text, wanted.type));
        if (!readable || text.find('\n') != std::string::npos) text.clear();
        const auto origin = given == nullptr ? DesignValue::Origin::usual : DesignValue::Origin::written;
        values_.push_back({title, text, origin});
    }

    /// Paths in a table start in the table's folder, which may be another one than that of the design.
    [[nodiscard]] YamlValue withWholePaths(YamlValue value, const ParameterDescription& wanted) const {
        forEachFileOf(value, wanted, [this](YamlValue& file) {
            if (!file.scalar.empty() && !file.scalar.starts_with(builtinPrefix))
                file.scalar = folders_.resolved(file.scalar).generic_string();
        });
        return value;
    }

    void addNode(const std::string& name, const YamlValue& body) {
        const std::string start = titlePart(name) + '.';
        if (isInstance(body)) return addInstance(start, body);
        const Kind* const kind = kindOf(body, kinds_);
        if (kind == nullptr) return;
        if (kind->description.size != SizeRule::none) {
            for (const char* const side : {"width", "height"})
                add(start + side, body.find(side));
        }
        for (const ParameterDescription& parameter : kind->description.parameters) {
            const std::string key(parameter.key);
            add(start + key, body.find(key), parameter);
        }
    }

    void addInstance(const std::string& start, const YamlValue& body) {
        const YamlValue* const name = body.find("group");
        const YamlValue* const groups = document_.find("groups");
        const YamlValue* const group =
            name == nullptr || groups == nullptr ? nullptr : groups->find(name->scalar);
        const YamlValue* const parameters = group == nullptr ? nullptr : group->find("parameters");
        const YamlValue* const values = body.find("values");
        if (parameters == nullptr) return;
        for (const YamlEntry& parameter : parameters->entries) {
            const YamlValue* value = values == nullptr ? nullptr : values->find(parameter.key.scalar);
            if (value == nullptr) {
                value = parameter.value.find("default");
                if (value != nullptr && looksComputed(*value)) value = nullptr;  // a formula of the group
            }
            ParameterDescription wanted;
            const std::string_view type = textUnder(parameter.value, "type");
            if (type == "file") wanted.type = ParameterType::file;
            if (type == "text") wanted.type = ParameterType::text;
            add(start + parameter.key.scalar, value, wanted);
            values_.back().origin = DesignValue::Origin::instance;
        }
    }

    const YamlValue& document_;
    std::span<const Kind> kinds_;
    DesignFolders folders_;
    std::vector<DesignValue> values_;
};

}  // namespace

std::vector<DesignValue> designValues(const Design& design, std::span<const Kind> kinds) {
    return Collector(design, kinds).collected();
}

std::string newTable(const std::vector<DesignValue>& columns) {
    std::string header = "name";
    std::string row = "first";
    for (const DesignValue& column : columns) {
        header += ',' + csvCell(column.title);
        row += ',' + csvCell(column.value);
    }
    return header + '\n' + row + '\n';
}

}  // namespace burin
