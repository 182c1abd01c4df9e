// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/list_words.hpp"

#include <QAbstractItemView>
#include <QEvent>

namespace burin::ui {

namespace {

constexpr int side = 8;

}  // namespace

ListWords::ListWords(QAbstractItemView& list) : QLabel(list.viewport()) {
    setObjectName("clearGround");
    setProperty("quiet", true);
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setMargin(side);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    list.viewport()->installEventFilter(this);
    hide();
}

void ListWords::say(const QString& words) {
    setText(words);
    setGeometry(parentWidget()->rect());
    setVisible(!words.isEmpty());
}

bool ListWords::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QLabel::eventFilter(watched, event);
}

}  // namespace burin::ui
