// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/group_kind.hpp"

#include "core/design/groups/group_reader.hpp"
#include "core/design/yaml_tools.hpp"
#include "ui/inspector/fields/quantity.hpp"
#include "ui/model/document/scoped_design.hpp"

#include <algorithm>
#include <array>

namespace burin::ui {

namespace {

std::string oneLine(YamlValue value) {
    value.flow = true;
    std::string text = writeYaml(value);
    text.erase(text.find_last_not_of('\n') + 1);
    return text;
}

Group readGroup(const Design& design, std::span<const Kind> kinds, std::string_view name) {
    Problems unused{""};
    const std::stop_token never;
    const YamlValue& groups = *design.document.find("groups");
    return GroupReader(kinds, design.pixelUm, unused, never).read(*keyIn(groups, name), *groups.find(name));
}

/// The unit that a parameter is shown in, if it names one of lengths.
std::optional<LengthUnit> writtenUnit(const YamlValue& group, std::string_view parameter) {
    const YamlValue* parameters = group.find("parameters");
    const YamlValue* body = parameters == nullptr ? nullptr : parameters->find(parameter);
    const std::string_view unit = body == nullptr ? std::string_view() : textUnder(*body, "unit");
    const auto one = unit.empty() ? std::nullopt : parseLength("1 " + std::string(unit));
    return one ? std::optional(one->unit) : std::nullopt;
}

/// A value's length, if the parameter is one.
std::optional<Length> lengthOf(const GroupParameter& parameter, const YamlValue& value) {
    const bool length = parameter.type->values == ParameterType::length && value.isScalar();
    return length ? parseLength(value.scalar) : std::nullopt;
}

/// The limits of links that the sockets of one trait make.
LinkDescription linkFor(const Group& group, Trait trait) {
    LinkDescription link{.trait = trait, .maximum = 0, .since = 2};
    for (const Socket& socket : group.sockets) {
        if (socket.trait != trait) continue;
        ++link.maximum;
        if (!socket.optional && socket.otherwise.empty()) ++link.minimum;
    }
    return link;
}

}  // namespace

GroupKind::GroupKind(std::shared_ptr<const Design> design, std::span<const Kind> kinds,
                     std::string_view group)
    : design_(std::move(design)),
      body_(*groupText(design_->document, group)),
      group_(readGroup(*design_, kinds, group)) {
    description_.name = "group";
    description_.title = textUnder(body_, "title");
    description_.help = textUnder(body_, "help");
    description_.size = SizeRule::none;
    description_.since = 2;
    if (description_.title.empty()) description_.title = group_.name;
    for (const GroupParameter& parameter : group_.parameters) {
        ParameterDescription rule = parameter.rule;
        rule.limitsChosen = true;
        // A default that is a formula is not a fixed text: its result comes from the instance.
        if (parameter.fallback != nullptr && !GroupFormula::stands(*parameter.fallback))
            rule.fallback = fallbacks_.emplace_back(oneLine(*parameter.fallback));
        description_.parameters.push_back(std::move(rule));
    }
    for (const Trait trait : allTraits) {
        const LinkDescription link = linkFor(group_, trait);
        if (link.maximum > 0) description_.links.push_back(link);
    }
}

/// The unit of a parameter's value: the unit in the value, the unit of the parameter, or the first unit of
/// the parameters that the formula uses. \param above  the units of the parameters before this one
LengthUnit GroupKind::unitOf(std::size_t place, const YamlValue& value,
                             const std::vector<LengthUnit>& above) const {
    const GroupParameter& parameter = group_.parameters[place];
    const auto length = lengthOf(parameter, value);
    if (!length || length->unit != LengthUnit::pixel) return length ? length->unit : LengthUnit::pixel;
    if (const auto written = writtenUnit(body_, parameter.name)) return *written;
    const auto formula =
        parameter.fallback == nullptr ? group_.formulas.end() : group_.formulas.find(parameter.fallback);
    for (std::size_t i = 0; formula != group_.formulas.end() && i < above.size(); ++i) {
        const bool used = formula->second.uses(i) || formula->second.onlyName() == i;
        if (used && above[i] != LengthUnit::pixel) return above[i];
    }
    return LengthUnit::pixel;
}

std::optional<YamlValue> GroupKind::shownValue(std::string_view parameter,
                                               const DesignInstance& instance) const {
    std::vector<LengthUnit> units;
    std::size_t place = 0;
    for (const auto& [name, value] : instance.values) {
        if (place == group_.parameters.size() || name != group_.parameters[place].name) return {};
        units.push_back(unitOf(place, value, units));
        if (name == parameter) break;
        ++place;
    }
    if (place == instance.values.size()) return {};
    const YamlValue& value = instance.values[place].second;
    const auto length = lengthOf(group_.parameters[place], value);
    if (!length || length->unit == units.back()) return value;
    const double shown = length->micrometres(design_->pixelUm) / micrometresIn(units.back());
    const Length converted{QString::number(shown, 'g', 12).toDouble(), units.back()};
    return yamlScalar(fileText(converted, {true, {}, design_->pixelUm}).toStdString());
}

bool GroupKind::describes(const Design& design, std::string_view group) const {
    const YamlValue* body = groupText(design.document, group);
    if (group != group_.name || body == nullptr || design.pixelUm != design_->pixelUm) return false;
    constexpr std::array<std::string_view, 4> described = {"title", "help", "parameters", "inputs"};
    return std::all_of(described.begin(), described.end(), [&](std::string_view key) {
        const YamlValue* before = body_.find(key);
        const YamlValue* now = body->find(key);
        return before == nullptr || now == nullptr ? before == now : *before == *now;
    });
}

}  // namespace burin::ui
