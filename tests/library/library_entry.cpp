// SPDX-License-Identifier: GPL-3.0-or-later
#include "library/library_entry.hpp"
#include "support/places.hpp"

#include "core/design/settings.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace burin::test {

namespace {

YamlValue documentOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    auto parsed = parseYaml(text);
    if (const auto* problem = std::get_if<Diagnostic>(&parsed)) throw std::runtime_error(problem->text());
    return std::get<YamlValue>(std::move(parsed));
}

const YamlValue& valueIn(const YamlValue& map, std::string_view key) {
    const YamlValue* value = map.find(key);
    if (value == nullptr) throw std::runtime_error("there is no " + std::string(key));
    return *value;
}

Setting settingOf(const std::string& node, const KnobValue& value) {
    const std::string name = node.empty() ? value.knob : "\"" + node + "\"." + value.knob;
    const auto parsed = parseSetting(name + "=" + value.value);
    if (!std::holds_alternative<Setting>(parsed)) throw std::runtime_error(name);
    return std::get<Setting>(parsed);
}

}  // namespace

std::vector<std::filesystem::path> LibraryEntry::files() {
    std::vector<std::filesystem::path> found;
    for (const auto& item :
         std::filesystem::recursive_directory_iterator(inTree("resources/library").toStdString())) {
        if (item.path().extension() == ".burin") found.push_back(item.path());
    }
    std::sort(found.begin(), found.end());
    return found;
}

LibraryEntry::LibraryEntry(std::filesystem::path file)
    : file_(std::move(file)), document_(documentOf(file_)) {
    for (const auto& [name, body] : valueIn(document_, "nodes").entries) {
        if (text(body, "kind") == "root") root_ = name.scalar;
        if (text(body, "kind") != "group") continue;
        shown_ = name.scalar;
        group_ = &valueIn(valueIn(document_, "groups"), text(body, "group"));
        knobs_ = &valueIn(*group_, "parameters");
    }
    if (group_ == nullptr) throw std::runtime_error("an instance of a group is missing");
}

std::string LibraryEntry::text(const YamlValue& map, std::string_view key) {
    const YamlValue* value = map.find(key);
    return value == nullptr ? std::string() : value->scalar;
}

std::vector<std::string> LibraryEntry::extremesOf(const YamlValue& knob) {
    if (text(knob, "type") == "seed") return {"0", "4294967295"};
    if (text(knob, "type") == "text") return {"Ab", "17 X"};
    std::vector<std::string> values;
    if (const YamlValue* choices = knob.find("choices")) {
        for (const YamlValue& choice : choices->items)
            values.push_back(choice.scalar);
        return values;
    }
    return {text(knob, "minimum"), text(knob, "maximum")};
}

double LibraryEntry::largestUm(const std::vector<KnobValue>& values) const {
    double largest = 0;
    for (const auto& [name, knob] : knobs()) {
        if (text(knob, "type") != "length" || name.scalar.starts_with("closes_")) continue;
        const auto set = std::find_if(values.begin(), values.end(),
                                      [&](const KnobValue& value) { return value.knob == name.scalar; });
        const std::string value = set == values.end() ? text(knob, "default") : set->value;
        largest = std::max(largest, parseLength(value).value_or(Length{}).micrometres(1));
    }
    return largest;
}

Design LibraryEntry::designWith(const std::vector<KnobValue>& values, double pitchUm, Size surface,
                                const Design* before) const {
    std::vector<Setting> settings = {settingOf("", {"pixel", std::to_string(pitchUm) + " um"})};
    if (surface != Size{}) {
        settings.push_back(settingOf(root_, {"width", std::to_string(surface.width)}));
        settings.push_back(settingOf(root_, {"height", std::to_string(surface.height)}));
    }
    for (const KnobValue& value : values)
        settings.push_back(settingOf(shown_, value));
    YamlValue document = document_;
    if (const auto problem = applySettings(document, settings, kinds(), file_.parent_path()))
        throw std::runtime_error(problem->text());
    return reviseDesign(std::move(document), file_.parent_path(), file_, kinds(), before);
}

}  // namespace burin::test
