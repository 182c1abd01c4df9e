// SPDX-License-Identifier: GPL-3.0-or-later

// The bookmarks of the window: what they keep of the viewport, and the way back.

#include "ui/model/document/document.hpp"
#include "ui/panels/bookmarks_panel.hpp"
#include "ui/viewport/relief/kept_view.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/workspace.hpp"
#include "ui/words/text.hpp"

#include <QImage>
#include <QStatusBar>
#include <QStringList>
#include <QTimer>

#include <optional>

namespace burin::ui {

namespace {

constexpr QSize bookmarkPicture(140, 84);

std::optional<BookmarkCamera> cameraOf(ViewportWidget& widget) {
    const ReliefView& view = widget.relief();
    return view.on() ? std::optional(keptView(view.look(), view.camera())) : std::nullopt;
}

/// The 3-D view shows one node.
std::optional<BookmarkComparison> comparisonOf(ViewportWidget& widget) {
    return widget.relief().on() ? std::nullopt : widget.wipe().kept();
}

/// Whether a bookmark keeps all that the viewport shows. It does not keep the other file of A/B.
bool isKept(ViewportWidget& widget) {
    return widget.relief().on() || !widget.wipe().on() || widget.wipe().kept().has_value();
}

/// Whether all that the viewport shows is exact.
bool isExact(ViewportWidget& widget, Previews& previews) {
    const PreviewProgress progress = widget.relief().on() ? previews.progress() : widget.wipe().progress();
    return progress.state() == PreviewProgress::State::exact;
}

}  // namespace

void MainWindow::makeBookmarks() {
    auto* bookmarks = new BookmarksPanel(workbench(), workspace_->parentAt(Place::bottomLeft));
    place(bookmarks, Place::bottomLeft, "panel.bookmarks", tr("Bookmarks"), "Ctrl+8");
    connect(viewport_, &ViewportPanel::bookmarksWanted, this,
            [this, bookmarks] { workspace_->reveal(bookmarks); });
    connect(viewport_, &ViewportPanel::bookmarkWanted, this, [this, bookmarks] {
        ViewportWidget* widget = viewport_->viewport();
        if (widget == nullptr) return;
        workspace_->bringForward(bookmarks);
        const bool kept = isKept(*widget);
        bookmarks->add(widget->visible(), kept ? widget->picture(bookmarkPicture) : QImage(),
                       isExact(*widget, previews_), cameraOf(*widget), comparisonOf(*widget));
        if (!kept)
            statusBar()->showMessage(tr("The bookmark does not include A/B: one side is another file, and a "
                                        "bookmark can only name nodes of this design."),
                                     messageMs);
    });
    // A bookmark gets its picture again once its view is exact and drawn.
    auto* drawn = new QTimer(bookmarks);
    drawn->setSingleShot(true);
    drawn->setInterval(500);
    connect(&previews_, &Previews::progressChanged, drawn, qOverload<>(&QTimer::start));
    connect(&previews_, &Previews::thumbnailChanged, drawn, qOverload<>(&QTimer::start));
    if (ViewportWidget* widget = viewport_->viewport())
        connect(&widget->wipe(), &Wipe::updated, drawn, qOverload<>(&QTimer::start));
    connect(drawn, &QTimer::timeout, this, [this, bookmarks] {
        ViewportWidget* widget = viewport_->viewport();
        if (widget == nullptr || !isKept(*widget) || !isExact(*widget, previews_)) return;
        if (const Bookmark* bookmark =
                bookmarks->unpictured(widget->visible(), cameraOf(*widget), comparisonOf(*widget)))
            bookmarks->setPicture(*bookmark, widget->picture(bookmarkPicture), true);
    });
    connect(bookmarks, &BookmarksPanel::chosen, this, &MainWindow::showBookmark);
}

/// A node that the design does not have any more is left out.
void MainWindow::showBookmark(const Bookmark& bookmark) {
    ViewportWidget* widget = viewport_->viewport();
    if (widget == nullptr) return;
    QStringList gone;
    const bool there = bookmark.node.empty() || document_.design()->find(bookmark.node);
    if (!there) gone << textOf(bookmark.node);
    ReliefView& view = widget->relief();
    if (bookmark.camera && view.whyRefused().isEmpty()) {
        view.show(there ? textOf(bookmark.node) : QString(), lookAgain(*bookmark.camera, view.look()),
                  cameraAgain(*bookmark.camera));
    } else {
        Wipe& wipe = widget->wipe();
        if (!bookmark.compared) {
            wipe.setOn(false);
        } else if (!wipe.showAgain(*bookmark.compared)) {
            gone << (bookmark.compared->node.empty() ? tr("surface") : textOf(bookmark.compared->node));
        }
        const Rect& r = bookmark.region;
        widget->showArea(QRectF(static_cast<double>(r.x), static_cast<double>(r.y),
                                static_cast<double>(r.width), static_cast<double>(r.height)));
    }
    gone.removeDuplicates();
    if (gone.isEmpty()) return;
    statusBar()->showMessage(
        gone.size() == 1
            ? tr("The design no longer has the node %1 of the bookmark.").arg(gone[0])
            : tr("The design no longer has the nodes %1 and %2 of the bookmark.").arg(gone[0], gone[1]),
        messageMs);
}

}  // namespace burin::ui
