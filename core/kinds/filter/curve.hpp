// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "core/kernels/textures/tone_kernels.hpp"
#include "core/kinds/form/reduction.hpp"

#include <optional>
#include <string>
#include <vector>

namespace burin {

/// Maps each sample to another: by a curve through points, by levels, or by a threshold.
struct ToneCurve : KindBase {
    static constexpr bool takesData = true;

    enum class Way { points, levels, threshold };
    struct Parameters {
        Way way = Way::threshold;
        std::vector<Vector> points;  ///< increasing also in binary32
        bool monotone = false;       ///< points are joined by cubics instead of straight lines
        double black = 0;
        double white = 1;
        double gamma = 1;
        double threshold = 0;
        Vector range{0, 1};
    };

    explicit ToneCurve(const Parameters& all);

    Parameters parameters;

    /// Maps a row of samples. \param workspace  workspaceBytes() bytes, 64-byte aligned
    void map(const float* in, float* out, std::int64_t count, std::byte* workspace) const;
    [[nodiscard]] std::size_t workspaceBytes() const;
    /// The pieces of a curve through points. They live as long as the node.
    [[nodiscard]] CurvePieces pieces() const {
        return {start_.data(), c0_.data(), c1_.data(),
                c2_.data(),    c3_.data(), static_cast<std::int64_t>(start_.size())};
    }

    /// The child's rectangle, moved by the link's `at`.
    [[nodiscard]] Extent extent(std::span<const LinkShape> links) const;
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape>, std::size_t, const Rect&) const {
        return workspaceBytes();
    }
    /// Does nothing: the first link sets every sample.
    void begin(std::span<const LinkShape>, const Rect&, SamplesView) const {}
    void beginAt(std::span<const LinkShape>, const Point*, std::int64_t, float*) const {}
    [[nodiscard]] std::string fingerprint() const;

  private:
    void joinPoints();

    std::vector<float> start_, c0_, c1_, c2_, c3_;  ///< the pieces of a curve through points
    std::optional<Expression> power_;               ///< t ^ (1 / gamma)
    bool keepsZero_ = false;
};

template <>
struct Reduction<ToneCurve, Trait::data> {
    static void apply(const ToneCurve& node, const LinkCall& call);
};

[[nodiscard]] Kind curveKind();

}  // namespace burin
