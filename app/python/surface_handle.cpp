// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/surface_handle.hpp"

#include "core/base/errors.hpp"
#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/designed_heights.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/engraving/measuring/measuring_memory.hpp"
#include "core/engraving/measuring/predicted_heights.hpp"
#include "core/geometry/length.hpp"
#include "core/geometry/region.hpp"
#include "core/kinds/root.hpp"
#include "core/preview/usual_level.hpp"

#include <chrono>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace burin::python {
namespace {

constexpr std::int64_t mostPicturePixels = std::int64_t{1} << 28;

Rect areaOf(const Extent& extent, const RegionText& region, const Design& design, const std::string& node) {
    if (region) return regionInside(*region, design, rectWithin(extent), node);
    if (!extent.bounded())
        throw UsageError("nothing bounds the node; choose a part with region=(x, y, width, height)");
    if (extent.empty()) throw UsageError("the node is empty; there is nothing to compute");
    return extent.rect();
}

/// A length of an argument in um; 0 for an empty text. \throws UsageError
double micrometresOf(const char* argument, const std::string& text, double pixelUm) {
    if (text.empty()) return 0;
    const std::optional<Length> length = parseLength(text);
    const double um = length ? length->micrometres(pixelUm) : 0;
    if (um > 0 && std::isfinite(um)) return um;
    throw UsageError({.reason = "%1 %2: a positive length such as '25 um' is expected, in %3",
                      .details = {argument, quotedForMessage(text), std::string(lengthUnits)}});
}

double filterOf(const char* argument, const std::string& text, const Design& design) {
    const double um = micrometresOf(argument, text, design.pixelUm);
    const FilterRange range(pitchOf(design));
    if (um == 0 || range.contains(um)) return um;
    throw UsageError(
        {.reason = "%1 %2: %3 to %4 um (2 to 4096 samples) are expected",
         .details = {argument, quotedForMessage(text), numberText(range.leastUm), numberText(range.mostUm)}});
}

double fullDepthOf(const std::string& text, const Design& design) {
    if (!text.empty()) {
        const double um = micrometresOf("full_depth", text, design.pixelUm);
        if (um <= mostFullDepthUm) return um;
        throw UsageError(
            {.reason = "full_depth %1: at most 1 m is expected", .details = {quotedForMessage(text)}});
    }
    if (const auto um = design.fullDepthUm()) return *um;
    Problem missing = missingFullDepth();
    missing.advice += ", or pass full_depth='40 um'";
    throw UsageError(std::move(missing));
}

/// \param node  must be empty: only the surface can be predicted \throws UsageError if the surface cannot be
///         predicted
Prediction predictionOf(const Design& design, const std::string& node, SurfaceEngine& engine,
                        const std::stop_token& stop) {
    if (!node.empty())
        throw UsageError("predicted: only the surface is engraved by a spot; leave out the node");
    auto found = predictSurface(design, engine.backend(), engine.graph(), stop);
    if (const auto* problem = std::get_if<Problem>(&found)) throw UsageError(*problem);
    return std::move(std::get<Prediction>(found));
}

}  // namespace

Rect regionInside(const std::string& text, const Design& design, const Rect& whole, const std::string& node) {
    const auto found = regionIn(text, design.pixelUm, whole, node);
    if (const auto* why = std::get_if<Problem>(&found))
        throw UsageError({.reason = "region %1", .details = {why->text()}});
    return std::get<Rect>(found);
}

NodeIndex nodeNamed(const Design& design, const std::string& name) {
    if (name.empty()) {
        if (!design.root) throw UsageError("the design has no root; name a node");
        return *design.root;
    }
    const auto node = design.find(name);
    if (!node)
        throw UsageError({.reason = "node %1: the design has no node with that name",
                          .details = {quotedForMessage(name)}});
    return *node;
}

SurfaceHandle::SurfaceHandle(std::shared_ptr<const Design> design, const std::string& node,
                             const EngineWishes& wishes, const RegionText& region,
                             const std::stop_token& stop)
    : design_(std::move(design)),
      node_(node),
      engine_(std::make_unique<SurfaceEngine>(*design_, nodeNamed(*design_, node), wishes, stop)),
      provisional_(engine_->provisional(*design_, nodeNamed(*design_, node), stop)),
      area_(areaOf(engine_->graph()->top().extent, region, *design_, node)) {}

SurfaceHandle::~SurfaceHandle() {
    // The engine's destructor would wait for threads that only the other process has.
    if (!process_.isThis()) static_cast<void>(engine_.release());
}

SurfaceEngine& SurfaceHandle::engine() const {
    process_.require();
    return *engine_;
}

std::string SurfaceHandle::hash(const std::stop_token& stop) const {
    return designHash(*engine().graph(), stop);
}

Rect SurfaceHandle::part(const RegionText& region) const {
    if (!region) return area_;
    const Rect inside = regionInside(*region, *design_, {0, 0, area_.width, area_.height});
    return inside.translated(area_.origin());
}

PicturePlace SurfaceHandle::placeOf(std::optional<int> level, const RegionText& region, std::size_t most) {
    const Rect samples = part(region);
    if (level && (*level < 0 || *level > 31)) throw UsageError("level: 0 to 31 is expected");
    PicturePlace place;
    place.level = level.value_or(usualLevel(samples, engine().budget().limit()));
    place.blocks = blocksCovering(samples, place.level);
    while (!level && place.level < 31 && static_cast<std::size_t>(place.blocks.area()) > most)
        place.blocks = blocksCovering(samples, ++place.level);
    return place;
}

Picture SurfaceHandle::preview(const PicturePlace& place, double seconds, bool shade,
                               const std::stop_token& stop) {
    if (!(seconds >= 0 && seconds <= 1e6)) throw UsageError("seconds: 0 or more is expected");
    PreviewRequest request;
    request.graph = engine().graph();
    request.provisional = provisional_;
    request.level = place.level;
    request.area = place.blocks;
    request.patience = std::chrono::duration<double>(seconds);
    request.stop = stop;
    if (request.area.width > mostPicturePixels / request.area.height)
        throw UsageError(
            {.reason = "the picture would be %1 x %2 px; a higher level makes it smaller",
             .details = {std::to_string(request.area.width), std::to_string(request.area.height)}});
    Picture picture = renderPreview(engine().backend(), engine().budget(), request);
    return shade ? shaded(picture) : picture;
}

std::string SurfaceHandle::measured(const MeasuringWishes& wishes, const std::stop_token& stop) {
    MeasuringOptions options;
    options.region = part(wishes.region);
    options.fullDepthUm = fullDepthOf(wishes.fullDepth, *design_);
    options.pitchUm = pitchOf(*design_);
    options.form = wishes.plane ? MeasuringOptions::Form::plane : MeasuringOptions::Form::none;
    options.shortFilterUm = filterOf("s_filter", wishes.shortFilter, *design_);
    options.longFilterUm = filterOf("l_filter", wishes.longFilter, *design_);
    if (wishes.windows != 0 && (wishes.windows < 2 || wishes.windows > 100000))
        throw UsageError("sample: 2 to 100000 windows are expected");
    options.sampleWindows = wishes.windows;
    options.threads = engine().threads();
    options.samplesAtOnce = engine().backend().requestSamples();
    options.stop = stop;
    std::shared_ptr<const HeightMap> heights;
    std::vector<Problem> remarks;
    if (wishes.predicted) {
        Prediction prediction = predictionOf(*design_, node_, engine(), stop);
        heights = std::move(prediction.heights);
        remarks = std::move(prediction.remarks);
        options.samplesAtOnce = PredictedHeights::samplesAtOnce;
    } else {
        heights = std::make_shared<DesignedHeights>(engine().backend(), engine().graph(), stop);
    }
    const Reservation held = memoryForMeasuring(options, engine().budget(), heights);
    MeasuredSurface found = measureHeights(heights, options);
    found.remarks.insert(found.remarks.begin(), remarks.begin(), remarks.end());
    return measurementJson(
        found, options,
        {design_->file.string(), node_, hash(stop), wishes.predicted ? "predicted" : "designed"});
}

}  // namespace burin::python
