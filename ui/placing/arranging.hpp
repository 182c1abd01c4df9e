// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

#include <vector>

namespace burin::ui {

/// How boxes are arranged in another box.
enum class Arranging { left, middleX, right, top, middleY, bottom, gapsX, gapsY, centre };

/// By how much each box has to move, in the order of the boxes.
///
/// Edges and middles are moved to those of `in`. Equal gaps keep the order of the middles; the first box
/// touches one side of `in` and the last box the other, so gaps are negative if the boxes do not fit.
/// `centre` moves all boxes by the same distance, so that the middle of the box around them is that of `in`.
/// Equal gaps move nothing if there are fewer than two boxes.
///
/// Pure.
[[nodiscard]] std::vector<QPointF> arranged(const std::vector<QRectF>& boxes, const QRectF& in,
                                            Arranging how);

/// The box around all boxes; null if there are none. Pure.
[[nodiscard]] QRectF boxAround(const std::vector<QRectF>& boxes);

}  // namespace burin::ui
