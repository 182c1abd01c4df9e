// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QList>
#include <QWidget>

#include <utility>

namespace burin::ui {

/// Hides widgets of a row while the row is narrow, so that the others are not cut. The row owns it.
class NarrowRow : public QObject {
  public:
    /// \param roomy  the least width, in logical pixels, that shows all
    NarrowRow(QWidget* row, QList<QWidget*> hidden, int roomy)
        : QObject(row), row_(row), hidden_(std::move(hidden)), roomy_(roomy) {
        row->installEventFilter(this);
    }

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) {
            for (QWidget* widget : hidden_)
                widget->setVisible(row_->width() >= roomy_);
        }
        return QObject::eventFilter(watched, event);
    }

  private:
    QWidget* row_;
    QList<QWidget*> hidden_;
    int roomy_;
};

}  // namespace burin::ui
