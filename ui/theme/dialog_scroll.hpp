// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

}  // namespace burin::ui
