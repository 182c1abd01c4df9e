// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of the open group's inputs, each a row of the block of inputs.

#include "core/design/yaml_tools.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/inline_editor.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/node_names.hpp"
#include "ui/theme/menu_letters.hpp"
#include "ui/words/text.hpp"

#include <QMenu>

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// The name of an input, as the group has it.
QString inputName(const SocketPicture& socket) {
    return socket.name.mid(1);  // without `$`
}

}  // namespace

/// \param block of the inputs \param place on the canvas; if no row is there, the commands are for all inputs
void GraphPanel::addSocketCommands(QMenu& menu, const NodeItem& block, QPointF place) {
    const std::vector<SocketPicture>& sockets = block.picture().sockets;
    std::vector<std::size_t> meant;
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        if (!sockets[i].trait) continue;  // the row that adds an input
        all.push_back(i);
        const double away = block.outputPlace(static_cast<int>(i)).y() - place.y();
        if (std::abs(away) <= metrics::rowHeight / 2.0) meant.push_back(i);
    }
    if (all.size() == 1) meant = all;
    for (const std::size_t i : meant.empty() ? all : meant) {
        const QString name = inputName(sockets[i]);
        if (!meant.empty()) {
            addSocketCommands(menu, name);
        } else {
            QMenu* own = menu.addMenu(tr("Input %1").arg(QString(name).replace('&', "&&")));
            addSocketCommands(*own, name);
            keepLetters(*own);
        }
    }
    if (!all.empty()) menu.addSeparator();
}

void GraphPanel::addSocketCommands(QMenu& menu, const QString& name) {
    const DesignEdit group(workbench_.document.design()->document,
                           workbench_.document.scope().group().toStdString());
    const std::string socket = name.toStdString();
    const QString shown = QString(name).replace('&', "&&");
    const auto add = [&](QMenu& to, const QString& text, const QString& id, auto call) {
        QAction* action = to.addAction(text);
        action->setObjectName(id + '.' + name);
        connect(action, &QAction::triggered, this, call);
        return action;
    };
    add(menu, tr("Rename the input %1").arg(shown), "socket.rename", [this, name] { renameSocket(name); });
    const std::vector<std::string> order = group.socketsLike(socket);
    const SocketNeed need = group.socketNeed(socket);
    const auto place = std::find(order.begin(), order.end(), socket) - order.begin();
    const auto addMove = [&](const QString& text, const QString& id, std::ptrdiff_t to) {
        // Inputs that need a link come before those that do not.
        const bool possible =
            to >= 0 && to < std::ssize(order) &&
            (group.socketNeed(order[static_cast<std::size_t>(to)]) == SocketNeed{}) == (need == SocketNeed{});
        add(menu, text, id, [this, name, to] {
            view_->explain(edits_.moveSocket(name, static_cast<std::size_t>(to)), true);
        })->setEnabled(possible);
    };
    addMove(tr("Move the input %1 up").arg(shown), "socket.up", place - 1);
    addMove(tr("Move the input %1 down").arg(shown), "socket.down", place + 1);
    QMenu* without = menu.addMenu(tr("Instances without a link to %1").arg(shown));
    const auto addNeed = [&](const QString& text, const QString& id, const SocketNeed& wanted) {
        QAction* action = add(*without, text, id, [this, name, wanted] {
            view_->explain(edits_.setSocketNeed(name, wanted), true);
        });
        action->setCheckable(true);
        action->setChecked(wanted == need);
    };
    addNeed(tr("Have an error"), "socket.needed", {});
    addNeed(tr("Leave it out"), "socket.optional", {.optional = true});
    without->addSeparator();
    for (const std::string& node : group.nodesWithout(socket)) {
        addNeed(tr("Use %1").arg(shownName(textOf(node)).replace('&', "&&")), "socket.else." + textOf(node),
                {.optional = need.optional && need.otherwise == node, .otherwise = node});
    }
    keepLetters(*without);
    add(menu, tr("Remove the input %1").arg(shown), "socket.remove",
        [this, name] { edits_.removeSocket(name); });
}

void GraphPanel::renameSocket(const QString& name) {
    const NodeItem* block = scene_.node(QString::fromUtf8(inputsBlock.data()));
    const int row = block == nullptr ? -1 : block->outputOf('$' + name);
    if (row < 0) return;
    view_->reveal(block->sceneBody());
    const QRectF body = block->sceneBody();
    const qreal middle = block->outputPlace(row).y();
    const QRect place = view_
                            ->mapFromScene(QRectF(body.left(), middle - metrics::rowHeight / 2.0,
                                                  body.width(), metrics::rowHeight))
                            .boundingRect();
    new InlineEditor(view_, QRect(place.topLeft(), place.size().expandedTo({160, 24})), name, false,
                     [this, name](const QString& text) { return edits_.renameSocket(name, text); });
}

QString GraphEdits::renameSocket(const QString& name, const QString& wanted) {
    const QString title = wanted.trimmed();
    if (title == name) return {};
    if (title.isEmpty()) return tr("An input needs a name.");
    if (const QString why = whyNoName(title); !why.isEmpty()) return why;
    const YamlValue* group =
        groupText(document().design()->document, document().scope().group().toStdString());
    const YamlValue* sockets = group == nullptr ? nullptr : group->find("inputs");
    for (std::size_t i = 0; sockets != nullptr && i < sockets->items.size(); ++i) {
        const YamlEntry* socket = childIn(sockets->items[i]);
        if (socket != nullptr && socket->value.scalar == title.toStdString())
            return tr("The name %1 is taken. Choose another name.").arg(title);
    }
    edit(tr("Rename the input %1 to %2").arg(name, title),
         [&](DesignEdit& change) { change.renameSocket(name.toStdString(), title.toStdString()); });
    return {};
}

QString GraphEdits::whyNoOrder(const std::optional<MissingLink>& missing) {
    if (!missing) return {};
    return tr("The links of %1 cannot be reordered: its input %2 is linked, but %3 is not. Link %3 first.")
        .arg(shownName(textOf(missing->instance)), textOf(missing->linked), textOf(missing->missing));
}

QString GraphEdits::moveSocket(const QString& name, std::size_t place) {
    std::optional<MissingLink> missing;
    edit(tr("Move the input %1").arg(name),
         [&](DesignEdit& change) { missing = change.moveSocket(name.toStdString(), place); });
    return whyNoOrder(missing);
}

QString GraphEdits::setSocketNeed(const QString& name, const SocketNeed& need) {
    std::optional<MissingLink> missing;
    edit(tr("Set the replacement for the input %1").arg(name),
         [&](DesignEdit& change) { missing = change.setSocketNeed(name.toStdString(), need); });
    return whyNoOrder(missing);
}

void GraphEdits::removeSocket(const QString& name) {
    edit(tr("Remove the input %1").arg(name),
         [&](DesignEdit& change) { change.removeSocket(name.toStdString()); });
}

}  // namespace burin::ui
