// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/byte_reduction.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/distance_profile.hpp"
#include "core/kinds/vectors/outline_drawing.hpp"
#include "core/kinds/vectors/outline_series.hpp"
#include "core/outlines/coverage.hpp"
#include "core/outlines/outline_index.hpp"

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// The common part of all vector kinds: holds a resolved outline, and makes its fill or its distance.
///
/// A kind derives from it, and binds the outline of its source by drawnOutline().
class DrawnOutline : public KindBase {
  public:
    [[nodiscard]] Extent extent(std::span<const LinkShape>) const { return Extent(bounds_); }
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const {
        return masked(links, intersection(own, support_));
    }
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape>, std::optional<Lattice>) const {
        return {};
    }
    void prepare(const std::stop_token& stop) const;
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const;
    [[nodiscard]] std::string fingerprint() const { return fingerprint_; }
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape>) const { return remarks_; }
    [[nodiscard]] std::size_t residentBytes() const;
    /// A series has no single outline.
    [[nodiscard]] const DrawnOutline* outline() const { return series_ ? nullptr : this; }
    [[nodiscard]] std::optional<ParameterProblem> itemProblem(const ItemCheck& check) const;

    /// The text of the first item of a series; nothing if there is none.
    [[nodiscard]] std::optional<std::string> firstText() const {
        return series_ ? series_->firstText() : std::nullopt;
    }
    /// The (0, 0) of the first item of a series, or of the only outline.
    [[nodiscard]] Point firstOrigin() const { return series_ ? series_->firstOrigin() : Point{}; }
    /// The box of the source's outline before `mirror`, `scale` and `rotate`; nothing if it has none.
    [[nodiscard]] const std::optional<PlaneBox>& sourceBox() const { return sourceBox_; }
    /// The polygons before they were resolved.
    [[nodiscard]] const SnappedOutline& snapped() const { return held_->snapped; }
    [[nodiscard]] const std::vector<ResolvedEdge>& resolved() const { return held_->index.edges(); }
    [[nodiscard]] std::int32_t units() const { return held_->snapped.units; }
    [[nodiscard]] bool isDistance() const { return table_.has_value(); }
    [[nodiscard]] std::int64_t distanceMaxPx() const { return distanceMaxPx_; }
    /// The values of the profile, see DistanceTable. \pre isDistance()
    [[nodiscard]] const std::vector<float>& profileValues(const std::stop_token& stop = {}) const {
        return table_->value(stop);
    }
    [[nodiscard]] const OutlineIndex& index() const { return held_->index; }

  private:
    friend class OutlineBinding;

    struct Held {
        SnappedOutline snapped;
        OutlineIndex index;
    };
    std::shared_ptr<const Held> held_;             ///< null for a series
    std::shared_ptr<const OutlineSeries> series_;  ///< null if there is only one outline
    std::optional<Deferred<std::vector<float>>> table_;
    std::int64_t distanceMaxPx_ = 0;
    std::optional<PlaneBox> sourceBox_;
    Rect bounds_;
    Extent support_;
    std::string fingerprint_;
    std::vector<Problem> remarks_;
};

/// Fills are computed in bytes, without samples of their insides.
template <std::derived_from<DrawnOutline> KindType>
struct ByteReduction<KindType> {
    static ByteTwin twin(const KindType& node) {
        return node.outline() == nullptr || node.isDistance() ? ByteTwin::none : ByteTwin::rounded;
    }
    static void apply(const KindType& node, const ByteCall& call) {
        coverArea(node.index(), node.units(), call.area, call.value);
    }
};

/// Binds the outline of a source: applies the keys of all vector kinds, flattens, snaps and resolves it.
///
/// \return nothing if it reported a problem. \throws Cancelled
[[nodiscard]] std::optional<DrawnOutline> drawnOutline(const BindContext& context, Outline outline);

/// Like drawnOutline(), for a node that draws a series of outlines.
[[nodiscard]] std::optional<DrawnOutline> drawnSeries(const BindContext& context, const SeriesSource& source);

/// The descriptions of `output`, `distance_max`, `profile`, `parameters`, `mirror`, `scale` and `rotate`.
[[nodiscard]] std::vector<ParameterDescription> outlineParameters();

}  // namespace burin
