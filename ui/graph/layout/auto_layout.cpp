// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/layout/auto_layout.hpp"

#include "ui/graph/items/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace burin::ui {

namespace {

constexpr int sweeps = 6;
constexpr qreal longWireWeight = 32;
/// If more wires than this cross columns, they get no stand-ins.
constexpr std::size_t mostStandIns = 20000;
constexpr qreal gap = 24;      ///< between tall nodes
constexpr qreal wireGap = 16;  ///< between a wire and a node, or another wire

/// A wire between cells of neighbouring columns. `drop` is the y offset of the left cell that makes it
/// straight.
struct Wire {
    int left = 0;
    int right = 0;
    qreal drop = 0;
};

/// A node, or the stand-in of a wire that crosses a column. A stand-in is placed as if it were a node whose
/// output the wire leaves; it is only as high as the wire.
struct Cell {
    int column = 0;
    bool standIn = false;
    qreal top = 0;  ///< relative to y
    qreal bottom = 0;
    qreal y = 0;
    std::vector<int> before;  ///< wires to the left column
    std::vector<int> after;
};

class Layout {
  public:
    explicit Layout(std::span<const LayoutNode> nodes) : nodes_(nodes) {}

    std::vector<QPointF> places() {
        findColumns();
        makeCells();
        makeWires();
        order();
        align();
        return result();
    }

  private:
    enum class State : unsigned char { unseen, onPath, done };

    /// Walks depth first from nodes that nothing reads, so that related nodes start close together. Nodes on
    /// a cycle that nothing else reads come last. Not recursive.
    void findColumns() {
        states_.assign(nodes_.size(), State::unseen);
        std::vector<bool> read(nodes_.size(), false);
        for (const LayoutNode& node : nodes_) {
            for (const int child : node.children)
                read[static_cast<std::size_t>(child)] = true;
        }
        followed_.resize(nodes_.size());
        for (const bool tops : {true, false}) {
            for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
                if (read[static_cast<std::size_t>(i)] != tops) walk(i);
            }
        }
        // `finished_` has children first; depths need parents first.
        depth_.assign(nodes_.size(), 0);
        int deepest = 0;
        for (auto node = finished_.rbegin(); node != finished_.rend(); ++node) {
            for (const auto& [child, row] : followed_[index(*node)])
                depth_[index(child)] = std::max(depth_[index(child)], depth_[index(*node)] + 1);
            deepest = std::max(deepest, depth_[index(*node)]);
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].input && !read[i]) depth_[i] = deepest;
        }
        columns_.resize(nodes_.empty() ? 0 : static_cast<std::size_t>(deepest) + 1);
    }

    void walk(int start) {
        if (states_[index(start)] != State::unseen) return;
        std::vector<std::pair<int, std::size_t>> path = {{start, 0}};
        states_[index(start)] = State::onPath;
        met_.push_back(start);
        while (!path.empty()) {
            auto& [node, next] = path.back();
            const std::vector<int>& children = nodes_[index(node)].children;
            if (next == children.size()) {
                states_[index(node)] = State::done;
                finished_.push_back(node);
                path.pop_back();
                continue;
            }
            const int row = static_cast<int>(next);
            const int child = children[next++];
            if (states_[index(child)] == State::onPath) continue;
            followed_[index(node)].emplace_back(child, row);
            if (states_[index(child)] == State::done) continue;
            states_[index(child)] = State::onPath;
            met_.push_back(child);
            path.emplace_back(child, 0);
        }
    }

    void makeCells() {
        cells_.resize(nodes_.size());
        for (const int node : met_) {
            Cell& cell = cells_[index(node)];
            cell.column = static_cast<int>(columns_.size()) - 1 - depth_[index(node)];
            cell.bottom = nodes_[index(node)].height;
            columns_[index(cell.column)].push_back(node);
        }
    }

    void makeWires() {
        for (const int parent : met_) {
            for (const auto& [child, row] : followed_[index(parent)]) {
                const qreal drop = metrics::inputPlace(row).y() - metrics::outputHeight;
                int left = child;
                const int end = cells_[index(parent)].column;
                const int steps = end - cells_[index(child)].column;
                if (steps > 1 && cells_.size() + index(steps) < nodes_.size() + mostStandIns) {
                    for (int column = cells_[index(child)].column + 1; column < end; ++column)
                        left = wire(left, standIn(column), 0);
                }
                if (cells_[index(left)].column + 1 == end) wire(left, parent, drop);
            }
        }
    }

    int standIn(int column) {
        const int cell = static_cast<int>(cells_.size());
        cells_.push_back({column, true, metrics::outputHeight, metrics::outputHeight, 0, {}, {}});
        columns_[index(column)].push_back(cell);
        return cell;
    }

    int wire(int left, int right, qreal drop) {
        const int number = static_cast<int>(wires_.size());
        wires_.push_back({left, right, drop});
        cells_[index(left)].after.push_back(number);
        cells_[index(right)].before.push_back(number);
        return right;
    }

    /// Orders the columns by the mean rank of their neighbours, alternately towards the left and the right.
    void order() {
        std::vector<qreal> rank(cells_.size());
        const auto number = [&](const std::vector<int>& column) {
            for (std::size_t i = 0; i < column.size(); ++i)
                rank[index(column[i])] = static_cast<qreal>(i) / static_cast<qreal>(column.size());
        };
        std::for_each(columns_.begin(), columns_.end(), number);
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                const bool leftwards = sweep % 2 == 0;
                std::vector<int>& column = columns_[leftwards ? columns_.size() - 1 - i : i];
                std::vector<std::pair<qreal, int>> wanted;
                for (const int cell : column)
                    wanted.emplace_back(barycentre(cell, leftwards, rank), cell);
                std::stable_sort(wanted.begin(), wanted.end(),
                                 [](const auto& a, const auto& b) { return a.first < b.first; });
                std::transform(wanted.begin(), wanted.end(), column.begin(),
                               [](const auto& entry) { return entry.second; });
                number(column);
            }
        }
    }

    [[nodiscard]] qreal barycentre(int cell, bool fromRight, const std::vector<qreal>& rank) const {
        const std::vector<int>& wires = fromRight ? cells_[index(cell)].after : cells_[index(cell)].before;
        if (wires.empty()) return rank[index(cell)];
        qreal sum = 0;
        for (const int wire : wires) {
            const Wire& w = wires_[index(wire)];
            // The inputs of one parent lie below each other, so their order breaks ties.
            sum += rank[index(fromRight ? w.right : w.left)] + (fromRight ? w.drop * 1e-6 : 0);
        }
        return sum / static_cast<qreal>(wires.size());
    }

    /// The least distance between the tops of `above` and `below`.
    [[nodiscard]] qreal distance(int above, int below) const {
        const Cell& a = cells_[index(above)];
        const Cell& b = cells_[index(below)];
        const bool nodes = !a.standIn && !b.standIn;
        const qreal least = a.bottom - b.top + (nodes ? gap : wireGap);
        return std::ceil((nodes ? std::max(metrics::rowDistance, least) : least) / metrics::snap) *
               metrics::snap;
    }

    void align() {
        for (const std::vector<int>& column : columns_) {
            for (std::size_t i = 1; i < column.size(); ++i)
                cells_[index(column[i])].y =
                    cells_[index(column[i - 1])].y + distance(column[i - 1], column[i]);
        }
        for (int sweep = 0; sweep < 2 * sweeps; ++sweep) {
            for (std::size_t i = 0; i < columns_.size(); ++i)
                settle(columns_[sweep % 2 == 0 ? columns_.size() - 1 - i : i]);
        }
    }

    /// A wire that crosses columns is drawn as a single curve, which only avoids the nodes on its way if it
    /// is straight.
    [[nodiscard]] qreal weight(const Wire& wire) const {
        return cells_[index(wire.left)].standIn || cells_[index(wire.right)].standIn ? longWireWeight : 1;
    }

    /// Cells that are placed together. Those with long wires move least.
    struct Pool {
        qreal sum = 0;
        qreal weights = 0;
        int count = 1;
        [[nodiscard]] qreal mean() const { return sum / weights; }
    };

    /// The y at which the cell's wires would be straight, on average, less `offset`.
    [[nodiscard]] Pool wantedY(int cell, qreal offset) const {
        const Cell& c = cells_[index(cell)];
        Pool pool;
        const auto pull = [&](const Wire& wire, qreal y) {
            pool.sum += weight(wire) * (y - offset);
            pool.weights += weight(wire);
        };
        for (const int number : c.after) {
            const Wire& wire = wires_[index(number)];
            pull(wire, cells_[index(wire.right)].y + wire.drop);
        }
        for (const int number : c.before) {
            const Wire& wire = wires_[index(number)];
            pull(wire, cells_[index(wire.left)].y - wire.drop);
        }
        return pool.weights == 0 ? Pool{c.y - offset, 1} : pool;
    }

    /// Finds the positions nearest to the wanted ones that keep the order and the distances. Distances are
    /// whole grid steps, so the final rounding cannot break them.
    void settle(const std::vector<int>& column) {
        std::vector<Pool> pools;
        std::vector<qreal> offsets;
        for (const int cell : column) {
            offsets.push_back(offsets.empty() ? 0
                                              : offsets.back() + distance(column[offsets.size() - 1], cell));
            pools.push_back(wantedY(cell, offsets.back()));
            while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
                pools[pools.size() - 2].sum += pools.back().sum;
                pools[pools.size() - 2].weights += pools.back().weights;
                pools[pools.size() - 2].count += pools.back().count;
                pools.pop_back();
            }
        }
        std::size_t at = 0;
        for (const Pool& pool : pools) {
            const qreal mean = pool.mean();
            for (int i = 0; i < pool.count; ++i, ++at)
                cells_[index(column[at])].y = mean + offsets[at];
        }
    }

    [[nodiscard]] std::vector<QPointF> result() const {
        qreal top = std::numeric_limits<qreal>::max();
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            top = std::min(top, cells_[i].y);
        std::vector<QPointF> places;
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            places.emplace_back(cells_[i].column * metrics::columnWidth, metrics::snapped(cells_[i].y - top));
        return places;
    }

    static std::size_t index(int i) { return static_cast<std::size_t>(i); }

    std::span<const LayoutNode> nodes_;
    std::vector<State> states_;
    std::vector<int> met_;                                    ///< all nodes in depth-first order
    std::vector<int> finished_;                               ///< children before parents
    std::vector<std::vector<std::pair<int, int>>> followed_;  ///< for each node: child and input row
    std::vector<int> depth_;
    std::vector<Cell> cells_;
    std::vector<Wire> wires_;
    std::vector<std::vector<int>> columns_;
};

}  // namespace

std::vector<QPointF> autoLayout(std::span<const LayoutNode> nodes) {
    return Layout(nodes).places();
}

}  // namespace burin::ui
