// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace burin::ui {

/// Says why a command is disabled when the mouse rests on it: on its button, or on its entry of a menu.
class WhyTips : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace burin::ui
