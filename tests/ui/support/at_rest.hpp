// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Resizes windows.

#include "support/testing.hpp"

#include <QList>
#include <QRect>
#include <QWidget>

#include <utility>

namespace burin::ui {

/// Resizes a window and waits until none of its visible parts moves any more. Layouts need several turns of
/// the event loop, and how long these take depends on the computer.
inline void resizeAndRest(QWidget& window, const QSize& size) {
    window.resize(size);
    constexpr int turns = 6;
    using Places = QList<std::pair<const QWidget*, QRect>>;
    Places last;
    int still = 0;
    const auto rests = [&] {
        Places now{{&window, window.geometry()}};
        for (const QWidget* part : window.findChildren<QWidget*>()) {
            if (part->isVisible()) now.append({part, part->geometry()});
        }
        still = now == last ? still + 1 : 0;
        last = std::move(now);
        return still == turns;
    };
    BURIN_WAIT_UNTIL(reached, rests())
    QVERIFY2(reached, "the window never comes to rest");
}

}  // namespace burin::ui
