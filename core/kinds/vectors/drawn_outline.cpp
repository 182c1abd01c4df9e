// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/vectors/drawn_outline.hpp"

#include "core/outlines/outline_distance.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

void DrawnOutline::prepare(const std::stop_token& stop) const {
    if (table_) static_cast<void>(table_->value(stop));
}

void DrawnOutline::begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
    if (series_) return series_->draw(area, value, table_ ? &table_->value() : nullptr);
    if (!table_) return coverArea(held_->index, units(), area, value);
    distanceArea(held_->index, {distanceMaxPx_, table_->value()}, area, value);
}

void DrawnOutline::beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                           float* value) const {
    for (std::int64_t i = 0; i < count; ++i)
        begin(links, {places[i].x, places[i].y, 1, 1}, {value + i, 1, 1, 1});
}

std::size_t DrawnOutline::residentBytes() const {
    const std::size_t table =
        table_ ? DistanceTable::size(distanceMaxPx_) * (sizeof(float) + 2 * sizeof(double)) : 0;
    if (series_) return series_->residentBytes() + table;
    const SnappedOutline& snapped = held_->snapped;
    return held_->index.bytes() + snapped.points.capacity() * sizeof(StepPoint) +
           snapped.contours.capacity() * sizeof(std::size_t) + table;
}

std::optional<ParameterProblem> DrawnOutline::itemProblem(const ItemCheck& check) const {
    return series_ ? series_->problem(check) : std::nullopt;
}

namespace {

std::vector<float> tableOf(const DistanceProfile& profile, std::int64_t largest) {
    const std::size_t size = DistanceTable::size(largest);
    std::vector<double> distances(size);
    for (std::size_t i = 0; i < size; ++i)
        distances[i] = (static_cast<double>(i) - static_cast<double>(64 * largest)) / 64;
    distances.back() = static_cast<double>(largest);
    std::vector<double> values(size);
    profile.evaluate(distances.data(), static_cast<std::int64_t>(size), values.data());
    std::vector<float> table(size);
    std::transform(values.begin(), values.end(), table.begin(), [](double value) {
        const auto rounded = static_cast<float>(value);
        return std::isfinite(rounded) ? rounded : 0.0F;
    });
    return table;
}

/// A side of a rectangle, rounded outwards, but to the nearest whole number within 2^-10.
std::int64_t roundedDown(double side) {
    return static_cast<std::int64_t>(std::floor(side + 0x1p-10));
}
std::int64_t roundedUp(double side) {
    return static_cast<std::int64_t>(std::ceil(side - 0x1p-10));
}

}  // namespace

class OutlineBinding {
  public:
    explicit OutlineBinding(const BindContext& context) : context_(context), values_(context.values) {}

    std::optional<DrawnOutline> bind(Outline outline) {
        if (!readOutput(outline)) return {};
        drawn_.sourceBox_ = outline.box;
        drawn_.remarks_.insert(drawn_.remarks_.end(), outline.warnings.begin(), outline.warnings.end());
        try {
            SnappedOutline snapped = OutlineDrawing::of(values_).snapped(std::move(outline), context_.stop);
            ResolvedOutline resolved = resolve(snapped, context_.stop);
            if (!setBounds(resolved)) return {};
            setFingerprint(resolved);
            snapped.points.shrink_to_fit();
            drawn_.held_ = std::make_shared<const DrawnOutline::Held>(DrawnOutline::Held{
                std::move(snapped),
                OutlineIndex(std::move(resolved.edges), profile_ ? RowSum::middles : RowSum::heights,
                             context_.stop)});
        } catch (const OutlineError& error) {
            Problem problem = error.problem();
            const auto* file = values_.find<std::string>("file");
            if (file != nullptr && problem.subject.empty()) problem.subject = *file;
            context_.problem(file != nullptr ? "file" : "", std::move(problem));
            return {};
        }
        makeTable();
        return std::move(drawn_);
    }

    std::optional<DrawnOutline> bindSeries(const SeriesSource& source) {
        if (!readOutput({})) return {};
        drawn_.series_ = OutlineSeries::read(context_, source, drawn_.distanceMaxPx_);
        if (drawn_.series_ == nullptr) return {};
        drawn_.bounds_ = drawn_.series_->bounds();
        drawn_.remarks_ = drawn_.series_->remarks();
        drawn_.fingerprint_ = "series " + drawn_.series_->fingerprint() + distanceText();
        makeTable();
        return std::move(drawn_);
    }

  private:
    void makeTable() {
        if (!profile_) return;
        drawn_.table_.emplace([profile = *profile_, largest = drawn_.distanceMaxPx_](const std::stop_token&) {
            return tableOf(profile, largest);
        });
    }

    bool readOutput(const Outline& outline) {
        const auto* largest = values_.find<std::int64_t>("distance_max");
        if (values_.as<std::string>("output") == "fill") {
            for (const char* key : {"distance_max", "profile"}) {
                if (!values_.has(key)) continue;
                context_.problem(key, {.reason = "%1 is for distances, but the output is fill",
                                       .details = {std::string(key)},
                                       .advice = "write `output: distance`, or remove it"});
                return false;
            }
            // Names of parameters are checked, too.
            return !values_.has("parameters") || DistanceProfile::bound(context_, 1, "0");
        }
        if (outline.units != 1) {
            context_.problem("output", "a distance cannot be measured in tones",
                             "write `paint: shapes` or `output: fill`");
            return false;
        }
        if (largest == nullptr) {
            context_.problem("output", "a distance needs distance_max",
                             "write `distance_max`, a length from 1 to 1023 px");
            return false;
        }
        drawn_.distanceMaxPx_ = *largest;
        profile_ = DistanceProfile::bound(context_, static_cast<double>(*largest), "clamp(d / D, 0, 1)");
        return profile_.has_value();
    }

    bool setBounds(const ResolvedOutline& resolved) {
        std::optional<PlaneBox> box = boxOf(resolved.edges);
        if (box) drawn_.support_ = Extent(grown(*box));
        if (!box) drawn_.support_ = Extent(Rect{});
        if (resolved.box) {
            const PlaneBox& own = *resolved.box;
            if (!box) box = own;
            box = PlaneBox{std::min(box->left, own.left), std::min(box->top, own.top),
                           std::max(box->right, own.right), std::max(box->bottom, own.bottom)};
        }
        if (resolved.edges.empty()) drawn_.remarks_.push_back({.reason = "the outline is empty"});
        if (!box) return true;
        for (const double side : {box->left, box->top, box->right, box->bottom}) {
            if (!(std::fabs(side) <= 0x1p30))
                throw OutlineError("the outline's box is too large", "use a box below 1,073,741,824 px");
        }
        drawn_.bounds_ = grown(*box);
        if (!isOutsideEmpty()) drawn_.support_ = Extent();
        return true;
    }

    /// Whether samples at D or more outside are 0.
    [[nodiscard]] bool isOutsideEmpty() const {
        if (!profile_) return true;
        const double farthest = -static_cast<double>(drawn_.distanceMaxPx_);
        double value = 0;
        profile_->evaluate(&farthest, 1, &value);
        return !std::isfinite(value) || static_cast<float>(std::fabs(value)) < dustLimit;
    }

    static std::optional<PlaneBox> boxOf(const std::vector<ResolvedEdge>& edges) {
        if (edges.empty()) return {};
        StepPoint least = edges.front().a;
        StepPoint most = edges.front().a;
        for (const ResolvedEdge& edge : edges) {
            least.x = std::min({least.x, edge.a.x, edge.b.x});
            most.x = std::max({most.x, edge.a.x, edge.b.x});
            least.y = std::min(least.y, edge.a.y);
            most.y = std::max(most.y, edge.b.y);
        }
        constexpr double step = 1.0 / outlineSteps;
        return PlaneBox{least.x * step, least.y * step, most.x * step, most.y * step};
    }

    [[nodiscard]] Rect grown(const PlaneBox& box) const {
        const std::int64_t left = roundedDown(box.left);
        const std::int64_t top = roundedDown(box.top);
        const Rect rect{left, top, roundedUp(box.right) - left, roundedUp(box.bottom) - top};
        return rect.empty() ? Rect{} : rect.grown(drawn_.distanceMaxPx_);
    }

    void setFingerprint(const ResolvedOutline& resolved) {
        const Rect& b = drawn_.bounds_;
        drawn_.fingerprint_ = "outline " + resolved.hash();
        for (const std::int64_t number : {b.x, b.y, b.width, b.height})
            drawn_.fingerprint_ += " " + std::to_string(number);
        drawn_.fingerprint_ += distanceText();
    }

    [[nodiscard]] std::string distanceText() const {
        if (!profile_) return {};
        return " distance " + std::to_string(drawn_.distanceMaxPx_) + " " + profile_->canonical();
    }

    const BindContext& context_;
    const Values& values_;
    DrawnOutline drawn_;
    std::optional<DistanceProfile> profile_;
};

std::optional<DrawnOutline> drawnOutline(const BindContext& context, Outline outline) {
    return OutlineBinding(context).bind(std::move(outline));
}

std::optional<DrawnOutline> drawnSeries(const BindContext& context, const SeriesSource& source) {
    return OutlineBinding(context).bindSeries(source);
}

std::vector<ParameterDescription> outlineParameters() {
    std::vector<ParameterDescription> parameters = {
        {.key = "output",
         .title = "Output",
         .type = ParameterType::choice,
         .fallback = "fill",
         .choices = {"fill", "distance"},
         .help = "fill: the share of each pixel that is covered. distance: a value at the distance from the "
                 "outline.",
         .since = 2},
        {.key = "distance_max",
         .title = "Largest distance",
         .type = ParameterType::pixels,
         .unit = "px",
         .minimum = 1,
         .maximum = 1023,
         .help = "The distance D of output: distance. It is measured this far inwards and outwards.",
         .since = 2,
         .group = "Distance",
         .start = "16",
         .usedWith = {"output", {"distance"}}},
        {.key = "profile",
         .title = "Profile",
         .type = ParameterType::expressionOrPoints,
         .help = "The value at distance d, which is negative outside: an expression of d, D (both in pixels) "
                 "and um, "
                 "or points [[d, z], ...]; clamp(d / D, 0, 1) if it is not given.",
         .since = 2,
         .minimumCount = 2,
         .maximumCount = 1024,
         .group = "Distance",
         .variables = {"d", "D", "um"},
         .axes = {"d", "z", "distance_max", "D"},
         .usedWith = {"output", {"distance"}}},
        {.key = "parameters",
         .title = "Parameters",
         .type = ParameterType::numbers,
         .help = "Numbers that expressions of this node can use by name.",
         .since = 2},
    };
    for (ParameterDescription& placing : placingParameters())
        parameters.push_back(std::move(placing));
    return parameters;
}

}  // namespace burin
