// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/notice_list.hpp"

#include "ui/inspector/fields/icon_label.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace burin::ui {

NoticeList::NoticeList(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), rows_(new QVBoxLayout(this)) {
    setObjectName("clearGround");
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(6);
    refresh();
}

void NoticeList::setNotices(const QList<Notice>& notices) {
    notices_ = notices;
    refresh();
}

void NoticeList::refresh() {
    while (QLayoutItem* const item = rows_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const Notice& notice : notices_)
        addRow(notice);
    setVisible(!notices_.isEmpty());
}

void NoticeList::addRow(const Notice& notice) {
    auto* const row = new QWidget(this);
    row->setObjectName("clearGround");
    auto* const line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    auto* const picture = new IconLabel(theme_, 16, row);
    picture->setIcon(notice.icon, notice.role);
    auto* const words = new QLabel(notice.text, row);
    words->setWordWrap(true);
    words->setObjectName("export.notice");
    line->addWidget(picture, 0, Qt::AlignTop);
    line->addWidget(words, 1);
    rows_->addWidget(row);
}

}  // namespace burin::ui
