// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.hpp"

#include <QLabel>
#include <QString>

namespace burin::ui {

/// A label with an icon, which follows changes of the theme. Interface thread only.
class IconLabel : public QLabel {
  public:
    /// \param px  the side of the icon in logical pixels
    IconLabel(const Theme& theme, int px, QWidget* parent) : QLabel(parent), theme_(theme), px_(px) {
        connect(&theme, &Theme::changed, this, [this] { draw(); });
    }

    void setIcon(const QString& name, Role role) {
        name_ = name;
        role_ = role;
        draw();
    }

  private:
    void draw() {
        if (!name_.isEmpty()) setPixmap(theme_.pixmap(name_, px_, role_, devicePixelRatioF()));
    }

    const Theme& theme_;
    int px_;
    QString name_;  ///< empty: no icon yet
    Role role_ = Role::text;
};

}  // namespace burin::ui
