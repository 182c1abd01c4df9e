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
    bool exact = false;          ///< every pixel is the mean of all samples in its block
    double samplesEach = 0;      ///< mean number of samples of a block that its pixel is computed from
    std::int64_t exactRows = 0;  ///< rows from the top that are already exact
    /// The measured cost of averaging it so far, in seconds of one thread.
    double averagedSeconds = 0;
    /// Averaging was given up, because its cost so far shows that the whole picture would take too long.
    bool givenUp = false;
    std::vector<float> values;                      ///< area.width * area.height means, in [0, 1]
    std::shared_ptr<const DevicePicture> onDevice;  ///< instead of `values`, see PreviewPart::stays

    [[nodiscard]] float* row(std::int64_t y) { return values.data() + y * area.width; }
    [[nodiscard]] const float* row(std::int64_t y) const { return values.data() + y * area.width; }
};

/// A request for one picture of a node.
struct PreviewPart {
    Rect area;  ///< in blocks of the level; not empty
    /// The visible blocks of `area`; empty: all of them. A picture of coarse blocks takes no samples for the
    /// others, which only slopes and smooth enlarging read.
    Rect shown = {};
    int level = 0;
    /// How long to refine after the first picture; 0: the first picture is the result.
    std::chrono::duration<double> patience{5};
    /// How long the first picture may take if a rougher one would be ready sooner.
    std::chrono::duration<double> firstWithin{2};
    /// Averages every sample if one thread needs at most this long, even beyond `patience`.
    std::chrono::duration<double> exactWithin{0};
    /// How long to average now, in seconds of one thread: a picture that takes longer remains partly exact. A
    /// request with that picture as its `before` continues it.
    std::chrono::duration<double> averageFor{std::numeric_limits<double>::infinity()};
    /// The cost that a rough picture may have, as a share of averaging all of its samples.
    double mostShare = std::numeric_limits<double>::infinity();
    /// The picture of the same area that is shown now. Its exact rows are not computed again; its other rows
    /// fill strips that are still missing.
    std::shared_ptr<const Picture> before;
    int priority = 0;            ///< priority of the requests to the backend
    bool hurried = false;        ///< like RenderRequest::hurried; the picture is never called exact
    bool stays = false;          ///< the picture may stay on the device that computes it
    NodeCosts* nodes = nullptr;  ///< like RenderRequest::nodes, for all requests that serve the picture
    std::stop_token stop;
    /// Called on this thread with every better picture and strip except the last; may be empty.
    std::function<void(const Picture&)> improved;
};

struct PreviewRequest : PreviewPart {
    std::shared_ptr<const Graph> graph;
    /// The same node bound with GraphOptions::provisional, for the first picture.
    std::shared_ptr<const Graph> provisional;
};

/// The smallest rectangle of blocks that contains `samples`.
[[nodiscard]] Rect blocksCovering(const Rect& samples, int level);

/// The lowest level at which `samples` is at most `side` blocks wide and high.
[[nodiscard]] int levelFitting(const Rect& samples, std::int64_t side);

/// The clocks of a source, in seconds. A source uses them to decide what it can afford. Both are called from
/// many threads.
struct PreviewClocks {
    std::function<double()> elapsed;    ///< null: the steady clock
    std::function<double()> processor;  ///< processor time of the calling thread; null: threadSeconds()
};

/// The viewport's pictures of a node. For a root they show the mean of the written samples, for any other
/// node the mean of its samples clamped to [0, 1].
///
/// Level 0 is exact. Above it, a repeating surface is averaged exactly from the sums of one cell, filled
/// outlines by the area that they cover, and a small surface sample by sample. Anything else is estimated
/// from samples that Sobol's sequence spreads over each block; the sequence is scrambled for each block to
/// avoid moire patterns, and more samples are added as time passes. See A. Owen, Randomly Permuted
/// (t,m,s)-Nets and (t,s)-Sequences, 1995.
///
/// The sums and the sampler's tables are made once, by the first picture that needs them: one source serves
/// all tiles and levels of a view. The cost of a sample is measured on a few at first, and then on all that
/// are averaged. An estimate decides only the order of the work; a picture is never given up because of it.
/// Short refinements take samples until each pixel has some, and then average.
/// Thread-safe.
class PreviewSource {
  public:
    /// \param provisional  the same node bound with GraphOptions::provisional, or null
    /// \param stop  ends all work under way; later requests are cancelled at once
    PreviewSource(Backend& backend, MemoryBudget& budget, std::shared_ptr<const Graph> graph,
                  std::shared_ptr<const Graph> provisional, std::stop_token stop = {},
                  PreviewClocks clocks = {});
    ~PreviewSource();

    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const;
    /// \throws Cancelled before the first picture, OutOfMemory, and what sources throw
    [[nodiscard]] Picture render(const PreviewPart& part);
    /// A rough picture, or nothing if it would take longer than PreviewPart::firstWithin or cost more than
    /// its share. \throws what render throws
    [[nodiscard]] std::optional<Picture> sketch(const PreviewPart& part);
    /// Seconds that one thread needs for the mean of every sample of the part. If the sums are known, that is
    /// the time to read them; 0 if the areas are known, and infinite for too many samples. \throws what
    /// render throws
    [[nodiscard]] double secondsFor(const PreviewPart& part);
    /// The probable cost of that many samples, in seconds of one thread; 0 before any cost has been measured.
    /// Never waits.
    [[nodiscard]] double foretold(double samples) const;
    /// Exact samples of level 0 at any places, as pictures show them.
    /// \throws Cancelled, and what sources throw
    [[nodiscard]] std::vector<float> samplesAt(std::span<const Point> places);

  private:
    class Shared;
    std::unique_ptr<Shared> shared_;
};

/// One picture from a temporary source.
/// \throws Cancelled before the first picture, OutOfMemory, and what sources throw
[[nodiscard]] Picture renderPreview(Backend& backend, MemoryBudget& budget, const PreviewRequest& request);

/// The relief of a picture as brightness in [0, 1], lit from the upper left. A larger value is deeper.
[[nodiscard]] Picture shaded(const Picture& picture);

}  // namespace burin
