// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QWidget>

namespace burin::ui {

/// Freezes the layouts of a part of the window while a mouse button is down.
///
/// A press takes the focus from a field, which then applies its text. Hints and problems appear or disappear,
/// and the pressed widget would move away before the button is released.
class StillLayout : public QObject {
    Q_OBJECT

  public:
    explicit StillLayout(QWidget* part);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    [[nodiscard]] bool isHeld(const QObject* watched) const;
    void hold();
    void release();

    QWidget* part_;
    QList<QPointer<QWidget>> held_;  ///< widgets whose layouts are frozen
};

}  // namespace burin::ui
