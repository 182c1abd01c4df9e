// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placing/arranging.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace burin::ui {

namespace {

double lowEnd(const QRectF& box, bool alongX) {
    return alongX ? box.left() : box.top();
}

double lengthAlong(const QRectF& box, bool alongX) {
    return alongX ? box.width() : box.height();
}

/// The moves along one axis that make all gaps equal.
std::vector<double> evenGaps(const std::vector<QRectF>& boxes, const QRectF& in, bool alongX) {
    std::vector<double> moves(boxes.size(), 0.0);
    if (boxes.size() < 2) return moves;
    std::vector<std::size_t> order(boxes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto middle = [&](std::size_t i) {
        return lowEnd(boxes[i], alongX) + lengthAlong(boxes[i], alongX) / 2;
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return middle(a) < middle(b); });
    double free = lengthAlong(in, alongX);
    for (const QRectF& box : boxes)
        free -= lengthAlong(box, alongX);
    const double gap = free / static_cast<double>(boxes.size() - 1);
    double at = lowEnd(in, alongX);
    for (const std::size_t i : order) {
        moves[i] = at - lowEnd(boxes[i], alongX);
        at += lengthAlong(boxes[i], alongX) + gap;
    }
    return moves;
}

QPointF moveOf(const QRectF& box, const QRectF& in, Arranging how) {
    switch (how) {
        case Arranging::left:
            return {in.left() - box.left(), 0};
        case Arranging::middleX:
            return {in.center().x() - box.center().x(), 0};
        case Arranging::right:
            return {in.right() - box.right(), 0};
        case Arranging::top:
            return {0, in.top() - box.top()};
        case Arranging::middleY:
            return {0, in.center().y() - box.center().y()};
        case Arranging::bottom:
            return {0, in.bottom() - box.bottom()};
        default:
            return in.center() - box.center();
    }
}

}  // namespace

std::vector<QPointF> arranged(const std::vector<QRectF>& boxes, const QRectF& in, Arranging how) {
    std::vector<QPointF> moves;
    if (how == Arranging::gapsX || how == Arranging::gapsY) {
        const bool alongX = how == Arranging::gapsX;
        for (const double move : evenGaps(boxes, in, alongX))
            moves.push_back(alongX ? QPointF(move, 0) : QPointF(0, move));
        return moves;
    }
    const QRectF all = boxAround(boxes);
    for (const QRectF& box : boxes)
        moves.push_back(moveOf(how == Arranging::centre ? all : box, in, how));
    return moves;
}

QRectF boxAround(const std::vector<QRectF>& boxes) {
    QRectF all;
    for (const QRectF& box : boxes)
        all = all.united(box);
    return all;
}

}  // namespace burin::ui
