// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/machine_description.hpp"

#include "core/protocol/slice.hpp"
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

namespace burin {
namespace {

std::string millimetres(double width, double height) {
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "%.6g x %.6g mm", width / 1000, height / 1000);
    return text.data();
}

std::string listed(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

std::string scanMisfit(const MachineDescription& machine, const Scan& scan) {
    if (scan.swathWidth == 0 && !machine.rows) return "takes no full rows; use --scan swaths:W";
    if (scan.swathWidth != 0 && !machine.swaths) return "takes full rows only; use --scan rows";
    if (scan.serpentine && !machine.serpentine) return "takes no serpentine";
    if (machine.mostSwathWidth > 0 && scan.swathWidth > machine.mostSwathWidth)
        return "takes swaths of at most " + std::to_string(machine.mostSwathWidth) + " px";
    return {};
}

}  // namespace

std::string misfit(const MachineDescription& machine, const StreamJob& job) {
    const Rect& region = job.surface.region;
    const double width = static_cast<double>(region.width) * job.surface.pitchUm;
    const double height = static_cast<double>(region.height) * job.surface.pitchUm;
    if ((machine.fieldWidthUm > 0 && width > machine.fieldWidthUm) ||
        (machine.fieldHeightUm > 0 && height > machine.fieldHeightUm)) {
        return "takes at most " + millimetres(machine.fieldWidthUm, machine.fieldHeightUm) +
               ", the region is " + millimetres(width, height);
    }
    if (std::find(machine.depths.begin(), machine.depths.end(), job.surface.depth) == machine.depths.end()) {
        return "takes a depth of " + listed(machine.depths) + " bits, the design has " +
               std::to_string(job.surface.depth);
    }
    if (std::string scan = scanMisfit(machine, job.scan); !scan.empty()) return scan;
    if (job.compression == SliceCompression::lz4 && !machine.lz4) return "takes no compressed slices";
    const std::size_t line = job.layout().longestLineBytes();
    if (line > machine.bufferBytes / 2) {
        return "takes lines of at most half of its buffer, " + bytesText(machine.bufferBytes) +
               ", and these have " + bytesText(line) + "; use --scan swaths:W";
    }
    return {};
}

std::string contradiction(const MachineDescription& machine) {
    const std::uint64_t most = std::min<std::uint64_t>(mostSliceBytes, machine.bufferBytes / 4);
    if (machine.mostSliceBytes < leastSliceBytes || machine.mostSliceBytes > most) {
        return "says that a slice has at most " + std::to_string(machine.mostSliceBytes) +
               " bytes; with its buffer of " + std::to_string(machine.bufferBytes) + " bytes " +
               std::to_string(leastSliceBytes) + " to " + std::to_string(most) + " are possible";
    }
    const StreamStatus& status = machine.status;
    if (status.lines < 0 || status.executedLines < 0 || status.executedLines > status.lines ||
        status.doubtfulLine.value_or(0) < 0)
        return "says a line that its job cannot have";
    return {};
}

}  // namespace burin
