// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <functional>
#include <vector>

namespace burin::ui {

/// The places where users type texts that the design does not have yet. They are asked to hand over their
/// text before the design is saved, closed or exported, before undo and redo, and when something ends the
/// program. Interface thread only.
class PendingTexts {
  public:
    /// Applies the typed text to the design. \return empty, or why it is refused; then the text stays
    using HandOver = std::function<QString()>;

    /// \param place  registered until it is destroyed
    void add(QObject* place, HandOver handOver);
    /// \return the reasons of all refused texts
    QStringList handOver();

  private:
    struct Place {
        QPointer<QObject> object;
        HandOver handOver;
    };
    std::vector<Place> places_;
};

}  // namespace burin::ui
