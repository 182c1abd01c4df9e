// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/job_sheet.hpp"

#include "core/base/json.hpp"
#include "core/base/text.hpp"
#include "core/design/job.hpp"
#include "core/design/roller.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/kinds/form/parameters/spot.hpp"
#include "core/kinds/root.hpp"
#include "core/render/appearance.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace burin {

namespace {

std::string pairText(double x, double y) {
    return "[" + numberText(x) + "," + numberText(y) + "]";
}

std::string curveText(const std::optional<Curve>& curve) {
    if (!curve) return "null";
    return jsonList(curve->points(), [](const auto& point) { return pairText(point.first, point.second); });
}

std::string rollerText(const Design& design) {
    const auto roller = rollerOf(design.job);
    if (!roller) return "null";
    return jsonObject({{"diameter_um", numberText(roller->diameterUm)},
                       {"axis", roller->axisX ? "\"x\"" : "\"y\""},
                       {"samples_round", std::to_string(roller->samplesRound(design.pixelUm))},
                       {"pitch_round_um", numberText(roller->pitchRoundUm(design.pixelUm))}});
}

std::string spotText(const LaserSpot& spot) {
    if (spot.shape == LaserSpot::Shape::image)
        return jsonObject(
            {{"shape", "\"image\""}, {"file", jsonText(spot.file)}, {"pitch_um", numberText(spot.pitchUm)}});
    return jsonObject({{"shape", spot.shape == LaserSpot::Shape::gaussian ? "\"gaussian\"" : "\"top_hat\""},
                       {"sx_um", numberText(spot.widthUm)},
                       {"sy_um", numberText(spot.heightUm)}});
}

/// The values of `job` about the machine.
std::string machineText(const Design& design) {
    JsonMembers members;
    for (const ParameterDescription& parameter : jobParameters()) {
        const std::string key(parameter.key);
        if (const auto* spot = design.job.find<LaserSpot>(key)) {
            members.emplace_back(key, spotText(*spot));
        } else if (const auto* size = design.job.find<Vector>(key)) {
            members.emplace_back(key + "_px", pairText(size->x, size->y));
        } else if (const auto* um = design.job.find<double>(key)) {
            members.emplace_back(key + "_um", numberText(*um));
        }
    }
    return jsonObject(members);
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

std::string surfaceText(const JobSheet& sheet, const Root& root, const Rect& whole, const Vector& pitch) {
    const double width = static_cast<double>(whole.width) * pitch.x;
    const double height = static_cast<double>(whole.height) * pitch.y;
    const double full = sheet.measuring.fullDepthUm;
    constexpr double cubicMillimetre = 1e9;
    return jsonObject(
        {{"size_px", pairText(static_cast<double>(whole.width), static_cast<double>(whole.height))},
         {"pitch_um", pairText(pitch.x, pitch.y)},
         {"size_um", pairText(width, height)},
         {"full_depth_um", full > 0 ? numberText(full) : "null"},
         {"engraved_volume_mm3",
          sheet.measured
              ? numberText(width * height * full * meanDepth(sheet.measured->histogram) / cubicMillimetre)
              : "null"},
         {"bits", std::to_string(root.depth)},
         {"invert", root.invert ? "true" : "false"},
         {"material_curve", curveText(root.materialCurve)},
         {"machine_curve", curveText(root.machineCurve)},
         {"bytes", numberText(sheet.preflight.bytes)},
         {"seconds", numberText(sheet.seconds)}});
}

std::string preflightText(const PreflightReport& report) {
    return jsonObject(
        {{"samples_seen", std::to_string(report.samplesSeen)},
         {"samples", std::to_string(report.samples)},
         {"unseen", jsonList(report.unseen, [](const Problem& problem) { return jsonText(problem.text()); })},
         {"findings", jsonList(report.findings, [](const Finding& finding) {
              const bool error = finding.severity == Severity::error;
              return jsonObject({{"severity", error ? "\"error\"" : "\"warning\""},
                                 {"node", jsonText(finding.node)},
                                 {"what", jsonText(finding.what())},
                                 {"where", jsonText(finding.where)},
                                 {"remedy", jsonText(finding.remedy())}});
          })}});
}

/// Percent and height in um from 0 to 100 %, and the counts of 64 bins from the highest to the lowest height.
std::string bearingText(const JobSheet& sheet) {
    const MeasuredSurface& measured = *sheet.measured;
    const double um = sheet.measuring.fullDepthUm;
    const BearingCurve curve(measured.histogram, measured.least, measured.greatest);
    std::vector<int> percents(101);
    for (int i = 0; i <= 100; ++i)
        percents[static_cast<std::size_t>(i)] = i;
    constexpr int bars = 64;
    std::vector<std::uint64_t> counts(bars);
    const HeightHistogram& histogram = measured.histogram;
    const double span = std::max(1e-300, measured.greatest - measured.least);
    for (std::int64_t bin = 0; bin < HeightHistogram::bins; ++bin) {
        const double depth = histogram.lowest() + histogram.binWidth() * (static_cast<double>(bin) + 0.5);
        const int bar = std::clamp(static_cast<int>((depth - measured.least) / span * bars), 0, bars - 1);
        if (histogram.count(bin) > 0) counts[static_cast<std::size_t>(bar)] += histogram.count(bin);
    }
    return jsonObject(
        {{"range_um", pairText(-um * measured.greatest, -um * measured.least)},
         {"bearing_curve", jsonList(percents,
                                    [&](int percent) {
                                        return pairText(percent,
                                                        -um * curve.at(percent * BearingCurve::steps / 100));
                                    })},
         {"histogram", jsonList(counts, [](std::uint64_t count) { return std::to_string(count); })}});
}

}  // namespace

std::string jobSheetJson(const JobSheet& sheet, const Design& design, const Graph& graph) {
    std::string roughness = "null";
    std::string heights = "null";
    if (sheet.measured) {
        roughness =
            measurementJson(*sheet.measured, sheet.measuring, {sheet.file, "", sheet.hash, "designed"});
        roughness.pop_back();  // the end of the line
        heights = bearingText(sheet);
    }
    return jsonObject(
               {{"design", jsonText(sheet.file)},
                {"hash", jsonText(sheet.hash)},
                {"version", jsonText(sheet.version)},
                {"date", jsonText(sheet.date)},
                {"surface", surfaceText(sheet, *rootOf(graph), graph.top().extent.rect(), graph.pitchUm)},
                {"roller", rollerText(design)},
                {"machine", machineText(design)},
                {"roughness", roughness},
                {"heights", heights},
                {"preflight", preflightText(sheet.preflight)}}) +
           "\n";
}

}  // namespace burin
