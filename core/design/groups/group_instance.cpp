// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/group_instance.hpp"

#include "core/base/text.hpp"
#include "core/design/value_checker.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>

namespace burin {

namespace {

std::string takenValues(const Group& group) {
    std::string text;
    for (const GroupParameter& parameter : group.parameters)
        text += (text.empty() ? "" : ", ") + std::string(parameter.name);
    return group.title() + " takes " + (text.empty() ? "no values" : text);
}

std::string takenLinks(const Group& group) {
    std::string text;
    for (const Socket& socket : group.sockets) {
        text += (text.empty() ? "" : ", ") + std::string(traitName(socket.trait)) + " " +
                quotedForMessage(socket.name);
    }
    return group.title() + " takes " + (text.empty() ? "no links" : text);
}

}  // namespace

void InstanceReader::error(std::string_view parameter, ValueProblem problem) {
    problems_.error(flat_, std::string(parameter), std::move(problem));
}

std::string InstanceReader::here() const {
    return ", in instance " + quotedForMessage(flat_) + lineInBrackets(mark_);
}

PlacedNode InstanceReader::read(const GroupScope& scope, std::string flat, const YamlValue& name,
                                const YamlValue& body) {
    flat_ = std::move(flat);
    mark_ = name.mark;
    linked_ = {};
    PlacedNode placed;
    placed.target = flat_;
    placed.broken = true;
    const Group* group = groupOf(body);
    if (group == nullptr) return placed;
    placed.culprit = group->culprit;
    if (!group->culprit.empty()) return placed;
    const std::size_t errorsBefore = problems_.errors();
    auto inside = std::make_unique<GroupScope>();
    inside->nodes = group->nodes;
    inside->prefix = flat_ + "/";
    inside->values = std::make_unique<GroupValues>(*group, pitchUm_);
    checkKeys(body);
    readValues(scope, *inside->values, body);
    readLinks(scope, *inside, body);
    placed.muted = readMuted(scope, body);
    if (problems_.errors() != errorsBefore) return placed;
    placed.broken = false;
    placed.inside = std::move(inside);
    return placed;
}

const Group* InstanceReader::groupOf(const YamlValue& body) {
    const YamlValue* wanted = body.find("group");
    if (wanted == nullptr) {
        error("group", {mark_, "the group is missing", "write `group:` with the name of a group"});
        return nullptr;
    }
    const bool named = wanted->type == YamlValue::Type::scalar;
    const Group* group = named ? groups_.find(wanted->scalar) : nullptr;
    if (group == nullptr) {
        error("group",
              {wanted->mark,
               "the group %1 does not exist",
               "%2",
               {shownText(*wanted), suggestion(wanted->scalar, groups_.names(), "add it under `groups`")}});
    }
    return group;
}

void InstanceReader::checkKeys(const YamlValue& body) {
    const std::vector<std::string_view> known = {"kind", "group", "values", "inputs", "muted"};
    for (const auto& [key, value] : body.entries) {
        if (std::find(known.begin(), known.end(), key.scalar) != known.end()) continue;
        if (key.scalar == "width" || key.scalar == "height") {
            error(key.scalar, {key.mark,
                               "an instance takes no %1",
                               "remove it: an instance has the size of its output",
                               {key.scalar}});
            continue;
        }
        error(key.scalar,
              {key.mark,
               "unknown key %1%2",
               "%3",
               {shownText(key), commaRemark(key),
                suggestion(key.scalar, known, filledIn("an instance has %1", {alternatives(known)}))}});
    }
}

std::optional<YamlValue> InstanceReader::computed(const GroupScope& scope, const std::string& flat,
                                                  std::string_view key, const YamlValue& value,
                                                  const ParameterDescription* wanted) {
    if (!scope.values) return value;
    std::vector<ValueProblem> found;
    auto result = scope.values->computed(value, wanted, found);
    for (ValueProblem& problem : found)
        problems_.error(flat, std::string(key), std::move(problem));
    return result;
}

void InstanceReader::readValues(const GroupScope& scope, GroupValues& values, const YamlValue& body) {
    const Group& group = values.group();
    const YamlValue* given = body.find("values");
    if (given != nullptr && given->type == YamlValue::Type::null) given = nullptr;
    if (given != nullptr && given->type != YamlValue::Type::map)
        return error(
            "values",
            {given->mark, "%1 is not a map of values", "%2", {shownText(*given), takenValues(group)}});
    if (given != nullptr) {
        std::vector<std::string_view> names;
        for (const GroupParameter& parameter : group.parameters)
            names.push_back(parameter.name);
        for (const auto& [key, value] : given->entries) {
            if (group.parameter(key.scalar)) continue;
            error(key.scalar,
                  {key.mark,
                   "%1 has no parameter %2",
                   "%3",
                   {group.title(), shownText(key), suggestion(key.scalar, names, takenValues(group))}});
        }
    }
    for (const GroupParameter& parameter : group.parameters) {
        const YamlValue* own = given == nullptr ? nullptr : given->find(parameter.name);
        auto value =
            own == nullptr ? defaultValue(values, parameter) : givenValue(scope, group, parameter, *own);
        if (!value) return;  // later parameters may need it
        values.add(std::move(*value));
    }
}

std::optional<YamlValue> InstanceReader::givenValue(const GroupScope& scope, const Group& group,
                                                    const GroupParameter& parameter, const YamlValue& own) {
    auto value = computed(scope, flat_, parameter.name, own, &parameter.rule);
    if (!value) return {};
    return right(parameter, std::move(*value),
                 " for " + quotedForMessage(parameter.name) + " of " + group.title());
}

std::optional<YamlValue> InstanceReader::defaultValue(const GroupValues& values,
                                                      const GroupParameter& parameter) {
    if (parameter.fallback == nullptr) {
        error(parameter.name, {mark_,
                               "the value is missing: %1 needs it",
                               "%2",
                               {values.group().title(), takenValues(values.group())}});
        return {};
    }
    std::vector<ValueProblem> found;
    auto value = values.computed(*parameter.fallback, &parameter.rule, found);
    for (ValueProblem& problem : found) {
        problem.problem = extended(problem.problem, here());
        error(parameter.name, std::move(problem));
    }
    if (!value || !GroupFormula::stands(*parameter.fallback)) return value;
    return right(parameter, std::move(*value), here());
}

std::optional<YamlValue> InstanceReader::right(const GroupParameter& parameter, YamlValue value,
                                               const std::string& whereabouts) {
    std::vector<ValueProblem> found;
    const bool good = ValueChecker(pitchUm_, found).check(parameter.rule, value).has_value();
    for (ValueProblem& problem : found) {
        problem.problem = extended(problem.problem, whereabouts);
        error(parameter.name, std::move(problem));
    }
    if (!good) return {};
    return value;
}

bool InstanceReader::readMuted(const GroupScope& scope, const YamlValue& body) {
    const YamlValue* given = body.find("muted");
    if (given == nullptr) return false;
    const ParameterDescription& rule = *wantedUnder(nullptr, "muted");
    const auto value = computed(scope, flat_, "muted", *given, &rule);
    if (!value) return false;
    std::vector<ValueProblem> found;
    const auto muted = ValueChecker(pitchUm_, found).check(rule, *value);
    for (ValueProblem& problem : found)
        error("muted", std::move(problem));
    return muted && std::get<bool>(*muted);
}

void InstanceReader::readLinks(const GroupScope& scope, GroupScope& inside, const YamlValue& body) {
    const Group& group = inside.values->group();
    inside.links.resize(group.sockets.size());
    const YamlValue* inputs = body.find("inputs");
    if (inputs != nullptr && inputs->type != YamlValue::Type::sequence) {
        return error("inputs", {inputs->mark,
                                isValueInQuotes(*inputs) ? "%1 in quotes is a text, not a list of links"
                                                         : "%1 is not a list of links",
                                "write `- data: NODE` for each link",
                                {shownText(*inputs)}});
    }
    if (inputs != nullptr) {
        for (const YamlValue& link : inputs->items)
            readLink(scope, inside, link);
    }
    for (std::size_t i = 0; i < group.sockets.size(); ++i) {
        const Socket& socket = group.sockets[i];
        if (inside.links[i].link != nullptr || socket.optional || !socket.otherwise.empty()) continue;
        error("inputs",
              {inputs == nullptr ? mark_ : keyIn(body, "inputs")->mark,
               "the %1 link to %2 is missing",
               "%3",
               {std::string(traitName(socket.trait)), quotedForMessage(socket.name), takenLinks(group)}});
    }
}

void InstanceReader::readLink(const GroupScope& scope, GroupScope& inside, const YamlValue& link) {
    const Group& group = inside.values->group();
    const YamlEntry* child = childIn(link);
    if (child == nullptr || child->value.scalar.empty()) {
        return error("inputs", {link.mark,
                                "%1 is not a link",
                                "write `data: NODE`, `mask: NODE` or `pattern: NODE`",
                                {shownText(link)}});
    }
    for (const YamlEntry& entry : link.entries) {
        if (entry.key.scalar == "at" || &entry == child) continue;
        error("inputs", {entry.key.mark,
                         "unknown key %1 in a link%2",
                         "a link has data, mask or pattern, and at",
                         {shownText(entry.key), commaRemark(entry.key)}});
    }
    const Trait trait = *traitNamed(child->key.scalar);
    const auto socket = group.socket(trait, linked_[static_cast<std::size_t>(trait)]++);
    if (!socket)
        return error("inputs",
                     {child->value.mark, "a surplus %1 link", "%2", {child->key.scalar, takenLinks(group)}});
    ScopeLink& taken = inside.links[*socket];
    if (const YamlValue* at = link.find("at")) {
        const ParameterDescription& rule = *wantedUnder(nullptr, "at");
        taken.at = computed(scope, flat_, "inputs", *at, &rule);
        std::vector<ValueProblem> found;
        if (taken.at) static_cast<void>(ValueChecker(pitchUm_, found).check(rule, *taken.at));
        for (ValueProblem& problem : found)
            error("inputs", std::move(problem));
    }
    // A link to an open socket is omitted, but keeps its place among the links.
    if (const auto outer = scope.socketNamed(child->value.scalar)) {
        const bool open =
            scope.links[*outer].link == nullptr && scope.values->group().sockets[*outer].otherwise.empty();
        if (open) return;
    }
    taken.link = &link;
}

}  // namespace burin
