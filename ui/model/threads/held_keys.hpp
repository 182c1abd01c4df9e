// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>
#include <QObject>
#include <QPointer>
#include <QWindow>

#include <memory>
#include <vector>

namespace burin::ui {

/// Holds keys that were pressed before a modal window appears. Qt would drop them, because it takes them out
/// of its queue only after the window has appeared. Interface thread only.
class HeldKeys : public QObject {
  public:
    HeldKeys() = default;
    /// Gives the keys to the windows that they were for, in the next turn of the event loop or as soon as the
    /// window is active again.
    ~HeldKeys() override;

    /// Processes all waiting events and keeps the keys among them. Clicks are dropped.
    void hold();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    struct Key {
        QPointer<QWindow> window;
        std::shared_ptr<QKeyEvent> event;
    };
    static void giveBack(const std::vector<Key>& keys, int turnsLeft);

    std::vector<Key> keys_;
};

}  // namespace burin::ui
