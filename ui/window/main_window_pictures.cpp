// SPDX-License-Identifier: GPL-3.0-or-later

// The part of MainWindow that saves pictures of it and of the 3-D view.

#include "ui/comparing/comparison_dialog.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/export/dialog/export_dialog.hpp"
#include "ui/export/dialog/export_tools.hpp"
#include "ui/graph/graph_panel.hpp"
#include "ui/inspector/inspector_panel.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/panels/library/library_panel.hpp"
#include "ui/sheet/sheet_dialog.hpp"
#include "ui/viewport/relief/kept_view.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/relief_picture_dialog.hpp"
#include "ui/words/why_disabled.hpp"

#include <QAction>
#include <QApplication>
#include <QBuffer>
#include <QFileInfo>
#include <QStatusBar>
#include <QTimer>

#include <cstdio>
#include <memory>

namespace burin::ui {

namespace {

/// The menu or dialog that a command has opened; if there is none, the window.
QWidget* uppermost(QWidget* window) {
    if (QWidget* const popup = QApplication::activePopupWidget()) return popup;
    if (QWidget* const modal = QApplication::activeModalWidget()) return modal;
    for (QWidget* const each : window->findChildren<QWidget*>()) {
        if (each->isWindow() && each->isVisible()) return each;
    }
    return window;
}

}  // namespace

QWidget* MainWindow::part(const QString& name) {
    if (name == "viewport") return viewport_;
    if (name == "graph") return graph_;
    if (name == "inspector") return inspector_;
    if (name == "export" || name == "machine") {
        export_->dialog().open();
        if (name == "machine") export_->dialog().form().chooseMachine();
        return &export_->dialog();
    }
    if (name == "batch") {
        batch_->dialog().open();
        return &batch_->dialog();
    }
    if (name == "compare") {
        openComparison();
        return comparison_;
    }
    if (name == "sheet") {
        openSheet();
        return sheet_;
    }
    if (name == "library") find("panel.library")->trigger();
    if (name == "three-d") find("viewport.three-d")->trigger();
    return name == "window" || name == "library" || name == "three-d" ? this : nullptr;
}

std::function<QWidget*()> MainWindow::partOrCommand(const QString& name) {
    if (QWidget* const found = part(name)) return [found] { return found; };
    QAction* const command = find(name);
    if (command == nullptr) return {};
    // Some commands return only after their dialog is closed.
    QTimer::singleShot(0, command, [command] {
        if (command->isEnabled()) return command->trigger();
        std::fprintf(stderr, "burin-studio: %s is disabled: %s\n", qPrintable(command->objectName()),
                     qPrintable(command->property(whyDisabled).toString()));
        QApplication::exit(1);
    });
    return [this] { return uppermost(this); };
}

void MainWindow::saveReliefPicture() {
    ViewportWidget* const widget = viewport_->viewport();
    const BoundNodePtr node = previews_.shown();
    if (widget == nullptr || !widget->relief().on() || node == nullptr) return;
    const ReliefView& view = widget->relief();
    ReliefWish wish;
    if (!node->surface) wish.node = node->name;
    wish.camera = keptView(view.look(), view.camera());
    wish.surface = previews_.surfaceShown();
    const QFileInfo file(document_.file());
    const QString name =
        document_.file().isEmpty() ? document_.title() : file.absolutePath() + '/' + file.completeBaseName();
    ReliefPictureDialog dialog(theme_, previews_.engine(),
                               {node->design, wish, widget->size() * widget->devicePixelRatioF(), name},
                               this);
    connect(&dialog, &ReliefPictureDialog::written, this, [this](const QString& written) {
        statusBar()->showMessage(tr("%1 is saved.").arg(QFileInfo(written).fileName()), messageMs);
    });
    dialog.exec();
}

void MainWindow::takeTable(const QString& file) {
    batch_->dialog().setTable(file);
}

void MainWindow::screenshotOnceStill(const std::function<QWidget*()>& part, const QString& file,
                                     std::chrono::milliseconds longest) {
    constexpr std::chrono::milliseconds turn{100};
    constexpr std::int64_t mostTurnsOfSheet = std::chrono::minutes(10) / turn;
    const std::int64_t mostTurns = longest / turn;
    auto* timer = new QTimer(this);
    const auto waited = std::make_shared<int>(0);
    const auto still = std::make_shared<int>(0);
    connect(timer, &QTimer::timeout, this, [this, part, file, mostTurns, waited, still] {
        constexpr int shortestWait = 10;  // turns; pauses between pictures are shorter
        const bool reading = libraryPanel_->isVisible() && !library_.wasRead();
        const bool making = sheet_ != nullptr && sheet_->run().state() == SheetRun::State::running;
        *still = previews_.busy() || reading || making ? 0 : *still + 1;
        // A sheet takes minutes on a busy computer, and a picture of half of it shows nothing.
        const bool last = ++*waited >= (making ? mostTurnsOfSheet : mostTurns);
        if (!last && *still < shortestWait) return;
        const QPixmap picture = part()->grab();
        // Items request their thumbnails when they are painted, and this may be the first time.
        if (previews_.busy() && !last) return;
        QBuffer png;
        const QString why =
            picture.save(&png, "PNG") ? writeFile(file, png.data()) : tr("there is not enough memory");
        if (!why.isEmpty())
            std::fprintf(stderr, "burin-studio: %s could not be written: %s\n", qPrintable(file),
                         qPrintable(why));
        QApplication::exit(why.isEmpty() ? 0 : 1);
    });
    timer->start(turn);
}

}  // namespace burin::ui
