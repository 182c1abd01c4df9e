// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/group.hpp"

#include "core/base/text.hpp"
#include "core/design/groups/group_reader.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"

#include <algorithm>
#include <array>

namespace burin {

namespace {

double plainNumber(const ParameterDescription& /*rule*/, const std::string& text, double /*pitchUm*/) {
    return parseNumber(text).value_or(0);
}

double pixelNumber(const ParameterDescription& /*rule*/, const std::string& text, double pitchUm) {
    return roundedTo15Digits(parseLength(text).value_or(Length{}).pixels(pitchUm));
}

double truthNumber(const ParameterDescription& /*rule*/, const std::string& text, double /*pitchUm*/) {
    return text == "true" ? 1 : 0;
}

/// The place of a choice in the list, from 0.
double choiceNumber(const ParameterDescription& rule, const std::string& text, double /*pitchUm*/) {
    const auto number = parseNumber(text);
    const auto same = [&](std::string_view choice) {
        const auto known = parseNumber(choice);
        return known ? known == number : choice == text;
    };
    return static_cast<double>(std::find_if(rule.choices.begin(), rule.choices.end(), same) -
                               rule.choices.begin());
}

constexpr std::array<GroupParameterType, 10> groupTypes = {{
    {"number", ParameterType::number, &plainNumber, true},
    {"integer", ParameterType::integer, &plainNumber, true},
    {"length", ParameterType::length, &pixelNumber, true},
    {"angle", ParameterType::number, &plainNumber, true},
    {"choice", ParameterType::choice, &choiceNumber},
    {"boolean", ParameterType::boolean, &truthNumber},
    {"seed", ParameterType::integer, &plainNumber, true},
    {"curve", ParameterType::points},
    {"file", ParameterType::file},
    {"text", ParameterType::text},
}};

/// The variables of expressions, and the keys of an instance.
constexpr std::array<std::string_view, 7> variableNames = {"x", "y", "w", "h", "um", "d", "D"};
constexpr std::array<std::string_view, 5> instanceKeys = {"kind", "group", "values", "inputs", "muted"};

constexpr std::size_t mostGroups = 1000;
/// Exceeds every limit, but sums of it stay finite.
constexpr double tooManyNodes = 1e300;

bool namesChild(std::string_view name) {
    return name.size() > 2 && name.starts_with("in") &&
           name.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

/// Finds the dependencies between groups: cycles, the depth of nesting, and the number of nodes in each
/// expanded group.
class GroupNesting {
  public:
    GroupNesting(const std::unordered_map<std::string_view, Group*>& groups, Problems& problems)
        : groups_(groups), problems_(problems) {}

    /// Measures a group and all groups that it needs. Calls itself at most once for each group.
    void measure(Group& group) {
        if (!heights_.emplace(&group, 0).second) return;
        path_.push_back(&group);
        int height = 1;
        double nodes = 0;
        std::string_view tooDeep;
        if (group.nodes != nullptr) {
            for (const auto& [name, body] : group.nodes->entries) {
                Group* inner = isInstance(body) && !writtenMuted(body) ? groupOf(body) : nullptr;
                if (inner == nullptr) {
                    nodes += 1;
                    continue;
                }
                if (closesCycle(*inner)) continue;
                measure(*inner);
                nodes = std::min(nodes + (inner->culprit.empty() ? inner->expandedNodes : 1), tooManyNodes);
                if (heights_[inner] + 1 <= height) continue;
                height = heights_[inner] + 1;
                tooDeep = inner->culprit;
            }
        }
        path_.pop_back();
        heights_[&group] = height;
        group.expandedNodes = nodes;
        if (height == deepestGroups + 1) {
            group.culprit = group.name;
            problems_.groupError(
                group.name, "", "",
                {group.mark, "groups are nested more than 16 deep", "use fewer levels of groups"});
        } else if (height > deepestGroups && group.culprit.empty()) {
            group.culprit = tooDeep;
        }
    }

  private:
    [[nodiscard]] Group* groupOf(const YamlValue& body) const {
        const YamlValue* name = body.find("group");
        const auto found = name == nullptr ? groups_.end() : groups_.find(name->scalar);
        return found == groups_.end() ? nullptr : found->second;
    }

    /// Reports the cycle `a > b > a` if `inner` is being measured. No group of a cycle can be used.
    bool closesCycle(Group& inner) {
        const auto first = std::find(path_.begin(), path_.end(), &inner);
        if (first == path_.end()) return false;
        std::string cycle;
        for (auto at = first; at != path_.end(); ++at) {
            cycle += (*at)->name + " > ";
            (*at)->culprit = inner.name;
        }
        problems_.groupError(inner.name, "", "",
                             {inner.mark,
                              "the group contains itself: %1%2",
                              "remove one of these instances",
                              {cycle, inner.name}});
        return true;
    }

    const std::unordered_map<std::string_view, Group*>& groups_;
    Problems& problems_;
    std::unordered_map<const Group*, int> heights_;
    std::vector<Group*> path_;
};

}  // namespace

Groups::Groups(const YamlValue& document, std::span<const Kind> kinds, std::optional<double> pitchUm,
               Problems& problems, const std::stop_token& stop) {
    const YamlValue* all = document.find("groups");
    if (all == nullptr || all->type != YamlValue::Type::map) return;
    if (all->entries.size() > mostGroups) {
        problems.refuse("", {all->entries[mostGroups].key.mark, "the design has more than 1,000 groups",
                             "use at most 1,000 groups"});
    }
    GroupReader reader(kinds, pitchUm, problems, stop);
    for (const auto& [name, body] : all->entries) {
        groups_.push_back(reader.read(name, body));
        byName_[name.scalar] = &groups_.back();
    }
    GroupNesting nesting(byName_, problems);
    for (Group& group : groups_)
        nesting.measure(group);
}

const Group* Groups::find(std::string_view name) const {
    const auto found = byName_.find(name);
    return found == byName_.end() ? nullptr : found->second;
}

std::vector<std::string_view> Groups::names() const {
    std::vector<std::string_view> names;
    for (const Group& group : groups_)
        names.emplace_back(group.name);
    return names;
}

std::span<const GroupParameterType> groupParameterTypes() {
    return groupTypes;
}

std::optional<std::size_t> Group::parameter(std::string_view wanted) const {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].name == wanted) return i;
    }
    return {};
}

const Socket* Group::socket(std::string_view wanted) const {
    for (const Socket& socket : sockets) {
        if (socket.name == wanted) return &socket;
    }
    return nullptr;
}

std::optional<std::size_t> Group::socket(Trait trait, std::size_t k) const {
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        if (sockets[i].trait == trait && k-- == 0) return i;
    }
    return {};
}

std::string Group::title() const {
    return "group " + quotedForMessage(name) + lineInBrackets(mark);
}

double numberOf(const GroupParameter& parameter, const YamlValue& value, double pitchUm) {
    return parameter.type->number(parameter.rule, value.scalar, pitchUm);
}

std::string whyNoParameterName(std::string_view name) {
    if (!Expression::identifier(name)) return "is not a name that expressions can contain";
    if (Expression::reserved(name)) return "is a constant or function";
    if (std::find(variableNames.begin(), variableNames.end(), name) != variableNames.end() ||
        namesChild(name))
        return "is a variable of expressions";
    if (std::find(instanceKeys.begin(), instanceKeys.end(), name) != instanceKeys.end())
        return "is a key of instances";
    return {};
}

}  // namespace burin
