// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/preflight.hpp"

#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/area_samples.hpp"
#include "core/engraving/length_text.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/engraving/open_repeats.hpp"
#include "core/engraving/roller_joint.hpp"
#include "core/engraving/thin_features.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/surface_info.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t placeSide = 512;
constexpr std::int64_t mostPlaces = 56;
/// A design's 0 or 1 may miss the exact value by this much through rounding.
constexpr float clippingTolerance = 1e-5F;

std::string placeText(Point p, double pixelUm) {
    const auto millimetres = [&](std::int64_t pixels) {
        return roundedText(static_cast<double>(pixels) * pixelUm / 1000, 6);
    };
    return "at " + std::to_string(p.x) + ", " + std::to_string(p.y) + " px (" + millimetres(p.x) + ", " +
           millimetres(p.y) + " mm)";
}

class Inspection {
  public:
    Inspection(const Design& design, std::shared_ptr<const Graph> graph, Backend& backend,
               const PreflightOptions& options)
        : design_(design),
          graph_(std::move(graph)),
          root_(*rootOf(*graph_)),
          fullDepthUm_(options.fullDepthUm > 0 ? options.fullDepthUm : root_.fullDepthUm),
          surface_(graph_->top().extent.rect()),
          backend_(backend),
          options_(options),
          deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(options.patience)) {}

    PreflightReport run() {
        report_.samples = surface_.area();
        report_.bytes = static_cast<double>(packedBytes(surface_.width, root_.depth)) *
                        static_cast<double>(surface_.height);
        findMuted();
        checkJob();
        const auto roller = rollerOf(design_.job);
        const std::size_t unseen = report_.unseen.size();
        if (options_.roller || roller) add(findOpenRepeats(*graph_, design_.pixelUm, roller, report_.unseen));
        OpenJoints joints = findOpenJoints(
            design_, *graph_,
            [this](const std::shared_ptr<const Graph>& graph, const Rect& area) {
                return samplesOf(graph, area);
            },
            report_.unseen);
        add(std::move(joints.findings));
        report_.jointSeen = roller && joints.everywhere && report_.unseen.size() == unseen;
        for (std::size_t node = 0; node < graph_->nodes.size(); ++node)
            findSeams(node);
        lookAtPlaces();
        return std::move(report_);
    }

  private:
    void warn(const std::string& node, Problem problem, std::string where, std::optional<Point> place = {}) {
        report_.findings.push_back({Severity::warning, node, std::move(problem), std::move(where), place});
    }
    void miss(std::string reason, std::vector<std::string> details = {}) {
        report_.unseen.push_back({.reason = std::move(reason), .details = std::move(details)});
    }
    void add(std::vector<Finding> findings) {
        for (Finding& finding : findings)
            report_.findings.push_back(std::move(finding));
    }
    [[nodiscard]] const std::string& rootName() const { return graph_->top().name; }

    void findMuted() {
        for (const NodeIndex index : design_.closure(*design_.root)) {
            const DesignNode& node = design_.nodes[index];
            if (!node.muted) continue;
            warn(node.name, {.reason = "is muted", .advice = "unmute it if it should be engraved"},
                 node.mark.line > 0 ? "line " + std::to_string(node.mark.line) : std::string());
        }
    }

    void checkJob() {
        if (const Vector* field = design_.job.find<Vector>("field")) {
            const auto width = static_cast<double>(surface_.width);
            const auto height = static_cast<double>(surface_.height);
            if (width > field->x || height > field->y) {
                report_.findings.push_back(
                    {Severity::error, rootName(),
                     Problem{.reason = "is larger than the machine's field",
                             .details = {lengthText(field->x, design_.pixelUm),
                                         lengthText(field->y, design_.pixelUm)},
                             .advice = "make it at most %1 x %2"},
                     lengthText(width, design_.pixelUm) + " x " + lengthText(height, design_.pixelUm)});
            }
        }
        const LaserSpot* spot = design_.job.find<LaserSpot>("spot");
        compareSpots(spot);
        if (spot == nullptr) {
            miss("features narrower than the spot: the job gives no spot");
            return;
        }
        predict();
        if (spot->shape == LaserSpot::Shape::image) {
            miss("features narrower than the spot: the spot is an image, which has no diameter");
            return;
        }
        const double diameterUm = std::min(spot->widthUm, spot->heightUm);
        spotPx_ = diameterUm / design_.pixelUm;
        if (spotPx_ < 1) {
            warn(rootName(),
                 {.reason = "a pixel is larger than the spot, so neighbouring pixels do not join",
                  .details = {numberText(diameterUm)},
                  .advice = "make the pixel pitch at most %1 um"},
                 "spot " + lengthText(spotPx_, design_.pixelUm));
        }
        if (spotPx_ > largestSpotPx) {
            miss("features narrower than the spot: the spot is wider than %1 px",
                 {numberText(largestSpotPx)});
        }
    }

    /// Nodes that compensate for another spot than the machine's.
    void compareSpots(const LaserSpot* machines) {
        for (const GraphNode& node : graph_->nodes) {
            const LaserSpot* const spot = node.operation->compensatedSpot();
            if (spot == nullptr || (machines != nullptr && *spot == *machines)) continue;
            if (machines == nullptr) {
                miss("whether %1 compensates for the machine's spot: the job gives no spot", {node.name});
            } else {
                warn(node.name,
                     {.reason = "compensates for a different spot than the machine's",
                      .advice = "copy `spot` from `job`"},
                     "");
            }
        }
    }

    /// Prepares the comparison with the surface that the spot engraves, if depths have a unit.
    void predict() {
        if (fullDepthUm_ <= 0) {
            miss("the predicted surface: the surface has no full depth");
            return;
        }
        auto found = predictSurface(design_, backend_, graph_, ending_.get_token());
        if (const auto* problem = std::get_if<Problem>(&found)) {
            warn(rootName(), *problem, "");
            return;
        }
        prediction_ = std::move(std::get<Prediction>(found));
    }

    /// Compares the predicted surface with the designed one. \param samples  over `window`
    /// \return false if time has run out
    bool lookAtDifference(const std::vector<float>& samples, const Rect& window, const Rect& place) {
        if (!prediction_.heights) return true;
        HeightBuffer predicted;
        try {
            predicted.read(*prediction_.heights, place);
        } catch (const Cancelled&) {
            if (options_.stop.stop_requested()) throw;
            return false;
        }
        const ConstSamplesView all(samples.data(), window.width, window.width, window.height);
        differences_.add(place, all.part(place.x - window.x, place.y - window.y, place.width, place.height),
                         predicted.view());
        return true;
    }
    void reportDifference() {
        if (!prediction_.heights || report_.samplesSeen == 0) return;
        PredictedDifference found = differences_.difference();
        found.remarks = prediction_.remarks;
        report_.predicted = found;
        if (found.rms <= mostDifference) return;
        warn(rootName(),
             {.reason = "the predicted surface differs by %1 um RMS (%2 % of full_depth), up to %3 um",
              .details = {roundedText(found.rms * fullDepthUm_, 3), roundedText(100 * found.rms, 3),
                          roundedText(found.worst * fullDepthUm_, 3)},
              .advice = "use a smaller spot, or make steps and slopes wider than it"},
             placeText(found.place, design_.pixelUm), found.place);
    }

    /// The samples of a node over `area`; empty if time has run out.
    std::vector<float> samplesOf(const std::shared_ptr<const Graph>& graph, const Rect& area) {
        if (options_.stop.stop_requested()) throw Cancelled();
        std::vector<float> samples(static_cast<std::size_t>(area.area()));
        try {
            samplesOver(backend_, graph, area, {samples.data(), area.width, area.width, area.height},
                        ending_.get_token());
        } catch (const Cancelled&) {
            if (options_.stop.stop_requested()) throw;
            return {};
        }
        return samples;
    }
    /// Stops the work under way at the deadline.
    void watch(const std::stop_token& over) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_until(lock, over, deadline_, [] { return false; });
        ending_.request_stop();
    }
    [[nodiscard]] bool late() const { return Clock::now() >= deadline_; }

    void findSeams(std::size_t index) {
        const GraphNode& node = graph_->nodes[index];
        if (const auto repeat = node.operation->middleRepeat(node.links, node.extent)) {
            findSeam(index, *repeat, false);
            findSeam(index, *repeat, true);
        }
    }

    /// Compares the step across one border of a repeat with the steps on both sides of it, wherever both
    /// samples are engraved.
    void findSeam(std::size_t index, const Rect& repeat, bool alongX) {
        constexpr std::int64_t longest = 1024;
        const GraphNode& node = graph_->nodes[index];
        const std::int64_t across = alongX ? repeat.height : repeat.width;
        const std::int64_t half = std::min<std::int64_t>(32, across / 2 - 1);
        if (half < 4) return;
        const std::int64_t length = std::min(longest, alongX ? repeat.width : repeat.height);
        const Rect area =
            alongX ? Rect{repeat.x + (repeat.width - length) / 2, repeat.y - half, length, 2 * half}
                   : Rect{repeat.x - half, repeat.y + (repeat.height - length) / 2, 2 * half, length};
        if (node.extent.bounded() && !node.extent.rect().contains(area)) return;
        const std::vector<float> samples = samplesOf(subgraph(*graph_, index), area);
        if (samples.empty()) {
            miss("seams of '%1': the time ran out", {node.name});
            return;
        }
        const auto at = [&](std::int64_t step, std::int64_t k) {
            return samples[static_cast<std::size_t>(alongX ? step * area.width + k : k * area.width + step)];
        };
        double border = 0;
        double inside = 0;
        for (std::int64_t step = 1; step < 2 * half; ++step) {
            double sum = 0;
            std::int64_t count = 0;
            for (std::int64_t k = 0; k < length; ++k) {
                if (at(step, k) == 0 || at(step - 1, k) == 0) continue;
                sum += std::abs(at(step, k) - at(step - 1, k));
                ++count;
            }
            const double mean = count * 4 >= length ? sum / static_cast<double>(count) : 0;
            if (step == half) border = mean;
            if (std::abs(step - half) > 1) inside = std::max(inside, mean);
        }
        if (border < 0.02 || border < 3 * inside) return;
        warn(node.name,
             {.reason = "the step where repeats meet is %1 on average; inside a repeat it is at most %2",
              .details = {roundedText(border, 3), roundedText(inside, 3)},
              .advice = "use a pattern whose opposite sides match"},
             placeText({repeat.x, repeat.y}, design_.pixelUm) + " of its own frame, along " +
                 (alongX ? "x" : "y"));
    }

    /// The whole surface if it is small, otherwise its corners and places of a low-discrepancy sequence.
    [[nodiscard]] std::vector<Rect> places() const {
        std::vector<Rect> all;
        const auto add = [&](std::int64_t x, std::int64_t y) {
            all.push_back(intersection({x, y, placeSide, placeSide}, surface_));
        };
        const std::int64_t columns = (surface_.width + placeSide - 1) / placeSide;
        const std::int64_t rows = (surface_.height + placeSide - 1) / placeSide;
        if (columns <= mostPlaces && columns * rows <= mostPlaces) {
            for (std::int64_t k = 0; k < columns * rows; ++k)
                add(k % columns * placeSide, k / columns * placeSide);
            return all;
        }
        const Size size{std::min(placeSide, surface_.width), std::min(placeSide, surface_.height)};
        const std::int64_t right = surface_.width - size.width;
        const std::int64_t bottom = surface_.height - size.height;
        for (const auto& [x, y] : {std::pair{std::int64_t{0}, std::int64_t{0}},
                                   {right, bottom},
                                   {right, std::int64_t{0}},
                                   {std::int64_t{0}, bottom}})
            add(x, y);
        const std::vector<Rect> spread =
            spreadPlaces(surface_, size, static_cast<int>(mostPlaces) - static_cast<int>(all.size()));
        all.insert(all.end(), spread.begin(), spread.end());
        return all;
    }

    void lookAtPlaces() {
        const std::vector<Rect> all = places();
        std::int64_t total = 0;
        for (const Rect& place : all)
            total += place.area();
        ProgressReporter reporter(options_.progress, std::chrono::milliseconds(500), 0, total);
        std::size_t seen = 0;
        while (seen < all.size() && !late() && lookAt(all[seen])) {
            report_.samplesSeen += all[seen].area();
            reporter.add(all[seen].area(), 0);
            ++seen;
        }
        reporter.conclude(Progress::State::done, "");
        if (seen < all.size())
            miss("%1 of %2: the time ran out",
                 {std::to_string(all.size() - seen), counted(all.size(), "place")});
        // Places of a large surface may overlap, so the count is limited to the surface.
        report_.samplesSeen = std::min(report_.samplesSeen, report_.samples);
        reportClipping();
        reportThin();
        reportDifference();
    }

    /// \return false if time has run out
    bool lookAt(const Rect& place) {
        const bool wantsThin = spotPx_ >= 2 && spotPx_ <= largestSpotPx;
        const Rect window = intersection(place.grown(wantsThin ? thinMargin(spotPx_) : 0), surface_);
        const std::vector<float> samples = samplesOf(graph_, window);
        if (samples.empty()) return false;
        // If time has run out, no finding at this place counts.
        if (!lookAtDifference(samples, window, place)) return false;
        for (std::int64_t y = place.y; y < place.bottom(); ++y) {
            const float* row = samples.data() + (y - window.y) * window.width - window.x;
            for (std::int64_t x = place.x; x < place.right(); ++x)
                countClipped(row[x], {x, y});
        }
        if (wantsThin) findThin(samples, window, place);
        return true;
    }

    void countClipped(float value, Point place) {
        const float over = std::max(value - 1, -value);
        if (over <= clippingTolerance) return;
        ++clipped_;
        if (over <= worstOver_) return;
        worstOver_ = over;
        worst_ = value;
        worstPlace_ = place;
    }
    void reportClipping() {
        if (clipped_ == 0) return;
        const double share = 100.0 * static_cast<double>(clipped_) / static_cast<double>(report_.samplesSeen);
        warn(rootName(),
             {.reason = "values outside of 0..1 are cut off: %1, in %2 % of the samples checked",
              .details = {roundedText(static_cast<double>(worst_), 4), roundedText(share, 3)},
              .advice = "scale or clamp the nodes there to values from 0 to 1"},
             placeText(worstPlace_, design_.pixelUm), worstPlace_);
    }

    /// A sample counts as engraved if its depth, before `invert` and the curves, is at least half of the
    /// greatest of the window. The edge samples are repeated beyond the surface, so that a feature cut by the
    /// edge does not count as thin.
    void findThin(const std::vector<float>& samples, const Rect& window, const Rect& place) {
        const float deepest = std::min(1.0F, *std::max_element(samples.begin(), samples.end()));
        if (deepest <= 0) return;
        const Rect grown = place.grown(thinMargin(spotPx_));
        std::vector<std::uint8_t> set;
        set.reserve(static_cast<std::size_t>(grown.area()));
        for (std::int64_t y = grown.y; y < grown.bottom(); ++y) {
            const std::int64_t row = std::clamp(y, window.y, window.bottom() - 1) - window.y;
            for (std::int64_t x = grown.x; x < grown.right(); ++x) {
                const std::int64_t column = std::clamp(x, window.x, window.right() - 1) - window.x;
                const float value = samples[static_cast<std::size_t>(row * window.width + column)];
                set.push_back(value >= deepest / 2 ? 1 : 0);
            }
        }
        const ThinFeatures found =
            findThinFeatures(set, {grown.width, grown.height}, place.translated(-grown.origin()), spotPx_);
        thin_ += found.samples;
        if (found.place && !thinPlace_) thinPlace_ = *found.place + grown.origin();
    }
    void reportThin() {
        if (!thinPlace_) return;
        const double share = 100.0 * static_cast<double>(thin_) / static_cast<double>(report_.samplesSeen);
        warn(
            rootName(),
            {.reason = "features are narrower than the spot at half their depth, %1 % of the samples checked",
             .details = {roundedText(share, 3), lengthText(spotPx_, design_.pixelUm)},
             .advice = "make nothing narrower than %2"},
            placeText(*thinPlace_, design_.pixelUm), thinPlace_);
    }

    const Design& design_;
    const std::shared_ptr<const Graph> graph_;
    const Root& root_;
    const double fullDepthUm_;
    const Rect surface_;
    Backend& backend_;
    const PreflightOptions& options_;
    const Clock::time_point deadline_;
    PreflightReport report_;
    double spotPx_ = 0;  ///< 0: not given
    Prediction prediction_;
    DifferenceSums differences_;
    std::int64_t clipped_ = 0;
    float worstOver_ = 0;
    float worst_ = 0;
    Point worstPlace_;
    std::int64_t thin_ = 0;
    std::optional<Point> thinPlace_;
    std::stop_source ending_;  ///< stopped by the caller or at the deadline
    const std::stop_callback<std::function<void()>> stopped_{options_.stop,
                                                             [this] { ending_.request_stop(); }};
    const std::jthread watch_{[this](const std::stop_token& over) { watch(over); }};
};

}  // namespace

std::string Finding::text() const {
    std::string line = severity == Severity::error ? "error: " : "warning: ";
    line += onOneLine(node) + ": " + what();
    if (!where.empty()) line += ", " + where;
    return line + "; " + remedy();
}

PreflightReport preflight(const Design& design, const std::shared_ptr<const Graph>& graph, Backend& backend,
                          const PreflightOptions& options) {
    return Inspection(design, graph, backend, options).run();
}

}  // namespace burin
