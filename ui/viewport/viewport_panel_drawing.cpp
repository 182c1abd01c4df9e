// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of ViewportPanel that select tools to draw new things, and that fit the bar into its width.

#include "ui/viewport/appearance_bar.hpp"
#include "ui/viewport/placing/drawing_strip.hpp"
#include "ui/viewport/relief/relief_bar.hpp"
#include "ui/viewport/viewport_panel.hpp"
#include "ui/viewport/viewport_widget.hpp"
#include "ui/viewport/wipe/wipe_bar.hpp"
#include "ui/words/why_disabled.hpp"

#include <QHBoxLayout>
#include <QMenu>

#include <algorithm>
#include <array>

namespace burin::ui {

/// Adds the commands that select a tool, or no tool. They exist while things are placed.
void ViewportPanel::addDrawingActions() {
    ViewportWidget* view = viewport_;
    const auto tool = [&](const char* id, const QString& text, const char* icon, Qt::Key key,
                          DrawingTool taken) {
        QAction* action = add(id, text, icon, {key}, [view, taken] {
            view->takePen(view->pen().tool() == taken ? DrawingTool::none : taken);
            view->setFocus();  // so that Esc deselects the tool
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
    constexpr qsizetype shapes = 6;  // shapes come first
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

/// The button whose menu has the settings of the look and the tools for which the bar has no space.
void ViewportPanel::addMore(QHBoxLayout& bar) {
    more_ = new QToolButton;
    more_->setObjectName("viewport.more");
    more_->setToolTip(tr("More tools and look settings"));
    more_->setFocusPolicy(Qt::TabFocus);
    more_->setPopupMode(QToolButton::InstantPopup);
    more_->setMenu(new QMenu(more_));
    bar.addWidget(more_);
}

/// Shows the tools of the view, and puts the first `left` of them into the menu. \return whether the bar fits
bool ViewportPanel::fitTools(bool relief, qsizetype left) {
    QMenu& menu = *more_->menu();
    menu.clear();
    if (!relief) menu.addActions(appearanceBar_->settings());
    for (QToolButton* button : tools_) {
        QAction* const action = button->defaultAction();
        const bool there = relief ? !flatOnly_.contains(action) : action != picture_;
        const bool moved = there && left-- > 0;
        if (moved) menu.addAction(action);
        button->setVisible(there && !moved);
    }
    more_->setVisible(!menu.isEmpty());
    bar_->invalidate();
    bar_->activate();
    return bar_->sizeHint().width() <= width();
}

/// Leaves out as little of the bar as its width demands. Tools without space go into the menu, from the left.
void ViewportPanel::fitBar() {
    const bool relief = reliefBar_ != nullptr && !reliefBar_->isHidden();
    const auto fits = [this, relief](auto& controls, auto shown, qsizetype left) {
        controls.setShown(shown);
        return fitTools(relief, left);
    };
    const auto fitsWithout = [&](auto& controls, auto narrowest) {
        qsizetype left = 1;
        while (!fits(controls, narrowest, left) && left < tools_.size())
            ++left;
        return left < tools_.size();
    };
    if (relief) {
        using Shown = ReliefBar::Shown;
        const std::array narrower{Shown::all, Shown::noExample, Shown::noSlider, Shown::noLight};
        const bool fit = std::any_of(narrower.begin(), narrower.end(),
                                     [&](Shown shown) { return fits(*reliefBar_, shown, 0); });
        if (!fit) fitsWithout(*reliefBar_, Shown::noMaterial);
        fitted_ = reliefBar_->sizeHint();
        return;
    }
    using Shown = AppearanceBar::Shown;
    if (wipeBar_ != nullptr) wipeBar_->setNamed(true);
    for (const Shown shown : {Shown::all, Shown::modesAsIcons, Shown::noLight, Shown::noMap}) {
        if (fits(*appearanceBar_, shown, 0)) return;
    }
    if (wipeBar_ != nullptr && !wipeBar_->isHidden()) {
        // The names of A and B give way before the last tools do.
        if (fits(*appearanceBar_, Shown::noMap, tools_.size() / 2)) {
            fitsWithout(*appearanceBar_, Shown::noMap);
            return;
        }
        wipeBar_->setNamed(false);
    }
    fitsWithout(*appearanceBar_, Shown::noMap);
}

}  // namespace burin::ui
