// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/groups/groups.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/design/groups/group_instance.hpp"
#include "core/design/groups/written_expressions.hpp"
#include "core/design/value_checker.hpp"
#include "core/design/yaml_tools.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

constexpr double mostFlatNodes = 10'000;
constexpr std::size_t mostFlatValues = std::size_t{1} << 21U;

/// Ends the expansion of one instance of the design.
struct ExpandsTooFar {};

class Expander {
  public:
    Expander(const Groups& groups, std::span<const Kind> kinds, std::optional<double> pitchUm,
             Problems& problems, const std::stop_token& stop)
        : groups_(groups),
          pitchUm_(pitchUm),
          problems_(problems),
          stop_(stop),
          instances_(groups, pitchUm, problems) {
        for (const Kind& kind : kinds)
            kinds_[kind.description.name] = &kind;
    }

    Expansion expand(const YamlValue& nodes) {
        GroupScope design;
        design.nodes = &nodes;
        for (const auto& [name, body] : nodes.entries) {
            names_.insert(name.scalar);
            longestName_ = std::max(longestName_, name.scalar.size());
            if (!isInstance(body)) flatNodes_ += 1;
        }
        for (const auto& [name, body] : nodes.entries)
            design.placed.emplace(name.scalar, placeCounted(design, name, body));
        emitAll(design);
        return std::move(expansion_);
    }

  private:
    // The first pass goes from the outside inwards. It gives all nodes their flat names and all instances
    // their values, and counts the size of the expansion.

    void placeAll(GroupScope& scope) {
        for (const YamlEntry& entry : scope.nodes->entries)
            names_.insert(scope.prefix + entry.key.scalar);
        for (const auto& [name, body] : scope.nodes->entries)
            scope.placed.emplace(name.scalar, place(scope, name, body));
    }

    /// Places a node of the design itself. An instance that would expand too far becomes one broken node.
    PlacedNode placeCounted(GroupScope& design, const YamlValue& name, const YamlValue& body) {
        const YamlValue* wanted = isInstance(body) ? body.find("group") : nullptr;
        const Group* group = wanted == nullptr ? nullptr : groups_.find(wanted->scalar);
        if (group == nullptr || !group->culprit.empty()) return place(design, name, body);
        static_assert(mostFlatNodes == 10'000 && largestDesign == 67'108'864, "the words name the limits");
        const auto refused = [&](const std::string& size) {
            problems_.error(name.scalar, "group",
                            {wanted->mark,
                             "this instance of %1 expands to %2",
                             "use fewer or smaller instances: an expanded design has at most 10,000 nodes "
                             "and 64 MiB of text",
                             {group->title(), size}});
            PlacedNode broken;
            broken.target = name.scalar;
            broken.broken = true;
            return broken;
        };
        const double nodes = writtenMuted(body) ? 1 : group->expandedNodes;
        if (flatNodes_ + nodes > mostFlatNodes) {
            return refused(nodes < 1e15 ? filledIn("%1 %2, together with all others to %3",
                                                   {numberText(nodes), nodes == 1 ? "node" : "nodes",
                                                    numberText(flatNodes_ + nodes)})
                                        : "more than 10^15 nodes");
        }
        const std::size_t textBefore = text_;
        const std::size_t valuesBefore = values_;
        const std::size_t instancesBefore = expansion_.instances.size();
        try {
            PlacedNode placed = place(design, name, body);
            flatNodes_ += nodes;
            return placed;
        } catch (const ExpandsTooFar&) {
            text_ = textBefore;
            values_ = valuesBefore;
            expansion_.instances.resize(instancesBefore);
            return refused("more than 64 MiB of text");
        }
    }

    PlacedNode place(GroupScope& scope, const YamlValue& name, const YamlValue& body) {
        if (stop_.stop_requested()) throw Cancelled();
        if (isInstance(body)) return placeInstance(scope, name, body);
        PlacedNode placed;
        placed.target = scope.prefix + name.scalar;
        if (const YamlValue* kind = body.find("kind")) {
            const auto found = kinds_.find(kind->scalar);
            if (found != kinds_.end()) placed.kind = found->second;
        }
        if (scope.values) {
            spend(placed.target);
            spendBody(scope, body);
        }
        return placed;
    }

    PlacedNode placeInstance(GroupScope& scope, const YamlValue& name, const YamlValue& body) {
        PlacedNode placed = instances_.read(scope, scope.prefix + name.scalar, name, body);
        if (placed.broken || (!placed.muted && !namesFree(*placed.inside, placed.target, name))) {
            placed.broken = true;
            return placed;
        }
        GroupScope& inside = *placed.inside;
        const Group& group = inside.values->group();
        inside.instance = expansion_.instances.size();
        DesignInstance instance{placed.target, group.name, placed.target, name.mark, scope.instance,
                                placed.muted,  {}};
        for (std::size_t i = 0; i < group.parameters.size(); ++i) {
            spend(inside.values->values()[i]);
            instance.values.emplace_back(group.parameters[i].name, inside.values->values()[i]);
        }
        expansion_.instances.push_back(std::move(instance));
        if (placed.muted) return placed;
        placeAll(inside);
        placed.target = inside.placed.at(group.output).target;
        expansion_.instances[*inside.instance].output = placed.target;
        return placed;
    }

    /// Whether the names of the instance's flat nodes are still free.
    bool namesFree(const GroupScope& inside, const std::string& flat, const YamlValue& name) {
        for (const YamlEntry& entry : inside.nodes->entries) {
            const std::string inner = inside.prefix + entry.key.scalar;
            if (!names_.contains(inner)) continue;
            problems_.error(flat, "",
                            {name.mark,
                             "the instance would add a second node %1",
                             "rename the instance or the other node",
                             {quotedForMessage(inner)}});
            return false;
        }
        return true;
    }

    // The second pass makes the flat nodes.

    void emitAll(GroupScope& scope) {
        for (const auto& [name, body] : scope.nodes->entries) {
            if (stop_.stop_requested()) throw Cancelled();
            PlacedNode& placed = scope.placed.at(name.scalar);
            if (!isInstance(body)) {
                emitNode(scope, placed, name, body);
            } else if (placed.broken) {
                emit(scope, name, ledBody(scope, body)).broken = true;
                expansion_.nodes.back().culprit = placed.culprit;
            } else if (placed.muted) {
                emitMuted(scope, *placed.inside, name);
            } else {
                feed(scope, *placed.inside);
                emitAll(*placed.inside);
            }
        }
    }

    FlatNode& emit(const GroupScope& scope, const YamlValue& name, YamlValue body) {
        YamlValue flat = name;
        flat.scalar = scope.prefix + name.scalar;
        auto kept = std::make_shared<const YamlValue>(std::move(body));
        expansion_.nodes.push_back({std::move(flat), std::move(kept), true, scope.instance});
        return expansion_.nodes.back();
    }

    void emitNode(const GroupScope& scope, const PlacedNode& placed, const YamlValue& name,
                  const YamlValue& body) {
        if (!scope.values && !leadsToInstance(scope, body)) {
            expansion_.nodes.push_back(unchangedNode(name, body));
            return;
        }
        if (body.type != YamlValue::Type::map) return static_cast<void>(emit(scope, name, body));
        const std::size_t errorsBefore = problems_.errors();
        YamlValue node = yamlMap();
        node.mark = body.mark;
        node.flow = body.flow;
        for (const auto& [key, value] : body.entries) {
            std::optional<YamlValue> made;
            if (key.scalar == "inputs") {
                made = linksOf(scope, placed.target, value);
                if (made->items.empty() && !value.items.empty()) continue;
            } else if (key.scalar == "kind" || key.scalar == "expression") {
                made = value;
            } else {
                made = instances_.computed(scope, placed.target, key.scalar, value,
                                           wantedUnder(placed.kind, key.scalar));
            }
            if (made) node.entries.push_back({key, std::move(*made)});
        }
        if (scope.values && placed.kind != nullptr)
            addParameters(*scope.values, placed.kind->description, node);
        emit(scope, name, std::move(node)).broken = problems_.errors() != errorsBefore;
    }

    /// A muted union of the first data link, or of the first pattern link if the instance has no data link.
    void emitMuted(const GroupScope& scope, const GroupScope& inside, const YamlValue& name) {
        YamlValue node = yamlMap();
        valueAt(node, "kind") = yamlScalar("union");
        valueAt(node, "muted") = yamlScalar("true");
        auto target = firstLinked(scope, inside, Trait::data);
        if (!target) target = firstLinked(scope, inside, Trait::pattern);
        if (target) {
            YamlValue inputs = yamlSequence();
            inputs.items.push_back(linkTo(Trait::data, target->node));
            if (target->at) valueAt(inputs.items.back(), "at") = *target->at;
            valueAt(node, "inputs") = std::move(inputs);
        }
        remark(node, name.mark);
        emit(scope, name, std::move(node));
    }

    /// The target of the first link of an instance that carries `trait` and is not left out.
    [[nodiscard]] std::optional<LinkTarget> firstLinked(const GroupScope& scope, const GroupScope& inside,
                                                        Trait trait) const {
        const std::vector<Socket>& sockets = inside.values->group().sockets;
        for (std::size_t i = 0; i < sockets.size(); ++i) {
            const ScopeLink& taken = inside.links[i];
            if (sockets[i].trait != trait || taken.link == nullptr) continue;
            if (auto target = followed(scope, childIn(*taken.link)->value.scalar, taken.at)) return target;
        }
        return {};
    }

    /// Copies the group's parameters that a node's expressions name into the node's `parameters`.
    static void addParameters(const GroupValues& values, const KindDescription& kind, YamlValue& node) {
        const ParameterDescription* taken = kind.parameter("parameters");
        if (taken == nullptr || taken->type != ParameterType::numbers) return;
        const Group& group = values.group();
        std::vector<bool> used(group.parameters.size());
        SourceMark mark;
        for (const WrittenExpression& each : expressionsOf(node, kind)) {
            for (const NameInText& name : each.names) {
                const auto parameter = group.parameter(name.name);
                if (!parameter) continue;
                used[*parameter] = true;
                mark = each.text->mark;
            }
        }
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (!used[i]) continue;
            YamlValue& own = valueAt(node, "parameters");
            if (own.type != YamlValue::Type::map && own.type != YamlValue::Type::null) return;
            YamlValue number = values.numberText(i);
            remark(number, mark);
            valueAt(own, group.parameters[i].name) = std::move(number);
            if (own.mark.line == 0) own.mark = mark;
        }
    }

    // Links.

    /// Follows the links of an instance.
    void feed(const GroupScope& scope, GroupScope& inside) const {
        for (const ScopeLink& taken : inside.links) {
            inside.fed.push_back(taken.link == nullptr
                                     ? std::nullopt
                                     : followed(scope, childIn(*taken.link)->value.scalar, taken.at));
        }
    }

    /// The target of a link to `child`; nothing if the link is omitted.
    std::optional<LinkTarget> followed(const GroupScope& scope, const std::string& child,
                                       const std::optional<YamlValue>& at) const {
        if (const auto place = scope.socketNamed(child)) {
            if (const auto& fed = scope.fed[*place]) return LinkTarget{fed->node, sumOf(at, fed->at)};
            const Socket& socket = scope.values->group().sockets[*place];
            if (socket.otherwise.empty()) return {};
            return LinkTarget{scope.placed.at(socket.otherwise).target, at};
        }
        const auto placed = scope.placed.find(child);
        return LinkTarget{placed == scope.placed.end() ? child : placed->second.target, at};
    }

    /// The sum of two offsets, each rounded first. If one is not an offset, the reader of the node reports
    /// it.
    [[nodiscard]] std::optional<YamlValue> sumOf(const std::optional<YamlValue>& inner,
                                                 const std::optional<YamlValue>& outer) const {
        if (!inner || !outer) return inner ? inner : outer;
        const ParameterDescription& rule = *wantedUnder(nullptr, "at");
        std::vector<ValueProblem> ignored;
        ValueChecker checker(pitchUm_, ignored);
        const auto a = checker.pair(rule, *inner, &ValueChecker::wholePixels);
        const auto b = checker.pair(rule, *outer, &ValueChecker::wholePixels);
        if (!a || !b) return inner;
        const std::string texts[] = {numberText(a->x + b->x), numberText(a->y + b->y)};
        YamlValue sum = yamlList(texts);
        remark(sum, inner->mark);
        return sum;
    }

    static bool leadsToInstance(const GroupScope& scope, const YamlValue& body) {
        const YamlValue* inputs = body.find("inputs");
        if (inputs == nullptr) return false;
        return std::any_of(inputs->items.begin(), inputs->items.end(), [&](const YamlValue& link) {
            const YamlEntry* child = childIn(link);
            const auto found = child == nullptr ? scope.placed.end() : scope.placed.find(child->value.scalar);
            return found != scope.placed.end() && found->second.target != child->value.scalar;
        });
    }

    /// The body of a broken instance, with links to flat nodes, so that its children do not count as unused.
    [[nodiscard]] YamlValue ledBody(const GroupScope& scope, YamlValue body) const {
        YamlValue* inputs = valueIn(body, "inputs");
        if (inputs == nullptr) return body;
        for (YamlValue& link : inputs->items) {
            YamlEntry* child = childIn(link);
            const auto target = child == nullptr ? std::nullopt : followed(scope, child->value.scalar, {});
            if (target) child->value.scalar = target->node;
        }
        return body;
    }

    YamlValue linksOf(const GroupScope& scope, const std::string& flat, const YamlValue& inputs) {
        if (inputs.type != YamlValue::Type::sequence) return inputs;
        YamlValue made = yamlSequence();
        made.mark = inputs.mark;
        made.flow = inputs.flow;
        for (const YamlValue& link : inputs.items) {
            const YamlEntry* child = childIn(link);
            if (child == nullptr || child->value.scalar.empty()) {
                made.items.push_back(link);
                continue;
            }
            const YamlValue* offset = link.find("at");
            auto at = offset == nullptr
                          ? std::nullopt
                          : instances_.computed(scope, flat, "inputs", *offset, wantedUnder(nullptr, "at"));
            const auto target = followed(scope, child->value.scalar, at);
            if (!target) continue;
            YamlValue led = link;
            childIn(led)->value.scalar = target->node;
            setIn(led, "at", target->at);
            made.items.push_back(std::move(led));
        }
        return made;
    }

    // The size of the expansion.

    /// \throws ExpandsTooFar
    void spend(std::size_t textBytes) {
        text_ += textBytes;
        if (text_ > largestDesign || ++values_ > mostFlatValues) throw ExpandsTooFar();
    }
    void spend(const std::string& text) { spend(text.size()); }
    void spend(const YamlValue& value) {
        spend(value.scalar);
        for (const YamlValue& item : value.items)
            spend(item);
        for (const auto& [key, entry] : value.entries) {
            spend(key.scalar);
            spend(entry);
        }
    }

    /// Like spend(), for an expanded body. Values replace the names of parameters there, and names of nodes
    /// get longer.
    void spendBody(const GroupScope& scope, const YamlValue& value) {
        spend(value.scalar);
        const auto& formulas = scope.values->group().formulas;
        const auto formula = formulas.find(&value);
        if (formula != formulas.end() && formula->second.onlyName())
            spend(scope.values->values()[*formula->second.onlyName()]);
        for (const YamlValue& item : value.items)
            spendBody(scope, item);
        if (childIn(value) != nullptr) spend(scope.prefix.size() + longestName_);
        for (const auto& [key, entry] : value.entries) {
            spend(key.scalar);
            spendBody(scope, entry);
        }
    }

    const Groups& groups_;
    std::optional<double> pitchUm_;
    Problems& problems_;
    const std::stop_token& stop_;
    InstanceReader instances_;
    std::unordered_map<std::string_view, const Kind*> kinds_;
    Expansion expansion_;
    std::unordered_set<std::string> names_;  ///< names of all flat nodes so far
    std::size_t longestName_ = 0;            ///< length of the longest name among the design's own nodes
    double flatNodes_ = 0;
    std::size_t text_ = 0;
    std::size_t values_ = 0;
};

}  // namespace

FlatNode unchangedNode(const YamlValue& name, const YamlValue& body) {
    return {name, std::shared_ptr<const YamlValue>(std::shared_ptr<void>(), &body)};
}

Expansion expandGroups(const YamlValue& document, const Groups& groups, std::span<const Kind> kinds,
                       std::optional<double> pitchUm, Problems& problems, const std::stop_token& stop) {
    return Expander(groups, kinds, pitchUm, problems, stop).expand(*document.find("nodes"));
}

std::string instanceTrace(const std::vector<DesignInstance>& instances,
                          std::optional<std::size_t> innermost) {
    std::string trace;
    for (auto at = innermost; at; at = instances[*at].parent) {
        trace +=
            ", in instance " + quotedForMessage(instances[*at].name) + lineInBrackets(instances[*at].mark);
    }
    return trace;
}

}  // namespace burin
