// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"

#include <QPointF>
#include <QSizeF>
#include <QString>

#include <vector>

namespace burin::ui {

/// One arrow of a field.
struct FieldArrow {
    QPointF at;      ///< its middle, in samples of the shown node
    QPointF vector;  ///< its direction; its length is a share of the longest possible one
};

/// Arrows on a grid over the view. They show how the selected node moves its picture, if it is a warp or a
/// flow that the shown node reads in place.
class FieldArrows {
  public:
    explicit FieldArrows(Workbench workbench) : workbench_(workbench) {}

    /// Finds the selected node in the shown one. Call it when either has changed.
    void find();
    /// Asks for the arrows of a view. Call it when the view has changed, and after find().
    void ask(const Viewpoint& view, QSizeF screen);
    /// The arrows that have arrived; none if the field belongs to another node.
    [[nodiscard]] std::vector<FieldArrow> arrows() const;
    /// The distance between two neighbours, in samples.
    [[nodiscard]] double spacing() const { return spacing_; }

  private:
    Workbench workbench_;
    QString node_;  ///< its flat name; empty: the selected node has no field here
    Point offset_;  ///< the offset of its frame in the frame of the shown node
    double spacing_ = 1;
};

}  // namespace burin::ui
