// SPDX-License-Identifier: GPL-3.0-or-later

// The patterns that the graph offers: titled groups of the design, and those of the library.

#include "ui/graph/adding/add_popup.hpp"
#include "ui/graph/adding/kind_search.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/graph/graph_view.hpp"
#include "ui/graph/items/metrics.hpp"
#include "ui/graph/notice_strip.hpp"
#include "ui/graph/palette_drop.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/library.hpp"

#include <algorithm>

namespace burin::ui {

void GraphPanel::collectPatterns() {
    popup_->hide();  // it shows the patterns of before
    const std::shared_ptr<const Design> design = session_.document.design();
    const std::shared_ptr<const YamlValue> document(design, &design->document);
    patterns_ = patternsIn(document, session_.document.kinds());
    const DesignEdit open(*document, session_.document.scope().group().toStdString());
    std::erase_if(patterns_, [&](const auto& pattern) { return open.wouldContainItself(pattern->group); });
    if (library_ == nullptr) return;
    for (const LibraryEntry& entry : library_->entries()) {
        if (entry.pattern != nullptr) patterns_.push_back(entry.pattern);
    }
}

std::vector<const KindDescription*> GraphPanel::kindsToAdd() {
    collectPatterns();
    return kindsFor({});
}

/// Keeps a pattern from now on, so that patternFor() finds it.
void GraphPanel::hold(const std::shared_ptr<const Pattern>& pattern) {
    if (patternFor(pattern->shown) == nullptr) patterns_.push_back(pattern);
}

const Pattern* GraphPanel::patternFor(const KindDescription& kind) const {
    const auto found = std::find_if(patterns_.begin(), patterns_.end(),
                                    [&](const auto& pattern) { return &pattern->shown == &kind; });
    return found == patterns_.end() ? nullptr : found->get();
}

void GraphPanel::addPattern(const std::shared_ptr<const Pattern>& pattern) {
    hold(pattern);
    const QSizeF size(metrics::nodeWidth, metrics::nodeHeight(metrics::rowsInBody));
    const CanvasRoom room = view_->room();
    const QPointF middle = room.shown.center() - QPointF(size.width(), size.height()) / 2;
    addLinked(pattern->shown, edits_.clearPlace(middle, size, room));
}

void GraphPanel::dragPattern(const Pattern& pattern, QPoint global) {
    drop_->dragKind(pattern.shown, global);
}

void GraphPanel::dropPattern(const std::shared_ptr<const Pattern>& pattern, QPoint global) {
    hold(pattern);
    dropKind(pattern->shown, global);
}

void GraphPanel::dropKind(const KindDescription& kind, QPoint global) {
    if (const auto landing = drop_->dropKind(kind, global)) addNode(kind, landing->place, landing->link);
}

/// Says which numbers of a pattern that was added mean something else at the pitch of the design.
void GraphPanel::sayPitch(const Pattern& pattern) {
    const double pixelUm = session_.document.design()->pixelUm;
    const QString notice = pitchNotice(pattern, pixelUm, session_.document.kinds());
    notice_->say(notice);
    if (!notice.isEmpty()) emit noticed(notice);
}

/// Adds images. Of a single one, which may be a photograph of a material, it offers to make more.
void GraphPanel::takeFiles(const QStringList& files, QPointF place) {
    edits_.addFiles(files, place);
    const QString node = active();
    if (files.size() != 1 || !canBecomeTexture(node)) return;
    notice_->offer(
        tr("A photograph of leather, stone or wood can become an endless surface that never repeats."),
        tr("Endless texture…"), [this, node] { emit textureRequested(node); });
}

/// Whether a node is a picture with an end, which `example` can continue.
bool GraphPanel::canBecomeTexture(const QString& node) const {
    const auto index = scene_.index(node);
    const NodeItem* item = scene_.node(node);
    return index && item != nullptr && item->picture().feeds && scene_.fitting().bounded(*index);
}

void GraphPanel::makeTexture() {
    if (canBecomeTexture(active())) emit textureRequested(active());
}

void GraphPanel::cancelDrop() {
    drop_->cancel();
}

/// The search, with the patterns alone.
void GraphPanel::openPatterns() {
    collectPatterns();
    addPlace_ = placeFor(QSizeF(metrics::nodeWidth, metrics::nodeHeight(metrics::rowsInBody)));
    addLink_ = {};
    placePointed_ = false;
    std::vector<const KindDescription*> offered = kindsFor({});
    std::erase_if(offered, [](const KindDescription* kind) { return !isPattern(*kind); });
    popup_->open(offered, offered, view_->viewport()->mapToGlobal(view_->mapFromScene(addPlace_)));
}

}  // namespace burin::ui
