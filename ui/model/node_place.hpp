// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"

#include <QPointF>
#include <QString>

#include <optional>

namespace burin::ui {

/// The part of `whole` that comes from `node`, in the samples of `whole`, which reads it directly or through
/// others. For a pattern that is repeated, this is one copy. Nothing if `whole` does not read the node, or if
/// the node is unbounded.
///
/// Pure; cost grows with the nodes and links of the design.
[[nodiscard]] std::optional<Rect> placeWithin(const Design& design, const QString& node,
                                              const QString& whole);

/// The offset at which a linked child is in the middle of its reader, or of the surface if the reader is
/// unbounded. If the child is unbounded, such as a bevel, only the part whose samples are not 0 is centred.
/// Half pixels are rounded down.
/// \param entry  the index of the link in the reader's `inputs`
/// \return pixels; nothing if that part is unbounded or empty, or if there is nothing to centre it in
///
/// Pure; the cost grows with the nodes and links of the design.
[[nodiscard]] std::optional<Point> centredOffset(const Design& design, const QString& reader,
                                                 std::size_t entry);

/// The offset at which the middle of a linked child is at a point of its reader.
/// \param entry  the index of the link in the reader's `inputs`
/// \return pixels; nothing if the child is unbounded or empty
///
/// Pure; the cost grows with the nodes and links of the design.
[[nodiscard]] std::optional<Point> offsetAround(const Design& design, const QString& reader,
                                                std::size_t entry, Point middle);

/// The place of a node's origin in another node that reads it in place, directly or through others. Nothing
/// if a node between them repeats it or moves its samples.
///
/// Pure; cost grows with the nodes and links of the design.
[[nodiscard]] std::optional<Point> offsetWithin(const Design& design, const QString& node,
                                                const QString& whole);

/// The first repeat of a node's first pattern, in the samples of another node.
struct PatternPlace {
    QPointF middle;
    Size size;  ///< the size of the pattern
};

/// Finds the first repeat of the patterns that a node repeats in another node that reads it in place,
/// directly or through others. Nothing if it has no bounded pattern, or if a node between them
/// reads samples from elsewhere, as `transform` does.
///
/// Pure; cost grows with the nodes and links of the design.
[[nodiscard]] std::optional<PatternPlace> patternWithin(const Design& design, const QString& node,
                                                        const QString& whole);

}  // namespace burin::ui
