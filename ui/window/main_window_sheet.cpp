// SPDX-License-Identifier: GPL-3.0-or-later

// The job sheet in the window, and what the batch asks of the window.

#include "core/design/file_paths.hpp"
#include "ui/export/batch/batch_tools.hpp"
#include "ui/model/threads/off_thread.hpp"
#include "ui/sheet/sheet_dialog.hpp"
#include "ui/window/main_window.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>

namespace burin::ui {

SheetDialog& MainWindow::sheet() {
    if (sheet_ == nullptr) {
        sheet_ = new SheetDialog(workbench(), this);
        sheet_->setView([this] { return visibleSurface(); });
    }
    return *sheet_;
}

void MainWindow::openSheet() {
    sheet().open();
}

void MainWindow::connectBatch() {
    batch_->setView([this] { return visibleSurface(); });
    connect(batch_, &BatchTools::sheetWanted, this,
            [this](const std::shared_ptr<const Design>& design, const QString& name) {
                sheet().openFor(design, name);
            });
    connect(batch_, &BatchTools::openWanted, this,
            [this](const std::shared_ptr<const Design>& design, const QString& name) {
                YamlValue document = design->document;
                // The new design has no folder yet.
                moveFiles(document, document_.kinds(), DesignFolders::of(design->file),
                          std::filesystem::path());
                emit copyWanted(QByteArray::fromStdString(writeYaml(document)), name);
            });
}

QString MainWindow::takeAsNew(const QString& file, const QString& title) {
    Design design =
        offThread([path = pathOf(QFileInfo(file).absoluteFilePath())] { return loadDesign(path); });
    if (design.refused) return textOf(design.diagnostics.front().text());
    moveFiles(design.document, document_.kinds(), DesignFolders::of(design.file), DesignFolders::of({}));
    document_.reset(std::move(design.document), title);
    showWorkspace(true);
    return {};
}

}  // namespace burin::ui
