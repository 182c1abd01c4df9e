// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A sheet that no engine computed.

#include "core/sheet/job_sheet.hpp"

#include <cmath>
#include <memory>

namespace burin::ui {

/// A surface of 300 x 200 waves, with one detail, one finding and one check that was not possible.
inline JobSheet sampleSheet() {
    JobSheet sheet;
    sheet.file = "folder/waves.burin";
    sheet.hash = "0123456789abcdef0123456789abcdef";
    sheet.version = "9.9.9";
    sheet.date = "2026-11-22";
    sheet.surface.px = {300, 200};
    sheet.surface.pitchUm = {2, 2};
    sheet.surface.fullDepthUm = 40;
    sheet.surface.volumeMm3 = 0.0048;
    sheet.surface.machineCurve = Curve({{0, 0}, {1, 0.9}});
    sheet.surface.bytes = 60000;
    sheet.surface.seconds = 251;
    sheet.machine.pixelUm = 2;
    sheet.machine.spot = LaserSpot{.widthUm = 8, .heightUm = 6};
    sheet.machine.fieldPx = Vector{1000, 500};
    sheet.machine.lengths = {{"overscan", "Overscan", 1500}};
    sheet.measuring.fullDepthUm = 40;
    sheet.measuring.region = {0, 0, 300, 200};
    sheet.measured.values = {{"Sa", "um", 16.7412, 0.171}, {"Ssk", "", -0.253}, {"Std", "deg", {}}};
    sheet.measured.samples = 60000;
    sheet.heights.highestUm = -2;
    sheet.heights.lowestUm = -38;
    for (std::size_t i = 0; i <= 100; ++i)
        sheet.heights.bearingUm[i] = -2 - 0.36 * static_cast<double>(i);
    sheet.heights.counts.fill(3);
    sheet.preflight.findings = {
        {Severity::warning, "rims",
         Problem{.reason = "is muted", .advice = "unmute it if it should be engraved"}, "line 7"}};
    sheet.preflight.unseen = {Problem{.reason = "seams of '%1': the time ran out", .details = {"pebble"}}};
    sheet.preflight.samples = sheet.preflight.samplesSeen = 60000;
    const auto picture = [](const Rect& area) {
        Picture waves;
        waves.area = area;
        waves.exact = true;
        for (std::int64_t k = 0; k < area.area(); ++k)
            waves.values.push_back(0.5F + 0.5F * std::sin(static_cast<float>(k % area.width) / 6));
        return waves;
    };
    sheet.whole = {"", {0, 0, 300, 200}, picture({0, 0, 300, 200})};
    sheet.details = {{"corner", {10, 20, 60, 40}, picture({10, 20, 60, 40})}};
    return sheet;
}

/// The sample sheet after a change. \param change  modifies a JobSheet&
template <class Change>
std::shared_ptr<const JobSheet> sampleSheet(Change change) {
    auto sheet = std::make_shared<JobSheet>(sampleSheet());
    change(*sheet);
    return sheet;
}

}  // namespace burin::ui
