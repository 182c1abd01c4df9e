// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/transfer_job.hpp"

#include "core/base/checksum.hpp"
#include "core/base/text.hpp"
#include "core/design/design.hpp"
#include "core/export/scan.hpp"
#include "core/kinds/root.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace burin {
namespace {

constexpr std::int64_t longestSide = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t longestText = 256;
/// Limits in um of pitches and lengths, so that their written text can be read again.
constexpr double shortestPitch = 1e-9;
constexpr double longestLength = 1e12;

/// A length and its smallest value, in um. A NaN is not in any range.
struct FieldRange {
    const char* name;
    double um;
    double least;
};

struct Named {
    const char* name;
    const std::string& text;
};

bool isSide(std::int64_t length) {
    return length >= 1 && length <= longestSide;
}

bool isText(const std::string& text) {
    return text.size() <= longestText && !firstInvalidUtf8(text) && !firstControl(text);
}

double jobLength(const Design& design, std::string_view key) {
    const double* length = design.job.find<double>(key);
    return length == nullptr ? 0 : *length;
}

}  // namespace

LineLayout TransferJob::layout() const {
    return {{surface.region.width, surface.region.height}, scan.swathWidth, surface.depth};
}

std::string TransferJob::id() const {
    const Rect& r = surface.region;
    std::string text = surface.designHash + ' ' + scanText(scan) + (scan.serpentine ? " serpentine" : "");
    for (const std::int64_t number : {r.x, r.y, r.width, r.height, std::int64_t{surface.depth}})
        text += ' ' + std::to_string(number);
    char id[17];
    std::snprintf(id, sizeof id, "%016llx",
                  static_cast<unsigned long long>(checksum(std::as_bytes(std::span(text)))));
    return id;
}

TransferJob transferJob(const Design& design, const Root& root, const SurfaceInfo& surface,
                        const Scan& scan) {
    TransferJob job;
    job.surface = surface;
    job.scan = scan;
    job.overscanUm = jobLength(design, "overscan");
    job.bidirectionalOffsetUm = jobLength(design, "bidirectional_offset");
    job.fullDepthUm = root.fullDepthUm;
    job.lightDeep = root.lightDeep;
    return job;
}

JournalHeader journalHeader(const TransferJob& job) {
    JournalHeader header;
    header.surface = job.surface;
    header.scan = job.scan;
    header.format = "raw";
    header.chunk = {job.layout().width(0), 1};
    return header;
}

TransferJob transferJob(const JournalHeader& header) {
    TransferJob job;
    job.surface = header.surface;
    job.scan = header.scan;
    return job;
}

std::string problemOf(const TransferJob& job) {
    const SurfaceInfo& s = job.surface;
    if (s.depth != 1 && s.depth != 8 && s.depth != 16) return "depth is not 1, 8 or 16";
    if (!isSide(s.surface.width) || !isSide(s.surface.height))
        return "surface_width and surface_height are not from 1 to 2147483647";
    if (!isSide(s.region.width) || !isSide(s.region.height) || s.region.x < 0 || s.region.y < 0 ||
        s.region.x > longestSide || s.region.y > longestSide ||
        !Rect{0, 0, s.surface.width, s.surface.height}.contains(s.region))
        return "the region of region_x, region_y, width and height is not inside the surface";
    if (job.scan.swathWidth < 0 || job.scan.swathWidth > longestSide)
        return "swath_width is not from 0 to 2147483647";
    const double pitchY = s.pitchYUm == 0 ? s.pitchUm : s.pitchYUm;
    for (const auto& [name, um, least] :
         {FieldRange{"pitch_x_um", s.pitchUm, shortestPitch},
          {"pitch_y_um", pitchY, shortestPitch},
          {"overscan_um", job.overscanUm, 0},
          {"bidirectional_offset_um", job.bidirectionalOffsetUm, -longestLength},
          {"full_depth_um", job.fullDepthUm, 0}}) {
        if (um >= least && um <= longestLength) continue;
        return std::string(name) + " is " + numberText(um) + ", which is not from " + numberText(least) +
               " to " + numberText(longestLength);
    }
    if (s.designHash.empty()) return "design_hash is empty";
    for (const auto& [name, text] :
         {Named{"design_hash", s.designHash}, {"backend", s.backend}, {"software", s.version}}) {
        if (!isText(text)) return std::string(name) + " is not plain text of at most 256 bytes";
    }
    return {};
}

}  // namespace burin
