// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/predicted_difference.hpp"

#include "core/engraving/area_samples.hpp"
#include "core/engraving/measuring/height_map.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t comparedSide = 512;
constexpr std::int64_t mostCompared = 16;

std::vector<Rect> comparedPlaces(const Rect& surface) {
    const std::int64_t columns = (surface.width + comparedSide - 1) / comparedSide;
    const std::int64_t rows = (surface.height + comparedSide - 1) / comparedSide;
    if (columns > mostCompared || columns * rows > mostCompared) {
        const Size size{std::min(comparedSide, surface.width), std::min(comparedSide, surface.height)};
        return spreadPlaces(surface, size, static_cast<int>(mostCompared));
    }
    std::vector<Rect> all;
    for (std::int64_t k = 0; k < columns * rows; ++k)
        all.push_back(intersection({surface.x + k % columns * comparedSide,
                                    surface.y + k / columns * comparedSide, comparedSide, comparedSide},
                                   surface));
    return all;
}

}  // namespace

void DifferenceSums::add(const Rect& place, const ConstSamplesView& designed,
                         const ConstSamplesView& predicted) {
    for (std::int64_t y = 0; y < place.height; ++y) {
        const float* const wanted = designed.row(y);
        const float* const there = predicted.row(y);
        for (std::int64_t x = 0; x < place.width; ++x) {
            const double difference =
                static_cast<double>(there[x]) - static_cast<double>(std::clamp(wanted[x], 0.0F, 1.0F));
            squares_ += difference * difference;
            if (std::abs(difference) <= worst_) continue;
            worst_ = std::abs(difference);
            place_ = {place.x + x, place.y + y};
        }
    }
    samples_ += place.area();
}

PredictedDifference DifferenceSums::difference() const {
    return {.rms = std::sqrt(squares_ / std::max(1.0, static_cast<double>(samples_))),
            .worst = worst_,
            .place = place_};
}

std::variant<PredictedDifference, Problem> predictedDifference(const Design& design,
                                                               const std::shared_ptr<const Graph>& graph,
                                                               Backend& backend,
                                                               const std::stop_token& stop) {
    auto found = predictSurface(design, backend, graph, stop);
    if (const auto* problem = std::get_if<Problem>(&found)) return *problem;
    auto& prediction = std::get<Prediction>(found);
    DifferenceSums sums;
    HeightBuffer designed;
    HeightBuffer predicted;
    for (const Rect& place : comparedPlaces(graph->top().extent.rect())) {
        designed.reshape(place);
        samplesOver(backend, graph, place, designed.view(), stop);
        predicted.read(*prediction.heights, place);
        sums.add(place, designed.view(), predicted.view());
    }
    PredictedDifference difference = sums.difference();
    difference.remarks = std::move(prediction.remarks);
    return difference;
}

}  // namespace burin
