// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/machine_description.hpp"

#include "core/base/text.hpp"
#include "core/protocol/slice.hpp"
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <cmath>

namespace burin {
namespace {

std::string millimetres(double width, double height) {
    return roundedText(width / 1000, 6) + " x " + roundedText(height / 1000, 6) + " mm";
}

std::string listed(const std::vector<int>& numbers) {
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

/// A number of a description that cannot be; empty if it can.
std::string impossible(const char* name, double value) {
    if (std::isfinite(value) && value >= 0) return {};
    return std::string("reports a ") + name + " of " + numberText(value) + "; it must be a number, 0 or more";
}

std::vector<Remedy> narrower(const MachineDescription& machine) {
    if (!machine.swaths) return {};
    return {{Remedy::Way::scanSwaths}};
}

std::optional<Problem> scanMisfit(const MachineDescription& machine, const Scan& scan) {
    if (scan.swathWidth == 0 && !machine.rows)
        return Problem{.reason = "does not take full rows", .remedies = narrower(machine)};
    if (scan.swathWidth != 0 && !machine.swaths)
        return Problem{.reason = "takes full rows only", .remedies = {{Remedy::Way::scanRows}}};
    if (scan.serpentine && !machine.serpentine) return Problem{.reason = "does not take serpentine scans"};
    if (machine.mostSwathWidth > 0 && scan.swathWidth > machine.mostSwathWidth)
        return Problem{.reason = "takes swaths of at most %1 px",
                       .details = {std::to_string(machine.mostSwathWidth)}};
    return {};
}

}  // namespace

std::optional<Problem> misfit(const MachineDescription& machine, const TransferJob& job) {
    const Rect& region = job.surface.region;
    const double width = static_cast<double>(region.width) * job.surface.pitchUm;
    const double height = static_cast<double>(region.height) * job.surface.pitchAlongY();
    if ((machine.fieldWidthUm > 0 && width > machine.fieldWidthUm) ||
        (machine.fieldHeightUm > 0 && height > machine.fieldHeightUm)) {
        return Problem{.reason = "takes at most %1; the region is %2",
                       .details = {millimetres(machine.fieldWidthUm, machine.fieldHeightUm),
                                   millimetres(width, height)}};
    }
    if (machine.depths.empty()) return Problem{.reason = "does not say which bit depths it takes"};
    if (std::find(machine.depths.begin(), machine.depths.end(), job.surface.depth) == machine.depths.end()) {
        return Problem{.reason = "takes a bit depth of %1; the design has %2",
                       .details = {listed(machine.depths), std::to_string(job.surface.depth)}};
    }
    if (std::optional<Problem> scan = scanMisfit(machine, job.scan)) return scan;
    if (job.compression == SliceCompression::lz4 && !machine.lz4)
        return Problem{.reason = "does not take compressed slices"};
    const std::size_t line = job.layout().longestLineBytes();
    if (line > machine.bufferBytes / 2) {
        return Problem{.reason = "takes lines of at most half its buffer, %1; these have %2",
                       .details = {bytesText(machine.bufferBytes), bytesText(line)},
                       .remedies = narrower(machine)};
    }
    return {};
}

std::string contradiction(const MachineDescription& machine) {
    for (const std::string& wrong :
         {impossible("field width", machine.fieldWidthUm), impossible("field height", machine.fieldHeightUm),
          impossible("rate", machine.bytesPerSecond)}) {
        if (!wrong.empty()) return wrong;
    }
    const std::uint64_t most = std::min<std::uint64_t>(mostSliceBytes, machine.bufferBytes / 4);
    if (most < leastSliceBytes)
        return "reports a buffer of " + counted(machine.bufferBytes, "byte") + "; it needs at least " +
               std::to_string(4 * leastSliceBytes);
    if (machine.mostSliceBytes < leastSliceBytes || machine.mostSliceBytes > most) {
        return "reports that a slice has at most " + std::to_string(machine.mostSliceBytes) +
               " bytes; its buffer of " + std::to_string(machine.bufferBytes) + " bytes allows " +
               std::to_string(leastSliceBytes) + " to " + std::to_string(most);
    }
    const TransferStatus& status = machine.status;
    if (status.lines < 0 || status.executedLines < 0 || status.executedLines > status.lines ||
        status.doubtfulLine.value_or(0) < 0)
        return "reports a line that its job cannot have";
    return {};
}

std::string whyUseless(const MachineDescription& machine) {
    if (std::string wrong = contradiction(machine); !wrong.empty()) return wrong;
    if (machine.depths.empty()) return "reports no bit depth; it must report which of 1, 8 and 16 it takes";
    return {};
}

}  // namespace burin
