// SPDX-License-Identifier: GPL-3.0-or-later

// Edits that turn nodes into groups, and groups into nodes.

#include "core/design/yaml_tools.hpp"
#include "ui/graph/graph_edits.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/node_names.hpp"
#include "ui/model/selection.hpp"
#include "ui/words/text.hpp"

namespace burin::ui {

namespace {

/// Why nodes cannot become a group.
QString whyNotGrouped(GroupObstacle obstacle) {
    switch (obstacle) {
        case GroupObstacle::none:
            return {};
        case GroupObstacle::root:
            return GraphEdits::tr("A group cannot contain the surface. Select the other nodes alone.");
        case GroupObstacle::nameOfSocket:
            return GraphEdits::tr(
                "The name of a node begins with $, which marks inputs in a group. "
                "Rename the node.");
        case GroupObstacle::textLikeFormula:
            return GraphEdits::tr(
                "A text in these nodes begins with =. In a group that is a formula. "
                "Change the text.");
        case GroupObstacle::severalOutputs:
            return GraphEdits::tr(
                "A group has one output, but other nodes read several of these nodes. "
                "Select those other nodes too, or leave out some.");
        case GroupObstacle::nodeBetween:
            return GraphEdits::tr(
                "A node that is not selected lies between two of these nodes. "
                "Select it too.");
        case GroupObstacle::tooDeep:
            return GraphEdits::tr("Groups can be nested at most 16 deep. Ungroup one of them first.");
        case GroupObstacle::noNodes:
        case GroupObstacle::nameTaken:
        case GroupObstacle::noParameter:
            break;
    }
    return GraphEdits::tr("Select the nodes of the new group.");
}

}  // namespace

QString GraphEdits::group(const QStringList& chosen) {
    const QStringList names = withoutBlocks(chosen);
    GroupObstacle obstacle = GroupObstacle::none;
    std::string instance;
    edit(tr("Group %1").arg(countText(names)), [&](DesignEdit& change) {
        scene_.keepPlaces(change);
        const std::string group = change.freeGroupName("group");
        // A name is also taken if existing nodes have the names that the instance's nodes would get.
        for (int number = 1; number == 1 || obstacle == GroupObstacle::nameTaken; ++number) {
            instance = change.freeName(number == 1 ? "group" : "group " + std::to_string(number));
            obstacle = change.groupNodes(standardTexts(names), group, instance);
        }
    });
    if (obstacle == GroupObstacle::none) workbench_.selection.select({QString::fromStdString(instance)});
    return whyNotGrouped(obstacle);
}

QString GraphEdits::ungroup(const QStringList& chosen) {
    QStringList instances;
    for (const QString& name : chosen) {
        const NodeItem* item = scene_.node(name);
        if (item != nullptr && item->picture().shape == NodeShape::instance) instances << name;
    }
    if (instances.isEmpty()) return tr("Select an instance of a group.");
    QStringList made;
    QString left;
    edit(tr("Ungroup %1").arg(countText(instances)), [&](DesignEdit& change) {
        made.clear();
        left.clear();
        scene_.keepPlaces(change);
        for (const QString& instance : std::as_const(instances)) {
            const std::vector<std::string> names = change.ungroup(instance.toStdString());
            if (names.empty()) left = instance;
            for (const std::string& name : names)
                made << QString::fromStdString(name);
        }
    });
    if (!made.isEmpty()) workbench_.selection.select(made);
    if (left.isEmpty()) return {};
    return tr("%1 cannot be written out as nodes. Fix its problems first, or ungroup it from outside.")
        .arg(left);
}

GroupWords GraphEdits::wordsOfGroup(const QString& node) const {
    const YamlValue* body = document().nodeText(node);
    const QString instanceOf = body == nullptr ? QString() : textOf(groupOfInstance(*body));
    const QString group = instanceOf.isEmpty() ? document().scope().group() : instanceOf;
    const YamlValue* text = groupText(document().design()->document, group.toStdString());
    if (text == nullptr) return {};
    return {group, textOf(textUnder(*text, "title")), textOf(textUnder(*text, "help"))};
}

QString GraphEdits::whyNoGroupName(const QString& group, const QString& wanted) const {
    const QString name = wanted.trimmed();
    if (name.isEmpty()) return tr("A group needs a name.");
    if (name == group) return {};
    if (groupText(document().design()->document, name.toStdString()) != nullptr)
        return tr("The design already has a group called %1.").arg(name);
    return whyNoName(name);
}

QString GraphEdits::describeGroup(const QString& group, const GroupWords& words) {
    const QString why = whyNoGroupName(group, words.name);
    if (!why.isEmpty()) return why;
    edit(tr("Describe the group %1").arg(group), [&](DesignEdit& change) {
        const std::string name = words.name.trimmed().toStdString();
        change.renameGroup(group.toStdString(), name);
        change.describeGroup(name, words.title.simplified().toStdString(),
                             words.help.simplified().toStdString());
    });
    return {};
}

}  // namespace burin::ui
