// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/wipe/wipe_modes.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace burin::ui {

WipeModes::WipeModes(const QList<QAction*>& modes, QWidget* over) : QWidget(over) {
    setObjectName("viewport.wipe-modes");
    setCursor(Qt::ArrowCursor);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (QAction* mode : modes) {
        auto* button = new QToolButton;
        button->setObjectName(mode->objectName() + "-button");
        button->setProperty("segment", mode == modes.first()  ? "first"
                                       : mode == modes.last() ? "last"
                                                              : "middle");
        button->setDefaultAction(mode);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    over->installEventFilter(this);
    hide();
}

bool WipeModes::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize) place();
    return QWidget::eventFilter(watched, event);
}

void WipeModes::showEvent(QShowEvent* event) {
    place();
    QWidget::showEvent(event);
}

/// Places the buttons in the middle, but to the right of the scale bar.
void WipeModes::place() {
    constexpr int margin = 12;
    constexpr int scaleBarEnd = 148;
    const QSize size = sizeHint();
    const QSize all = parentWidget()->size();
    setGeometry(std::max(scaleBarEnd, (all.width() - size.width()) / 2),
                all.height() - margin - size.height(), size.width(), size.height());
}

}  // namespace burin::ui
