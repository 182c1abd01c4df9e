// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of the open group's inputs, each a row of the block of inputs.

#include "core/design/yaml_tools.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/inline_editor.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/node_names.hpp"

#include <QMenu>

#include <cmath>

namespace burin::ui {

namespace {

/// The name of an input, as the group has it.
QString inputName(const SocketPicture& socket) {
    return socket.name.mid(1);  // without `$`
}

}  // namespace

/// \param block  of the inputs  \param place  on the canvas; on no row, the commands are for all inputs
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
    for (const std::size_t i : meant.empty() ? all : meant) {
        const QString name = inputName(sockets[i]);
        const QString shown = QString(name).replace('&', "&&");
        QAction* rename = menu.addAction(tr("Rename the input %1").arg(shown));
        rename->setObjectName("socket.rename." + name);
        connect(rename, &QAction::triggered, this, [this, name] { renameSocket(name); });
        QAction* remove = menu.addAction(tr("Remove the input %1").arg(shown));
        remove->setObjectName("socket.remove." + name);
        connect(remove, &QAction::triggered, this, [this, name] { edits_.removeSocket(name); });
    }
    if (!all.empty()) menu.addSeparator();
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
            return tr("%1 is taken. Choose another name.").arg(title);
    }
    edit(tr("Rename the input %1 to %2").arg(name, title),
         [&](DesignEdit& change) { change.renameSocket(name.toStdString(), title.toStdString()); });
    return {};
}

void GraphEdits::removeSocket(const QString& name) {
    edit(tr("Remove the input %1").arg(name),
         [&](DesignEdit& change) { change.removeSocket(name.toStdString()); });
}

}  // namespace burin::ui
