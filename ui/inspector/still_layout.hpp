// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QWidget>

namespace burin::ui {

/// Keeps the widgets of a window part where they are while a mouse button is down.
///
/// A press takes the focus from a field, which then applies its text: hints and problems come and go, and
/// what was pressed would run away before the button is released.
class StillLayout : public QObject {
    Q_OBJECT

  public:
    explicit StillLayout(QWidget* part);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void hold();
    void release();

    QWidget* part_;
    QList<QPointer<QWidget>> held_;  ///< whose layouts are at rest
};

}  // namespace burin::ui
