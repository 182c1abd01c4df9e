// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QList>
#include <QString>
#include <QWidget>

class QVBoxLayout;

namespace burin::ui {

/// A sentence with an icon that shows its severity.
struct Notice {
    QString icon;
    Role role;
    QString text;
};

/// A column of notices. It takes no space when it is empty.
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
