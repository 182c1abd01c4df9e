// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/snapped_outline.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/outlines/stroke.hpp"

#include <algorithm>
#include <cmath>

namespace burin {

namespace {

/// Collects polygons. After the limit it only counts them.
class SnapSink {
  public:
    SnapSink(SnappedOutline& into, const std::stop_token& stop) : into_(into), stop_(stop) {}

    void beginContour() {
        first_ = into_.points.size();
        if (stop_.stop_requested()) throw Cancelled();
    }
    void add(PlanePoint p) {
        if (++edges_ > static_cast<double>(mostOutlineEdges)) return;
        const StepPoint at{step(p.x), step(p.y)};
        if (into_.points.size() == first_ || !(into_.points.back() == at)) into_.points.push_back(at);
    }
    void endContour() {
        std::vector<StepPoint>& points = into_.points;
        while (points.size() > first_ + 1 && points.back() == points[first_])
            points.pop_back();
        if (points.size() < first_ + 2) {
            points.resize(first_);
        } else {
            into_.contours.push_back(first_);
        }
    }
    void count(double edges) { edges_ += edges; }
    /// There are more edges than were counted.
    void stopCounting() { counted_ = false; }
    [[nodiscard]] bool counted() const { return counted_; }
    [[nodiscard]] double edges() const { return edges_; }
    /// Counting further would make the user wait for a useless number.
    [[nodiscard]] bool hopeless() const { return edges_ > 2.0 * static_cast<double>(mostOutlineEdges); }

  private:
    static std::int32_t step(double pixels) {
        const double steps = std::floor(outlineSteps * pixels + 0.5);
        if (!(std::fabs(steps) < outlineReach)) {
            throw OutlineError(
                Problem{.reason = "the outline reaches farther than 4,194,304 px from its (0, 0)",
                        .advice = "use coordinates below 4,194,304 px"});
        }
        return static_cast<std::int32_t>(steps);
    }

    SnappedOutline& into_;
    const std::stop_token& stop_;
    std::size_t first_ = 0;
    double edges_ = 0;
    bool counted_ = true;
};

void snapFill(const ContourList& list, const Affine& map, SnapSink& sink) {
    const double count = chordCount(list, map, flatteningTolerance);
    if (!(sink.edges() + count <= static_cast<double>(mostOutlineEdges))) return sink.count(count);
    std::vector<ChordPoint> chords;
    for (std::size_t i = 0; i < list.heads.size(); ++i) {
        flattenContour(list, i, map, flatteningTolerance, chords);
        sink.beginContour();
        for (const ChordPoint& chord : chords)
            sink.add(chord.at);
        sink.endContour();
    }
}

void snapStroke(const ContourList& list, const StrokeStyle& style, const Affine& map, SnapSink& sink) {
    if (!(map.largestStretch() > 0) || !(style.width > 0)) return;
    const StrokeAccuracy accuracy = StrokeAccuracy::under(map);
    const double count = chordCount(list, Affine(), accuracy.tolerance);
    if (!(sink.edges() + count <= static_cast<double>(mostOutlineEdges))) return sink.count(4 * count);
    const StrokePieces pieces = [&](std::span<const PlanePoint> piece) {
        sink.beginContour();
        // counted as a rectangle, so that dashes without length come to an end
        if (piece.empty()) sink.count(4);
        for (const PlanePoint p : piece)
            sink.add(map(p));
        sink.endContour();
        return !sink.hopeless();
    };
    std::vector<ChordPoint> chords;
    std::vector<CurveDirections> directions;
    for (std::size_t i = 0; i < list.heads.size(); ++i) {
        flattenContour(list, i, Affine(), accuracy.tolerance, chords, &directions);
        const bool closed = list.heads[i].closed;
        if (!strokeContour(chords, directions, closed, closed || chords.size() > 1, style, accuracy, pieces))
            return sink.stopCounting();
    }
}

/// Marks the layers that an item shows or that clip an item.
std::vector<bool> usedLayers(const Outline& outline) {
    std::vector<bool> clips(outline.clips.size(), false);
    std::vector<bool> layers(outline.layers.size(), false);
    for (const OutlineItem& item : outline.items) {
        layers[item.layer] = true;
        for (const std::size_t clip : item.clips)
            clips[clip] = true;
    }
    for (std::size_t i = clips.size(); i-- > 0;) {
        if (!clips[i]) continue;
        for (const OutlineClip::Part& part : outline.clips[i].parts) {
            layers[part.layer] = true;
            for (const std::size_t clip : part.clips)
                clips[clip] = true;
        }
    }
    return layers;
}

}  // namespace

SnappedOutline snap(const Outline& outline, const Affine& map, const std::stop_token& stop) {
    SnappedOutline result;
    result.clips = outline.clips;
    result.items = outline.items;
    result.units = outline.units;
    if (outline.box) result.box = bounds(*outline.box, map);
    SnapSink sink(result, stop);
    const std::vector<bool> used = usedLayers(outline);
    for (std::size_t i = 0; i < outline.layers.size(); ++i) {
        const OutlineLayer& layer = outline.layers[i];
        result.layers.push_back({layer.rule, result.contours.size()});
        if (!used[i]) continue;
        const ContourList& list = outline.lists[layer.list];
        const Affine whole = map.after(layer.toOutline);
        if (layer.stroke) {
            snapStroke(list, *layer.stroke, whole, sink);
        } else {
            snapFill(list, whole, sink);
        }
    }
    if (sink.edges() > static_cast<double>(mostOutlineEdges)) {
        const bool more = sink.edges() > 1e15 || !sink.counted();
        throw OutlineError(
            {.reason = more ? "the outline has more than %1 edges" : "the outline has %1 edges",
             .details = {grouped(static_cast<std::int64_t>(std::min(sink.edges(), 1e15)))},
             .advice = "use at most 10,000,000 edges"});
    }
    return result;
}

PlaneBox bounds(const PlaneBox& box, const Affine& map) {
    const PlanePoint first = map({box.left, box.top});
    PlaneBox result{first.x, first.y, first.x, first.y};
    for (const PlanePoint corner :
         {PlanePoint{box.right, box.top}, {box.left, box.bottom}, {box.right, box.bottom}}) {
        const PlanePoint at = map(corner);
        result.left = std::min(result.left, at.x);
        result.top = std::min(result.top, at.y);
        result.right = std::max(result.right, at.x);
        result.bottom = std::max(result.bottom, at.y);
    }
    return result;
}

Affine placed(const Outline& outline, bool mirrorX, bool mirrorY, PlanePoint scale, double rotateDegrees) {
    const Affine sized = Affine::scale(mirrorX ? -scale.x : scale.x, mirrorY ? -scale.y : scale.y);
    const Affine turned = Affine::turn(rotateDegrees).after(sized);
    if (!outline.box) return turned;
    const PlaneBox moved = bounds(*outline.box, turned);
    return Affine::translation(-moved.left, -moved.top).after(turned);
}

}  // namespace burin
