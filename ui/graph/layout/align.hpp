// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPointF>
#include <QRectF>
#include <QString>

namespace burin::ui {

/// The side of nodes that is aligned.
enum class NodeSide { left, right, top, bottom };

/// Aligns a side of all nodes with that of one of them.
/// \param bodies  the nodes' rectangles by name
/// \param to  the node that does not move
/// \return the upper left corners of the nodes that move
///
/// Pure.
[[nodiscard]] QHash<QString, QPointF> aligned(const QHash<QString, QRectF>& bodies, const QString& to,
                                              NodeSide side);

/// Makes the gaps between neighbours equal. The first and the last node stay; the others come to places of
/// the grid.
/// \return the upper left corners of the nodes that move; none for fewer than three nodes
///
/// Pure; nodes at the same place are ordered by name.
[[nodiscard]] QHash<QString, QPointF> distributed(const QHash<QString, QRectF>& bodies,
                                                  Qt::Orientation along);

}  // namespace burin::ui
