// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/dxf/dxf_chains.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace burin {
namespace {

constexpr std::size_t nowhere = ~std::size_t{0};
constexpr double leastJoin = 1e-9;

/// The ends of all pieces. End 2 k is the start of piece k, end 2 k + 1 its end.
std::vector<PlanePoint> endsOf(const ContourList& list) {
    std::vector<PlanePoint> ends;
    for (std::size_t i = 0; i < list.heads.size(); ++i) {
        const ContourList::Range range = list.range(i);
        std::size_t last = range.point;
        for (std::size_t s = range.segment; s < range.segmentEnd; ++s)
            last += pointsOf(list.segments[s]);
        ends.push_back(list.heads[i].start);
        ends.push_back(list.points[last - 1]);
    }
    return ends;
}

/// Continues the last contour of `into` with a piece.
void appendPiece(const ContourList& list, std::size_t piece, bool backwards, ContourList& into) {
    const ContourList::Range range = list.range(piece);
    std::vector<std::size_t> points;  // the first point of each segment
    std::size_t at = range.point;
    for (std::size_t s = range.segment; s < range.segmentEnd; ++s) {
        points.push_back(at);
        at += pointsOf(list.segments[s]);
    }
    for (std::size_t i = 0; i < points.size(); ++i) {
        const std::size_t k = backwards ? points.size() - 1 - i : i;
        const PlanePoint* const p = &list.points[points[k]];
        const SegmentKind kind = list.segments[range.segment + k];
        const PlanePoint before = k == 0 ? list.heads[piece].start : p[-1];
        const PlanePoint end = backwards ? before : p[pointsOf(kind) - 1];
        switch (kind) {
            case SegmentKind::line:
                into.lineTo(end);
                break;
            case SegmentKind::quadratic:
                into.quadraticTo(p[0], end);
                break;
            case SegmentKind::cubic:
                into.cubicTo(p[backwards ? 1 : 0], p[backwards ? 0 : 1], end);
                break;
            case SegmentKind::arc:
                into.arcTo(p[0], p[1], p[2], backwards ? p[3].y : p[3].x, backwards ? p[3].x : p[3].y, end);
                break;
        }
    }
}

class ChainBuilder {
  public:
    ChainBuilder(const DxfPieces& pieces, double join, OutlineMeter& meter)
        : pieces_(pieces), join_(std::max(join, leastJoin)), meter_(meter), ends_(endsOf(pieces.list)) {}

    [[nodiscard]] std::variant<DxfChains, DxfFork> build() {
        if (auto fork = findPartners()) return *fork;
        used_.assign(ends_.size() / 2, false);
        // Open chains begin at an end without a partner. The pieces that remain then form closed chains.
        for (std::size_t end = 0; end < ends_.size(); ++end) {
            if (partner_[end] == nowhere && !used_[end / 2]) follow(end, false);
        }
        for (std::size_t piece = 0; piece < used_.size(); ++piece) {
            if (!used_[piece]) follow(2 * piece, true);
        }
        return std::move(chains_);
    }

  private:
    /// Whole numbers. Those of distant places exceed 64 bits.
    struct Cell {
        double column = 0;
        double row = 0;

        friend bool operator==(const Cell&, const Cell&) = default;
    };
    struct CellHash {
        std::size_t operator()(const Cell& cell) const {
            // The sum turns -0 into 0.
            const auto bits = [](double number) { return std::bit_cast<std::uint64_t>(number + 0.0); };
            return static_cast<std::size_t>(bits(cell.column) * 0x9E3779B97F4A7C15U ^
                                            bits(cell.row) * 0xC2B2AE3D27D4EB4FU);
        }
    };

    [[nodiscard]] Cell cellOf(PlanePoint p) const {
        return {std::floor(p.x / join_), std::floor(p.y / join_)};
    }

    [[nodiscard]] std::optional<DxfFork> findPartners() {
        std::unordered_map<Cell, std::vector<std::size_t>, CellHash> cells;
        partner_.assign(ends_.size(), nowhere);
        for (std::size_t end = 0; end < ends_.size(); ++end) {
            const Cell own = cellOf(ends_[end]);
            meter_.step(1);
            for (const double dy : {-1.0, 0.0, 1.0}) {
                for (const double dx : {-1.0, 0.0, 1.0}) {
                    const Cell cell{own.column + dx, own.row + dy};
                    // Beyond 2^53 a number plus 1 can be the same number.
                    if ((dx != 0 && cell.column == own.column) || (dy != 0 && cell.row == own.row)) continue;
                    const auto found = cells.find(cell);
                    if (found == cells.end()) continue;
                    meter_.step(found->second.size());
                    for (const std::size_t other : found->second) {
                        const PlanePoint d = ends_[other] - ends_[end];
                        if (dot(d, d) > join_ * join_) continue;
                        if (partner_[other] != nowhere || partner_[end] != nowhere)
                            return DxfFork{ends_[end], pieces_.lines[end / 2]};
                        partner_[other] = end;
                        partner_[end] = other;
                    }
                }
            }
            cells[own].push_back(end);
        }
        return {};
    }

    void follow(std::size_t first, bool closed) {
        ContourList& into = closed ? chains_.closed : chains_.open;
        into.moveTo(ends_[first]);
        std::size_t from = first;
        while (from != nowhere && !used_[from / 2]) {
            used_[from / 2] = true;
            if (into.current() != ends_[from]) into.lineTo(ends_[from]);
            appendPiece(pieces_.list, from / 2, from % 2 != 0, into);
            from = partner_[from ^ 1U];
        }
        if (closed) {
            into.close();
        } else {
            chains_.openLines.push_back(pieces_.lines[first / 2]);
        }
    }

    const DxfPieces& pieces_;
    double join_;
    OutlineMeter& meter_;
    std::vector<PlanePoint> ends_;
    std::vector<std::size_t> partner_;
    std::vector<bool> used_;  ///< whether each piece is used
    DxfChains chains_;
};

}  // namespace

bool DxfJoin::meet(PlanePoint a, PlanePoint b) const {
    const PlanePoint gap = toDrawing.vector(b - a);
    const double most = std::max(um, leastJoin);
    return dot(gap, gap) <= most * most;
}

std::optional<std::size_t> addLoop(const ContourList& pieces, const DxfJoin& join, ContourList& into) {
    const std::vector<PlanePoint> ends = endsOf(pieces);
    const auto meetsSecond = [&](std::size_t end) {
        return join.meet(ends[end], ends[2]) || join.meet(ends[end], ends[3]);
    };
    const bool turned = ends.size() > 2 && !meetsSecond(1) && meetsSecond(0);
    const PlanePoint start = ends[turned ? 1 : 0];
    into.moveTo(start);
    appendPiece(pieces, 0, turned, into);
    for (std::size_t piece = 1; piece < pieces.heads.size(); ++piece) {
        const bool backwards = !join.meet(into.current(), ends[2 * piece]);
        const PlanePoint next = ends[2 * piece + (backwards ? 1 : 0)];
        if (!join.meet(into.current(), next)) return piece;
        if (into.current() != next) into.lineTo(next);
        appendPiece(pieces, piece, backwards, into);
    }
    if (!join.meet(into.current(), start)) return 0;
    into.close();
    return {};
}

std::variant<DxfChains, DxfFork> chained(const DxfPieces& pieces, double join, OutlineMeter& meter) {
    return ChainBuilder(pieces, join, meter).build();
}

}  // namespace burin
