// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "ui/model/workbench.hpp"

#include <QPointF>
#include <QString>

#include <array>
#include <optional>

class QRectF;

namespace burin::ui {

/// The vectors of a lattice and one of its points, in samples of the shown node.
struct LatticeVectors {
    QPointF origin;
    std::array<QPointF, 2> vectors;                    ///< u, v
    std::array<std::array<bool, 2>, 2> formulas = {};  ///< whether x and y of a vector are formulas

    [[nodiscard]] bool movable(std::size_t vector) const {
        return !formulas[vector][0] || !formulas[vector][1];
    }
};

/// The vectors u and v of the selected node, to be dragged in the viewport. Each movement changes the design;
/// a whole drag is one undo step.
class LatticeHandles {
  public:
    explicit LatticeHandles(Workbench workbench) : workbench_(workbench) {}

    /// Finds the lattice of the selected node in the shown one. Call it when either has changed.
    void find();
    /// The lattice at its first point, or at one in the middle of the view if the first is not visible.
    /// During a drag it stays at one point.
    /// \param seen  the visible samples
    /// \return nothing: the selected node has no lattice, or none that can be placed in the shown node
    [[nodiscard]] std::optional<LatticeVectors> in(const QRectF& seen) const;

    /// \param vector  0: u, 1: v  \param origin  the start of the vector  \param surface  the place that is
    /// taken
    void begin(std::size_t vector, QPointF origin, QPointF surface);
    [[nodiscard]] bool dragging() const { return dragged_.has_value(); }
    /// The vector that is dragged. \return 0: u, 1: v
    [[nodiscard]] const std::optional<std::size_t>& dragged() const { return dragged_; }
    /// Moves the end of the dragged vector as far as the pointer has moved. A number that is a formula stays.
    /// \param whole  round the numbers to whole pixels. Then a drag along an axis leaves the other number as
    /// it is, because a hand does not hold it exactly and an arrangement would be lost.
    void dragTo(QPointF surface, bool whole);
    void end() { dragged_.reset(); }
    /// Ends the drag and restores the vector.
    void cancel();

  private:
    void write(std::optional<YamlValue> value);

    Workbench workbench_;
    std::optional<LatticeVectors> lattice_;  ///< the lattice at its first point
    std::optional<std::size_t> dragged_;
    QPointF origin_;                   ///< the start of the vector that is dragged
    QPointF taken_;                    ///< the place that was taken
    QPointF from_;                     ///< the vector before the drag
    QString node_;                     ///< the node whose vector is dragged
    std::optional<YamlValue> before_;  ///< the text of the vector before the drag
    int gesture_ = 0;
};

}  // namespace burin::ui
