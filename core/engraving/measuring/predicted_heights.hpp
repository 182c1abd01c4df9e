// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Predicts the surface that the spot of the laser engraves, with a linear model.

#include "core/base/problem.hpp"
#include "core/design/design.hpp"
#include "core/engraving/measuring/height_map.hpp"
#include "core/kinds/methods/convolution_method.hpp"
#include "core/kinds/root.hpp"
#include "core/render/backend.hpp"
#include "core/render/written_samples.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace burin {

/// The kernel of `job.spot` at the design's pitches, or why there is none. Reads the file of a spot that is
/// an image.
[[nodiscard]] std::variant<KernelMatrix, Problem> spotKernelOf(const Design& design);

/// Reads samples of a root as the depths that they stand for when they are written: `invert` and the curves
/// are undone, so rounding and dither remain. Flat parts of a curve give their smallest input.
class DepthReading {
  public:
    /// \param root  must outlive it
    explicit DepthReading(const Root& root);

    /// In place, for a row of the root's samples that starts at `at`.
    void apply(float* row, Point at, std::int64_t count) const;

    /// Whether a curve of the root falls somewhere. If so, the depths are those that the design asks for,
    /// because written samples do not determine them.
    [[nodiscard]] static bool curveFalls(const Root& root);
    /// The depth of each written step, in order. \pre no curve falls
    [[nodiscard]] static std::vector<float> depthsOfSteps(const Root& root);

  private:
    WrittenSamples written_;
    float steps_;
    std::vector<float> depths_;  ///< the depth of each step; empty if a curve falls
};

/// The depths of a whole surface. \see DepthReading
class WrittenDepths final : public HeightMap {
  public:
    /// \param backend  must outlive it \pre the graph has a root
    WrittenDepths(Backend& backend, std::shared_ptr<const Graph> graph, std::stop_token stop,
                  int priority = 0);

    [[nodiscard]] Extent extent() const override { return graph_->top().extent; }
    void read(const Rect& area, SamplesView out) const override;

  private:
    Backend& backend_;
    std::shared_ptr<const Graph> graph_;
    DepthReading reading_;
    std::stop_token stop_;
    int priority_;
};

/// Depths as the spot engraves them: the convolution of the depths with the spot's kernel. Outside the
/// surface depths are 0, except beyond sides that are joined round a roller. Depths are within 1e-5 of the
/// exact sums.
class PredictedHeights final : public HeightMap {
  public:
    /// The sides of the surface that are joined: none, left and right, or upper and lower.
    enum class Joint { none, alongX, alongY };
    /// How many samples a measurement reads at once.
    static constexpr std::int64_t samplesAtOnce = std::int64_t{1} << 20;

    /// \param depths  bounded
    PredictedHeights(std::shared_ptr<const HeightMap> depths, const KernelMatrix& kernel, Joint joint);

    [[nodiscard]] Extent extent() const override { return depths_->extent(); }
    void read(const Rect& area, SamplesView out) const override;

    [[nodiscard]] std::size_t readBytes(const Size& size) const override;
    /// The bytes of the kernel's tables.
    [[nodiscard]] std::size_t residentBytes() const override { return method_->residentBytes(); }

    /// How `job.roller` joins the surface.
    [[nodiscard]] static Joint jointOf(const Design& design);

  private:
    std::shared_ptr<const HeightMap> depths_;
    std::unique_ptr<const ConvolutionMethod> method_;
    Joint joint_;
};

/// The remark on a prediction of the depths that a design asks for. \see DepthReading::curveFalls
[[nodiscard]] Problem remarkOnFallingCurve();

/// A prediction together with remarks on it for the user.
struct Prediction {
    std::shared_ptr<const PredictedHeights> heights;
    std::vector<Problem> remarks;
};

/// Predicts the root's surface as `job.spot` engraves it.
/// \param backend  must outlive the heights \pre the graph has the design's root
[[nodiscard]] std::variant<Prediction, Problem> predictSurface(const Design& design, Backend& backend,
                                                               std::shared_ptr<const Graph> graph,
                                                               std::stop_token stop, int priority = 0);

}  // namespace burin
