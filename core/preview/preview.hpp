// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace burin {

/// A picture of a part of a node: one pixel stands for a block of 2^level x 2^level samples.
struct Picture {
    Rect area;  ///< in blocks: pixel (0, 0) is the block whose first sample is (area.x, area.y) * 2^level
    int level = 0;
    bool exact = false;          ///< every pixel is the mean of all samples of its block
    double samplesEach = 0;      ///< how many samples of a block went into its pixel, in the mean
    std::int64_t exactRows = 0;  ///< from the top: the rows that are exact already
    std::vector<float> values;   ///< area.width * area.height means, in [0, 1]
    std::shared_ptr<const DevicePicture> onDevice;  ///< instead of `values`, see PreviewPart::stays

    [[nodiscard]] float* row(std::int64_t y) { return values.data() + y * area.width; }
    [[nodiscard]] const float* row(std::int64_t y) const { return values.data() + y * area.width; }
};

/// One picture that is wanted of a node.
struct PreviewPart {
    Rect area;  ///< in blocks of the level; not empty
    int level = 0;
    /// How long to refine after the first picture; 0: the first picture is the answer.
    std::chrono::duration<double> patience{5};
    /// How long the first picture may take where something rougher would be there sooner.
    std::chrono::duration<double> firstWithin{2};
    /// How long averaging every sample may take one thread for it to be done, also beyond `patience`.
    std::chrono::duration<double> exactWithin{0};
    /// What a rough picture may cost, as a share of averaging every sample of it.
    double mostShare = std::numeric_limits<double>::infinity();
    /// The same area as it is shown: what is exact in it is not computed again, the rest of it stands in for
    /// strips that are still to come.
    std::shared_ptr<const Picture> before;
    int priority = 0;      ///< of what the backend is asked for
    bool hurried = false;  ///< as RenderRequest::hurried; the picture is never called exact
    bool stays = false;    ///< the picture need not come to the host where it is computed elsewhere
    std::stop_token stop;
    /// Called with every better picture and strip before the last one, from this thread; may be empty.
    std::function<void(const Picture&)> improved;
};

struct PreviewRequest : PreviewPart {
    std::shared_ptr<const Graph> graph;
    /// The same node bound with GraphOptions::provisional: what the first picture may be made of.
    std::shared_ptr<const Graph> provisional;
};

/// The smallest rectangle of blocks that holds `samples`.
[[nodiscard]] Rect blocksCovering(const Rect& samples, int level);

/// The lowest level at which `samples` is at most `side` blocks wide and high.
[[nodiscard]] int levelFitting(const Rect& samples, std::int64_t side);

/// What the viewport shows of a node: of a root the mean of the written samples, of any other node the mean
/// of its samples clamped to [0, 1].
///
/// Level 0 is exact. Above it a surface that repeats is averaged exactly from the sums of one cell; a small
/// one sample by sample; everything else from samples that are spread over each block by Sobol's sequence,
/// scrambled anew for each block so that nothing regular can beat with them, and more of them as time passes.
/// See A. Owen, Randomly Permuted (t,m,s)-Nets and (t,s)-Sequences, 1995.
///
/// The sums, what the sampler prepares and how long samples take are found out once, by the first picture
/// that needs them: one source serves all tiles and levels of a view. Thread-safe.
class PreviewSource {
  public:
    /// \param provisional  the same node bound with GraphOptions::provisional, or null
    /// \param stop  ends whatever is under way; what is asked for later is cancelled at once
    PreviewSource(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                  std::shared_ptr<const Graph> provisional, std::stop_token stop = {});
    ~PreviewSource();

    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const;
    /// \throws Cancelled before the first picture, OutOfMemory, and what sources throw
    [[nodiscard]] Picture render(const PreviewPart& part);
    /// A rough picture, or nothing where that would take longer than PreviewPart::firstWithin or cost more
    /// than its share. \throws as render
    [[nodiscard]] std::optional<Picture> sketch(const PreviewPart& part);
    /// How long it takes one thread to average every sample of the part; 0 where sums are known.
    /// \throws as render
    [[nodiscard]] double secondsFor(const PreviewPart& part);
    /// Samples of level 0 at places that may lie far apart, exact, as pictures show them.
    /// \throws Cancelled, and what sources throw
    [[nodiscard]] std::vector<float> samplesAt(std::span<const Point> places);

  private:
    class Shared;
    std::unique_ptr<Shared> shared_;
};

/// One picture from a source of its own.
/// \throws Cancelled before the first picture, OutOfMemory, and what sources throw
[[nodiscard]] Picture renderPreview(Backend& backend, MemoryBudget& budget, const PreviewRequest& request);

/// The relief of a picture as brightness in [0, 1], lit from the upper left; a larger value is deeper.
[[nodiscard]] Picture shaded(const Picture& picture);

}  // namespace burin
