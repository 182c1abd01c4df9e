// SPDX-License-Identifier: GPL-3.0-or-later

// The library in the window.

#include "ui/export/queue/show_in_folder.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/panels/library/library_panel.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/bars/command_search.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/workspace.hpp"

#include <QAction>
#include <QStatusBar>

namespace burin::ui {

void MainWindow::makeLibrary() {
    libraryPanel_ = new LibraryPanel(workbench(), library_);
    libraryPanel_->setWindowTitle(tr("Library"));
    workspace_->place(libraryPanel_, Place::library);
    action("panel.library", tr("Library"), QKeySequence("Ctrl+9"), {},
           [this] { workspace_->toggle(libraryPanel_); });
    libraryPanel_->setPicture([this] {
        ViewportWidget* widget = viewport_->viewport();
        return widget == nullptr ? QImage() : widget->picture({240, 148});
    });
    connect(libraryPanel_, &LibraryPanel::pictureBegins, this, [this] {
        ViewportWidget* widget = viewport_->viewport();
        if (widget == nullptr) return;
        const Viewpoint before = widget->viewpoint();
        connect(
            libraryPanel_, &LibraryPanel::pictureEnds, widget,
            [widget, before] { widget->setViewpoint(before); }, Qt::SingleShotConnection);
        widget->frameRepeats();
    });
    graph_->setLibrary(library_);
    const Scope& scope = document_.scope();
    connect(&scope, &Scope::changed, libraryPanel_,
            [this, &scope] { libraryPanel_->setOpenGroup(scope.group()); });
    connect(libraryPanel_, &LibraryPanel::patternWanted, graph_, &GraphPanel::addPattern);
    connect(libraryPanel_, &LibraryPanel::patternDragged, graph_,
            [this](const std::shared_ptr<const Pattern>& pattern, QPoint at) {
                graph_->dragPattern(*pattern, at);
            });
    connect(libraryPanel_, &LibraryPanel::patternDropped, graph_, &GraphPanel::dropPattern);
    connect(libraryPanel_, &LibraryPanel::dragCancelled, graph_, &GraphPanel::cancelDrop);
    connect(libraryPanel_, &LibraryPanel::folderWanted, this,
            [](const QString& file) { showInFolder(file); });
    connect(libraryPanel_, &LibraryPanel::failed, this, &MainWindow::say);
    connect(libraryPanel_, &LibraryPanel::said, this,
            [this](const QString& words) { statusBar()->showMessage(words, messageMs); });
    connect(graph_, &GraphPanel::savingWanted, libraryPanel_, qOverload<>(&LibraryPanel::save));
    connect(graph_, &GraphPanel::savingOfInstanceWanted, libraryPanel_, &LibraryPanel::saveGroupOf);
    connect(libraryPanel_, &LibraryPanel::saveEnded, graph_, &GraphPanel::takeFocus);
    graph_->action("graph.saveToLibrary")
        ->setProperty(CommandSearch::synonyms, tr("pattern, keep, store, template"));
    connect(graph_, &GraphPanel::noticed, this, [this](const QString& notice) { log_.add(notice); });
    connect(graph_, &GraphPanel::textureRequested, this, &MainWindow::makeTexture);
}

}  // namespace burin::ui
