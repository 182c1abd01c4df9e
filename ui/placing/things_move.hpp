// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/placed_thing.hpp"

#include <QPointF>
#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace burin::ui {

class Document;

/// Moves several things in one step of the history. Numbers keep the units of the file, and formulas are not
/// changed.
///
/// \param what  the name of the step
/// \param things  of the present design, each link once
/// \param moves  for each thing, in pixels; rounded to whole ones
/// \return why a value was not changed, for users; empty if all were
QString moveThings(Document& document, const QString& what, const std::vector<PlacedThing>& things,
                   const std::vector<QPointF>& moves);

/// Sets one number of the place of a thing in one step of the history. The text of the other number does not
/// change.
///
/// \param axis  0: x, 1: y
/// \param text  as it is written in the file
/// \param gesture  steps of one gesture are merged; 0: a separate step
void setCoordinate(Document& document, const PlacedThing& thing, std::size_t axis, const std::string& text,
                   int gesture);

}  // namespace burin::ui
