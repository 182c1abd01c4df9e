// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sheet/sheet_making.hpp"

#include "core/base/cancelled.hpp"
#include "core/design/job.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/measuring/measuring_memory.hpp"
#include "core/export/export_time.hpp"
#include "core/kinds/filter/compensate.hpp"
#include "core/preview/bookmarks.hpp"
#include "core/render/written_samples.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace burin {

namespace {

constexpr std::int64_t windows = 64;
constexpr std::int64_t windowSamples = std::int64_t{1} << 20;
constexpr std::int64_t pictureSide = 1024;
constexpr Size middlePart{480, 320};

/// A surface of no more samples than the windows have is measured as a whole.
MeasuredSurface measure(MeasuringOptions& measuring, const std::shared_ptr<const Graph>& graph,
                        Backend& backend, MemoryBudget& budget, const SheetOptions& options) {
    measuring.region = graph->top().extent.rect();
    measuring.pitchUm = graph->pitchUm;
    measuring.fullDepthUm = options.fullDepthUm;
    if (!options.everySample && measuring.region.area() > windows * windowSamples)
        measuring.sampleWindows = windows;
    measuring.threads = options.threads;
    measuring.samplesAtOnce = backend.requestSamples();
    measuring.stop = options.stop;
    measuring.progress = options.progress;
    const auto heights = std::make_shared<DesignedHeights>(backend, graph, options.stop);
    const Reservation held = memoryForMeasuring(measuring, budget, heights);
    MeasuredSurface measured = measureHeights(heights, measuring);
    measuring.stop = {};
    measuring.progress = {};
    return measured;
}

SheetHeights heightsOf(const MeasuredSurface& measured, double fullDepthUm) {
    SheetHeights heights;
    heights.highestUm = -fullDepthUm * measured.least;
    heights.lowestUm = -fullDepthUm * measured.greatest;
    const BearingCurve curve(measured.histogram, measured.least, measured.greatest);
    for (int percent = 0; percent <= 100; ++percent)
        heights.bearingUm[static_cast<std::size_t>(percent)] =
            -fullDepthUm * curve.at(percent * BearingCurve::steps / 100);
    const HeightHistogram& histogram = measured.histogram;
    // An even surface has no span, but the middle of its bin is not exactly its depth.
    const double span = std::max(1e-300, measured.greatest - measured.least);
    constexpr auto last = static_cast<double>(SheetHeights::bars - 1);
    for (std::int64_t bin = 0; bin < HeightHistogram::bins; ++bin) {
        if (histogram.count(bin) == 0) continue;
        const double depth = histogram.lowest() + histogram.binWidth() * (static_cast<double>(bin) + 0.5);
        const double place = (depth - measured.least) / span * static_cast<double>(SheetHeights::bars);
        heights.counts[static_cast<std::size_t>(std::clamp(place, 0.0, last))] += histogram.count(bin);
    }
    return heights;
}

double meanDepth(const HeightHistogram& histogram) {
    double sum = 0;
    for (std::int64_t bin = 0; bin < HeightHistogram::bins; ++bin) {
        if (histogram.count(bin) == 0) continue;
        const double place = static_cast<double>(bin) + histogram.meanPlace(bin);
        sum +=
            static_cast<double>(histogram.count(bin)) * (histogram.lowest() + histogram.binWidth() * place);
    }
    return sum / static_cast<double>(histogram.total());
}

SheetSurface surfaceOf(const Graph& graph, const JobSheet& sheet, double fullDepthUm) {
    const Rect whole = graph.top().extent.rect();
    const Root& root = *rootOf(graph);
    SheetSurface surface;
    surface.px = {whole.width, whole.height};
    surface.pitchUm = graph.pitchUm;
    surface.fullDepthUm = fullDepthUm;
    constexpr double cubicMillimetre = 1e9;
    surface.volumeMm3 = surface.widthUm() * surface.heightUm() * fullDepthUm *
                        meanDepth(sheet.measured.histogram) / cubicMillimetre;
    surface.bits = root.depth;
    surface.invert = root.invert;
    surface.materialCurve = root.materialCurve;
    surface.machineCurve = root.machineCurve;
    surface.bytes = sheet.preflight.bytes;
    return surface;
}

std::optional<SheetRoller> rollerIn(const Design& design, const PreflightReport& preflight) {
    const auto roller = rollerOf(design.job);
    if (!roller) return {};
    SheetRoller found{*roller,
                      roller->samplesRound(design.pixelUm),
                      roller->pitchRoundUm(design.pixelUm),
                      preflight.jointSeen,
                      {}};
    for (const Finding& finding : preflight.findings) {
        const bool again = std::find(found.open.begin(), found.open.end(), finding.node) != found.open.end();
        if (finding.atJoint && !again) found.open.push_back(finding.node);
    }
    return found;
}

SheetMachine machineOf(const Design& design, const Graph& graph) {
    SheetMachine machine;
    machine.pixelUm = design.pixelUm;
    for (const ParameterDescription& parameter : jobParameters()) {
        const std::string key(parameter.key);
        if (const auto* spot = design.job.find<LaserSpot>(key)) {
            machine.spot = *spot;
        } else if (const auto* size = design.job.find<Vector>(key)) {
            machine.fieldPx = *size;
        } else if (const auto* um = design.job.find<double>(key)) {
            machine.lengths.push_back({key, std::string(parameter.title), *um});
        }
    }
    for (const GraphNode& node : graph.nodes) {
        const auto* found = dynamic_cast<const OperationOf<Compensate>*>(node.operation.get());
        if (found == nullptr) continue;
        const Compensate::Parameters& all = found->node().parameters;
        machine.compensations.push_back({node.name, all.spot, all.iterations, all.headroom});
    }
    return machine;
}

/// Computes the pictures of a sheet one after another, from one source, and reports the progress of all.
class SheetPainter {
  public:
    SheetPainter(const std::shared_ptr<const Graph>& graph, Backend& backend, MemoryBudget& budget,
                 const SheetOptions& options)
        : source_(backend, budget, graph, nullptr, options.stop), options_(options) {}

    /// Announces a picture, so that the progress knows the number of all samples.
    void expect(const SheetPicture& picture) { all_ += picture.area.area(); }
    /// The picture is exact, unless that would take longer than SheetOptions::exactWithin. \throws Cancelled
    void paint(SheetPicture& picture) {
        PreviewPart part;
        part.level = levelFitting(picture.area, pictureSide);
        part.area = blocksCovering(picture.area, part.level);
        part.patience = std::chrono::seconds(0);
        part.stop = options_.stop;
        Picture made = source_.render(part);
        part.patience = options_.sketchFor;
        part.exactWithin = options_.exactWithin;
        part.improved = [&](const Picture& better) {
            report(static_cast<double>(better.exactRows) / static_cast<double>(better.area.height) *
                   static_cast<double>(picture.area.area()));
        };
        // First tries to compute all samples. If they take too long, computes a few more than the first
        // picture has.
        made.givenUp = false;
        for (int step = 0; step < 2 && !made.exact; ++step) {
            part.before = std::make_shared<const Picture>(std::move(made));
            made = source_.render(part);
            if (options_.stop.stop_requested()) throw Cancelled();
        }
        picture.picture = std::move(made);
        done_ += picture.area.area();
        report(0);
    }

  private:
    void report(double now) const {
        if (!options_.progress) return;
        Progress progress;
        progress.doneSamples = done_ + static_cast<std::int64_t>(now);
        progress.totalSamples = all_;
        options_.progress(progress);
    }

    PreviewSource source_;
    const SheetOptions& options_;
    std::int64_t all_ = 0;
    std::int64_t done_ = 0;
};

}  // namespace

std::vector<SheetPicture> usualDetails(const Design& design, const Rect& surface) {
    std::vector<SheetPicture> details;
    for (const Bookmark& bookmark : bookmarksIn(design.document)) {
        const Rect area = intersection(bookmark.region, surface);
        if (bookmark.node.empty() && !area.empty() && details.size() < mostSheetDetails)
            details.push_back({bookmark.name, area, {}});
    }
    const bool large = surface.width > 2 * middlePart.width || surface.height > 2 * middlePart.height;
    if (!details.empty() || !large) return details;
    const std::int64_t width = std::min(middlePart.width, surface.width);
    const std::int64_t height = std::min(middlePart.height, surface.height);
    return {
        {"",
         {surface.x + (surface.width - width) / 2, surface.y + (surface.height - height) / 2, width, height},
         {}}};
}

JobSheet makeJobSheet(const Design& design, const std::shared_ptr<const Graph>& graph, Backend& backend,
                      MemoryBudget& budget, const SheetOptions& options) {
    const auto begin = [&](SheetStep step) {
        if (options.begins) options.begins(step);
    };
    const Rect whole = graph->top().extent.rect();
    JobSheet sheet;
    sheet.file = options.file;
    sheet.hash = designHash(*graph, options.stop);
    sheet.version = options.version;
    sheet.date = options.date;
    begin(SheetStep::checking);
    PreflightOptions checking;
    checking.roller = false;  // the roller is checked only if `job` names one
    checking.fullDepthUm = options.fullDepthUm;
    checking.stop = options.stop;
    checking.progress = options.progress;
    sheet.preflight = preflight(design, graph, backend, checking);
    const double seconds = estimatedSeconds(backend, graph, whole, options.sideBySide, options.stop);
    begin(SheetStep::measuring);
    sheet.measured = measure(sheet.measuring, graph, backend, budget, options);
    sheet.heights = heightsOf(sheet.measured, options.fullDepthUm);
    sheet.surface = surfaceOf(*graph, sheet, options.fullDepthUm);
    sheet.surface.seconds = seconds;
    sheet.roller = rollerIn(design, sheet.preflight);
    sheet.machine = machineOf(design, *graph);
    sheet.whole.area = whole;
    sheet.details = usualDetails(design, whole);
    if (!options.details.empty()) sheet.details.clear();
    for (const Rect& area : options.details)
        sheet.details.push_back({"", area, {}});
    if (!options.pictures) return sheet;
    begin(SheetStep::pictures);
    SheetPainter painter(graph, backend, budget, options);
    painter.expect(sheet.whole);
    for (const SheetPicture& detail : sheet.details)
        painter.expect(detail);
    for (SheetPicture& detail : sheet.details)
        painter.paint(detail);
    painter.paint(sheet.whole);
    return sheet;
}

}  // namespace burin
