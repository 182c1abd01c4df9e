// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/group_reader.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/design/groups/written_expressions.hpp"
#include "core/design/value_checker.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr std::size_t mostParameters = 256;
constexpr std::size_t mostSockets = 64;
constexpr double largestSeed = 4294967295;

/// Whether an entry of `inputs` names a socket, such as `$outline`.
bool namesSocket(const YamlEntry& child) {
    return child.value.scalar.starts_with('$');
}

}  // namespace

void GroupReader::complain(SourceMark mark, std::string reason, std::string advice,
                           std::vector<std::string> details) {
    group_.culprit = group_.name;
    problems_.groupError(group_.name, node_, parameter_,
                         {mark, std::move(reason), std::move(advice), std::move(details)});
}

Group GroupReader::read(const YamlValue& name, const YamlValue& body) {
    group_ = {};
    group_.name = name.scalar;
    group_.mark = name.mark;
    node_.clear();
    parameter_.clear();
    if (body.type != YamlValue::Type::map) {
        complain(body.mark, "%1 is not a group", "write `nodes:` and `output:` below its name",
                 {shownText(body)});
        return std::move(group_);
    }
    checkKeys(body, "a group",
              {"title", "help", "from", "editor", "parameters", "inputs", "output", "nodes"});
    readParameters(body);
    readSockets(body);
    readNodes(body);
    readOutput(body);
    return std::move(group_);
}

void GroupReader::checkKeys(const YamlValue& map, std::string_view subject,
                            const std::vector<std::string_view>& known) {
    for (const auto& [key, value] : map.entries) {
        if (std::find(known.begin(), known.end(), key.scalar) != known.end()) continue;
        complain(key.mark, "unknown key %1%2", "%3",
                 {shownText(key), commaRemark(key),
                  suggestion(key.scalar, known,
                             filledIn("%1 has %2", {std::string(subject), alternatives(known)}))});
    }
}

bool GroupReader::checkValue(const ParameterDescription& rule, std::string_view key, const YamlValue& value) {
    std::vector<ValueProblem> found;
    ValueChecker checker(pitchUm_, found);
    const bool right = checker.check(rule, value).has_value();
    for (ValueProblem& problem : found)
        complain(problem.mark, "%1: %2", "%3",
                 {std::string(key), problem.problem.text(), problem.problem.adviceText()});
    return right;
}

void GroupReader::readParameters(const YamlValue& body) {
    const YamlValue* all = body.find("parameters");
    if (all == nullptr || all->type == YamlValue::Type::null) return;
    if (all->type != YamlValue::Type::map) {
        return complain(all->mark, "%1 is not a map of parameters",
                        "write `NAME: {type: ...}` for each parameter", {shownText(*all)});
    }
    if (all->entries.size() > mostParameters) {
        return complain(all->entries[mostParameters].key.mark, "the group has more than 256 parameters",
                        "use at most 256 parameters");
    }
    below_ = all->entries;
    for (const auto& [name, parameter] : all->entries) {
        below_ = below_.subspan(1);
        parameter_ = name.scalar;
        readParameter(name, parameter);
    }
    parameter_.clear();
}

void GroupReader::readParameter(const YamlValue& name, const YamlValue& body) {
    const std::size_t errorsBefore = problems_.errors();
    const std::string why = whyNoParameterName(name.scalar);
    if (!why.empty()) {
        complain(name.mark, "%1 %2", "choose another name: a letter, then letters, digits and _",
                 {shownText(name), why});
    }
    std::vector<std::string_view> types;
    for (const GroupParameterType& type : groupParameterTypes())
        types.push_back(type.name);
    const std::string remedy = "write `type:` with " + alternatives(types);
    if (body.type != YamlValue::Type::map)
        return complain(body.mark, "%1 is not a parameter", remedy, {shownText(body)});
    const YamlValue* type = body.find("type");
    if (type == nullptr) return complain(name.mark, "the type is missing", remedy);
    GroupParameter parameter;
    parameter.name = name.scalar;
    for (const GroupParameterType& known : groupParameterTypes()) {
        if (type->type == YamlValue::Type::scalar && type->scalar == known.name) parameter.type = &known;
    }
    if (parameter.type == nullptr)
        return complain(type->mark, "unknown type %1", "%2",
                        {shownText(*type), suggestion(type->scalar, types, remedy)});
    checkKeys(body, "a parameter",
              {"type", "default", "minimum", "maximum", "unit", "choices", "title", "help"});
    parameter.rule.key = name.scalar;
    parameter.rule.type = parameter.type->values;
    parameter.rule.required = body.find("default") == nullptr;
    parameter.rule.title = textUnder(body, "title");
    parameter.rule.help = textUnder(body, "help");
    parameter.rule.unit = textUnder(body, "unit");
    readLimits(parameter, name, body);
    readChoices(parameter, name, body);
    readFallback(parameter, body, problems_.errors() == errorsBefore);
    group_.parameters.push_back(std::move(parameter));
}

void GroupReader::readLimits(GroupParameter& parameter, const YamlValue& name, const YamlValue& body) {
    ParameterDescription& rule = parameter.rule;
    if (parameter.type->name == "seed") {
        rule.seed = true;
        rule.minimum = 0;
        rule.maximum = largestSeed;
    }
    if (parameter.type->name == "curve") {
        rule.minimumCount = 2;
        rule.maximumCount = 1024;
    }
    if (parameter.type->name == "length") rule.unit = "um";
    if (parameter.type->name == "angle" && rule.unit.empty()) rule.unit = "deg";
    for (const std::string_view key : {"minimum", "maximum"}) {
        const YamlValue* given = body.find(key);
        if (given == nullptr) continue;
        if (!parameter.type->ranged) {
            complain(keyIn(body, key)->mark, "a %1 takes no %2", "remove it",
                     {std::string(parameter.type->name), std::string(key)});
            continue;
        }
        // A limit is a value of the same type, but without limits.
        ParameterDescription plain;
        plain.key = key;
        plain.type = rule.type;
        if (!checkValue(plain, key, *given)) continue;
        const Length length = parseLength(given->scalar).value_or(Length{});
        const double limit =
            rule.type == ParameterType::length ? length.micrometres(pitchUm_.value_or(1)) : length.value;
        (key == "minimum" ? rule.minimum : rule.maximum) = limit;
    }
    if (rule.minimum > rule.maximum) complain(name.mark, "the minimum exceeds the maximum", "swap them");
}

void GroupReader::readChoices(GroupParameter& parameter, const YamlValue& name, const YamlValue& body) {
    const YamlValue* given = body.find("choices");
    const bool wanted = parameter.type->values == ParameterType::choice;
    const std::string remedy = "write `choices: [a, b, ...]`";
    if (given == nullptr) {
        if (wanted) complain(name.mark, "the choices are missing", remedy);
        return;
    }
    if (!wanted) {
        return complain(keyIn(body, "choices")->mark, "a %1 takes no choices", "remove them",
                        {std::string(parameter.type->name)});
    }
    if (given->type != YamlValue::Type::sequence)
        return complain(given->mark, "%1 is not a list of choices", remedy, {shownText(*given)});
    if (given->items.empty()) return complain(given->mark, "the list of choices is empty", remedy);
    for (const YamlValue& choice : given->items) {
        auto& known = parameter.rule.choices;
        if (choice.type != YamlValue::Type::scalar) {
            complain(choice.mark, "%1 is not a choice", remedy, {shownText(choice)});
        } else if (std::find(known.begin(), known.end(), choice.scalar) != known.end()) {
            complain(choice.mark, "%1 is listed twice", "keep one of them", {shownText(choice)});
        } else {
            known.emplace_back(choice.scalar);
        }
    }
}

void GroupReader::readFallback(GroupParameter& parameter, const YamlValue& body, bool sound) {
    parameter.fallback = body.find("default");
    if (parameter.fallback == nullptr) return;
    // A formula may use the parameters above it, which have already been read.
    if (GroupFormula::stands(*parameter.fallback)) {
        readFormulas(*parameter.fallback, group_.parameters.size());
    } else if (sound) {
        checkValue(parameter.rule, "default", *parameter.fallback);
    }
}

void GroupReader::readSockets(const YamlValue& body) {
    const YamlValue* all = body.find("inputs");
    if (all == nullptr || all->type == YamlValue::Type::null) return;
    parameter_ = "inputs";
    if (all->type != YamlValue::Type::sequence) {
        complain(all->mark, "%1 is not a list of sockets", "write `- data: NAME` for each socket",
                 {shownText(*all)});
    } else if (all->items.size() > mostSockets) {
        complain(all->items[mostSockets].mark, "the group has more than 64 sockets",
                 "use at most 64 sockets");
    } else {
        for (const YamlValue& entry : all->items)
            readSocket(entry);
    }
    parameter_.clear();
}

void GroupReader::readSocket(const YamlValue& entry) {
    const YamlEntry* child = childIn(entry);
    if (child == nullptr || child->value.type != YamlValue::Type::scalar || child->value.scalar.empty()) {
        return complain(entry.mark, "%1 is not a socket",
                        "write `data: NAME`, `mask: NAME` or `pattern: NAME`", {shownText(entry)});
    }
    const std::string_view trait = child->key.scalar;
    checkKeys(entry, "a socket", {trait, "else", "optional"});
    Socket socket{*traitNamed(trait), child->value.scalar, {}, false};
    if (group_.socket(socket.name) != nullptr)
        return complain(child->value.mark, "another socket already has the name %1", "choose another name",
                        {shownText(child->value)});
    if (const YamlValue* otherwise = entry.find("else")) socket.otherwise = otherwise->scalar;
    if (const YamlValue* optional = entry.find("optional")) {
        ParameterDescription rule;
        rule.type = ParameterType::boolean;
        checkValue(rule, "optional", *optional);
        socket.optional = writtenTrue(optional);
    }
    const bool needed = !socket.optional && socket.otherwise.empty();
    for (const Socket& before : group_.sockets) {
        if (!needed || before.trait != socket.trait || (!before.optional && before.otherwise.empty()))
            continue;
        complain(entry.mark, "this %1 socket is required but follows one that is optional",
                 "move it before all sockets of its trait with `optional` or `else`", {std::string(trait)});
        break;
    }
    group_.sockets.push_back(socket);
}

void GroupReader::readNodes(const YamlValue& body) {
    group_.nodes = body.find("nodes");
    if (group_.nodes == nullptr || group_.nodes->type != YamlValue::Type::map ||
        group_.nodes->entries.empty()) {
        group_.nodes = nullptr;
        return complain(group_.mark, "the nodes are missing", "write `nodes:` with one entry for each node");
    }
    for (const YamlEntry& entry : group_.nodes->entries)
        group_.nodeNames.insert(entry.key.scalar);
    for (const auto& [name, node] : group_.nodes->entries) {
        if (stop_.stop_requested()) throw Cancelled();
        node_ = name.scalar;
        readNode(name, node);
    }
    node_.clear();
    if (const YamlValue* sockets = body.find("inputs")) {
        for (const YamlValue& entry : sockets->items) {
            const YamlValue* otherwise = entry.find("else");
            if (otherwise == nullptr || group_.nodeNames.contains(otherwise->scalar)) continue;
            parameter_ = "inputs";
            complain(otherwise->mark, "the group has no node %1", "name one of its nodes",
                     {shownText(*otherwise)});
            parameter_.clear();
        }
    }
}

void GroupReader::readNode(const YamlValue& name, const YamlValue& body) {
    if (name.scalar.starts_with('$'))
        complain(name.mark, "the name of a node begins with $", "choose another name: $ marks sockets");
    if (body.type != YamlValue::Type::map) return;
    if (isRoot(body))
        complain(body.find("kind")->mark, "a group cannot contain a surface", "move it out of the group");
    const Kind* kind = kindOf(body, kinds_);
    for (const auto& [key, value] : body.entries) {
        parameter_ = key.scalar;
        if (key.scalar == "kind" || key.scalar == "group" || key.scalar == "expression") continue;
        if (key.scalar == "inputs") {
            readLinks(body, kind);
        } else {
            readFormulas(value, group_.parameters.size());
        }
    }
    parameter_.clear();
    if (kind != nullptr) readExpressions(body, *kind);
}

void GroupReader::readLinks(const YamlValue& body, const Kind* kind) {
    const YamlValue& inputs = *body.find("inputs");
    // If a child is omitted, the later children get other numbers.
    const bool numbered = kind != nullptr && numbersItsData(*kind);
    const YamlValue* leftOut = nullptr;
    for (const YamlValue& link : inputs.items) {
        if (const YamlValue* offset = link.find("at")) readFormulas(*offset, group_.parameters.size());
        const YamlEntry* child = childIn(link);
        if (child == nullptr || child->value.scalar.empty()) continue;
        if (leftOut != nullptr && child->key.scalar == "data") {
            complain(leftOut->mark, "the socket %1 is optional but stands before other data",
                     "move it after all other data, or give the socket an `else`", {shownText(*leftOut)});
            leftOut = nullptr;
        }
        if (!namesSocket(*child)) {
            if (group_.nodeNames.contains(child->value.scalar)) continue;
            complain(child->value.mark, "the group has no node %1",
                     "write a node of the group, or a socket as $NAME", {shownText(child->value)});
            continue;
        }
        const Socket* socket = group_.socket(std::string_view(child->value.scalar).substr(1));
        if (socket == nullptr) {
            complain(child->value.mark, "the group has no socket %1", "add it under the group's `inputs`",
                     {shownText(child->value)});
        } else if (traitName(socket->trait) != child->key.scalar) {
            complain(child->key.mark, "the socket %1 carries %2", "link it under that trait",
                     {shownText(child->value), std::string(traitName(socket->trait))});
        } else if (numbered && child->key.scalar == "data" && socket->optional && socket->otherwise.empty()) {
            leftOut = &child->value;
        }
    }
}

/// Checks the names in a node's expressions that are parameters of the group.
void GroupReader::readExpressions(const YamlValue& body, const Kind& kind) {
    const ParameterDescription* taken = kind.description.parameter("parameters");
    if (taken == nullptr || taken->type != ParameterType::numbers) return;
    if (const YamlValue* own = body.find("parameters")) {
        parameter_ = "parameters";
        for (const auto& [name, value] : own->entries) {
            if (!group_.parameter(name.scalar)) continue;
            complain(name.mark, "%1 is a parameter of the group too", "rename one of them",
                     {shownText(name)});
        }
    }
    for (const WrittenExpression& each : expressionsOf(body, kind.description)) {
        parameter_ = each.key();
        for (const NameInText& name : each.names) {
            const auto found = group_.parameter(name.name);
            if (!found || group_.parameters[*found].type->hasNumber()) continue;
            complain(markInText(*each.text, name.offset), "%1 has no number",
                     "a %2 cannot be used in a calculation",
                     {quotedForMessage(name.name), std::string(group_.parameters[*found].type->name)});
        }
    }
    parameter_.clear();
}

void GroupReader::readFormulas(const YamlValue& value, std::size_t parameters) {
    for (const YamlValue& item : value.items)
        readFormulas(item, parameters);
    for (const auto& [key, entry] : value.entries)
        readFormulas(entry, parameters);
    if (!GroupFormula::stands(value)) return;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < parameters; ++i)
        names.emplace_back(group_.parameters[i].name);
    auto parsed = GroupFormula::parse(value.scalar, std::move(names));
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed)) {
        const std::string& unknown = problem->unknownName;
        const SourceMark mark = markInText(value, problem->offset);
        const bool isBelow = !unknown.empty() &&
                             std::any_of(below_.begin(), below_.end(),
                                         [&](const YamlEntry& each) { return each.key.scalar == unknown; });
        if (isBelow)
            return complain(mark, "%1 is declared below this parameter", "declare it above",
                            {quotedForMessage(unknown)});
        return complain(mark, problem->problem.reason, problem->problem.advice, problem->problem.details);
    }
    const auto& formula = std::get<GroupFormula>(parsed);
    for (std::size_t i = 0; !formula.onlyName() && i < parameters; ++i) {
        if (!formula.uses(i) || group_.parameters[i].type->hasNumber()) continue;
        complain(value.mark, "%1 has no number", "a %2 can only stand alone, as in `= %3`",
                 {quotedForMessage(group_.parameters[i].name), std::string(group_.parameters[i].type->name),
                  std::string(group_.parameters[i].name)});
    }
    group_.formulas.emplace(&value, formula);
}

void GroupReader::readOutput(const YamlValue& body) {
    const YamlValue* given = body.find("output");
    parameter_ = "output";
    if (given == nullptr) {
        complain(group_.mark, "the output is missing", "write `output:` with one of its nodes");
    } else if (group_.nodes != nullptr &&
               (given->type != YamlValue::Type::scalar || !group_.nodeNames.contains(given->scalar))) {
        complain(given->mark, "%1 is not one of its nodes", "name one of its nodes", {shownText(*given)});
    } else {
        group_.output = given->scalar;
    }
    parameter_.clear();
}

}  // namespace burin
