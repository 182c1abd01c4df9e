// SPDX-License-Identifier: GPL-3.0-or-later

// The job sheet in the window.

#include "ui/sheet/sheet_dialog.hpp"
#include "ui/window/main_window.hpp"

namespace burin::ui {

void MainWindow::openSheet() {
    if (sheet_ == nullptr) {
        sheet_ = new SheetDialog(workbench(), this);
        sheet_->setView([this] { return visibleSurface(); });
    }
    sheet_->open();
}

}  // namespace burin::ui
