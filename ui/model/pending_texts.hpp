// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <vector>

namespace burin::ui {

/// Where texts may be typed that the design does not have yet. Before the design is saved, left, exported or
/// its history is walked, these places are asked to hand over what they hold. Interface thread only.
class PendingTexts {
  public:
    /// Gives what is typed to the design. \return empty, or why a text is not taken; it then stays where it
    /// is
    using HandOver = std::function<QString()>;

    /// \param place  until it is destroyed
    void add(QObject* place, HandOver handOver);
    /// \return for each text that is not taken, why
    QStringList handOver();

  private:
    struct Place {
        QPointer<QObject> object;
        HandOver handOver;
    };
    std::vector<Place> places_;
};

}  // namespace burin::ui
