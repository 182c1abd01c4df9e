// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QScrollArea>

namespace burin::ui {

/// Lets `content` scroll, because it can be larger than its dialog on a small screen. Takes ownership of
/// `content`.
[[nodiscard]] inline QScrollArea* dialogScroll(QWidget* content, QWidget* parent) {
    auto* const made = new QScrollArea(parent);
    made->setWidgetResizable(true);
    made->setFrameShape(QFrame::NoFrame);
    made->setFocusPolicy(Qt::NoFocus);
    made->setWidget(content);
    return made;
}

/// The same with an empty widget, which the content is made in: a content of many widgets that moves to
/// another parent applies the style to each of them again.
[[nodiscard]] inline QScrollArea* dialogScroll(QWidget* parent) {
    return dialogScroll(new QWidget, parent);
}

/// Keeps the place of a widget while it is hidden, so that the rows below it do not move.
inline void keepRoom(QWidget& widget) {
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    widget.setSizePolicy(policy);
}

/// The same for a label, which has room for one line also if it is empty.
inline void keepLine(QLabel& label) {
    label.ensurePolished();
    const QMargins around = label.contentsMargins();
    label.setMinimumHeight(label.fontMetrics().height() + around.top() + around.bottom());
    keepRoom(label);
}

}  // namespace burin::ui
