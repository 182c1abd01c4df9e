// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/stencil.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace burin {

namespace {

/// The number of terms that are summed before the partial sum is added to the total.
constexpr std::int32_t termsOfPart = 32;

}  // namespace

Stencil::Stencil(const std::vector<Tap>& taps, int groupRows, int columns, InstructionSet set)
    : kernels_(&convolutionKernels(set)) {
    std::map<std::pair<int, int>, float> weightAt;
    for (const Tap& t : taps)
        weightAt[{t.row, t.column}] = static_cast<float>(t.weight);
    std::vector<Tap> first[3];
    std::vector<Tap> second[3];
    for (const auto& [place, weight] : weightAt) {
        if (weight == 0) continue;
        const int groupStart = place.first / groupRows * groupRows;
        const std::pair opposite{2 * groupStart + groupRows - 1 - place.first, columns - 1 - place.second};
        const auto found = weightAt.find(opposite);
        const float other = found == weightAt.end() || opposite == place ? 0 : found->second;
        const bool paired = other == weight || other == -weight;
        if (paired && opposite < place) continue;  // added together with its partner
        const auto shape = !paired           ? WeightedRun::single
                           : other == weight ? WeightedRun::even
                                             : WeightedRun::odd;
        first[shape].push_back({place.first, place.second, weight});
        second[shape].push_back({opposite.first, opposite.second, other});
    }
    for (const auto shape : {WeightedRun::even, WeightedRun::odd, WeightedRun::single}) {
        addRun(shape, first[shape], second[shape]);
    }
    // A sum that is a single part needs no total.
    if (!runs_.empty() && weights_.size() <= static_cast<std::size_t>(termsOfPart))
        runs_.back().closes = false;
}

void Stencil::addRun(WeightedRun::Shape shape, const std::vector<Tap>& first,
                     const std::vector<Tap>& second) {
    std::int32_t inPart = static_cast<std::int32_t>(weights_.size()) % termsOfPart;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (i == 0 || inPart == 0) runs_.push_back({shape, 0, false});
        ++runs_.back().terms;
        inPart = (inPart + 1) % termsOfPart;
        runs_.back().closes = inPart == 0;
        places_.push_back({first[i].row, first[i].column});
        if (shape != WeightedRun::single) places_.push_back({second[i].row, second[i].column});
        weights_.push_back(static_cast<float>(first[i].weight));
        cost_ += shape == WeightedRun::single ? 2 : 3;
    }
}

std::size_t Stencil::bytes() const {
    return places_.size() * sizeof(Place) + weights_.size() * sizeof(float) +
           runs_.size() * sizeof(WeightedRun);
}

void Stencil::sum(const float* const* rows, const float** pointers, float* out, std::int64_t count,
                  const float* ahead) const {
    std::transform(places_.begin(), places_.end(), pointers,
                   [rows](const Place& p) { return rows[p.row] + p.column; });
    kernels_->weightedSum(
        {runs_.data(), static_cast<std::int64_t>(runs_.size()), pointers, weights_.data(), ahead}, out,
        count);
}

}  // namespace burin
