// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/placing/placed_thing.hpp"

#include <QPointF>
#include <QString>

#include <optional>

namespace burin::ui {

class Document;

/// The place of a thing's link as the file has it, or nothing if the file has none.
[[nodiscard]] std::optional<YamlValue> offsetInFile(const Document& document, const PlacedThing& thing);

/// A place of a link as text.
struct WrittenOffset {
    std::optional<YamlValue> at;  ///< nothing: (0, 0), which needs no text
    /// the axis whose number is a formula and therefore does not change; empty if both can change
    QString formula;
};

/// The text for a link that moves. Numbers that do not change stay as they are written; others keep their
/// unit.
/// \param written  the place in the file before the move
/// \param from, to  the place of the link, before and after
[[nodiscard]] WrittenOffset writtenOffset(const Design& design, const std::optional<YamlValue>& written,
                                          Point from, Point to);

/// A step in whole pixels; half pixels are rounded towards the lower right.
[[nodiscard]] Point wholeStep(QPointF step);

/// Says that a value does not follow, for users. \param key  of the value  \param node  that has it
[[nodiscard]] QString staysAsFormula(const QString& key, const QString& node);

}  // namespace burin::ui
