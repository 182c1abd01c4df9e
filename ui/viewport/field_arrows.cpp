// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/field_arrows.hpp"

#include "core/kinds/form/operation.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/node_place.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"

#include <algorithm>
#include <cmath>

namespace burin::ui {

namespace {

/// The least distance between two arrows, in pixels of the screen.
constexpr double leastGap = 36;

}  // namespace

void FieldArrows::find() {
    node_.clear();
    const BoundNodePtr shown = workbench_.previews.shown();
    const QString name = workbench_.document.scope().flat(workbench_.selection.active());
    const Design& design = *workbench_.document.design();
    const auto index = design.find(name.toStdString());
    if (!shown || !shown->ready() || !index) return;
    const DesignNode& node = design.nodes[*index];
    if (node.muted || node.operation == nullptr || !node.operation->hasField()) return;
    const std::optional<Point> offset = offsetWithin(design, name, shown->name);
    if (!offset) return;
    node_ = name;
    offset_ = *offset;
}

void FieldArrows::ask(const Viewpoint& view, QSizeF screen) {
    const BoundNodePtr shown = workbench_.previews.shown();
    if (!shown) node_.clear();  // another design is opened
    if (node_.isEmpty()) return workbench_.previews.askField({});
    // Whole powers of two, so that arrows keep their places while the view moves.
    const auto step =
        static_cast<std::int64_t>(std::exp2(std::ceil(std::log2(std::max(1.0, leastGap / view.scale)))));
    spacing_ = static_cast<double>(step);
    const Rect seen = shown->extent.clip(samplesCovering(view.visible(screen)));
    FieldWish wish{node_, {}};
    for (std::int64_t y = floorDiv(seen.y, step) * step + step / 2; y < seen.bottom(); y += step) {
        for (std::int64_t x = floorDiv(seen.x, step) * step + step / 2; x < seen.right(); x += step) {
            if (seen.contains(Point{x, y})) wish.places.push_back(Point{x, y} - offset_);
        }
    }
    workbench_.previews.askField(std::move(wish));
}

std::vector<FieldArrow> FieldArrows::arrows() const {
    const std::optional<FieldVectors>& field = workbench_.previews.field();
    if (!field || node_.isEmpty() || field->of.node != node_) return {};
    std::vector<FieldArrow> arrows;
    for (std::size_t k = 0; k < std::min(field->vectors.size(), field->of.places.size()); ++k) {
        const Point at = field->of.places[k] + offset_;
        arrows.push_back(
            {QPointF(static_cast<double>(at.x) + 0.5, static_cast<double>(at.y) + 0.5), field->vectors[k]});
    }
    return arrows;
}

}  // namespace burin::ui
