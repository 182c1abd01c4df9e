// SPDX-License-Identifier: GPL-3.0-or-later

// The part of ViewportPanel that takes tools to draw new things.

#include "ui/viewport/placing/drawing_strip.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/words/why_disabled.hpp"

#include <QHBoxLayout>

namespace burin::ui {

/// Adds the commands that take a tool, or put it back. They exist while things are placed.
void ViewportPanel::addDrawingActions() {
    ViewportWidget* view = viewport_;
    const auto tool = [&](const char* id, const QString& text, const char* icon, Qt::Key key,
                          DrawingTool taken) {
        QAction* action = add(id, text, icon, {key}, [view, taken] {
            view->takePen(view->pen().tool() == taken ? DrawingTool::none : taken);
            view->setFocus();  // so that Esc puts the tool back
        });
        action->setCheckable(true);
        action->setData(static_cast<int>(taken));
        drawing_ << action;
    };
    tool("viewport.draw-rectangle", tr("Draw a rectangle"), "rectangle", Qt::Key_2, DrawingTool::rectangle);
    tool("viewport.draw-ellipse", tr("Draw an ellipse"), "ellipse", Qt::Key_3, DrawingTool::ellipse);
    tool("viewport.draw-polygon", tr("Draw a polygon"), "polygon", Qt::Key_4, DrawingTool::polygon);
    tool("viewport.draw-star", tr("Draw a star"), "star", Qt::Key_5, DrawingTool::star);
    tool("viewport.draw-line", tr("Draw a line"), "line", Qt::Key_6, DrawingTool::line);
    tool("viewport.draw-arrow", tr("Draw an arrow"), "arrow", Qt::Key_7, DrawingTool::arrow);
    tool("viewport.draw-text", tr("Draw a text"), "kind-text", Qt::Key_9, DrawingTool::text);
    tool("viewport.draw-code", tr("Draw a code"), "kind-code", Qt::Key_0, DrawingTool::code);
    if (view == nullptr) return;
    constexpr qsizetype shapes = 6;  // they come first
    strip_ = new DrawingStrip(workbench_.theme, {drawing_.first(shapes), drawing_.sliced(shapes)});
    strip_->hide();
    middle_->insertWidget(0, strip_);
    connect(strip_, &DrawingStrip::pointerWanted, this, [view] {
        view->takePen(DrawingTool::none);
        view->setFocus();
    });
    connect(&view->pen(), &DrawingPen::toolChanged, this, &ViewportPanel::showDrawing);
    connect(&view->placing(), &Placing::onChanged, this, &ViewportPanel::showDrawing);
    connect(&view->relief(), &ReliefView::changed, this, &ViewportPanel::showDrawing);
}

void ViewportPanel::showDrawing() {
    if (viewport_ == nullptr) return;
    const bool inSpace = viewport_->relief().on();
    const bool able = viewport_->placing().on() && !inSpace;
    const int taken = static_cast<int>(viewport_->pen().tool());
    strip_->showPointer(viewport_->pen().tool() == DrawingTool::none);
    for (QAction* action : drawing_) {
        enableIf(*action, able, inSpace ? tr("the 3-D view is on") : tr("placing on the picture is off"));
        action->setChecked(action->data().toInt() == taken);
    }
    if (strip_->isHidden() == able) {
        strip_->setVisible(able);
        layout()->activate();  // the picture moves at once, not after the next click
    }
    showHint();
}

}  // namespace burin::ui
