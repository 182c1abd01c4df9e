// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/open_repeats.hpp"

#include "core/engraving/joint_nodes.hpp"
#include "core/engraving/length_text.hpp"
#include "core/engraving/repeat_closing.hpp"
#include "core/kinds/methods/closing.hpp"
#include "core/kinds/methods/variation.hpp"

#include <cmath>
#include <utility>

namespace burin {

namespace {

std::string keyText(Size closes) {
    return "`closes: [" + std::to_string(closes.width) + ", " + std::to_string(closes.height) + "]`";
}

class OpenRepeats {
  public:
    OpenRepeats(const Graph& graph, double pixelUm, const std::optional<Roller>& roller)
        : graph_(graph), pixelUm_(pixelUm), roller_(roller) {}

    std::vector<Finding> find(std::vector<Problem>& unseen) {
        for (const JointNode& joint : nodesAtJoint(graph_, roller_, unseen)) {
            const GraphNode& node = graph_.nodes[joint.node];
            const auto repeated = node.operation->repetition(node.links);
            if (!repeated || joint.way.closedBy(repeated->closes)) continue;
            if (repeated->steps) {
                lookAtLattice(node, *repeated, joint.way);
            } else {
                warnOfPoints(node, *repeated, joint.way);
            }
        }
        return std::move(findings_);
    }

  private:
    void warn(const GraphNode& node, const WayRound& way, Problem problem) {
        findings_.push_back({Severity::warning,
                             node.name,
                             std::move(problem),
                             std::string("along ") + (way.alongX ? "x" : "y") + ", " +
                                 lengthText(static_cast<double>(way.length), pixelUm_),
                             {},
                             roller_.has_value()});
    }

    void warnOfPoints(const GraphNode& node, const Repetition& repeated, const WayRound& way) {
        warn(node, way,
             {.reason = "around a roller, the points do not close",
              .details = {keyText(way.added(repeated.closes))},
              .advice = "write %1"});
    }

    void lookAtLattice(const GraphNode& node, const Repetition& repeated, const WayRound& way) {
        const auto [u, v] = *repeated.steps;
        const RepeatClosing whole = way.alongX
                                        ? closingOf(u, v, static_cast<double>(way.length))
                                        : closingOf({u.y, u.x}, {v.y, v.x}, static_cast<double>(way.length));
        const Size closes = way.added(repeated.closes);
        const Closing closing(u, v, closes);
        const Closing::Step& step = way.alongX ? *closing.alongX() : *closing.alongY();
        const bool alike = !repeated.variation.random() && repeated.variation.picksFit(step.cells);
        if (whole.closed && alike) return;
        // The diameter in the job gives the side of the surface.
        std::string remedy = whole.closed || roller_ ? "" : sidesText(way, whole);
        if (closing.closes()) {
            remedy += (remedy.empty() ? "" : ", or ") + keyText(closes);
        } else if (const std::string nearest = closing.nearestText(); !nearest.empty()) {
            remedy += (remedy.empty() ? "" : ", or ") + nearest + " with " + keyText(closes);
        }
        warn(node, way,
             {.reason = whole.closed ? "around a roller, the repeats on the two sides do not fit together"
                                     : "around a roller, the %1 is not a whole number of repeats",
              .details = {way.side(), remedy},
              .advice = remedy.empty() ? "choose other `u` and `v`: no %1 nearby closes" : "use %2"});
    }

    /// "a width of 300 px (0.6 mm) or 350 px (0.7 mm)", or nothing.
    [[nodiscard]] std::string sidesText(const WayRound& way, const RepeatClosing& whole) const {
        std::string text;
        for (const std::optional<double>& near : {whole.below, whole.above}) {
            if (!near) continue;
            text += (text.empty() ? "a " + way.side() + " of " : " or ") +
                    lengthText(std::round(*near), pixelUm_);
        }
        return text;
    }

    const Graph& graph_;
    double pixelUm_;
    std::optional<Roller> roller_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> findOpenRepeats(const Graph& graph, double pixelUm, const std::optional<Roller>& roller,
                                     std::vector<Problem>& unseen) {
    return OpenRepeats(graph, pixelUm, roller).find(unseen);
}

}  // namespace burin
