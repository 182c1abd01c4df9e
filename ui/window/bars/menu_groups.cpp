// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/menu_groups.hpp"

#include "ui/graph/adding/starters.hpp"
#include "ui/theme/menu_letters.hpp"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

struct Menus {
    Q_DECLARE_TR_FUNCTIONS(Menus)
};

QList<MenuGroup> graphGroups() {
    return {
        {Menus::tr("Select"), {"graph.selectNone", "graph.children", "graph.parents"}},
        {Menus::tr("Show"),
         {"graph.solo", "graph.rootAgain", "graph.pin", "graph.thumbnails", "graph.cost", "graph.minimap"}},
        {Menus::tr("Zoom"),
         {"graph.fitAll", "graph.fitSelection", "graph.zoomIn", "graph.zoomOut", "graph.zoomWhole"}},
        {Menus::tr("Ready starts"), {}, starterPrefix},
        {Menus::tr("Picture"), {"graph.texture", "graph.invert"}},
        {Menus::tr("Links"),
         {"graph.connect", "graph.trait", "graph.unlink", "graph.inputUp", "graph.inputDown", "graph.centre",
          "graph.reroute"}},
        {Menus::tr("Groups and notes"),
         {"graph.group", "graph.ungroup", "graph.describeGroup", "graph.saveToLibrary", "graph.enter",
          "graph.leave", "graph.frame", "graph.comment"}},
        {Menus::tr("Arrange"),
         {"graph.layout", "graph.layoutSelection", "graph.alignLeft", "graph.alignRight", "graph.alignTop",
          "graph.alignBottom", "graph.distributeAcross", "graph.distributeDown"}}};
}

QList<MenuGroup> viewportGroups() {
    return {{Menus::tr("Node"), {"viewport.solo", "viewport.root", "viewport.pin", "viewport.mute"}},
            {Menus::tr("Draw"), {}, "viewport.draw-"},
            {Menus::tr("Arrange"),
             {"viewport.placing", "viewport.align-left", "viewport.align-middle-x", "viewport.align-right",
              "viewport.align-top", "viewport.align-middle-y", "viewport.align-bottom", "viewport.gaps-x",
              "viewport.gaps-y", "viewport.centre", "viewport.snapping"}},
            {Menus::tr("Zoom"),
             {"viewport.fit", "viewport.fit-selection", "viewport.zoom-in", "viewport.zoom-out",
              "viewport.samples"}},
            {Menus::tr("Measure"),
             {"viewport.ruler", "viewport.line-profile", "viewport.line-csv", "viewport.roughness",
              "viewport.roughness-copy", "viewport.roughness-csv", "viewport.predicted", "viewport.compare"}},
            {Menus::tr("A/B"),
             {"viewport.wipe", "viewport.wipe-swap", "viewport.wipe-line", "viewport.wipe-beside",
              "viewport.wipe-difference"}},
            {Menus::tr("3-D view"),
             {"viewport.three-d", "viewport.roller", "viewport.joint", "viewport.from-above",
              "viewport.save-picture"}},
            {Menus::tr("Look"),
             {"viewport.gray", "viewport.inverted", "viewport.map", "viewport.relief", "viewport.bits",
              "viewport.reversed", "viewport.clipped", "viewport.automatic-range"}}};
}

/// Whether a command belongs in the menu of a prefix. Commands that every program has under Edit belong in
/// that menu.
bool isOf(const QString& prefix, const QString& id) {
    static const QSet<QString> editing{"graph.cut",       "graph.copy",   "graph.paste",
                                       "graph.duplicate", "graph.delete", "graph.selectAll"};
    return editing.contains(id) ? prefix == "edit." : id.startsWith(prefix);
}

}  // namespace

QList<MenuGroup> menuGroups(const QString& prefix) {
    if (prefix == "graph.") return graphGroups();
    if (prefix == "viewport.") return viewportGroups();
    if (prefix == "view.") return {{Menus::tr("Theme"), {}, "view.theme-"}};
    return {};
}

QList<QStringList> menuSections(const QString& prefix) {
    if (prefix == "graph.") {
        return {{"graph.add", "graph.start.dome", "graph.edit", "graph.rename", "graph.mute", "graph.texture",
                 "graph.invert", "graph.compensate", "graph.closeOnRoller"},
                {"graph.connect", "graph.group", "graph.layout"},
                {"graph.selectNone", "graph.solo", "graph.fitAll"},
                {"graph.menu"}};
    }
    if (prefix == "edit.") {
        return {{"edit.undo", "edit.redo"},
                {"graph.cut", "graph.copy", "graph.paste", "graph.duplicate", "graph.delete"},
                {"graph.selectAll", "edit.command", "edit.findNode"},
                {"edit.preferences"}};
    }
    if (prefix == "panel.") {
        return {{"panel.graph", "panel.viewport", "panel.inspector", "panel.problems", "panel.histogram",
                 "panel.history", "panel.lineProfile", "panel.library"},
                {"panel.roughness", "panel.bookmarks", "panel.parameters", "panel.queue", "panel.log"}};
    }
    return {};
}

void fillMenu(QMenu& menu, const QList<QAction*>& commands, const QString& prefix) {
    const QList<QStringList> sections = menuSections(prefix);
    // The place of a section's command; commands of no section come last, in their order.
    const auto placeOf = [&](const QAction* command) {
        for (qsizetype i = 0; i < sections.size(); ++i) {
            const qsizetype at = sections[i].indexOf(command->objectName());
            if (at >= 0) return std::pair(i, at);
        }
        return std::pair(sections.size(), qsizetype{0});
    };
    const QList<MenuGroup> groups = menuGroups(prefix);
    struct Item {
        std::pair<qsizetype, qsizetype> place;
        qsizetype group;  ///< -1: not a submenu
        QList<QAction*> commands;
    };
    QList<Item> items;
    for (QAction* command : commands) {
        const QString id = command->objectName();
        if (!isOf(prefix, id)) continue;
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const MenuGroup& one) {
            return one.ids.contains(id) || (!one.prefix.isEmpty() && id.startsWith(one.prefix));
        });
        const qsizetype number = group == groups.end() ? -1 : group - groups.begin();
        const auto same = std::find_if(items.begin(), items.end(),
                                       [&](const Item& item) { return number >= 0 && item.group == number; });
        if (same == items.end()) {
            items.push_back({placeOf(command), number, {command}});
        } else {
            same->commands << command;
            same->place = std::min(same->place, placeOf(command));
        }
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.place < b.place; });
    for (const Item& item : items) {
        if (&item != &items.front() && item.place.first != (&item - 1)->place.first) menu.addSeparator();
        QMenu* into = item.group < 0 ? &menu : menu.addMenu(groups[item.group].title);
        into->addActions(item.commands);
        if (into != &menu) keepLetters(*into);
    }
    keepLetters(menu);
}

}  // namespace burin::ui
