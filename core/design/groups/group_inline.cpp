// SPDX-License-Identifier: GPL-3.0-or-later

// Groups inside of groups: the parameters that a new inner group takes from the outer one, and the
// replacement of an inner instance by nodes of the outer group. The same code replaces a parameter by its
// default.

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/groups/formula.hpp"
#include "core/design/groups/group_values.hpp"
#include "core/design/groups/groups.hpp"
#include "core/design/groups/inner_sockets.hpp"
#include "core/design/groups/written_expressions.hpp"
#include "core/design/yaml_tools.hpp"
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

/// The text of a formula after its `=`, without blanks around it.
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

/// Whether the name of a parameter of the outer group can replace an inner parameter.
bool isAlike(const YamlValue& outer, const GroupParameter& inner) {
    if (textUnder(outer, "type") != inner.type->name) return false;
    if (inner.type->values != ParameterType::choice) return true;
    const YamlValue* choices = outer.find("choices");
    return choices != nullptr && std::equal(choices->items.begin(), choices->items.end(),
                                            inner.rule.choices.begin(), inner.rule.choices.end(),
                                            [](const YamlValue& a, const auto& b) { return a.scalar == b; });
}

/// A length in micrometres as a part of a formula; nothing for a number of pixels.
std::optional<std::string> micrometresInFormula(const YamlValue& value) {
    const auto length = parseLength(value.scalar);
    if (!length || length->unit == LengthUnit::pixel) return {};
    return numberText(roundedTo15Digits(length->value * micrometresIn(length->unit))) + " / um";
}

/// The values that an instance gives to the parameters of its group, as the nodes around it would write them.
class InlinedValues {
  public:
    /// Replaces only one parameter, by its default. Texts that do not name it stay as they are written, and
    /// lengths follow the pitch as before. \pre it has a default
    /// \param others  the other parameters of the group
    InlinedValues(const Groups& groups, const Group& group, const GroupParameter& fixed,
                  const YamlValue& others, double pitchUm)
        : groups_(groups), group_(group), around_(&others), pitchUm_(pitchUm), fixing_(true) {
        values_.emplace(fixed.name, *fixed.fallback);
    }

    /// \param around  the parameters of the group that the instance is in, or nullptr
    InlinedValues(const Groups& groups, const Group& group, const YamlValue& instance,
                  const YamlValue* around, double pitchUm)
        : groups_(groups), group_(group), around_(around), pitchUm_(pitchUm) {
        const YamlValue* given = instance.find("values");
        for (const GroupParameter& parameter : group.parameters) {
            const YamlValue* own = given == nullptr ? nullptr : given->find(parameter.name);
            if (own != nullptr) {
                values_.emplace(parameter.name, settled(*own, parameter.rule));
            } else if (parameter.fallback != nullptr) {
                values_.emplace(parameter.name,
                                settled(inlined(*parameter.fallback, &parameter.rule), parameter.rule));
            } else {
                sound_ = false;
            }
        }
    }

    /// Whether everything so far could be written out.
    [[nodiscard]] bool sound() const { return sound_; }

    /// A value of an inner node, with the group's parameters replaced by their values.
    /// \param wanted  what the value must be, or nullptr if that is unknown
    YamlValue inlined(const YamlValue& value, const ParameterDescription* wanted) {
        if (GroupFormula::stands(value)) return inlinedFormula(value, wanted);
        YamlValue result = value;
        for (YamlValue& item : result.items)
            item = inlined(item, wanted);
        for (YamlEntry& entry : result.entries) {
            const std::string& key = entry.key.scalar;
            if (key != "expression") entry.value = inlined(entry.value, wantedInside(wanted, key));
        }
        return result;
    }

    /// The body of an inner node. Parameters of the group that its expressions name become parameters of the
    /// node.
    YamlValue inlinedNode(const YamlValue& body) {
        YamlValue result = body;
        const Kind* kind = kindOf(body, kinds());
        for (YamlEntry& entry : result.entries) {
            const std::string& key = entry.key.scalar;
            if (key == "values" && isInstance(body)) {
                inlineValues(groups_.find(textUnder(body, "group")), entry.value);
            } else if (key != "kind" && key != "group" && key != "expression") {
                entry.value = inlined(entry.value, wantedUnder(kind, key));
            }
        }
        if (kind != nullptr && kind->description.parameter("parameters") != nullptr)
            nameInExpressions(*kind, body, result);
        return result;
    }

  private:
    /// The result of a formula that needs no parameter; for any other value, the value itself.
    [[nodiscard]] YamlValue settled(YamlValue value, const ParameterDescription& wanted) const {
        if (!GroupFormula::stands(value)) return value;
        const auto parsed = GroupFormula::parse(value.scalar, {});
        const auto* formula = std::get_if<GroupFormula>(&parsed);
        if (formula == nullptr) return value;
        const double number = formula->value({}, pitchUm_);
        return std::isfinite(number) ? writtenResult(number, &wanted) : value;
    }

    /// The values of an instance in the group.
    void inlineValues(const Group* group, YamlValue& values) {
        for (YamlEntry& entry : values.entries) {
            const auto place = group == nullptr ? std::nullopt : group->parameter(entry.key.scalar);
            entry.value = inlined(entry.value, place ? &group->parameters[*place].rule : nullptr);
        }
    }

    [[nodiscard]] const GroupParameter& parameter(std::string_view name) const {
        return group_.parameters[*group_.parameter(name)];
    }

    [[nodiscard]] double numberOfValue(const GroupParameter& parameter, const YamlValue& value) const {
        return roundedTo15Digits(numberOf(parameter, value, pitchUm_));
    }

    /// The text that replaces a parameter in a calculation: its formula, or its number.
    [[nodiscard]] std::optional<std::string> partOfFormula(const GroupParameter& parameter,
                                                           const YamlValue& value) const {
        const std::string_view type = parameter.type->name;
        if (!parameter.type->hasNumber()) return {};
        if (const auto part = inMicrometres(parameter, value)) return part;
        if (!GroupFormula::stands(value)) return numberText(numberOfValue(parameter, value));
        std::string text(formulaText(value));
        const YamlValue* named = isName(text) && around_ != nullptr ? around_->find(text) : nullptr;
        if (named != nullptr && isAlike(*named, parameter)) return text;
        if (type == "choice") return {};
        if (type == "boolean") return "((" + text + ") != 0)";
        if (type == "seed") return "mod(" + text + ", 4294967296)";
        return isName(text) ? text : "(" + text + ")";
    }

    YamlValue inlinedFormula(const YamlValue& value, const ParameterDescription* wanted) {
        if (const auto known = values_.find(formulaText(value)); known != values_.end()) {
            const GroupParameter& of = parameter(known->first);
            if (GroupFormula::stands(known->second) || !givesNumber(*of.type, wanted)) return known->second;
            if (const auto part = inMicrometres(of, known->second)) return yamlScalar("= " + *part, true);
            return writtenResult(numberOfValue(of, known->second), wanted);
        }
        std::string text(formulaText(value));
        std::vector<NameInText> names = namesIn(text);
        std::reverse(names.begin(), names.end());
        const std::string before = text;
        bool replaced = false;
        for (const NameInText& each : names) {
            const auto known = values_.find(before.substr(each.offset, each.name.size()));
            if (known == values_.end()) continue;
            const auto part = partOfFormula(parameter(known->first), known->second);
            sound_ = sound_ && part;
            if (!part) continue;
            // Without brackets, -2^2 would be -4, and 2 / 300 / um would not be 2 / (300 / um).
            const bool brackets = part->front() == '-' || part->ends_with(" / um");
            text.replace(each.offset, known->first.size(), brackets ? "(" + *part + ")" : *part);
            replaced = true;
        }
        if (fixing_ && !replaced) return value;
        YamlValue made = yamlScalar("= " + text, true);
        return fixing_ && wanted != nullptr && namesIn(text).empty() ? settled(std::move(made), *wanted)
                                                                     : made;
    }

    /// A length that keeps its unit in a formula; nothing if it is written as its number.
    [[nodiscard]] std::optional<std::string> inMicrometres(const GroupParameter& parameter,
                                                           const YamlValue& value) const {
        if (!fixing_ || parameter.type->values != ParameterType::length) return {};
        return micrometresInFormula(value);
    }

    using Names = std::map<std::string, std::string, std::less<>>;

    /// Resolves the names in the expressions of a node: to the node's own parameters, or to parameters of the
    /// surrounding group.
    void nameInExpressions(const Kind& kind, const YamlValue& body, YamlValue& node) {
        Names names;  // from the names in the body to the names in the node
        if (YamlValue* own = valueIn(node, "parameters")) {
            for (YamlEntry& entry : own->entries) {
                std::string free = nameBeside(*own, entry.key.scalar);
                names.emplace(entry.key.scalar, free);
                entry.key.scalar = std::move(free);
            }
        }
        for (WrittenExpression& text : expressionsOf(body, kind.description)) {
            std::reverse(text.names.begin(), text.names.end());
            for (const NameInText& each : text.names) {
                const auto [name, isNew] = names.try_emplace(std::string(each.name));
                if (isNew) name->second = own(node, name->first);
                text.in(node).scalar.replace(each.offset, each.name.size(), name->second);
            }
        }
    }

    /// A name for a node's parameter that the surrounding group does not have: `name` if it is free.
    [[nodiscard]] std::string nameBeside(const YamlValue& own, const std::string& name) const {
        const auto taken = [&](const std::string& one) {
            return (around_ != nullptr && around_->find(one) != nullptr) ||
                   (one != name && (own.find(one) != nullptr || !whyNoParameterName(one).empty()));
        };
        std::string free = name;
        for (int number = 2; taken(free); ++number)
            free = name + "_" + std::to_string(number);
        return free;
    }

    /// Gives a node a parameter of its own for the group's parameter `name`, unless the surrounding group has
    /// a parameter with the same meaning. \return the name of the parameter
    std::string own(YamlValue& node, const std::string& name) {
        const auto known = values_.find(name);
        if (known == values_.end()) return name;
        const auto part = partOfFormula(parameter(name), known->second);
        sound_ = sound_ && part;
        if (!part || *part == name) return name;
        YamlValue& parameters = valueAt(node, "parameters");
        if (parameters.type != YamlValue::Type::map) parameters = yamlMap();
        std::string made = nameBeside(parameters, name);
        const bool formula = GroupFormula::stands(known->second) || part->ends_with(" / um");
        valueAt(parameters, made) = formula ? yamlScalar("= " + *part, true) : yamlScalar(*part);
        return made;
    }

    const Groups& groups_;
    const Group& group_;
    const YamlValue* around_;
    double pitchUm_;
    Texts values_;
    bool fixing_ = false;  ///< whether one parameter is replaced by its default
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

/// Whether links to `child` are left out if an instance of `group` has no link for them.
bool mayBeLeftOut(const YamlValue& group, const std::string& child) {
    const YamlValue* sockets = group.find("inputs");
    return sockets != nullptr && child.starts_with('$') &&
           std::any_of(sockets->items.begin(), sockets->items.end(), [&](const YamlValue& socket) {
               const YamlEntry* named = childIn(socket);
               return named != nullptr && "$" + named->value.scalar == child &&
                      textUnder(socket, "optional") == "true" && socket.find("else") == nullptr;
           });
}

/// Whether another link with the trait of link `i` follows it.
bool hasLinkAfter(const YamlValue& links, std::size_t i) {
    const std::string& trait = childIn(links.items[i])->key.scalar;
    return std::any_of(links.items.begin() + static_cast<std::ptrdiff_t>(i) + 1, links.items.end(),
                       [&](const YamlValue& link) { return link.find(trait) != nullptr; });
}

/// The sum of two offsets; nothing if one of them is a formula.
std::optional<YamlValue> sumOf(const YamlValue& a, const YamlValue& b, double pitchUm) {
    std::vector<std::string> sums;
    for (std::size_t i = 0; i < 2; ++i) {
        if (a.items.size() != 2 || b.items.size() != 2) return {};
        const auto first = parseLength(a.items[i].scalar);
        const auto second = parseLength(b.items[i].scalar);
        if (!first || !second) return {};
        sums.push_back(numberText(first->wholePixels(pitchUm) + second->wholePixels(pitchUm)));
    }
    return yamlList(sums);
}

}  // namespace

void passOptional(const YamlValue& group, YamlValue& sockets, YamlValue& links) {
    const auto optional = [&](const std::string& child) { return mayBeLeftOut(group, child); };
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

/// Gives a new group the parameters of the surrounding group that its nodes may use, and gives the instance
/// the values of these parameters.
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

bool DesignEdit::fixParameter(std::string_view group, std::string_view parameter) {
    const std::optional<double> pitchUm = writtenPitchUm(document_);
    if (!pitchUm) return false;
    Problems problems{""};
    const Groups groups(document_, kinds(), *pitchUm, problems);
    const Group* known = groups.find(group);
    const auto place = known == nullptr ? std::nullopt : known->parameter(parameter);
    if (!place || !known->culprit.empty() || known->parameters[*place].fallback == nullptr) return false;
    YamlValue made = *document_.find("groups")->find(group);
    YamlValue& left = *valueIn(made, "parameters");
    eraseIn(left, parameter);
    const YamlValue others = left;
    InlinedValues values(groups, *known, known->parameters[*place], others, *pitchUm);
    for (auto& [name, body] : left.entries) {
        const auto of = known->parameter(name.scalar);
        YamlValue* fallback = valueIn(body, "default");
        if (of && fallback != nullptr) *fallback = values.inlined(*fallback, &known->parameters[*of].rule);
    }
    for (YamlEntry& node : valueIn(made, "nodes")->entries)
        node.value = values.inlinedNode(node.value);
    if (!values.sound()) return false;
    // The checked groups refer to the document, so it changes last.
    *valueIn(*valueIn(document_, "groups"), group) = std::move(made);
    removeParameter(group, parameter);
    return true;
}

std::vector<std::string> DesignEdit::ungroupInside(std::string_view instance) {
    const YamlValue body = *node(instance);
    const std::optional<double> pitch = writtenPitchUm(document_);
    if (!pitch) return {};
    const double pitchUm = *pitch;
    Problems problems{""};
    const Groups groups(document_, kinds(), pitchUm, problems);
    const YamlValue* named = body.find("group");
    const Group* group = named == nullptr ? nullptr : groups.find(named->scalar);
    if (group == nullptr || !group->culprit.empty() || body.find("muted") != nullptr) return {};
    InlinedValues values(groups, *group, body, owner()->find("parameters"), pitchUm);
    const Texts links = linksBySocket(*group, body);
    const std::string prefix = std::string(instance) + "/";

    YamlValue meant = yamlMap();
    for (const YamlEntry& inner : group->nodes->entries) {
        YamlValue& made = valueAt(meant, prefix + inner.key.scalar);
        made = values.inlinedNode(inner.value);
        forgetSource(made);
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
                // If the outer link were left out, the inner group's `else` would be lost.
                const std::string& outside = childIn(given->second)->value.scalar;
                if (!socket->otherwise.empty() && mayBeLeftOut(*owner(), outside)) return {};
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
                // The instance's later links would go to other sockets.
                if (isInstance(made) && hasLinkAfter(*inputs, i)) return {};
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
    YamlValue left = emptiedMap(*nodes());
    showOutput(instance, output);
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
