// SPDX-License-Identifier: GPL-3.0-or-later

// The comparison with a measured part in the window.

#include "ui/comparing/comparison_dialog.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/window/main_window.hpp"

namespace burin::ui {

void MainWindow::openComparison() {
    if (comparison_ == nullptr) {
        comparison_ = new ComparisonDialog(workbench(), this);
        comparison_->setView([this] { return visibleSurface(); });
        connect(comparison_, &ComparisonDialog::areaWanted, this, [this](const QRectF& area) {
            selection_.setSolo({});
            if (ViewportWidget* widget = viewport_->viewport()) widget->showArea(area);
        });
        connect(comparison_, &ComparisonDialog::partPlaced, this, [this](const QPolygonF& outline) {
            if (ViewportWidget* widget = viewport_->viewport()) widget->setPart(outline);
        });
    }
    comparison_->show();
    comparison_->raise();
    comparison_->activateWindow();
}

}  // namespace burin::ui
