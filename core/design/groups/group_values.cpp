// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/group_values.hpp"

#include "core/base/text.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace burin {

namespace {

bool takesLengths(ParameterType type) {
    return infoOf(type).measure != Measure::plain || type == ParameterType::height;
}

const ParameterDescription& sideOfNode() {
    static const ParameterDescription side{.type = ParameterType::pixels};
    return side;
}

const ParameterDescription& offsetOfChild() {
    constexpr double farthest = 0x1p40;
    static const ParameterDescription offset{
        .key = "at", .type = ParameterType::pixelSize, .minimum = -farthest, .maximum = farthest};
    return offset;
}

const ParameterDescription& flagOfNode() {
    static const ParameterDescription flag{.key = "muted", .type = ParameterType::boolean};
    return flag;
}

YamlValue withoutParts(const YamlValue& value) {
    YamlValue copy;
    copy.type = value.type;
    copy.scalar = value.scalar;
    copy.quoted = value.quoted;
    copy.flow = value.flow;
    copy.mark = value.mark;
    copy.columnsKnown = value.columnsKnown;
    return copy;
}

/// `number` modulo 2^32, never negative.
double wrappedSeed(double number) {
    constexpr double seeds = 4294967296;
    const double rest = std::fmod(number, seeds);
    return rest < 0 ? rest + seeds : rest;
}

bool isFlag(const ParameterDescription* wanted) {
    return wanted != nullptr && wanted->type == ParameterType::boolean;
}

}  // namespace

const ParameterDescription* wantedInside(const ParameterDescription* wanted, std::string_view key) {
    if (wanted == nullptr) return nullptr;
    for (const ParameterDescription& alternative : wanted->alternatives) {
        if (alternative.key == key) return &alternative;
    }
    return wanted;
}

bool givesNumber(const GroupParameterType& type, const ParameterDescription* wanted) {
    if (isFlag(wanted)) return type.hasNumber();
    return type.values == ParameterType::length && wanted != nullptr && !takesLengths(wanted->type);
}

YamlValue writtenResult(double number, const ParameterDescription* wanted) {
    if (wanted != nullptr && wanted->seed) number = wrappedSeed(number);
    return yamlScalar(isFlag(wanted) ? (number == 0 ? "false" : "true") : numberText(number));
}

const ParameterDescription* wantedUnder(const Kind* kind, std::string_view key) {
    if (key == "muted") return &flagOfNode();
    if (key == "at") return &offsetOfChild();
    if (key == "width" || key == "height") return &sideOfNode();
    return kind == nullptr ? nullptr : kind->description.parameter(key);
}

void GroupValues::add(YamlValue value) {
    const GroupParameter& parameter = group_.parameters[values_.size()];
    numbers_.push_back(parameter.type->hasNumber() ? numberOf(parameter, value, pitchUm_)
                                                   : std::numeric_limits<double>::quiet_NaN());
    values_.push_back(std::move(value));
}

YamlValue GroupValues::numberText(std::size_t parameter) const {
    return yamlScalar(burin::numberText(numbers_[parameter]));
}

std::optional<YamlValue> GroupValues::computed(const YamlValue& value, const ParameterDescription* wanted,
                                               std::vector<ValueProblem>& problems) const {
    const auto formula = group_.formulas.find(&value);
    if (formula != group_.formulas.end()) return result(value, formula->second, wanted, problems);
    YamlValue copy = withoutParts(value);
    bool right = true;
    for (const YamlValue& item : value.items) {
        auto made = computed(item, wanted, problems);
        right = right && made;
        if (made) copy.items.push_back(std::move(*made));
    }
    for (const auto& [key, entry] : value.entries) {
        auto made = computed(entry, wantedInside(wanted, key.scalar), problems);
        right = right && made;
        if (made) copy.entries.push_back({key, std::move(*made)});
    }
    if (!right) return {};
    return copy;
}

std::optional<YamlValue> GroupValues::result(const YamlValue& value, const GroupFormula& formula,
                                             const ParameterDescription* wanted,
                                             std::vector<ValueProblem>& problems) const {
    if (const auto only = formula.onlyName(); only && !givesNumber(*group_.parameters[*only].type, wanted)) {
        YamlValue written = values_[*only];
        remark(written, value.mark);
        return written;
    }
    const double number = formula.value(numbers_, pitchUm_);
    if (!std::isfinite(number)) {
        problems.push_back({value.mark,
                            std::isnan(number) ? "the formula %1 does not give a number"
                                               : "the formula %1 gives an infinite number",
                            "change it, or the values of its parameters",
                            {quotedForMessage(value.scalar)}});
        return {};
    }
    YamlValue made = writtenResult(number, wanted);
    remark(made, value.mark);
    return made;
}

}  // namespace burin
