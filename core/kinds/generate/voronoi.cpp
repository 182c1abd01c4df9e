// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/generate/voronoi.hpp"

#include "core/kernels/expression_kernels.hpp"
#include "core/kernels/textures/voronoi_kernels.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/textures/cell_blocks.hpp"
#include "core/kinds/methods/variation.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace burin {

namespace {

using Feature = Voronoi::Feature;

constexpr std::array<std::string_view, 5> featureNames = {"f1", "f2", "f2-f1", "edge", "id"};
constexpr std::uint32_t idStream = 2;

/// The cells around a cell, in the order of CellPoints. Among the first 5 x 5, the cells whose points may tie
/// for the nearest are ordered by J, then by I.
struct NeighbourCells {
    double x[CellPoints::capacity] = {};
    double y[CellPoints::capacity] = {};

    constexpr NeighbourCells() {
        int corner = CellPoints::forFirst;
        int near = 0;
        int ring = CellPoints::forSecond;
        for (int j = -3; j <= 3; ++j) {
            for (int i = -3; i <= 3; ++i) {
                const int farther = std::max(i < 0 ? -i : i, j < 0 ? -j : j);
                const int nearer = std::min(i < 0 ? -i : i, j < 0 ? -j : j);
                int& next = farther == 3 ? ring : nearer == 2 ? corner : near;
                x[next] = i;
                y[next] = j;
                ++next;
            }
        }
    }
};
constexpr NeighbourCells neighbours;

/// Computes samples one block after the other.
class VoronoiBlock {
  public:
    explicit VoronoiBlock(const Voronoi& node)
        : node_(node), kernels_(voronoiKernels()), seed_(node.parameters.seed) {}

    void place(std::int64_t i, Point at) { places_.set(i, at, node_.parameters.cells); }
    void compute(std::int64_t count, float* value) {
        noiseKernels().locate(node_.lattice.map(), places_.x, places_.y, cells_, count);
        for (std::int64_t i = 0; i < count; ++i) {
            p_[i] = static_cast<float>(cells_.p[i]);
            q_[i] = static_cast<float>(cells_.q[i]);
        }
        for (std::int64_t i = 0; i < count;) {
            std::int64_t end = i + 1;
            while (end < count && cells_.column[end] == cells_.column[i] && cells_.row[end] == cells_.row[i])
                ++end;
            enter({static_cast<std::int64_t>(cells_.column[i]), static_cast<std::int64_t>(cells_.row[i])});
            computeInCell(i, end - i);
            i = end;
        }
        finish(count, value);
    }

  private:
    [[nodiscard]] Feature feature() const { return node_.parameters.feature; }

    /// Makes the points around a cell that any of its samples needs.
    void enter(Point cell) {
        if (entered_ && cell == cell_) return;
        entered_ = true;
        cell_ = cell;
        made_ = 0;
        make(feature() == Feature::first || feature() == Feature::id ? CellPoints::forFirst
                                                                     : CellPoints::forSecond);
    }
    void make(int upTo) {
        if (made_ >= upTo) return;
        for (int k = made_; k < upTo; ++k) {
            const Point named = node_.lattice.name(cell_ + Point{static_cast<std::int64_t>(neighbours.x[k]),
                                                                 static_cast<std::int64_t>(neighbours.y[k])});
            names_[k] = noiseKernels().name(named.x, named.y);
            if (feature() == Feature::id)
                ids_[k] = static_cast<float>(hashOf(named.x, named.y, streamOf(seed_, idStream)));
        }
        kernels_.place(names_, neighbours.x, neighbours.y,
                       {streamOf(seed_, 0), streamOf(seed_, 1), node_.parameters.jitter}, points_, made_,
                       upTo);
        made_ = upTo;
    }

    void computeInCell(std::int64_t from, std::int64_t count) {
        if (feature() == Feature::edge) return findBorders(from, count);
        if (feature() == Feature::id)
            return kernels_.owner(points_, ids_, p_ + from, q_ + from, first_ + from, count);
        float* const second = feature() == Feature::first ? nullptr : second_ + from;
        kernels_.nearest(points_, p_ + from, q_ + from, first_ + from, second, count);
    }

    void findBorders(std::int64_t from, std::int64_t count) {
        kernels_.ownerIndex(points_, cells_.p + from, cells_.q + from, owner_, count);
        for (std::int64_t i = 0; i < count;) {
            std::int64_t end = i + 1;
            while (end < count && owner_[end] == owner_[i])
                ++end;
            findBordersOf(static_cast<int>(owner_[i]), from + i, end - i);
            i = end;
        }
    }
    /// The outer ring matters only to samples that are far from all other borders.
    void findBordersOf(int owner, std::int64_t from, std::int64_t count) {
        constexpr double farAway = 2 - 1.4142135623730951;
        double* const distance = distance_ + from;
        std::fill_n(distance, count, 1e30);
        kernels_.borders(points_, owner, 0, CellPoints::forSecond, borders_);
        kernels_.nearestBorder(borders_, 0, CellPoints::forSecond, cells_.p + from, cells_.q + from, distance,
                               count);
        if (*std::max_element(distance, distance + count) <= farAway) return;
        make(CellPoints::all);
        kernels_.borders(points_, owner, CellPoints::forSecond, CellPoints::all, borders_);
        kernels_.nearestBorder(borders_, CellPoints::forSecond, CellPoints::all, cells_.p + from,
                               cells_.q + from, distance, count);
    }

    void finish(std::int64_t count, float* value) {
        const Voronoi::Parameters& all = node_.parameters;
        if (feature() == Feature::id) {
            std::copy_n(first_, count, value);
            return;
        }
        const double pitch = all.cells.pitch;
        if (feature() == Feature::edge) {
            for (std::int64_t i = 0; i < count; ++i)
                distance_[i] = std::max(0.0, distance_[i]) * pitch;
        } else if (feature() == Feature::secondMinusFirst) {
            kernels_.measure(second_, first_, pitch, distance_, count);
        } else {
            kernels_.measure(feature() == Feature::first ? first_ : second_, nullptr, pitch, distance_,
                             count);
        }
        all.profile->evaluate(distance_, count, values_);
        expressionKernels().narrow(values_, value, count);
    }

    const Voronoi& node_;
    const VoronoiKernels& kernels_;
    std::uint32_t seed_;
    CellPlaces places_;
    NoiseCells cells_;
    alignas(64) float p_[noiseBlock + voronoiSurplus] = {};
    alignas(64) float q_[noiseBlock + voronoiSurplus] = {};
    alignas(64) float first_[noiseBlock + voronoiSurplus];   ///< squared distances, or ids
    alignas(64) float second_[noiseBlock + voronoiSurplus];  ///< squared distances
    alignas(64) double owner_[noiseBlock];
    alignas(64) double distance_[noiseBlock];
    alignas(64) double values_[noiseBlock];
    bool entered_ = false;
    Point cell_;  ///< the cell whose points have been made
    int made_ = 0;
    std::uint32_t names_[CellPoints::capacity];
    float ids_[CellPoints::capacity];
    CellPoints points_;
    CellBorders borders_;
};

}  // namespace

Voronoi::Voronoi(const Parameters& all) : parameters(all), lattice(all.cells) {}

void Voronoi::begin(std::span<const LinkShape>, const Rect& area, SamplesView value) const {
    VoronoiBlock block(*this);
    computeInBlocks(block, area, value);
}

void Voronoi::beginAt(std::span<const LinkShape>, const Point* places, std::int64_t count,
                      float* value) const {
    VoronoiBlock block(*this);
    computeInBlocks(block, places, count, value);
}

std::string Voronoi::fingerprint() const {
    const Parameters& p = parameters;
    return "voronoi " + std::string(featureNames[static_cast<std::size_t>(p.feature)]) +
           p.cells.fingerprint() + " seed " + std::to_string(p.seed) + " jitter " +
           canonicalNumber(p.jitter) + " D " + canonicalNumber(p.distanceMaxPx) + " " +
           (p.profile ? p.profile->canonical() : "");
}

std::vector<Problem> Voronoi::remarks(std::span<const LinkShape>) const {
    return lattice.remarks();
}

namespace {

std::shared_ptr<const Operation> bindVoronoi(const BindContext& context) {
    const Values& values = context.values;
    Voronoi::Parameters all;
    all.cells = CellShape::bound(values);
    all.seed = static_cast<std::uint32_t>(values.as<std::int64_t>("seed"));
    all.jitter = values.as<double>("jitter");
    all.feature = static_cast<Feature>(
        std::find(featureNames.begin(), featureNames.end(), values.as<std::string>("feature")) -
        featureNames.begin());
    const auto* distanceMax = values.find<double>("distance_max");
    all.distanceMaxPx = distanceMax == nullptr ? all.cells.pitch : *distanceMax;
    if (all.feature != Feature::id) {
        all.profile = DistanceProfile::bound(context, all.distanceMaxPx, "min(1, d / D)");
        if (!all.profile) return nullptr;
    } else if (values.has("profile")) {
        context.problem("profile", "the feature 'id' has no distance for a profile",
                        "choose another feature, or remove 'profile'");
        return nullptr;
    }
    Voronoi voronoi(all);
    if (!voronoi.lattice.possible()) {
        reportNoWholeCells(context);
        return nullptr;
    }
    return std::make_shared<OperationOf<Voronoi>>(std::move(voronoi));
}

std::vector<ParameterDescription> voronoiParameters() {
    std::vector<ParameterDescription> parameters = CellShape::descriptions();
    parameters.insert(
        parameters.end(),
        {textureSeedDescription(),
         {.key = "jitter",
          .title = "Jitter",
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = 1,
          .fallback = "1",
          .help = "How far points leave the middle of their cells. 0: a regular lattice.",
          .since = 2},
         {.key = "feature",
          .title = "Feature",
          .type = ParameterType::choice,
          .fallback = "f1",
          .choices = {featureNames.begin(), featureNames.end()},
          .help = "The distance to the nearest point (f1), to the second (f2), their difference, or the "
                  "distance to the border of the cell (edge). id: a number for each cell.",
          .since = 2},
         {.key = "distance_max",
          .title = "Largest distance",
          .type = ParameterType::realPixels,
          .unit = "px",
          .minimum = 0,
          .maximum = 0x1p31 - 1,
          .help = "The distance D of the profile. The default is the pitch.",
          .since = 2,
          .strictlyPositive = true},
         {.key = "profile",
          .title = "Profile",
          .type = ParameterType::expressionOrPoints,
          .help =
              "The value at distance d: an expression of d, D (both in pixels) and um, or points [[d, z], "
              "...]. The default is min(1, d / D).",
          .since = 2,
          .minimumCount = 2,
          .maximumCount = 1024,
          .variables = {"d", "D", "um"},
          .axes = {"d", "z", "distance_max", "D"},
          .usedWith = {"feature", {"f1", "f2", "f2-f1", "edge"}}}});
    return parameters;
}

}  // namespace

Kind voronoiKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "voronoi";
    d.title = "Cells";
    d.help = "Divides the plane into random cells: pebbles, cracks, foam, scales, cobbles, hammered metal.";
    d.category = Category::generate;
    d.since = 2;
    d.parameters = voronoiParameters();
    d.links = {{.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    d.words = {"voronoi", "worley",    "cellular", "random",   "texture", "pebbles",   "stones",
               "cobbles", "cracks",    "mosaic",   "foam",     "reptile", "crystal",   "hammered",
               "giraffe", "dry earth", "leather",  "terrazzo", "snake",   "crocodile", "cells"};
    kind.bind = &bindVoronoi;
    return kind;
}

}  // namespace burin
