// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/notice_strip.hpp"

#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <utility>

namespace burin::ui {

NoticeStrip::NoticeStrip(const Theme& theme, QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), button_(new QPushButton(this)) {
    setObjectName("graphNotice");
    setProperty("look", "info");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    row->setSpacing(8);
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setFont(theme.font(12));
    row->addWidget(text_, 1);
    button_->setObjectName("noticeButton");
    row->addWidget(button_, 0, Qt::AlignTop);
    connect(button_, &QPushButton::clicked, this, [this] {
        hide();
        if (const auto act = std::exchange(act_, nullptr)) act();
    });
    auto* close = new QToolButton(this);
    close->setObjectName("closeNotice");
    close->setIcon(theme.icon("close", Role::secondary));
    close->setIconSize({12, 12});
    close->setToolTip(tr("Close this notice"));
    close->setFocusPolicy(Qt::TabFocus);
    row->addWidget(close, 0, Qt::AlignTop);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    hide();
}

void NoticeStrip::say(const QString& notice) {
    text_->setText(notice);
    button_->hide();
    act_ = nullptr;
    setVisible(!notice.isEmpty());
}

void NoticeStrip::offer(const QString& notice, const QString& button, std::function<void()> act) {
    say(notice);
    button_->setText(button);
    button_->show();
    act_ = std::move(act);
}

}  // namespace burin::ui
