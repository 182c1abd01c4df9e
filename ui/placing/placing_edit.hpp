// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/placed_thing.hpp"

#include <QString>

#include <memory>
#include <optional>
#include <set>
#include <string>

namespace burin::ui {

class Document;

/// One gesture that moves, resizes or turns a thing. Each call starts from the thing as it was at first and
/// writes the design; all calls are one undo step.
///
/// Lengths keep the units of the file. Formulas stay.
class PlacingEdit {
  public:
    /// \param thing  of the present design  \param gesture  0: a new one
    PlacingEdit(Document& document, PlacedThing thing, int gesture = 0);

    /// Moves the thing by pixels, rounded to whole ones.
    void moveBy(QPointF by);
    /// Resizes the thing to `box`; `box` must leave the fixed handle in its place.
    void resizeTo(const TurnedBox& box);
    /// Turns the thing around its middle.
    void turnTo(double degrees);
    /// Restores the thing.
    void cancel();

    /// The thing before the gesture.
    [[nodiscard]] const PlacedThing& start() const { return start_; }
    /// Why a value does not change, for users; empty if all values do.
    [[nodiscard]] const QString& held() const { return held_; }

  private:
    void follow(const QString& what, const ThingValues& values, QPointF origin);
    [[nodiscard]] std::optional<YamlValue> offsetFor(Point at);
    void hold(const QString& key, const QString& node);

    Document& document_;
    std::shared_ptr<const Design> before_;
    PlacedThing start_;
    std::optional<YamlValue> node_;  ///< the texts before the gesture; nothing: there is no such text
    std::optional<YamlValue> at_;
    int gesture_;
    std::set<std::string> touched_;  ///< keys of the node that were written
    QString held_;
};

}  // namespace burin::ui
