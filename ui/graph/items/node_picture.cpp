// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/items/node_picture.hpp"

#include "core/design/yaml_tools.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace burin::ui {

namespace {

QString shortNumber(double value) {
    return QString::number(value, 'g', 4);
}

/// The value that best distinguishes nodes of one kind: a choice, or a number with a letter. May be nothing.
QString factOf(const DesignNode& node, const ParameterDescription& parameter) {
    const Value& value = node.values[parameter.key];
    const QString letter = textOf(parameter.key.substr(0, 1)) + ' ';
    if (parameter.type == ParameterType::choice) {
        const auto* chosen = std::get_if<std::string>(&value);
        if (chosen == nullptr || chosen->empty()) return {};
        // A number alone would not say what it is.
        const bool number = chosen->front() >= '0' && chosen->front() <= '9';
        if (!number) return textOf(*chosen);
        if (!parameter.unit.empty()) return textOf(*chosen) + ' ' + textOf(parameter.unit);
        return textOf(parameter.key) + ' ' + textOf(*chosen);
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return letter + QString::number(*whole);
    if (const auto* real = std::get_if<double>(&value)) return letter + shortNumber(*real);
    if (const auto* chosen = std::get_if<std::shared_ptr<const Alternative>>(&value)) {
        const QString key = textOf((*chosen)->key);
        if (const auto* whole = std::get_if<std::int64_t>(&(*chosen)->value))
            return key + ' ' + QString::number(*whole);
        if (const auto* real = std::get_if<double>(&(*chosen)->value)) return key + ' ' + shortNumber(*real);
        return key;
    }
    return {};
}

QStringList factsOf(const DesignNode& node, const burin::Extent& extent, double pixelUm) {
    if (node.links.empty() && extent.bounded() && !extent.empty()) {
        return {lengthText(static_cast<double>(extent.rect().width) * pixelUm),
                QStringLiteral("× ") + lengthText(static_cast<double>(extent.rect().height) * pixelUm)};
    }
    if (node.kind == nullptr) return {};
    for (const ParameterDescription& parameter : node.kind->description.parameters) {
        if (QString fact = factOf(node, parameter); !fact.isEmpty()) return {fact};
    }
    return {};
}

/// Says in a word or two what is missing.
QString wordFor(const DesignNode& node, const QString& parameter) {
    if (node.kind == nullptr) return tr("unknown kind");
    const std::string key = parameter.toStdString();
    const ParameterDescription* known = node.kind->description.parameter(key);
    if (known != nullptr && known->type == ParameterType::file) return tr("no file");
    if (parameter == "inputs") {
        for (const LinkDescription& link : node.kind->description.links) {
            const bool there =
                std::any_of(node.links.begin(), node.links.end(),
                            [&](const DesignLink& other) { return other.trait == link.trait; });
            if (link.minimum > 0 && !there) return tr("no %1").arg(textOf(traitName(link.trait)));
        }
    }
    return parameter.isEmpty() ? tr("error") : textOf(key);
}

int bypassOf(const DesignNode& node) {
    for (const Trait wanted : {Trait::data, Trait::pattern}) {
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            if (node.links[i].trait == wanted) return static_cast<int>(i);
        }
    }
    return -1;
}

NodePicture pictureOf(const DesignNode& node, const burin::Extent& extent, double pixelUm) {
    NodePicture picture;
    picture.name = textOf(node.name);
    picture.shown = shownName(picture.name);
    picture.icon = Theme::kindIcon(node.kind == nullptr ? "" : node.kind->description.name);
    picture.bounded = extent.bounded();
    picture.muted = node.muted;
    for (const DesignLink& link : node.links)
        picture.inputs.push_back(
            {link.trait, link.entry, textOf(link.childName), textOf(traitName(link.trait)), !link.child});
    picture.facts = factsOf(node, extent, pixelUm);
    if (node.muted) picture.bypass = bypassOf(node);
    if (node.kind == nullptr) return picture;
    const KindDescription& kind = node.kind->description;
    picture.title = textOf(kind.title);
    picture.feeds = feedsOthers(kind);
    picture.takesMore = !freeTraits(node).empty();
    for (const LinkDescription& link : kind.links) {
        const auto count = std::count_if(node.links.begin(), node.links.end(),
                                         [&](const DesignLink& there) { return there.trait == link.trait; });
        picture.needsMore = picture.needsMore || count < link.minimum;
    }
    return picture;
}

/// The groups of the instances of a scope by the names of the instances.
using GroupsOfInstances = std::unordered_map<std::string_view, const YamlValue*>;

GroupsOfInstances groupsIn(const ScopedDesign& scoped) {
    GroupsOfInstances groups;
    const YamlValue* nodes = scoped.text == nullptr ? nullptr : scoped.text->find("nodes");
    if (nodes == nullptr) return groups;
    for (const YamlEntry& node : nodes->entries) {
        if (burin::isInstance(node.value))
            groups.emplace(node.key.scalar, groupText(scoped.whole->document, groupOfInstance(node.value)));
    }
    return groups;
}

/// The labels of an instance's inputs are the names of the sockets. \param group  may be nullptr
void shapeInstance(NodePicture& picture, const YamlValue* group) {
    picture.shape = NodeShape::instance;
    picture.icon = QStringLiteral("kind-group");
    const YamlValue* sockets = group == nullptr ? nullptr : group->find("inputs");
    picture.facts = {picture.title};
    if (sockets == nullptr) return;
    std::array<std::size_t, allTraits.size()> next{};
    for (InputPicture& input : picture.inputs) {
        std::size_t& place = next[static_cast<std::size_t>(input.trait)];
        for (; place < sockets->items.size(); ++place) {
            const YamlValue* name = sockets->items[place].find(traitName(input.trait));
            if (name == nullptr) continue;
            input.label = textOf(name->scalar);
            ++place;
            break;
        }
    }
}

void shapeOutput(NodePicture& picture) {
    picture.shape = NodeShape::output;
    picture.icon = QStringLiteral("kind-group");
    picture.feeds = false;
}

/// Combines all sockets into one block; only the scope of a group has any.
void gatherSockets(const Design& design, std::vector<NodePicture>& pictures) {
    NodePicture block;
    for (const DesignNode& node : design.nodes) {
        if (isSocket(node)) block.sockets.push_back({textOf(node.name), carriedBy(node)});
    }
    if (block.sockets.empty()) return;
    std::erase_if(pictures, [&](const NodePicture& picture) {
        return std::any_of(block.sockets.begin(), block.sockets.end(),
                           [&](const SocketPicture& socket) { return socket.name == picture.name; });
    });
    block.shape = NodeShape::inputs;
    block.name = textOf(inputsBlock);
    block.shown = shownName(block.name);
    block.icon = QStringLiteral("kind-group");
    block.title = tr("The sockets of the group");
    pictures.push_back(std::move(block));
}

/// Orders the errors of one node: those of the node as a whole first, then in the order of its parameters.
/// Their places in the text cannot be used, because an edited design has no text until it is read again.
std::pair<std::size_t, std::string> orderOf(const DesignNode& node, const std::string& parameter) {
    if (parameter.empty() || node.kind == nullptr) return {0, parameter};
    const std::vector<ParameterDescription>& all = node.kind->description.parameters;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const ParameterDescription& known) { return known.key == parameter; });
    return {1 + static_cast<std::size_t>(found - all.begin()), parameter};
}

void addErrors(const Design& design, std::vector<NodePicture>& pictures) {
    QHash<QString, std::size_t> places;
    for (std::size_t i = 0; i < pictures.size(); ++i)
        places.insert(pictures[i].name, i);
    for (const Diagnostic& problem : design.diagnostics) {
        // Nodes of groups have names of their own.
        if (problem.severity != Severity::error || !problem.group.empty()) continue;
        const auto found = places.constFind(textOf(problem.node));
        if (found == places.constEnd()) continue;
        NodePicture& picture = pictures[*found];
        const DesignNode& node = design.nodes[*found];
        if (picture.state == NodeState::error &&
            orderOf(node, picture.parameter.toStdString()) <= orderOf(node, problem.parameter))
            continue;
        picture.state = NodeState::error;
        picture.parameter = textOf(problem.parameter);
        picture.error = picture.name + ": " + problemText(problem.problem);
        if (!problem.problem.advice.empty()) picture.error += "; " + textOf(problem.remedy());
        picture.facts = {wordFor(node, picture.parameter)};
    }
}

/// Marks the nodes above an error, at any distance. Breadth first, so cycles end by themselves.
void addBlocked(const Design& design, std::vector<NodePicture>& pictures) {
    std::vector<std::vector<NodeIndex>> parents(pictures.size());
    for (NodeIndex i = 0; i < design.nodes.size(); ++i) {
        for (const DesignLink& link : design.nodes[i].links) {
            if (link.child) parents[*link.child].push_back(i);
        }
    }
    std::vector<NodeIndex> open;
    for (NodeIndex i = 0; i < pictures.size(); ++i) {
        if (pictures[i].state == NodeState::error) open.push_back(i);
    }
    while (!open.empty()) {
        const NodeIndex node = open.back();
        open.pop_back();
        for (const NodeIndex parent : parents[node]) {
            if (pictures[parent].state != NodeState::sound) continue;
            pictures[parent].state = NodeState::blocked;
            open.push_back(parent);
        }
    }
}

}  // namespace

QString shownName(const QString& name) {
    const std::string text = name.toStdString();
    if (text == outputBlock) return tr("Output");
    if (text == inputsBlock) return tr("Inputs");
    return text == newSocket ? tr("a new socket") : name;
}

std::vector<NodePicture> picturesOf(const ScopedDesign& scoped, const Fitting& fitting) {
    const Design& design = *scoped.design;
    std::vector<NodePicture> pictures;
    pictures.reserve(design.nodes.size());
    std::optional<GroupsOfInstances> groups;
    for (NodeIndex i = 0; i < design.nodes.size(); ++i) {
        pictures.push_back(pictureOf(design.nodes[i], fitting.extent(i), design.pixelUm));
        if (scoped.flat[i]) pictures.back().flat = textOf(scoped.whole->nodes[*scoped.flat[i]].name);
        if (isInstance(design.nodes[i])) {
            if (!groups) groups = groupsIn(scoped);
            const auto group = groups->find(design.nodes[i].name);
            shapeInstance(pictures.back(), group == groups->end() ? nullptr : group->second);
        }
        if (design.nodes[i].name == outputBlock && isOutput(design.nodes[i])) shapeOutput(pictures.back());
    }
    addErrors(design, pictures);
    addBlocked(design, pictures);
    gatherSockets(design, pictures);
    return pictures;
}

}  // namespace burin::ui
