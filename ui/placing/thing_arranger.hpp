// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/placing/arranging.hpp"
#include "ui/placing/placed_thing.hpp"

#include <QObject>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

namespace burin::ui {

class Placing;

/// Aligns, spaces and centres the things of the selected nodes in placing mode. Each call is one step of the
/// history. Interface thread only.
class ThingArranger : public QObject {
    Q_OBJECT

  public:
    /// The frame that things are arranged in: the box around them, the shown node, or the node that reads
    /// them.
    enum class In { things, shown, reader };

    /// \param placing  must outlive the arranger
    ThingArranger(Workbench workbench, const Placing& placing, QObject* parent = nullptr);

    [[nodiscard]] In in() const { return in_; }
    void setIn(In in);
    /// The name of the frame that things are arranged in, for users.
    [[nodiscard]] QString nameOf(In in) const;
    /// The name of the frame of `Arranging::centre`: the box around the things is always in its own middle,
    /// so the node that reads them takes its place.
    [[nodiscard]] QString nameOfCentre() const { return nameOf(inFor(Arranging::centre)); }

    /// The things of the selected nodes, one for each node, except things that move together with another one
    /// of them. The cost grows with the number of things.
    [[nodiscard]] std::vector<PlacedThing> things() const;
    /// Why the things cannot be arranged now, for users; empty if they can.
    [[nodiscard]] QString whyNot(Arranging how) const;
    void arrange(Arranging how);
    /// Why a value did not follow the last time, for users; empty: all did, or the design has changed since.
    [[nodiscard]] const QString& held() const { return held_; }

  signals:
    /// Emitted when the things, or the frame for arranging them, have changed.
    void changed();

  private:
    void forget();
    [[nodiscard]] In inFor(Arranging how) const;
    [[nodiscard]] std::optional<PlacedThing> lead() const;
    [[nodiscard]] std::optional<QRectF> boxOf(In in, const std::vector<PlacedThing>& things) const;
    [[nodiscard]] std::optional<QRectF> boxOfReader() const;

    Workbench workbench_;
    const Placing& placing_;
    In in_ = In::things;
    QString held_;
};

}  // namespace burin::ui
