// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/design/design.hpp"
#include "core/kernels/samples.hpp"
#include "core/render/backend.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <variant>
#include <vector>

namespace burin {

/// How the surface that the spot engraves differs from the designed one, in shares of the full depth.
struct PredictedDifference {
    double rms = 0;
    double worst = 0;                   ///< the greatest difference, either way
    Point place;                        ///< place of the greatest difference, on the surface
    std::vector<Problem> remarks = {};  ///< remarks on the prediction
};

/// A root mean square difference above this share of the full depth spoils an engraving. Steep walls always
/// differ by more in a few places.
inline constexpr double mostDifference = 0.1;

/// Sums up differences over places of a surface.
class DifferenceSums {
  public:
    /// \param place  the place on the surface
    /// \param designed, predicted  the depths there; designed depths outside of 0 to 1 are clamped
    void add(const Rect& place, const ConstSamplesView& designed, const ConstSamplesView& predicted);
    [[nodiscard]] PredictedDifference difference() const;

  private:
    double squares_ = 0;
    std::int64_t samples_ = 0;
    double worst_ = 0;
    Point place_;
};

/// Compares all of a surface of up to 16 squares of 512 px, and 16 such squares spread over a larger one.
/// \return a problem if the surface cannot be predicted, as predictSurface()
/// \pre the graph has the design's root \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] std::variant<PredictedDifference, Problem> predictedDifference(
    const Design& design, const std::shared_ptr<const Graph>& graph, Backend& backend,
    const std::stop_token& stop);

}  // namespace burin
