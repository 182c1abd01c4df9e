// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/focus_ring.hpp"

#include "ui/theme/theme.hpp"

#include <QEvent>
#include <QPainter>

namespace burin::ui {

namespace {

constexpr int ringWidth = 2;

}  // namespace

FocusRing::FocusRing(const Theme& theme, QWidget* canvas) : QWidget(canvas), theme_(theme) {
    setObjectName("focusRing");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    canvas->installEventFilter(this);
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    cover();
    setVisible(canvas->hasFocus());
}

void FocusRing::cover() {
    const QRect all = parentWidget()->rect();
    setGeometry(all);
    setMask(QRegion(all) - QRegion(all.adjusted(ringWidth, ringWidth, -ringWidth, -ringWidth)));
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) cover();
    if (event->type() == QEvent::FocusIn) {
        raise();
        show();
    }
    if (event->type() == QEvent::FocusOut) hide();
    return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), theme_.color(Role::accent));
}

}  // namespace burin::ui
