// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QLineEdit;

namespace burin::ui {

/// Lets a field of one line show the beginning of a text that is too long for it, unless the user is in it.
/// Without this, Qt shows the end of a text that a program sets, and the part around the caret of a text that
/// was typed. This object belongs to the field.
class TextStart : public QObject {
    Q_OBJECT

  public:
    explicit TextStart(QLineEdit& field);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void show();

    QLineEdit& field_;
};

}  // namespace burin::ui
