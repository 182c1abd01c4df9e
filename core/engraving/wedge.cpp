// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/wedge.hpp"

#include "core/base/text.hpp"

#include <cmath>

namespace burin {

namespace {

/// The table that the engraver fills in; its pairs are the input of a fit.
std::string patchTable(const WedgePlan& plan) {
    std::string text =
        "# A test wedge. Measure the depth of each patch, counted row by row from the upper left, and write\n"
        "# the pairs into a file of lines `value,depth`, to which the curve of the machine is fitted:\n"
        "#\n# value,depth\n";
    for (int number = 1; number <= plan.steps; ++number) {
        text += "# " + numberText(plan.writtenValue(number)) + ",    (row " +
                std::to_string((number - 1) / plan.columns + 1) + ", column " +
                std::to_string((number - 1) % plan.columns + 1) + ")\n";
    }
    return text;
}

}  // namespace

double WedgePlan::writtenValue(int number) const {
    const double most = depth == 16 ? 65535 : 255;
    return std::floor(number * most / steps + 0.5) / most;
}

std::string wedgeDesign(const WedgePlan& plan) {
    const auto number = [](std::int64_t n) { return std::to_string(n); };
    const std::int64_t pitch = plan.patchPx + plan.gapPx;
    const std::string gap = number(plan.gapPx);
    const std::string fullDepth =
        plan.fullDepthUm > 0 ? "    full_depth: " + numberText(plan.fullDepthUm) + " um\n" : "";
    // Offsets of half a pixel keep every sample away from the patch edges, where rounding would decide.
    return patchTable(plan) + "burin: 1\npixel: " + numberText(plan.pixelUm) +
           " um\nnodes:\n  surface:\n    kind: root\n    width: " + number(plan.widthPx()) +
           "\n    height: " + number(plan.heightPx()) + "\n    depth: " + number(plan.depth) + "\n" +
           fullDepth + "    inputs:\n      - data: patches\n        at: [" + gap + ", " + gap +
           "]\n  patches:\n    kind: math2d\n    width: " + number(plan.widthPx() - 2 * plan.gapPx) +
           "\n    height: " + number(plan.heightPx() - 2 * plan.gapPx) +
           "\n    parameters: {steps: " + number(plan.steps) + ", patch: " + number(plan.patchPx) +
           ", pitch: " + number(pitch) +
           "}\n    expression: \"in1 <= steps && mod(x + 0.5, pitch) < patch && mod(y + 0.5, pitch) < patch"
           " ? in1 / steps : 0\"\n    inputs:\n      - data: number\n"
           "  number:\n    kind: math2d\n    parameters: {columns: " +
           number(plan.columns) + ", pitch: " + number(pitch) +
           "}\n    expression: \"1 + floor((x + 0.5) / pitch) + columns * floor((y + 0.5) / pitch)\"\n";
}

}  // namespace burin
