// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/placing/drawing_strip.hpp"

#include "ui/theme/theme.hpp"

#include <QPainter>

namespace burin::ui {

namespace {

constexpr int stripWidth = 40;
constexpr int stripEdge = 6;
constexpr int toolSide = 28;
constexpr int toolDistance = 30;
constexpr int gapBetweenGroups = 9;
constexpr int mostToolColumns = 3;

}  // namespace

DrawingStrip::DrawingStrip(const Theme& theme, const QList<QList<QAction*>>& groups, QWidget* parent)
    : QWidget(parent), theme_(theme), pointer_(new QToolButton) {
    setObjectName("viewport.drawing-strip");
    setFixedWidth(stripWidth);
    pointer_->setObjectName("viewport.pointer-button");
    pointer_->setCheckable(true);
    pointer_->setChecked(true);
    pointer_->setIcon(theme.icon("pointer"));
    pointer_->setToolTip(tr("Pointer (Esc)"));
    pointer_->setAccessibleName(tr("Pointer"));
    connect(pointer_, &QToolButton::clicked, this, [this] {
        pointer_->setChecked(true);  // a click on the marked pointer would remove the mark
        emit pointerWanted();
    });
    groups_.push_back({});
    add(pointer_);
    for (const QList<QAction*>& group : groups) {
        groups_.push_back({});
        for (QAction* action : group) {
            auto* button = new QToolButton;
            button->setDefaultAction(action);
            button->setObjectName(action->objectName() + "-button");
            add(button);
        }
    }
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    placed(columns_, true);
}

void DrawingStrip::add(QToolButton* button) {
    button->setParent(this);
    button->setIconSize({18, 18});
    button->setFixedSize(toolSide, toolSide);
    button->setFocusPolicy(Qt::TabFocus);
    groups_.back() << button;
}

void DrawingStrip::showPointer(bool marked) {
    pointer_->setChecked(marked);
}

/// In a low viewport, uses enough columns to show all tools.
void DrawingStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    int columns = 1;
    while (columns < mostToolColumns && placed(columns, false) > height())
        ++columns;
    if (columns == columns_) return;
    columns_ = columns;
    placed(columns, true);
    setFixedWidth(stripWidth + (columns - 1) * toolSide);
    update();
}

/// \return the height of all tools in so many columns. \param place  whether to move them there
int DrawingStrip::placed(int columns, bool place) {
    if (place) rules_.clear();
    int y = stripEdge;
    for (const QList<QToolButton*>& group : groups_) {
        if (y > stripEdge) {
            if (place) rules_ << y + gapBetweenGroups / 2;
            y += gapBetweenGroups;
        }
        const auto count = static_cast<int>(group.size());
        for (int i = 0; place && i < count; ++i)
            group[i]->move(stripEdge + i % columns * toolSide, y + i / columns * toolDistance);
        y += (count + columns - 1) / columns * toolDistance;
    }
    return y + stripEdge - (toolDistance - toolSide);
}

void DrawingStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), theme_.color(Role::head));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme_.color(Role::line));
    for (const int y : rules_)
        painter.fillRect(QRect(stripEdge, y, width() - 2 * stripEdge, 1), theme_.color(Role::strongLine));
}

}  // namespace burin::ui
