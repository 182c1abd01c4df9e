// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/lattice_handles.hpp"

#include "core/design/design_edit.hpp"
#include "ui/model/arrangement.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/node_place.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/model/selection.hpp"
#include "ui/model/written_length.hpp"

#include <QRectF>

#include <cmath>

namespace burin::ui {

namespace {

constexpr std::array<const char*, 2> keys = {"u", "v"};
/// A drag counts as one along an axis if less than this share of its length is across that axis.
constexpr double jitter = 0.25;

/// A number of the file: a number with a unit, which stays, or a formula.
struct WrittenNumber {
    std::string text = "0";

    [[nodiscard]] bool formula() const { return text.starts_with('='); }
};

std::array<WrittenNumber, 2> numbersOf(const YamlValue* vector) {
    std::array<WrittenNumber, 2> numbers;
    for (std::size_t i = 0; vector != nullptr && i < 2 && i < vector->items.size(); ++i)
        numbers[i].text = vector->items[i].scalar;
    return numbers;
}

/// The area of a cell, signed; 0 if the vectors are parallel.
double determinant(const LatticeVectors& lattice) {
    const auto& [u, v] = lattice.vectors;
    return u.x() * v.y() - u.y() * v.x();
}

bool hasLattice(const DesignNode& node) {
    return node.kind != nullptr && spansLattice(node.kind->description);
}

}  // namespace

void LatticeHandles::find() {
    lattice_.reset();
    const Document& document = workbench_.document;
    const QString& active = workbench_.selection.active();
    const DesignNode* node = document.nodeText(active) == nullptr ? nullptr : document.node(active);
    const BoundNodePtr shown = workbench_.previews.shown();
    if (node == nullptr || !shown || !shown->ready() || !hasLattice(*node)) return;
    const std::optional<PatternPlace> place =
        patternWithin(*document.design(), document.scope().flat(active), shown->name);
    if (!place) return;
    // Without vectors, the repeats of the first pattern touch.
    const std::array<QPointF, 2> usual = {QPointF(static_cast<double>(place->size.width), 0),
                                          QPointF(0, static_cast<double>(place->size.height))};
    LatticeVectors found{place->middle, {}, {}};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto* vector = node->values.find<Vector>(keys[i]);
        found.vectors[i] = vector == nullptr ? usual[i] : QPointF(vector->x, vector->y);
        const auto numbers = numbersOf(document.nodeText(active)->find(keys[i]));
        found.formulas[i] = {numbers[0].formula(), numbers[1].formula()};
    }
    if (determinant(found) != 0) lattice_ = found;
}

std::optional<LatticeVectors> LatticeHandles::in(const QRectF& seen) const {
    std::optional<LatticeVectors> shown = lattice_;
    if (!shown) return {};
    if (dragging()) {
        shown->origin = origin_;
    } else if (!seen.contains(shown->origin)) {
        const auto& [u, v] = shown->vectors;
        const QPointF to = seen.center() - shown->origin;
        const double i = std::round((to.x() * v.y() - to.y() * v.x()) / determinant(*shown));
        const double j = std::round((u.x() * to.y() - u.y() * to.x()) / determinant(*shown));
        shown->origin += i * u + j * v;
    }
    return shown;
}

void LatticeHandles::begin(std::size_t vector, QPointF origin, QPointF surface) {
    dragged_ = vector;
    origin_ = origin;
    taken_ = surface;
    from_ = lattice_->vectors[vector];
    node_ = workbench_.selection.active();
    gesture_ = workbench_.document.newGesture();
    const YamlValue* written = workbench_.document.nodeText(node_)->find(keys[vector]);
    before_ = written == nullptr ? std::nullopt : std::optional(*written);
}

void LatticeHandles::dragTo(QPointF surface, bool whole) {
    if (!dragging()) return;
    const double pixelUm = workbench_.document.design()->pixelUm;
    const auto numbers = numbersOf(before_ ? &*before_ : nullptr);
    const std::array<double, 2> from = {from_.x(), from_.y()};
    const std::array<double, 2> by = {surface.x() - taken_.x(), surface.y() - taken_.y()};
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < 2; ++i) {
        const bool along = whole && std::abs(by[i]) <= jitter * std::abs(by[1 - i]);
        const bool stays = numbers[i].formula() || along;
        const double pixels = stays ? from[i] : whole ? std::round(from[i] + by[i]) : from[i] + by[i];
        texts.push_back(stays && before_ ? numbers[i].text : writtenLength(pixels, numbers[i].text, pixelUm));
    }
    write(yamlList(texts));
}

void LatticeHandles::cancel() {
    if (!dragging()) return;
    write(before_);
    end();
}

void LatticeHandles::write(std::optional<YamlValue> value) {
    const char* key = keys[*dragged_];
    workbench_.document.edit(
        QObject::tr("Drag %1 of %2").arg(key, node_),
        [&](DesignEdit& edit) { edit.setValue(node_.toStdString(), key, value); }, gesture_);
}

}  // namespace burin::ui
