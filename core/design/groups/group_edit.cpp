// SPDX-License-Identifier: GPL-3.0-or-later

// The edits of groups.

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "core/design/groups/group.hpp"
#include "core/design/groups/group_values.hpp"
#include "core/design/groups/groups.hpp"
#include "core/design/groups/inner_sockets.hpp"
#include "core/design/groups/own_parameters.hpp"
#include "core/design/parameter_types.hpp"
#include "core/design/yaml_tools.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/catalogue/kinds.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <unordered_map>

namespace burin {

namespace {

using NameSet = std::set<std::string, std::less<>>;

template <class Visit>
void forEachLink(const YamlValue& body, const Visit& visit) {
    const YamlValue* inputs = body.find("inputs");
    if (inputs == nullptr) return;
    for (const YamlValue& link : inputs->items) {
        if (const YamlEntry* child = childIn(link)) visit(*child);
    }
}

/// Redirects all links of a node from `before` to `after`.
void redirectLinks(YamlValue& body, std::string_view before, std::string_view after) {
    YamlValue* inputs = valueIn(body, "inputs");
    if (inputs == nullptr) return;
    for (YamlValue& link : inputs->items) {
        YamlEntry* child = childIn(link);
        if (child != nullptr && child->value.scalar == before) child->value = yamlScalar(after);
    }
}

/// Whether a text in a node's values would become a formula in a group.
bool looksComputed(const YamlValue& value) {
    return GroupFormula::stands(value) ||
           std::any_of(value.items.begin(), value.items.end(), looksComputed) ||
           std::any_of(value.entries.begin(), value.entries.end(), [](const YamlEntry& entry) {
               return entry.key.scalar != "expression" && entry.key.scalar != "inputs" &&
                      looksComputed(entry.value);
           });
}

/// Whether a path between two chosen nodes passes through a node that is not chosen.
bool leavesAndComesBack(const YamlValue& nodes, const NameSet& chosen) {
    std::vector<std::string> open;
    for (const std::string& name : chosen) {
        forEachLink(*nodes.find(name), [&](const YamlEntry& child) {
            if (!chosen.contains(child.value.scalar)) open.push_back(child.value.scalar);
        });
    }
    NameSet seen;
    while (!open.empty()) {
        const std::string name = std::move(open.back());
        open.pop_back();
        const YamlValue* body = nodes.find(name);
        if (body == nullptr || !seen.insert(name).second) continue;
        bool back = false;
        forEachLink(*body, [&](const YamlEntry& child) {
            back = back || chosen.contains(child.value.scalar);
            open.push_back(child.value.scalar);
        });
        if (back) return true;
    }
    return false;
}

/// How many groups lie inside of each other.
class GroupLevels {
  public:
    /// \param groups  of a document, or null. They stay as they are.
    explicit GroupLevels(const YamlValue* groups) {
        if (groups == nullptr) return;
        for (const auto& [outer, group] : groups->entries) {
            const YamlValue* nodes = group.find("nodes");
            if (nodes == nullptr) continue;
            for (const auto& [name, body] : nodes->entries) {
                const std::string_view inner = groupOf(body);
                if (inner.empty()) continue;
                inner_[outer.scalar].push_back(inner);
                outer_[inner].push_back(outer.scalar);
            }
        }
    }
    /// The levels of groups that a node brings: 0 unless it is an instance.
    int within(const YamlValue& body) {
        const std::string_view group = groupOf(body);
        return group.empty() ? 0 : longest(group, inner_, below_);
    }
    /// The number of nested groups from the design down to this group, including it. \param group  empty: the
    /// design
    int above(std::string_view group) { return group.empty() ? 0 : longest(group, outer_, above_); }

  private:
    using Names = std::unordered_map<std::string_view, std::vector<std::string_view>>;
    using Levels = std::unordered_map<std::string_view, int>;

    static std::string_view groupOf(const YamlValue& body) {
        const YamlValue* group = isInstance(body) && !writtenMuted(body) ? body.find("group") : nullptr;
        return group == nullptr ? std::string_view() : group->scalar;
    }
    static int longest(std::string_view group, const Names& next, Levels& known) {
        // A group that contains itself is an error already. Its levels are counted once.
        if (const auto [found, isNew] = known.emplace(group, 0); !isNew) return found->second;
        int most = 0;
        if (const auto others = next.find(group); others != next.end()) {
            for (const std::string_view other : others->second)
                most = std::max(most, longest(other, next, known));
        }
        return known[group] = most + 1;
    }

    Names inner_;
    Names outer_;
    Levels below_;
    Levels above_;
};

/// The nodes of `chosen` that a group needs as outputs: those that other nodes read; if there are none, those
/// that no node reads.
/// \param shown  the output of the group that they are in; other nodes read it too
std::vector<std::string> outputsOf(const YamlValue& nodes, const NameSet& chosen, const std::string& shown) {
    NameSet readOutside;
    if (chosen.contains(shown)) readOutside.insert(shown);
    NameSet readInside;
    for (const auto& [name, body] : nodes.entries) {
        NameSet& read = chosen.contains(name.scalar) ? readInside : readOutside;
        forEachLink(body, [&](const YamlEntry& child) {
            if (chosen.contains(child.value.scalar)) read.insert(child.value.scalar);
        });
    }
    if (!readOutside.empty()) return {readOutside.begin(), readOutside.end()};
    std::vector<std::string> unread;
    std::set_difference(chosen.begin(), chosen.end(), readInside.begin(), readInside.end(),
                        std::back_inserter(unread));
    return unread;
}

/// The sockets of a new group, and the links of its instance.
struct OpenLinks {
    YamlValue sockets = yamlSequence();
    YamlValue links = yamlSequence();

    /// The name of the socket for a link to `child`; adds the socket if it is new.
    std::string socketFor(std::string_view trait, const std::string& child) {
        NameSet taken;
        const std::string wanted = child.starts_with('$') ? child.substr(1) : child;
        for (std::size_t i = 0; i < sockets.items.size(); ++i) {
            const YamlEntry& socket = sockets.items[i].entries.front();
            if (socket.key.scalar == trait && links.items[i].find(trait)->scalar == child)
                return socket.value.scalar;
            taken.insert(socket.value.scalar);
        }
        std::string name = wanted;
        for (int number = 2; taken.contains(name); ++number)
            name = wanted + " " + std::to_string(number);
        sockets.items.push_back(linkTo(*traitNamed(trait), name));
        links.items.push_back(linkTo(*traitNamed(trait), child));
        return name;
    }
};

std::optional<double> pitchOf(const YamlValue& document) {
    const YamlValue* pixel = document.find("pixel");
    const auto length = pixel == nullptr ? std::nullopt : parseLength(pixel->scalar);
    if (!length || length->unit == LengthUnit::pixel) return {};
    return length->micrometres(1);
}

/// The type of the parameter that a value of this description becomes, or nullptr.
const GroupParameterType* typeFor(const ParameterDescription& value, const YamlValue& written) {
    std::string_view name = infoOf(value.type).knob;
    if (written.isScalar() == (name == "curve")) return nullptr;
    if (name == "number" && value.unit == "deg") name = "angle";
    if (name == "integer" && value.seed) name = "seed";
    if (value.type == ParameterType::height && !parseNumber(written.scalar)) name = "length";
    for (const GroupParameterType& type : groupParameterTypes()) {
        if (type.name == name) return &type;
    }
    return nullptr;
}

/// The limit of a value, as it is written for a parameter of a group; nothing if the limit is so large that
/// it does not matter.
std::optional<YamlValue> limitFor(const ParameterDescription& value, double limit) {
    constexpr double withoutLimit = 0x1p30;
    if (!(std::abs(limit) < withoutLimit)) return {};
    const bool micrometres = infoOf(value.type).measure == Measure::micrometres;
    return yamlScalar(numberText(limit) + (micrometres ? " um" : ""));
}

/// The parameter of a group that a value of a node becomes: with its title, unit and limits.
/// \param part  whether it is a part of the described value, which has the title
YamlValue parameterFor(const GroupParameterType& type, const ParameterDescription& value, bool part,
                       const YamlValue& written) {
    YamlValue parameter = yamlMap();
    parameter.flow = true;
    valueAt(parameter, "type") = yamlScalar(type.name);
    if (type.values == ParameterType::choice) {
        valueAt(parameter, "choices") =
            yamlList(std::vector<std::string>(value.choices.begin(), value.choices.end()));
    }
    valueAt(parameter, "default") = written;
    // A seed has limits of its own, and the samples of a height are not lengths.
    if (type.ranged && type.name != "seed" && value.type != ParameterType::height) {
        // The minimum of a parameter is inclusive.
        if (!value.strictlyPositive) setIn(parameter, "minimum", limitFor(value, value.minimum));
        setIn(parameter, "maximum", limitFor(value, value.maximum));
    }
    const bool counted = type.name == "number" || type.name == "integer";
    if (counted && !value.unit.empty()) valueAt(parameter, "unit") = yamlScalar(value.unit);
    if (!part && !value.title.empty()) valueAt(parameter, "title") = yamlScalar(value.title);
    return parameter;
}

/// The value that holds if none is given. For a map, the defaults of its keys.
std::optional<YamlValue> absentValue(const ParameterDescription& wanted) {
    if (auto fallback = fallbackOf(wanted)) return fallback;
    if (wanted.key == "at") return yamlList(std::vector<std::string>{"0", "0"});
    if (infoOf(wanted.type).editor != EditorShape::map) return {};
    YamlValue map = yamlMap();
    map.flow = true;
    return map;
}

/// The item of a list that a text names; nullptr if it names none.
YamlValue* itemAt(YamlValue& list, const std::string& text) {
    std::size_t place = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), place);
    const bool number = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return number && place < list.items.size() ? &list.items[place] : nullptr;
}

/// A number or a length, in pixels; nothing if the value is neither.
std::optional<double> pixelsIn(const YamlValue& value, std::optional<double> pitchUm) {
    const auto length = value.isScalar() ? parseLength(value.scalar) : std::nullopt;
    if (!length || (length->unit != LengthUnit::pixel && !pitchUm)) return {};
    return length->pixels(pitchUm.value_or(1));
}

/// The formula of a value that keeps its proportion to a parameter. Whole numbers stay a fraction, which is
/// exact.
std::string multipleOf(std::string_view parameter, double number, double ofParameter) {
    const std::string name(parameter);
    if (number == ofParameter) return "=" + name;
    constexpr double mostWhole = 1e15;
    const auto whole = [](double one) { return one == std::floor(one) && std::abs(one) < mostWhole; };
    if (!whole(number) || !whole(ofParameter) || ofParameter == 0)
        return "= " + name + " * " + numberText(number / ofParameter);
    const auto common = static_cast<double>(
        std::gcd(static_cast<std::int64_t>(number), static_cast<std::int64_t>(ofParameter)));
    const std::string times = number == common ? "" : " * " + numberText(number / common);
    const std::string by = ofParameter == common ? "" : " / " + numberText(ofParameter / common);
    return "= " + name + times + by;
}

/// A value of a node or a part of such a value, with the map or list that contains it.
struct FoundValue {
    const ParameterDescription* wanted = nullptr;
    YamlValue* owner = nullptr;  ///< the map or list that contains the value
    YamlValue* value = nullptr;  ///< nullptr: there is no such value
};

/// Finds a value in the body of a node. Absent values that have a default are written on the way.
FoundValue findValue(YamlValue& body, const Kind* kind, std::span<const std::string> path) {
    if (path.size() > 2 && path[0] == "inputs") {
        YamlValue* links = valueIn(body, "inputs");
        YamlValue* link = links == nullptr ? nullptr : itemAt(*links, path[1]);
        return link == nullptr ? FoundValue{} : findValue(*link, nullptr, path.subspan(2));
    }
    FoundValue found{nullptr, &body, &body};
    for (const std::string& step : path) {
        const bool first = &step == &path.front();
        const bool open = first || infoOf(found.wanted->type).editor == EditorShape::map;
        if (first) {
            found.wanted = wantedUnder(kind, step);
        } else {
            for (const ParameterDescription& alternative : found.wanted->alternatives) {
                if (alternative.key == step) found.wanted = &alternative;
            }
        }
        if (found.wanted == nullptr) return {};
        YamlValue* const owner = found.value;
        YamlValue* part =
            owner->type == YamlValue::Type::sequence ? itemAt(*owner, step) : valueIn(*owner, step);
        if (part == nullptr && open && found.wanted->key == step) {
            auto absent = absentValue(*found.wanted);
            if (!absent) return {};
            part = &valueAt(*owner, step);
            *part = std::move(*absent);
        }
        if (part == nullptr) return {};
        found.owner = owner;
        found.value = part;
    }
    return found;
}

/// The parameter of another group whose value a path of an instance names; nullptr if it does not name one.
const YamlEntry* parameterOfInstance(const YamlValue& document, const YamlValue& body,
                                     std::span<const std::string> path) {
    if (path.size() != 2 || path[0] != "values" || textUnder(body, "kind") != "group") return nullptr;
    const YamlValue* groups = document.find("groups");
    const YamlValue* group = groups == nullptr ? nullptr : groups->find(textUnder(body, "group"));
    const YamlValue* parameters = group == nullptr ? nullptr : group->find("parameters");
    if (parameters == nullptr) return nullptr;
    const auto found = std::find_if(parameters->entries.begin(), parameters->entries.end(),
                                    [&](const YamlEntry& entry) { return entry.key.scalar == path[1]; });
    return found == parameters->entries.end() ? nullptr : &*found;
}

/// The value of an instance or, if it has none, the default of its group's parameter; nullptr if the value is
/// computed.
const YamlValue* valueOfInstance(const YamlValue& body, const YamlEntry& parameter) {
    const YamlValue* values = body.find("values");
    const YamlValue* value = values == nullptr ? nullptr : values->find(parameter.key.scalar);
    if (value == nullptr) value = parameter.value.find("default");
    return value == nullptr || looksComputed(*value) ? nullptr : value;
}

/// Makes a value of an instance the parameter of the group that the instance is in. The new parameter takes
/// over the description of the parameter of the instance's group.
/// \return the description of the new parameter; nothing if that is not possible
std::optional<YamlValue> exposeOfInstance(YamlValue& body, const YamlEntry& of, std::string_view parameter) {
    const YamlValue* value = valueOfInstance(body, of);
    if (value == nullptr) return {};
    YamlValue description = of.value;
    description.flow = true;
    valueAt(description, "default") = *value;
    valueAt(valueAt(body, "values"), of.key.scalar) = yamlScalar("=" + std::string(parameter));
    return description;
}

}  // namespace

std::vector<std::string> DesignEdit::groupNames() const {
    std::vector<std::string> names;
    if (const YamlValue* groups = document_.find("groups")) {
        for (const YamlEntry& entry : groups->entries)
            names.push_back(entry.key.scalar);
    }
    return names;
}

std::string DesignEdit::freeGroupName(std::string_view wanted) const {
    const YamlValue* groups = document_.find("groups");
    std::string name(wanted);
    for (int number = 2; groups != nullptr && groups->find(name) != nullptr; ++number)
        name = std::string(wanted) + " " + std::to_string(number);
    return name;
}

std::string DesignEdit::addInstance(std::string_view name, std::string_view group) {
    std::string added = addNode(name, "group");
    if (!added.empty()) setValue(added, "group", yamlScalar(group));
    return added;
}

GroupObstacle DesignEdit::groupNodes(std::span<const std::string> names, std::string_view group,
                                     std::string_view instance) {
    YamlValue* all = nodes();
    const NameSet chosen(names.begin(), names.end());
    if (all == nullptr || chosen.empty()) return GroupObstacle::noNodes;
    if (freeGroupName(group) != group) return GroupObstacle::nameTaken;
    if (all->find(instance) != nullptr && !chosen.contains(instance)) return GroupObstacle::nameTaken;
    // The flat names of the group's nodes begin with this prefix.
    const std::string prefix = std::string(instance) + "/";
    if (std::any_of(all->entries.begin(), all->entries.end(),
                    [&](const YamlEntry& entry) { return entry.key.scalar.starts_with(prefix); }))
        return GroupObstacle::nameTaken;
    for (const std::string& name : chosen) {
        const YamlValue* body = all->find(name);
        if (body == nullptr) return GroupObstacle::noNodes;
        if (isRoot(*body)) return GroupObstacle::root;
        if (name.starts_with('$')) return GroupObstacle::nameOfSocket;
        if (scope_.empty() && looksComputed(*body)) return GroupObstacle::textLikeFormula;
    }
    const std::vector<std::string> outputs = outputsOf(*all, chosen, output());
    if (outputs.size() != 1) return GroupObstacle::severalOutputs;
    if (leavesAndComesBack(*all, chosen)) return GroupObstacle::nodeBetween;
    GroupLevels levels(document_.find("groups"));
    int within = 0;
    for (const std::string& name : chosen)
        within = std::max(within, levels.within(*all->find(name)));
    if (levels.above(scope_) + 1 + within > deepestGroups) return GroupObstacle::tooDeep;

    YamlValue inner = yamlMap();
    YamlValue left = yamlMap();
    OpenLinks open;
    for (YamlEntry& entry : all->entries) {
        if (!chosen.contains(entry.key.scalar)) {
            redirectLinks(entry.value, outputs.front(), instance);
            left.entries.push_back(std::move(entry));
            continue;
        }
        if (inner.entries.empty()) left.entries.push_back({yamlScalar(instance), {}});
        if (YamlValue* inputs = valueIn(entry.value, "inputs")) {
            for (YamlValue& link : inputs->items) {
                YamlEntry* child = childIn(link);
                if (child == nullptr || chosen.contains(child->value.scalar)) continue;
                child->value = yamlScalar("$" + open.socketFor(child->key.scalar, child->value.scalar));
            }
        }
        inner.entries.push_back(std::move(entry));
    }
    if (!scope_.empty()) passOptional(*owner(), open.sockets, open.links);
    YamlValue made = yamlMap();
    if (!open.sockets.items.empty()) valueAt(made, "inputs") = std::move(open.sockets);
    valueAt(made, "output") = yamlScalar(outputs.front());
    valueAt(made, "nodes") = std::move(inner);
    const auto where = place(outputs.front());
    if (YamlValue* there = notes()) {
        YamlValue kept = yamlMap();
        for (YamlEntry& note : there->entries) {
            if (chosen.contains(note.key.scalar)) kept.entries.push_back(note);
        }
        if (!kept.entries.empty()) valueAt(made, "editor") = std::move(kept);
        std::erase_if(there->entries,
                      [&](const YamlEntry& note) { return chosen.contains(note.key.scalar); });
    }
    YamlValue& body = valueAt(left, instance);
    body = yamlMap();
    valueAt(body, "kind") = yamlScalar("group");
    valueAt(body, "group") = yamlScalar(group);
    if (!scope_.empty()) {
        passParameters(made, body);
        replaceOutput(outputs.front(), instance);
    }
    if (!open.links.items.empty()) valueAt(body, "inputs") = std::move(open.links);
    *all = std::move(left);
    addGroup(group, std::move(made));
    if (where) setPlace(instance, *where);
    return GroupObstacle::none;
}

void DesignEdit::addGroup(std::string_view name, YamlValue group) {
    if (valueIn(document_, "groups") == nullptr) {
        // Groups come before the nodes, as in files that are written by hand.
        const auto nodes = std::find_if(document_.entries.begin(), document_.entries.end(),
                                        [](const YamlEntry& entry) { return entry.key.scalar == "nodes"; });
        document_.entries.insert(nodes, {yamlScalar("groups"), yamlMap()});
    }
    valueAt(valueAt(document_, "groups"), name) = std::move(group);
}

std::vector<std::string> DesignEdit::ungroup(std::string_view instance) {
    const YamlValue* body = node(instance);
    if (body == nullptr || !isInstance(*body)) return {};
    if (!scope_.empty()) return ungroupInside(instance);
    Problems problems{""};
    const auto pitch = pitchOf(document_);
    const Groups groups(document_, kinds(), pitch, problems);
    const Expansion expansion = expandGroups(document_, groups, kinds(), pitch, problems);
    const auto& instances = expansion.instances;
    const auto found = std::find_if(instances.begin(), instances.end(),
                                    [&](const DesignInstance& one) { return one.name == instance; });
    if (found == instances.end()) return {};
    const auto place = static_cast<std::size_t>(found - instances.begin());
    YamlValue meant = yamlMap();
    for (const FlatNode& flat : expansion.nodes) {
        auto outer = flat.instance;
        while (outer && *outer != place)
            outer = instances[*outer].parent;
        if (!outer && !(found->muted && flat.name.scalar == found->name)) continue;
        if (flat.broken) return {};
        meant.entries.push_back({yamlScalar(flat.name.scalar), *flat.body});
        // Links to other instances name the instances, not their outputs.
        for (const DesignInstance& other : instances) {
            if (!other.parent && &other != &*found)
                redirectLinks(meant.entries.back().value, other.output, other.name);
        }
    }
    std::vector<std::string> names;
    for (const YamlEntry& entry : meant.entries)
        names.push_back(entry.key.scalar);
    YamlValue left = yamlMap();
    for (YamlEntry& entry : nodes()->entries) {
        if (entry.key.scalar == instance) {
            std::move(meant.entries.begin(), meant.entries.end(), std::back_inserter(left.entries));
        } else {
            redirectLinks(entry.value, instance, found->output);
            left.entries.push_back(std::move(entry));
        }
    }
    placeUngrouped(found->name, found->group, found->muted);
    *nodes() = std::move(left);
    return names;
}

/// Places the nodes of an instance around the instance's place, arranged as they are in the group.
void DesignEdit::placeUngrouped(const std::string& instance, const std::string& group, bool muted) {
    if (muted) return;
    const auto where = place(instance);
    if (YamlValue* there = notes()) eraseIn(*there, instance);
    const YamlValue* groups = document_.find("groups");
    const YamlValue* text = groups == nullptr ? nullptr : groups->find(group);
    const YamlValue* output = text == nullptr ? nullptr : text->find("output");
    const YamlValue* inner = text == nullptr ? nullptr : text->find("editor");
    if (!where || output == nullptr || inner == nullptr) return;
    const CanvasPoint middle = canvasPlaceIn(inner->find(output->scalar)).value_or(CanvasPoint{});
    std::vector<std::pair<std::string, CanvasPoint>> places;
    for (const YamlEntry& note : inner->entries) {
        const auto at = canvasPlaceIn(&note.value);
        if (at && !note.key.scalar.starts_with('$'))
            places.emplace_back(note.key.scalar,
                                CanvasPoint{where->x + at->x - middle.x, where->y + at->y - middle.y});
    }
    for (const auto& [name, at] : places)
        setPlace(instance + "/" + name, at);
}

std::optional<YamlValue> DesignEdit::writtenOrDefault(std::string_view name,
                                                      std::span<const std::string> path) const {
    const YamlValue* body = node(name);
    if (body == nullptr || path.empty()) return {};
    if (const YamlEntry* parameter = parameterOfInstance(document_, *body, path)) {
        const YamlValue* value = valueOfInstance(*body, *parameter);
        return value == nullptr ? std::nullopt : std::optional(*value);
    }
    YamlValue filled = *body;
    const YamlValue* value = findValue(filled, kindOf(filled, kinds()), path).value;
    return value == nullptr ? std::nullopt : std::optional(*value);
}

GroupObstacle DesignEdit::exposeValues(std::string_view group, std::string_view inner,
                                       std::span<const std::vector<std::string>> paths,
                                       std::string_view parameter) {
    YamlValue* groups = valueIn(document_, "groups");
    YamlValue* made = groups == nullptr ? nullptr : valueIn(*groups, group);
    YamlValue* innerNodes = made == nullptr ? nullptr : valueIn(*made, "nodes");
    YamlValue* body = innerNodes == nullptr ? nullptr : valueIn(*innerNodes, inner);
    if (body == nullptr || paths.empty() || paths.front().empty()) return GroupObstacle::noNodes;
    if (!whyNoParameterName(parameter).empty()) return GroupObstacle::nameTaken;
    const YamlValue* parameters = made->find("parameters");
    if (parameters != nullptr && parameters->find(parameter) != nullptr) return GroupObstacle::nameTaken;

    if (const YamlEntry* of = parameterOfInstance(document_, *body, paths.front())) {
        if (nodesHaveParameter(*made, parameter)) return GroupObstacle::nameTaken;
        auto described = paths.size() == 1 ? exposeOfInstance(*body, *of, parameter) : std::nullopt;
        if (!described) return GroupObstacle::noParameter;
        valueAt(valueAt(*made, "parameters"), parameter) = std::move(*described);
        return GroupObstacle::none;
    }
    const Kind* kind = kindOf(*body, kinds());
    YamlValue changed = *body;
    const auto [wanted, owner, value] = findValue(changed, kind, paths.front());
    if (value == nullptr) return GroupObstacle::noParameter;
    const GroupParameterType* type = typeFor(*wanted, *value);
    if (type == nullptr || looksComputed(*value)) return GroupObstacle::noParameter;
    YamlValue description = parameterFor(*type, *wanted, paths.front().back() != wanted->key, *value);
    const auto first = pixelsIn(*value, pitchOf(document_));
    // Expressions use the group's parameter by its name.
    if (wanted->type == ParameterType::numbers && paths.front().back() == parameter) {
        eraseIn(*owner, parameter);
        if (owner->entries.empty()) eraseIn(changed, paths.front().front());
    } else {
        *value = yamlScalar("=" + std::string(parameter));
    }
    for (const std::vector<std::string>& path : paths.subspan(1)) {
        YamlValue* other = findValue(changed, kind, path).value;
        const auto number = other == nullptr ? std::nullopt : pixelsIn(*other, pitchOf(document_));
        if (!first || !number) return GroupObstacle::noParameter;
        *other = yamlScalar(multipleOf(parameter, *number, *first));
    }
    std::swap(*body, changed);
    if (nodesHaveParameter(*made, parameter)) {
        std::swap(*body, changed);
        return GroupObstacle::nameTaken;
    }
    valueAt(valueAt(*made, "parameters"), parameter) = std::move(description);
    return GroupObstacle::none;
}

}  // namespace burin
