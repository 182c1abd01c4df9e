// SPDX-License-Identifier: GPL-3.0-or-later

// Endless textures in the window.

#include "ui/graph/graph_panel.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/texture/texture_dialog.hpp"
#include "ui/window/main_window.hpp"

#include <algorithm>
#include <vector>

namespace burin::ui {

namespace {

/// A reader of a node, and its link.
struct TextureReader {
    std::string parent;
    std::size_t entry;
    Trait trait;
};

std::vector<TextureReader> readersOf(const Design& design, const std::string& name) {
    std::vector<TextureReader> readers;
    for (const DesignNode& node : design.nodes) {
        for (const DesignLink& link : node.links) {
            if (link.childName == name) readers.push_back({node.name, link.entry, link.trait});
        }
    }
    return readers;
}

/// Whether a node only gives its child a size, which an endless texture does not have.
bool givesSize(const YamlValue* node) {
    const YamlValue* kind = node == nullptr ? nullptr : node->find("kind");
    if (kind == nullptr || kind->scalar != "transform" || node->find("size") == nullptr) return false;
    return std::all_of(node->entries.begin(), node->entries.end(), [](const YamlEntry& entry) {
        const std::string& key = entry.key.scalar;
        return key == "kind" || key == "size" || key == "interpolation" || key == "inputs";
    });
}

/// The surface, if nothing feeds it yet.
std::optional<std::string> hungrySurface(const Design& design) {
    for (const DesignNode& node : design.nodes) {
        if (node.kind != nullptr && !feedsOthers(node.kind->description) && node.links.empty())
            return node.name;
    }
    return std::nullopt;
}

}  // namespace

/// The picture that a node fits into the surface, or the node itself. An import selects the node that fits
/// the picture, whose size is that of the surface.
QString MainWindow::pictureBehind(QString node) const {
    // A design may have a cycle.
    for (std::size_t left = document_.design()->nodes.size(); left > 0; --left) {
        if (!givesSize(document_.nodeText(node))) break;
        const DesignNode* known = document_.node(node);
        if (known == nullptr || known->links.size() != 1 || !known->links.front().child) break;
        node = QString::fromStdString(known->links.front().childName);
    }
    return node;
}

/// The parents of the picture now read the texture. If a transform fitted the picture, it is removed.
void MainWindow::makeTexture(const QString& chosen) {
    // Otherwise the dialog, which takes the focus, would let a field change the design that it reads.
    document_.pending().handOver();
    const QString node = pictureBehind(chosen);
    if (document_.nodeText(node) == nullptr) return;
    const Scope& scope = document_.scope();
    const QString flat = scope.flat(node);
    const TextureSource source{previews_.engine(),          document_.kinds(),         document_.design(),
                               scope.group().toStdString(), flat.chopped(node.size()), node};
    TextureDialog dialog(theme_, source, this);
    if (dialog.exec() != QDialog::Accepted || !dialog.ready()) return;
    if (document_.design() != source.design)
        return say(tr("A file has changed on disk, so the design was read again. Make the texture again."));
    const Design& design = *scope.nodes()->design;
    const std::vector<TextureReader> readers = readersOf(design, node.toStdString());
    std::vector<std::string> fitted;
    bool read = false;
    for (const TextureReader& reader : readers) {
        const bool fits = givesSize(document_.nodeText(QString::fromStdString(reader.parent)));
        if (fits) fitted.push_back(reader.parent);
        read = read || !fits || !readersOf(design, reader.parent).empty();
    }
    const std::optional<std::string> surface = hungrySurface(design);
    std::string texture;
    document_.edit(tr("Make an endless texture of %1").arg(node), [&](DesignEdit& edit) {
        graph_->scene().keepPlaces(edit);
        const std::vector<std::string> before = edit.nodeNames();
        const CanvasPoint from = edit.place(node.toStdString()).value_or(CanvasPoint{});
        texture = addTexture(edit, node.toStdString(), dialog.findings().frame, dialog.choice());
        double column = 0;
        for (const std::string& name : edit.nodeNames()) {
            if (std::find(before.begin(), before.end(), name) != before.end()) continue;
            column += metrics::columnWidth;
            edit.setPlace(name, {from.x + column, from.y});
        }
        for (const TextureReader& reader : readers)
            edit.relink(reader.parent, reader.entry, reader.trait, texture);
        edit.removeNodes(fitted, true);
        if (!read && surface) edit.link(*surface, Trait::data, texture);
    });
    selection_.select({QString::fromStdString(texture)});
}

}  // namespace burin::ui
