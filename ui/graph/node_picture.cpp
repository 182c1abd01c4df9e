// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/node_picture.hpp"

#include "ui/graph/fitting.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>
#include <QHash>

#include <algorithm>

namespace burin::ui {

namespace {

QString shortNumber(double value) {
    return QString::number(value, 'g', 4);
}

/// The value that tells one node of a kind from the next, or nothing: a choice, or a number with its letter.
QString factOf(const DesignNode& node, const ParameterDescription& parameter) {
    const Value& value = node.values[parameter.key];
    const QString letter = textOf(parameter.key.substr(0, 1)) + ' ';
    if (parameter.type == ParameterType::choice) {
        const auto* chosen = std::get_if<std::string>(&value);
        if (chosen == nullptr || chosen->empty()) return {};
        // A bare number would say nothing.
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

/// What is missing, in a word or two.
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
    picture.icon = Theme::kindIcon(node.kind == nullptr ? "" : node.kind->description.name);
    picture.bounded = extent.bounded();
    picture.muted = node.muted;
    for (const DesignLink& link : node.links)
        picture.inputs.push_back({link.trait, link.entry, textOf(link.childName), !link.child});
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

void addErrors(const Design& design, std::vector<NodePicture>& pictures) {
    QHash<QString, std::size_t> places;
    for (std::size_t i = 0; i < pictures.size(); ++i)
        places.insert(pictures[i].name, i);
    for (const Diagnostic& problem : design.diagnostics) {
        if (problem.severity != Severity::error) continue;
        const auto found = places.constFind(textOf(problem.node));
        if (found == places.constEnd()) continue;
        NodePicture& picture = pictures[*found];
        if (picture.state == NodeState::error) continue;
        picture.state = NodeState::error;
        picture.parameter = textOf(problem.parameter);
        picture.error = picture.name + ": " + textOf(problem.what);
        if (!problem.remedy.empty()) picture.error += "; " + textOf(problem.remedy);
        picture.facts = {wordFor(design.nodes[*found], picture.parameter)};
    }
}

/// What reads, over any number of nodes, one with an error. Breadth first: cycles end by themselves.
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

std::vector<NodePicture> picturesOf(const Design& design, const Fitting& fitting) {
    std::vector<NodePicture> pictures;
    pictures.reserve(design.nodes.size());
    for (NodeIndex i = 0; i < design.nodes.size(); ++i)
        pictures.push_back(pictureOf(design.nodes[i], fitting.extent(i), design.pixelUm));
    addErrors(design, pictures);
    addBlocked(design, pictures);
    return pictures;
}

}  // namespace burin::ui
