// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/line_profile.hpp"

#include "core/engraving/measuring/height_profile.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "ui/words/number_text.hpp"

#include <algorithm>

namespace burin::ui {

namespace {

/// The part of a line that has samples.
struct LinePart {
    std::size_t first = 0;
    std::size_t end = 0;
};

LinePart partOf(const LineSamples& line) {
    return line.problem.isEmpty() ? LinePart{line.first, line.end} : LinePart{};
}

/// The part on which both have samples.
LinePart sharedPart(const LineSamples& a, const LineSamples& b) {
    const LinePart one = partOf(a);
    const LinePart two = partOf(b);
    const std::size_t first = std::max(one.first, two.first);
    return {first, std::max(first, std::min(one.end, two.end))};
}

double valueAt(const LineSamples& line, std::size_t k) {
    return static_cast<double>(line.values[k]);
}

}  // namespace

bool LineProfile::depths() const {
    bool some = false;
    for (const LineSamples& side : sides) {
        const LinePart part = partOf(side);
        if (side.fullDepthUm <= 0 && part.first < part.end) return false;
        some = some || side.fullDepthUm > 0;
    }
    return some;
}

double LineProfile::fullHeight() const {
    double most = 0;
    for (const LineSamples& side : sides)
        most = std::max(most, side.fullDepthUm);
    return depths() ? most : 1;
}

double LineProfile::stepUm() const {
    const auto sampled = std::find_if(sides.begin(), sides.end(),
                                      [](const LineSamples& side) { return !side.values.empty(); });
    return sampled == sides.end() ? 1 : sampled->spacingPx * sampled->pixelUm;
}

double LineProfile::lengthUm() const {
    std::size_t most = 1;
    for (const LineSamples& side : sides)
        most = std::max(most, side.values.size());
    return static_cast<double>(most - 1) * stepUm();
}

LineCurve LineProfile::curve(std::size_t side) const {
    const LineSamples& line = sides[side];
    const double full = depths() && line.fullDepthUm > 0 ? line.fullDepthUm : 1;
    const LinePart part = partOf(line);
    LineCurve curve;
    for (std::size_t k = part.first; k < part.end; ++k) {
        curve.distancesUm.push_back(static_cast<double>(k) * stepUm());
        curve.heights.push_back(valueAt(line, k) * full);
    }
    return curve;
}

LineCurve LineProfile::difference() const {
    const LineSamples& a = sides[0];
    const LineSamples& b = sides[1];
    const LinePart part = sharedPart(a, b);
    const bool deep = depths();
    LineCurve curve;
    for (std::size_t k = part.first; k < part.end; ++k) {
        curve.distancesUm.push_back(static_cast<double>(k) * stepUm());
        curve.heights.push_back(valueAt(a, k) * (deep ? a.fullDepthUm : 1) -
                                valueAt(b, k) * (deep ? b.fullDepthUm : 1));
    }
    return curve;
}

std::vector<QStringList> LineProfile::figures() const {
    constexpr int depthDecimals = 2;
    constexpr int valueDecimals = 4;
    std::vector<QStringList> rows = {QStringList{"Ra"}, QStringList{"Rq"}, QStringList{"Rz"}};
    const auto add = [&](const LineCurve& curve) {
        if (curve.heights.empty()) {
            for (QStringList& row : rows)
                row << QString::fromUtf8("–");
            return;
        }
        const ProfileParameters found = profileParameters(curve.heights, stepUm(), flatUm);
        const double numbers[] = {found.Ra, found.Rq, found.Rz};
        for (std::size_t k = 0; k < rows.size(); ++k)
            rows[k] << fixedText(numbers[k], depths() ? depthDecimals : valueDecimals);
    };
    for (std::size_t side = 0; side < sides.size(); ++side)
        add(curve(side));
    if (!compares()) return rows;
    add(difference());
    rows.insert(rows.begin(), QStringList{QString(), "A", "B", QString::fromUtf8("A − B")});
    return rows;
}

QString LineProfile::csv() const {
    const bool deep = depths();
    const auto number = [](double value) { return QString::number(value, 'g', 9); };
    QString text = compares() ? (deep ? "distance_um,a,b,difference,a_depth_um,b_depth_um,difference_um\n"
                                      : "distance_um,a,b,difference\n")
                              : (deep ? "distance_um,value,depth_um\n" : "distance_um,value\n");
    std::size_t count = 0;
    for (const LineSamples& side : sides)
        count = std::max(count, side.values.size());
    for (std::size_t k = 0; k < count; ++k) {
        QStringList values;
        QStringList heights;
        double difference = 0;
        double deeper = 0;
        bool all = true;
        double sign = 1;
        for (const LineSamples& side : sides) {
            const LinePart part = partOf(side);
            const bool there = k >= part.first && k < part.end;
            const double value = there ? valueAt(side, k) : 0;
            values << (there ? number(value) : QString());
            heights << (there ? number(value * side.fullDepthUm) : QString());
            difference += sign * value;
            deeper += sign * value * side.fullDepthUm;
            all = all && there;
            sign = -1;
        }
        if (compares()) {
            values << (all ? number(difference) : QString());
            heights << (all ? number(deeper) : QString());
        }
        text += QString::number(static_cast<double>(k) * stepUm(), 'g', 10) + ',' + values.join(',');
        if (deep) text += ',' + heights.join(',');
        text += '\n';
    }
    return text;
}

}  // namespace burin::ui
