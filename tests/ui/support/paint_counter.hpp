// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QWidget>

namespace burin::test {

/// Counts how often a widget is drawn.
class PaintCounter : public QObject {
  public:
    /// \param counted  UpdateRequest counts what the program asks for, but not what the screen asks for.
    /// Requests
    ///                 that the widget made before are answered first, and are not counted.
    explicit PaintCounter(QWidget& widget, QEvent::Type counted = QEvent::Paint) : counted_(counted) {
        // repaint() draws at once, but leaves an earlier request in the queue.
        if (counted == QEvent::UpdateRequest)
            QCoreApplication::sendPostedEvents(&widget, QEvent::UpdateRequest);
        widget.installEventFilter(this);
    }
    int count = 0;

  protected:
    bool eventFilter(QObject*, QEvent* event) override {
        count += event->type() == counted_ ? 1 : 0;
        return false;
    }

  private:
    QEvent::Type counted_;
};

}  // namespace burin::test
