// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.hpp"
#include "core/engraving/measuring/measurement_text.hpp"
#include "core/sheet/job_sheet.hpp"

#include <cstdint>

namespace burin {

namespace {

std::string pairText(double x, double y) {
    return "[" + jsonNumber(x) + "," + jsonNumber(y) + "]";
}

std::string curveText(const std::optional<Curve>& curve) {
    if (!curve) return "null";
    return jsonList(curve->points(), [](const auto& point) { return pairText(point.first, point.second); });
}

/// Whether a joint closes; null if no gap was found, but not all of the joint was checked.
std::string closesText(const SheetRoller& roller) {
    if (!roller.open.empty()) return "false";
    return roller.jointSeen ? "true" : "null";
}

std::string rollerText(const std::optional<SheetRoller>& roller) {
    if (!roller) return "null";
    return jsonObject({{"diameter_um", jsonNumber(roller->roller.diameterUm)},
                       {"axis", jsonText(roller->roller.axisX ? "x" : "y")},
                       {"samples_round", std::to_string(roller->samplesRound)},
                       {"pitch_round_um", jsonNumber(roller->pitchRoundUm)},
                       {"joint_closes", closesText(*roller)},
                       {"joint_open", jsonList(roller->open, jsonText)}});
}

std::string spotText(const LaserSpot& spot) {
    if (spot.shape == LaserSpot::Shape::image)
        return jsonObject({{"shape", jsonText("image")},
                           {"file", jsonText(spot.file)},
                           {"pitch_um", jsonNumber(spot.pitchUm)}});
    return jsonObject({{"shape", jsonText(spot.shape == LaserSpot::Shape::gaussian ? "gaussian" : "top_hat")},
                       {"sx_um", jsonNumber(spot.widthUm)},
                       {"sy_um", jsonNumber(spot.heightUm)}});
}

std::string compensationText(const SheetMachine::Compensation& compensation) {
    return jsonObject({{"node", jsonText(compensation.node)},
                       {"spot", spotText(compensation.spot)},
                       {"iterations", std::to_string(compensation.iterations)},
                       {"headroom", pairText(compensation.headroom.x, compensation.headroom.y)}});
}

std::string machineText(const SheetMachine& machine) {
    JsonMembers members;
    if (machine.spot) members.emplace_back("spot", spotText(*machine.spot));
    if (machine.fieldPx) members.emplace_back("field_px", pairText(machine.fieldPx->x, machine.fieldPx->y));
    for (const SheetMachine::Length& length : machine.lengths)
        members.emplace_back(length.key + "_um", jsonNumber(length.um));
    if (!machine.compensations.empty())
        members.emplace_back("compensate", jsonList(machine.compensations, compensationText));
    return jsonObject(members);
}

std::string surfaceText(const SheetSurface& surface) {
    return jsonObject(
        {{"size_px", pairText(static_cast<double>(surface.px.width), static_cast<double>(surface.px.height))},
         {"pitch_um", pairText(surface.pitchUm.x, surface.pitchUm.y)},
         {"size_um", pairText(surface.widthUm(), surface.heightUm())},
         {"full_depth_um", jsonNumber(surface.fullDepthUm)},
         {"engraved_volume_mm3", jsonNumber(surface.volumeMm3)},
         {"bits", std::to_string(surface.bits)},
         {"invert", surface.invert ? "true" : "false"},
         {"material_curve", curveText(surface.materialCurve)},
         {"machine_curve", curveText(surface.machineCurve)},
         {"bytes", jsonNumber(surface.bytes)},
         {"seconds", jsonNumber(surface.seconds)}});
}

std::string placeText(Point place) {
    return "[" + std::to_string(place.x) + "," + std::to_string(place.y) + "]";
}

/// How the predicted surface differs from the designed one.
std::string predictedText(const PreflightReport& report, double fullDepthUm) {
    if (!report.predicted) return "null";
    const PredictedDifference& predicted = *report.predicted;
    return jsonObject({{"model", jsonText("linear")},
                       {"rms_um", jsonNumber(predicted.rms * fullDepthUm)},
                       {"rms_share", jsonNumber(predicted.rms)},
                       {"worst_um", jsonNumber(predicted.worst * fullDepthUm)},
                       {"worst_share", jsonNumber(predicted.worst)},
                       {"place_px", placeText(predicted.place)},
                       {"remarks", jsonList(predicted.remarks,
                                            [](const Problem& remark) { return jsonText(remark.text()); })}});
}

std::string preflightText(const PreflightReport& report, double fullDepthUm) {
    return jsonObject(
        {{"samples_seen", std::to_string(report.samplesSeen)},
         {"samples", std::to_string(report.samples)},
         {"unseen", jsonList(report.unseen, [](const Problem& problem) { return jsonText(problem.text()); })},
         {"predicted", predictedText(report, fullDepthUm)},
         {"findings", jsonList(report.findings, [](const Finding& finding) {
              const bool error = finding.severity == Severity::error;
              return jsonObject({{"severity", jsonText(error ? "error" : "warning")},
                                 {"node", jsonText(finding.node)},
                                 {"what", jsonText(finding.what())},
                                 {"where", jsonText(finding.where)},
                                 {"place_px", finding.place ? placeText(*finding.place) : "null"},
                                 {"remedy", jsonText(finding.remedy())}});
          })}});
}

/// Percent and height in um from 0 to 100 %, and the counts of 64 bins from the highest to the lowest height.
std::string heightsText(const SheetHeights& heights) {
    int percent = 0;
    return jsonObject(
        {{"range_um", pairText(heights.lowestUm, heights.highestUm)},
         {"bearing_curve", jsonList(heights.bearingUm, [&](double um) { return pairText(percent++, um); })},
         {"histogram", jsonList(heights.counts, [](std::uint64_t count) { return std::to_string(count); })}});
}

std::string detailText(const SheetPicture& detail) {
    const Rect& area = detail.area;
    const auto px = {area.x, area.y, area.width, area.height};
    return jsonObject({{"name", jsonText(detail.name)}, {"region_px", jsonList(px, [](std::int64_t value) {
                                                             return std::to_string(value);
                                                         })}});
}

}  // namespace

std::string jobSheetJson(const JobSheet& sheet) {
    std::string roughness =
        measurementJson(sheet.measured, sheet.measuring, {sheet.file, "", sheet.hash, "designed"});
    roughness.pop_back();  // the end of the line
    return jsonObject({{"design", jsonText(sheet.file)},
                       {"hash", jsonText(sheet.hash)},
                       {"version", jsonText(sheet.version)},
                       {"date", jsonText(sheet.date)},
                       {"surface", surfaceText(sheet.surface)},
                       {"roller", rollerText(sheet.roller)},
                       {"machine", machineText(sheet.machine)},
                       {"roughness", roughness},
                       {"heights", heightsText(sheet.heights)},
                       {"preflight", preflightText(sheet.preflight, sheet.surface.fullDepthUm)},
                       {"pictures", jsonList(sheet.details, detailText)}}) +
           "\n";
}

}  // namespace burin
