// SPDX-License-Identifier: GPL-3.0-or-later

// Groups inside of groups: what a new inner group takes from the outer one, and how an inner instance becomes
// nodes of the outer group.

#include "core/design/design_edit.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/groups/groups.hpp"
#include "core/design/groups/inner_sockets.hpp"
#include "core/expression/names.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace burin {

namespace {

using NameSet = std::set<std::string, std::less<>>;
using Texts = std::map<std::string, YamlValue, std::less<>>;

/// Adds the names that the texts of a value contain, in formulas, expressions or elsewhere.
void addNames(const YamlValue& value, NameSet& names) {
    std::string_view text = value.scalar;
    if (text.starts_with('=')) text.remove_prefix(1);
    for (const NameInText& each : namesIn(text))
        names.emplace(each.name);
    for (const YamlValue& item : value.items)
        addNames(item, names);
    for (const YamlEntry& entry : value.entries)
        addNames(entry.value, names);
}

/// The text of a formula behind its `=`, without blanks around it.
std::string_view formulaText(const YamlValue& value) {
    std::string_view text = value.scalar;
    text.remove_prefix(1);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

bool isName(std::string_view text) {
    const auto names = namesIn(text);
    return names.size() == 1 && names.front().name.size() == text.size();
}

/// The text that replaces a parameter in a calculation: its formula, or its number.
std::optional<std::string> partOfFormula(const GroupParameter& parameter, const YamlValue& value,
                                         double pitchUm) {
    if (GroupFormula::stands(value)) {
        const std::string text(formulaText(value));
        return isName(text) ? text : "(" + text + ")";
    }
    if (!parameter.type->hasNumber()) return {};
    return numberText(roundedTo15Digits(numberOf(parameter, value, pitchUm)));
}

/// The values that an instance gives to the parameters of its group, as the nodes around it would write them.
class InlinedValues {
  public:
    InlinedValues(const Group& group, const YamlValue& instance, double pitchUm)
        : group_(group), pitchUm_(pitchUm) {
        const YamlValue* given = instance.find("values");
        for (const GroupParameter& parameter : group.parameters) {
            const YamlValue* own = given == nullptr ? nullptr : given->find(parameter.name);
            if (own != nullptr) {
                values_.emplace(parameter.name, *own);
            } else if (parameter.fallback != nullptr) {
                values_.emplace(parameter.name, inlined(*parameter.fallback));
            } else {
                sound_ = false;
            }
        }
    }

    /// Whether everything so far could be written out.
    [[nodiscard]] bool sound() const { return sound_; }

    /// A value of an inner node, with the group's parameters replaced by their values.
    YamlValue inlined(const YamlValue& value) {
        if (GroupFormula::stands(value)) return inlinedFormula(value);
        YamlValue result = value;
        for (YamlValue& item : result.items)
            item = inlined(item);
        for (YamlEntry& entry : result.entries) {
            if (entry.key.scalar != "expression") entry.value = inlined(entry.value);
        }
        return result;
    }

    /// The body of an inner node. Expressions keep their names: those of the group become the node's own.
    YamlValue inlinedNode(const YamlValue& body) {
        YamlValue result = body;
        for (YamlEntry& entry : result.entries) {
            const std::string& key = entry.key.scalar;
            if (key != "kind" && key != "group" && key != "expression") entry.value = inlined(entry.value);
        }
        const Kind* kind = kindOf(body, kinds());
        if (kind == nullptr || kind->description.parameter("parameters") == nullptr) return result;
        for (const ParameterDescription& wanted : kind->description.parameters) {
            const YamlValue* text = body.find(wanted.key);
            if (text == nullptr || !holdsExpression(wanted.type) || GroupFormula::stands(*text)) continue;
            for (const NameInText& each : namesIn(text->scalar))
                own(result, std::string(each.name));
        }
        return result;
    }

  private:
    YamlValue inlinedFormula(const YamlValue& value) {
        if (const auto known = values_.find(formulaText(value)); known != values_.end()) return known->second;
        std::string text(formulaText(value));
        std::vector<NameInText> names = namesIn(text);
        std::reverse(names.begin(), names.end());
        const std::string before = text;
        for (const NameInText& each : names) {
            const auto known = values_.find(before.substr(each.offset, each.name.size()));
            if (known == values_.end()) continue;
            const auto part =
                partOfFormula(group_.parameters[*group_.parameter(known->first)], known->second, pitchUm_);
            sound_ = sound_ && part;
            if (part) text.replace(each.offset, known->first.size(), *part);
        }
        return yamlScalar("= " + text, true);
    }

    /// Gives a node the parameter `name` of its own, unless the group around has one that means the same.
    void own(YamlValue& node, const std::string& name) {
        const auto known = values_.find(name);
        if (known == values_.end()) return;
        if (GroupFormula::stands(known->second) && formulaText(known->second) == name) return;
        const auto part = partOfFormula(group_.parameters[*group_.parameter(name)], known->second, pitchUm_);
        sound_ = sound_ && part;
        if (!part) return;
        YamlValue& parameters = valueAt(node, "parameters");
        if (parameters.type != YamlValue::Type::map) parameters = yamlMap();
        valueAt(parameters, name) =
            GroupFormula::stands(known->second) ? yamlScalar("= " + *part, true) : yamlScalar(*part);
    }

    const Group& group_;
    double pitchUm_;
    Texts values_;
    bool sound_ = true;
};

/// The instance's links by the sockets that they go to.
Texts linksBySocket(const Group& group, const YamlValue& instance) {
    Texts links;
    std::map<Trait, std::size_t> counts;
    const YamlValue* inputs = instance.find("inputs");
    if (inputs == nullptr) return links;
    for (const YamlValue& link : inputs->items) {
        const YamlEntry* child = childIn(link);
        const auto trait = child == nullptr ? std::nullopt : traitNamed(child->key.scalar);
        const auto socket = trait ? group.socket(*trait, counts[*trait]++) : std::nullopt;
        if (socket) links.emplace(group.sockets[*socket].name, link);
    }
    return links;
}

/// The sum of two offsets; nothing if one of them is a formula.
std::optional<YamlValue> sumOf(const YamlValue& a, const YamlValue& b, double pitchUm) {
    std::vector<std::string> sums;
    for (std::size_t i = 0; i < 2; ++i) {
        if (a.items.size() != 2 || b.items.size() != 2) return {};
        const auto first = parseLength(a.items[i].scalar);
        const auto second = parseLength(b.items[i].scalar);
        if (!first || !second) return {};
        const auto px = [&](const Length& length) {
            return std::round(length.micrometres(pitchUm) / pitchUm);
        };
        sums.push_back(numberText(px(*first) + px(*second)));
    }
    return yamlList(sums);
}

}  // namespace

void passOptional(const YamlValue& group, YamlValue& sockets, YamlValue& links) {
    const YamlValue* outer = group.find("inputs");
    const auto optional = [&](const std::string& child) {
        return outer != nullptr && child.starts_with('$') &&
               std::any_of(outer->items.begin(), outer->items.end(), [&](const YamlValue& socket) {
                   const YamlEntry* named = childIn(socket);
                   return named != nullptr && "$" + named->value.scalar == child &&
                          socket.find("optional") != nullptr && socket.find("else") == nullptr;
               });
    };
    YamlValue lastSockets = yamlSequence();
    YamlValue lastLinks = yamlSequence();
    for (std::size_t i = 0; i < links.items.size();) {
        if (!optional(childIn(links.items[i])->value.scalar)) {
            ++i;
            continue;
        }
        const auto at = static_cast<std::ptrdiff_t>(i);
        valueAt(sockets.items[i], "optional") = yamlScalar("true");
        lastSockets.items.push_back(std::move(sockets.items[i]));
        lastLinks.items.push_back(std::move(links.items[i]));
        sockets.items.erase(sockets.items.begin() + at);
        links.items.erase(links.items.begin() + at);
    }
    std::move(lastSockets.items.begin(), lastSockets.items.end(), std::back_inserter(sockets.items));
    std::move(lastLinks.items.begin(), lastLinks.items.end(), std::back_inserter(links.items));
}

/// Gives a new group those parameters of the group around it that its nodes may use, and the instance their
/// values.
void DesignEdit::passParameters(YamlValue& made, YamlValue& instance) const {
    const YamlValue* parameters = owner()->find("parameters");
    if (parameters == nullptr) return;
    NameSet names;
    addNames(*made.find("nodes"), names);
    YamlValue passed = yamlMap();
    YamlValue values = yamlMap();
    values.flow = true;
    for (const YamlEntry& parameter : parameters->entries) {
        const std::string& name = parameter.key.scalar;
        if (!names.contains(name)) continue;
        YamlValue& copy = valueAt(passed, name);
        copy = parameter.value;
        eraseIn(copy, "default");
        valueAt(values, name) = yamlScalar("=" + name);
    }
    if (passed.entries.empty()) return;
    made.entries.insert(made.entries.begin(), {yamlScalar("parameters"), std::move(passed)});
    valueAt(instance, "values") = std::move(values);
}

std::vector<std::string> DesignEdit::ungroupInside(std::string_view instance) {
    const YamlValue body = *node(instance);
    const YamlValue* pixel = document_.find("pixel");
    const auto length = pixel == nullptr ? std::nullopt : parseLength(pixel->scalar);
    if (!length || length->unit == LengthUnit::pixel) return {};
    const double pitchUm = length->micrometres(1);
    Problems problems{""};
    const Groups groups(document_, kinds(), pitchUm, problems);
    const YamlValue* named = body.find("group");
    const Group* group = named == nullptr ? nullptr : groups.find(named->scalar);
    if (group == nullptr || !group->culprit.empty() || body.find("muted") != nullptr) return {};
    InlinedValues values(*group, body, pitchUm);
    const Texts links = linksBySocket(*group, body);
    const std::string prefix = std::string(instance) + "/";

    YamlValue meant = yamlMap();
    for (const YamlEntry& inner : group->nodes->entries) {
        YamlValue& made = valueAt(meant, prefix + inner.key.scalar);
        made = values.inlinedNode(inner.value);
        YamlValue* inputs = valueIn(made, "inputs");
        for (std::size_t i = inputs == nullptr ? 0 : inputs->items.size(); i-- > 0;) {
            YamlEntry* child = childIn(inputs->items[i]);
            if (child == nullptr) continue;
            if (!child->value.scalar.starts_with('$')) {
                child->value = yamlScalar(prefix + child->value.scalar);
                continue;
            }
            const Socket* socket = group->socket(std::string_view(child->value.scalar).substr(1));
            const auto given = links.find(socket->name);
            if (given != links.end()) {
                child->value = childIn(given->second)->value;
                const YamlValue* outer = given->second.find("at");
                const YamlValue* own = inputs->items[i].find("at");
                std::optional<YamlValue> at;
                if (outer != nullptr) at = own == nullptr ? *outer : sumOf(*own, *outer, pitchUm);
                if (outer != nullptr && !at) return {};
                if (at) setIn(inputs->items[i], "at", std::move(at));
            } else if (!socket->otherwise.empty()) {
                child->value = yamlScalar(prefix + std::string(socket->otherwise));
            } else if (socket->optional) {
                inputs->items.erase(inputs->items.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                return {};
            }
        }
        if (inputs != nullptr && inputs->items.empty()) eraseIn(made, "inputs");
    }
    if (!values.sound()) return {};

    std::vector<std::string> names;
    for (const YamlEntry& entry : meant.entries) {
        if (node(entry.key.scalar) != nullptr) return {};
        names.push_back(entry.key.scalar);
    }
    const std::string output = prefix + std::string(group->output);
    YamlValue left = yamlMap();
    placeUngrouped(std::string(instance), group->name, false);
    for (YamlEntry& entry : nodes()->entries) {
        if (entry.key.scalar == instance) {
            std::move(meant.entries.begin(), meant.entries.end(), std::back_inserter(left.entries));
        } else {
            left.entries.push_back(std::move(entry));
        }
    }
    *nodes() = std::move(left);
    // Its readers now read the output.
    for (YamlEntry& entry : nodes()->entries) {
        YamlValue* inputs = valueIn(entry.value, "inputs");
        for (std::size_t i = 0; inputs != nullptr && i < inputs->items.size(); ++i) {
            YamlEntry* child = childIn(inputs->items[i]);
            if (child != nullptr && child->value.scalar == instance) child->value = yamlScalar(output);
        }
    }
    replaceOutput(instance, output);
    return names;
}

}  // namespace burin
