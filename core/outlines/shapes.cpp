// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/shapes.hpp"

#include "core/outlines/flatten.hpp"
#include "core/outlines/trigonometry.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace burin {

namespace {

Outline boxed(ContourList list, double width, double height, FillRule rule = FillRule::nonzero) {
    Outline outline;
    outline.paint(std::move(list), rule);
    outline.box = PlaneBox{0, 0, width, height};
    return outline;
}

/// A place at an angle clockwise from the top.
PlanePoint polar(PlanePoint centre, double radius, const SineCosine& angle) {
    return {centre.x + radius * angle.sine, centre.y - radius * angle.cosine};
}

}  // namespace

Outline rectangleOutline(double width, double height, double radius) {
    ContourList list;
    const double r = std::min({radius, width / 2, height / 2});
    if (!(r > 0)) {
        const PlanePoint corners[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
        list.polygon(corners);
        return boxed(std::move(list), width, height);
    }
    constexpr double quarter = piNumber / 2;
    list.moveTo({r, 0});
    list.lineTo({width - r, 0});
    list.arcTo({width - r, r}, {0, -r}, {r, 0}, 0, quarter, {width, r});
    list.lineTo({width, height - r});
    list.arcTo({width - r, height - r}, {r, 0}, {0, r}, 0, quarter, {width - r, height});
    list.lineTo({r, height});
    list.arcTo({r, height - r}, {0, r}, {-r, 0}, 0, quarter, {0, height - r});
    list.lineTo({0, r});
    list.arcTo({r, r}, {-r, 0}, {0, -r}, 0, quarter, {r, 0});
    list.close();
    return boxed(std::move(list), width, height);
}

Outline ellipseOutline(double width, double height) {
    ContourList list;
    list.ellipse({width / 2, height / 2}, width / 2, height / 2);
    return boxed(std::move(list), width, height);
}

Outline polygonOutline(int sides, double diameter, bool acrossFlats) {
    const double half = diameter / 2;
    const double radius = acrossFlats ? half / sineCosineOfDegrees(180.0 / sides).cosine : half;
    std::vector<PlanePoint> corners;
    for (int i = 0; i < sides; ++i)
        corners.push_back(polar({half, half}, radius, sineCosineOfDegrees(360.0 * i / sides)));
    ContourList list;
    list.polygon(corners);
    return boxed(std::move(list), diameter, diameter);
}

Outline starOutline(int points, double diameter, double inner) {
    const double half = diameter / 2;
    std::vector<PlanePoint> corners;
    for (int i = 0; i < 2 * points; ++i) {
        const double radius = i % 2 == 0 ? half : half * inner;
        corners.push_back(polar({half, half}, radius, sineCosineOfDegrees(180.0 * i / points)));
    }
    ContourList list;
    list.polygon(corners);
    return boxed(std::move(list), diameter, diameter);
}

Outline ringOutline(double diameter, double inner) {
    const PlanePoint centre{diameter / 2, diameter / 2};
    ContourList list;
    list.ellipse(centre, diameter / 2, diameter / 2);
    if (inner > 0) list.ellipse(centre, inner / 2, inner / 2);
    return boxed(std::move(list), diameter, diameter, FillRule::evenodd);
}

Outline crossOutline(double width, double height, double thickness) {
    const double left = (width - thickness) / 2;
    const double right = (width + thickness) / 2;
    const double top = (height - thickness) / 2;
    const double bottom = (height + thickness) / 2;
    const PlanePoint corners[] = {{left, 0},       {right, 0},      {right, top},    {width, top},
                                  {width, bottom}, {right, bottom}, {right, height}, {left, height},
                                  {left, bottom},  {0, bottom},     {0, top},        {left, top}};
    ContourList list;
    list.polygon(corners);
    return boxed(std::move(list), width, height);
}

Outline lineOutline(PlanePoint from, PlanePoint to, double thickness, StrokeCap cap) {
    const double far = length(to - from);
    const PlanePoint along =
        far > 0 ? PlanePoint{(to.x - from.x) / far, (to.y - from.y) / far} : PlanePoint{1, 0};
    const PlanePoint ahead = along * (thickness / 2);
    const PlanePoint left{ahead.y, -ahead.x};
    if (cap == StrokeCap::square) {
        from = from - ahead;
        to = to + ahead;
    }
    Outline outline;
    ContourList list;
    if (cap == StrokeCap::round) {
        list.moveTo(from + left);
        list.lineTo(to + left);
        list.arcTo(to, left, ahead, 0, piNumber, to - left);
        list.lineTo(from - left);
        list.arcTo(from, -left, -ahead, 0, piNumber, from + left);
        list.close();
    } else {
        const PlanePoint corners[] = {from + left, to + left, to - left, from - left};
        list.polygon(corners);
    }
    outline.paint(std::move(list));
    return outline;
}

Outline arrowOutline(PlanePoint from, PlanePoint to, double thickness, double headLength, double headWidth) {
    const double far = length(to - from);
    const PlanePoint along{(to.x - from.x) / far, (to.y - from.y) / far};
    const PlanePoint left{along.y, -along.x};
    const PlanePoint base = to - along * headLength;
    const PlanePoint shaft = left * (thickness / 2);
    const PlanePoint head = left * (headWidth / 2);
    std::vector<PlanePoint> corners;
    if (headLength < far) corners = {base - shaft, from - shaft, from + shaft, base + shaft};
    corners.insert(corners.end(), {base + head, to, base - head});
    Outline outline;
    ContourList list;
    list.polygon(corners);
    outline.paint(std::move(list));
    return outline;
}

namespace {

/// A gear's angles in radians, from the middle of a tooth.
class GearTooth {
  public:
    explicit GearTooth(const GearShape& gear)
        : baseRadius_(gear.teeth * gear.module / 2 * sineCosineOfDegrees(gear.pressureDegrees).cosine) {
        const SineCosine pressure = sineCosineOfDegrees(gear.pressureDegrees);
        const double atPitch = pressure.sine / pressure.cosine - gear.pressureDegrees * (piNumber / 180);
        halfAtBase_ = piNumber / (2 * gear.teeth) + atPitch;
    }
    [[nodiscard]] double baseRadius() const { return baseRadius_; }
    /// The roll angle of the involute at a radius; 0 inside the base circle.
    [[nodiscard]] double rollAt(double radius) const {
        const double ratio = radius / baseRadius_;
        return ratio > 1 ? std::sqrt(ratio * ratio - 1) : 0;
    }
    /// Half of the tooth's angle at the roll angle `roll`.
    [[nodiscard]] double halfAngle(double roll) const { return halfAtBase_ - (roll - arcTangent(roll, 1)); }
    [[nodiscard]] double radius(double roll) const { return baseRadius_ * std::sqrt(1 + roll * roll); }

  private:
    double baseRadius_;
    double halfAtBase_ = 0;
};

/// Draws circles, rays and flanks about the centre of a gear.
class GearPen {
  public:
    GearPen(PlanePoint centre, ContourList& list) : centre_(centre), list_(list) {}

    void to(double radius, double angle) {
        const PlanePoint at = polar(centre_, radius, sineCosine(angle));
        if (list_.empty()) {
            list_.moveTo(at);
        } else {
            list_.lineTo(at);
        }
    }
    /// Clockwise about the centre.
    void arc(double radius, double from, double until) {
        const SineCosine first = sineCosine(from);
        const PlanePoint a{radius * first.sine, -radius * first.cosine};
        list_.arcTo(centre_, a, {-a.y, a.x}, 0, until - from, polar(centre_, radius, sineCosine(until)));
    }

  private:
    PlanePoint centre_;
    ContourList& list_;
};

}  // namespace

const char* GearShape::complaint() const {
    const GearTooth tooth(*this);
    if (tooth.halfAngle(tooth.rollAt(outerDiameter() / 2)) <= 0) return "the teeth would end in points";
    if (tooth.halfAngle(tooth.rollAt(rootDiameter() / 2)) >= piNumber / teeth)
        return "the teeth would touch at their roots";
    if (bore >= rootDiameter()) return "the bore would cut the teeth";
    return nullptr;
}

Outline gearOutline(const GearShape& gear, double stretch) {
    const GearTooth tooth(gear);
    const double outer = gear.outerDiameter() / 2;
    const double root = gear.rootDiameter() / 2;
    const PlanePoint centre{outer, outer};
    const double firstRoll = tooth.rollAt(root);
    const double lastRoll = tooth.rollAt(outer);
    // The second derivative of an involute is at most base radius * sqrt(1 + roll^2), which is the outer
    // radius.
    const double tolerance = flatteningTolerance / (2 * std::max(stretch, 1e-9));
    const double wanted = std::ceil((lastRoll - firstRoll) * std::sqrt(outer / (8 * tolerance)));
    const int chords = static_cast<int>(std::clamp(wanted, 1.0, 10'000.0));
    ContourList list;
    GearPen pen(centre, list);
    const double tip = tooth.halfAngle(lastRoll);
    const double foot = tooth.halfAngle(firstRoll);
    const auto flank = [&](double middle, int sense) {
        for (int k = 0; k <= chords; ++k) {
            const int at = sense < 0 ? k : chords - k;
            const double roll = firstRoll + (lastRoll - firstRoll) * at / chords;
            const double radius = at == chords ? outer
                                  : at == 0    ? std::max(root, tooth.baseRadius())
                                               : tooth.radius(roll);
            pen.to(radius, middle + sense * tooth.halfAngle(roll));
        }
    };
    for (int i = 0; i < gear.teeth; ++i) {
        const double middle = 2 * piNumber * i / gear.teeth;
        const double next = 2 * piNumber * (i + 1) / gear.teeth;
        pen.to(root, middle - foot);
        flank(middle, -1);
        pen.arc(outer, middle - tip, middle + tip);
        flank(middle, 1);
        pen.to(root, middle + foot);
        pen.arc(root, middle + foot, next - foot);
    }
    list.close();
    if (gear.bore > 0) list.ellipse(centre, gear.bore / 2, gear.bore / 2);
    return boxed(std::move(list), 2 * outer, 2 * outer, FillRule::evenodd);
}

}  // namespace burin
