// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Pieces of edges that are cut by lines that divide the plane. Coordinates are steps.

#include "core/outlines/hot_points.hpp"

#include <algorithm>
#include <cstdint>

namespace burin {

/// A piece of an edge: the part between two parameters in [0, 1].
struct EdgePiece {
    std::uint32_t edge = 0;
    float from = 0;
    float to = 1;
};

/// A piece and the smallest box of whole steps around it, or a slightly larger one.
struct BoxedPiece {
    StepEdge edge;
    std::int32_t left, top, right, bottom;
    std::uint32_t index;  ///< index of the edge

    BoxedPiece(const StepEdge& e, const EdgePiece& piece)
        : edge(e),
          left(std::min(e.a.x, e.b.x)),
          top(e.a.y),
          right(std::max(e.a.x, e.b.x)),
          bottom(e.b.y),
          index(piece.edge) {
        if (piece.from == 0 && piece.to == 1) return;
        const double dx = static_cast<double>(e.b.x) - e.a.x;
        const double dy = static_cast<double>(e.b.y) - e.a.y;
        const double from = e.a.x + dx * static_cast<double>(piece.from);
        const double to = e.a.x + dx * static_cast<double>(piece.to);
        left = std::max(left, static_cast<std::int32_t>(std::min(from, to)) - 1);
        right = std::min(right, static_cast<std::int32_t>(std::max(from, to)) + 1);
        top = std::max(top, static_cast<std::int32_t>(e.a.y + dy * static_cast<double>(piece.from)) - 1);
        bottom = std::min(bottom, static_cast<std::int32_t>(e.a.y + dy * static_cast<double>(piece.to)) + 1);
    }
    [[nodiscard]] bool meets(const BoxedPiece& other) const {
        return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
    }
    [[nodiscard]] bool has(StepPoint p) const {
        return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom;
    }
};

/// A line that divides pieces: the places where nx x + ny y = at.
struct DividingLine {
    double nx = 1;
    double ny = 0;
    double at = 0;
};

/// The places of a piece along the normal of a line.
struct PieceSpan {
    double first = 0;
    double last = 0;

    PieceSpan() = default;
    PieceSpan(const StepEdge& edge, const EdgePiece& piece, const DividingLine& line) {
        const double a = line.nx * edge.a.x + line.ny * edge.a.y;
        const double b = line.nx * edge.b.x + line.ny * edge.b.y;
        first = a + (b - a) * static_cast<double>(piece.from);
        last = a + (b - a) * static_cast<double>(piece.to);
    }
    [[nodiscard]] double low() const { return std::min(first, last); }
    [[nodiscard]] double high() const { return std::max(first, last); }

    /// Cuts off the part beyond the limit. \param part  a copy of the piece, or of its rest
    void keepNear(EdgePiece& part, const EdgePiece& piece, double limit) const {
        if (low() < limit && high() > limit) cut(part, piece, limit, last < first);
    }
    /// Cuts off the part before the limit.
    void keepFar(EdgePiece& part, const EdgePiece& piece, double limit) const {
        if (low() < limit && high() > limit) cut(part, piece, limit, last > first);
    }

  private:
    void cut(EdgePiece& part, const EdgePiece& piece, double limit, bool keepsEnd) const {
        constexpr float slack = 0x1p-21F;  // more than the errors of a parameter
        const double share = (limit - first) / (last - first);
        const auto at = static_cast<float>(piece.from + (piece.to - piece.from) * share);
        if (keepsEnd) {
            part.from = std::max(piece.from, at - slack);
        } else {
            part.to = std::min(piece.to, at + slack);
        }
    }
};

}  // namespace burin
