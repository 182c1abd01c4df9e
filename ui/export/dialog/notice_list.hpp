// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QList>
#include <QString>
#include <QWidget>

class QVBoxLayout;

namespace burin::ui {

/// A sentence, and the picture that says of what sort it is.
struct Notice {
    QString icon;
    Role role;
    QString text;
};

/// Notices one below the other. Without any it takes no room.
class NoticeList : public QWidget {
    Q_OBJECT

  public:
    explicit NoticeList(const Theme& theme, QWidget* parent = nullptr);

    void setNotices(const QList<Notice>& notices);

  private:
    void refresh();
    void addRow(const Notice& notice);

    const Theme& theme_;
    QList<Notice> notices_;
    QVBoxLayout* rows_;
};

}  // namespace burin::ui
