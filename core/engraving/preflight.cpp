// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/preflight.hpp"

#include "core/base/text.hpp"
#include "core/engraving/repeat_closing.hpp"
#include "core/engraving/thin_features.hpp"
#include "core/export/root_blocks.hpp"
#include "core/export/surface_info.hpp"
#include "core/kinds/stitching.hpp"
#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <future>
#include <set>

namespace burin {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t placeSide = 512;
constexpr std::int64_t mostPlaces = 56;
/// Rounding of a design that means 0 or 1.
constexpr float clippingTolerance = 1e-5F;

std::string format(const char* text, double a, double b = 0, double c = 0, double d = 0) {
    char line[160];
    std::snprintf(line, sizeof line, text, a, b, c, d);
    return line;
}

/// A length in px and mm.
std::string lengthText(double pixels, double pixelUm) {
    return format("%.10g px (%.6g mm)", pixels, pixels * pixelUm / 1000);
}

std::string placeText(Point p, double pixelUm) {
    const auto x = static_cast<double>(p.x);
    const auto y = static_cast<double>(p.y);
    return format("at %.0f, %.0f px (%.6g, %.6g mm)", x, y, x * pixelUm / 1000, y * pixelUm / 1000);
}

class Inspection {
  public:
    Inspection(const Design& design, std::shared_ptr<const Graph> graph, Backend& backend,
               const PreflightOptions& options)
        : design_(design),
          graph_(std::move(graph)),
          root_(*rootOf(*graph_)),
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
        std::set<std::size_t> seen;
        if (options_.roller) findOpenRepeats(graph_->nodes.size() - 1, {0, 0}, Extent(surface_), seen);
        for (std::size_t node = 0; node < graph_->nodes.size(); ++node)
            findSeams(node);
        lookAtPlaces();
        return std::move(report_);
    }

  private:
    void warn(const std::string& node, std::string what, std::string where, std::string remedy,
              std::optional<Point> place = {}) {
        report_.findings.push_back(
            {Severity::warning, node, std::move(what), std::move(where), std::move(remedy), place});
    }
    [[nodiscard]] const std::string& rootName() const { return graph_->top().name; }

    void findMuted() {
        for (const NodeIndex index : design_.closure(*design_.root)) {
            const DesignNode& node = design_.nodes[index];
            if (!node.muted) continue;
            warn(node.name, "is muted", "line " + std::to_string(node.mark.line),
                 "remove `muted: true` where it shall be engraved");
        }
    }

    void checkJob() {
        if (const Vector* field = design_.job.find<Vector>("field")) {
            const auto width = static_cast<double>(surface_.width);
            const auto height = static_cast<double>(surface_.height);
            if (width > field->x || height > field->y) {
                report_.findings.push_back(
                    {Severity::error, rootName(), "is larger than the machine's field",
                     lengthText(width, design_.pixelUm) + " x " + lengthText(height, design_.pixelUm),
                     "at most " + lengthText(field->x, design_.pixelUm) + " x " +
                         lengthText(field->y, design_.pixelUm)});
            }
        }
        const double* spot = design_.job.find<double>("spot");
        if (spot == nullptr) {
            report_.unseen.push_back("features below the spot: `job` names no `spot`");
            return;
        }
        spotPx_ = *spot / design_.pixelUm;
        if (spotPx_ < 1) {
            warn(rootName(), "a pixel is larger than the spot: neighbours do not join",
                 "spot " + lengthText(spotPx_, design_.pixelUm),
                 "a `pixel` of at most " + numberText(*spot) + " um");
        }
        if (spotPx_ > largestSpotPx) {
            report_.unseen.push_back("features below the spot: it is wider than " +
                                     numberText(largestSpotPx) + " px");
        }
    }

    /// Follows the links on which a node lies in the surface as it is, down to stitchings that cross it.
    void findOpenRepeats(std::size_t index, Point at, const Extent& window, std::set<std::size_t>& seen) {
        const GraphNode& node = graph_->nodes[index];
        const Extent visible = intersection(window, node.extent.translated(at));
        if (visible.empty() || !seen.insert(index).second) return;
        if (const auto* stitching = dynamic_cast<const OperationOf<Stitching>*>(node.operation.get())) {
            const Vector u = stitching->node().stepU(node.links);
            const Vector v = stitching->node().stepV(node.links);
            const Rect& r = visible.rect();
            if (r.width == surface_.width) reportOpen(node.name, closingOf(u, v, width()), "x", width());
            if (r.height == surface_.height) {
                reportOpen(node.name, closingOf({u.y, u.x}, {v.y, v.x}, height()), "y", height());
            }
            return;
        }
        for (std::size_t i = 0; i < node.links.size(); ++i) {
            const bool inPlace = node.operation->halo(node.links, i).has_value();
            if (inPlace) findOpenRepeats(node.children[i], at + node.links[i].at, visible, seen);
        }
    }
    [[nodiscard]] double width() const { return static_cast<double>(surface_.width); }
    [[nodiscard]] double height() const { return static_cast<double>(surface_.height); }

    void reportOpen(const std::string& node, const RepeatClosing& closing, const std::string& axis,
                    double length) {
        if (closing.closed) return;
        std::string remedy;
        for (const std::optional<double>& near : {closing.below, closing.above}) {
            if (near) {
                remedy += (remedy.empty() ? "" : " or ") + lengthText(std::round(*near), design_.pixelUm);
            }
        }
        const std::string side = axis == "x" ? "width" : "height";
        warn(node, "around a roller the " + side + " is no whole number of repeats",
             "along " + axis + ", " + lengthText(length, design_.pixelUm),
             remedy.empty() ? "no " + side + " near by closes: choose other `u` and `v`"
                            : "a " + side + " of " + remedy);
    }

    /// The samples of a node over `area`; empty where the time is over.
    std::vector<float> samplesOf(const std::shared_ptr<const Graph>& graph, const Rect& area) {
        if (options_.stop.stop_requested()) throw Cancelled();
        std::vector<float> samples(static_cast<std::size_t>(area.area()));
        std::stop_source source;
        const std::stop_callback stopped(options_.stop, [&] { source.request_stop(); });
        RenderRequest request;
        request.graph = graph;
        request.area = area;
        request.stop = source.get_token();
        request.consume = [&samples, area](const Rect& part, const SamplesView& from) {
            for (std::int64_t y = 0; y < part.height; ++y) {
                float* to = samples.data() + (part.y - area.y + y) * area.width + (part.x - area.x);
                std::copy_n(from.row(y), part.width, to);
            }
        };
        const auto ended = std::make_shared<std::promise<void>>();
        std::future<void> end = ended->get_future();
        backend_.start(std::move(request), [ended](std::exception_ptr error) {
            error ? ended->set_exception(std::move(error)) : ended->set_value();
        });
        if (end.wait_until(deadline_) == std::future_status::timeout) source.request_stop();
        try {
            end.get();
        } catch (const Cancelled&) {
            if (options_.stop.stop_requested()) throw;
            return {};
        }
        return samples;
    }
    [[nodiscard]] bool late() const { return Clock::now() >= deadline_; }

    void findSeams(std::size_t index) {
        const GraphNode& node = graph_->nodes[index];
        const auto* operation = dynamic_cast<const OperationOf<Stitching>*>(node.operation.get());
        if (operation == nullptr || node.links[0].support.empty()) return;
        const Rect whole = node.extent.bounded() ? node.extent.rect() : node.links[0].extent.rect();
        const Rect middle{whole.x + whole.width / 2, whole.y + whole.height / 2, 1, 1};
        const Repeats repeats = operation->node().repeats(node.links, middle);
        std::optional<Rect> repeat;
        repeats.forEach([&](Point p, const Rect&) { repeat = node.links[0].extent.rect().translated(p); });
        if (repeat) {
            findSeam(index, *repeat, false);
            findSeam(index, *repeat, true);
        }
    }

    /// Compares the step across one border of a repeat with those on both sides of it, where both samples are
    /// engraved.
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
            report_.unseen.push_back("seams of '" + node.name + "': the time was over");
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
             format("repeats meet with a step of %.3g on average, inside it is %.3g at most", border, inside),
             placeText({repeat.x, repeat.y}, design_.pixelUm) + " of its own frame, along " +
                 (alongX ? "x" : "y"),
             "a pattern whose opposite sides agree");
    }

    /// Whole where it is small, else corners and places of low discrepancy.
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
        const std::int64_t right = std::max<std::int64_t>(0, surface_.width - placeSide);
        const std::int64_t bottom = std::max<std::int64_t>(0, surface_.height - placeSide);
        for (const auto& [x, y] : {std::pair{std::int64_t{0}, std::int64_t{0}},
                                   {right, bottom},
                                   {right, std::int64_t{0}},
                                   {std::int64_t{0}, bottom}})
            add(x, y);
        // See M. Roberts, The Unreasonable Effectiveness of Quasirandom Sequences, 2018.
        for (int k = 1; static_cast<std::int64_t>(all.size()) < mostPlaces; ++k) {
            const double a = std::fmod(0.5 + k * 0.7548776662466927, 1);
            const double b = std::fmod(0.5 + k * 0.5698402909980532, 1);
            add(static_cast<std::int64_t>(a * static_cast<double>(right + 1)),
                static_cast<std::int64_t>(b * static_cast<double>(bottom + 1)));
        }
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
        if (seen < all.size()) {
            report_.unseen.push_back(std::to_string(all.size() - seen) + " of " + std::to_string(all.size()) +
                                     " places: the time was over");
        }
        // Places of a large surface may overlap; what was seen is never more than there is.
        report_.samplesSeen = std::min(report_.samplesSeen, report_.samples);
        reportClipping();
        reportThin();
    }

    /// \return false where the time was over
    bool lookAt(const Rect& place) {
        const bool wantsThin = spotPx_ >= 2 && spotPx_ <= largestSpotPx;
        const Rect window = intersection(place.grown(wantsThin ? thinMargin(spotPx_) : 0), surface_);
        std::vector<float> samples = samplesOf(graph_, window);
        if (samples.empty()) return false;
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
             format("values outside of 0..1 are cut off: %.4g, in %.3g %% of what was looked at",
                    static_cast<double>(worst_), share),
             placeText(worstPlace_, design_.pixelUm), "values from 0 to 1: scale or clamp what lies there",
             worstPlace_);
    }

    /// Engraved is here what is at least half as deep as the deepest of the window. Beyond the surface its
    /// rim goes on: what it cuts is not thin for that.
    void findThin(std::vector<float>& samples, const Rect& window, const Rect& place) {
        root_.shape(samples.data(), static_cast<std::int64_t>(samples.size()));
        const float deepest = *std::max_element(samples.begin(), samples.end());
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
        warn(rootName(),
             format("features are narrower than the spot at half their depth, %.3g %% of what was looked at",
                    share),
             placeText(*thinPlace_, design_.pixelUm),
             "nothing narrower than " + lengthText(spotPx_, design_.pixelUm), thinPlace_);
    }

    const Design& design_;
    const std::shared_ptr<const Graph> graph_;
    const Root& root_;
    const Rect surface_;
    Backend& backend_;
    const PreflightOptions& options_;
    const Clock::time_point deadline_;
    PreflightReport report_;
    double spotPx_ = 0;  ///< 0: not said
    std::int64_t clipped_ = 0;
    float worstOver_ = 0;
    float worst_ = 0;
    Point worstPlace_;
    std::int64_t thin_ = 0;
    std::optional<Point> thinPlace_;
};

}  // namespace

std::string Finding::text() const {
    std::string line = severity == Severity::error ? "error: " : "warning: ";
    line += onOneLine(node) + ": " + what;
    if (!where.empty()) line += ", " + where;
    return line + "; " + remedy;
}

PreflightReport preflight(const Design& design, const std::shared_ptr<const Graph>& graph, Backend& backend,
                          const PreflightOptions& options) {
    return Inspection(design, graph, backend, options).run();
}

}  // namespace burin
