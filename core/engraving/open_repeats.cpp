// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/open_repeats.hpp"

#include "core/engraving/length_text.hpp"
#include "core/engraving/repeat_closing.hpp"
#include "core/kinds/scatter.hpp"
#include "core/kinds/stitching.hpp"

#include <cmath>
#include <set>

namespace burin {

namespace {

/// One way around a roller.
struct Way {
    bool alongX;
    std::int64_t length;  ///< of the surface

    [[nodiscard]] std::string side() const { return alongX ? "width" : "height"; }
    /// What `closes` says of this way.
    [[nodiscard]] std::int64_t& in(Size& closes) const { return alongX ? closes.width : closes.height; }
    [[nodiscard]] bool closedBy(Size closes) const {
        const std::int64_t after = in(closes);
        return after > 0 && length % after == 0;
    }
    /// `closes` with this way, as a key.
    [[nodiscard]] std::string key(Size closes) const {
        in(closes) = length;
        return "`closes: [" + std::to_string(closes.width) + ", " + std::to_string(closes.height) + "]`";
    }
};

class OpenRepeats {
  public:
    OpenRepeats(const Graph& graph, double pixelUm, const std::optional<Roller>& roller)
        : graph_(graph), surface_(graph.top().extent.rect()), pixelUm_(pixelUm), roller_(roller) {}

    std::vector<Finding> find() {
        follow(graph_.nodes.size() - 1, {0, 0}, Extent(surface_));
        return std::move(findings_);
    }

  private:
    /// Follows the links along which a node keeps its place in the surface.
    void follow(std::size_t index, Point at, const Extent& window) {
        const GraphNode& node = graph_.nodes[index];
        const Extent visible = intersection(window, node.extent.translated(at));
        if (visible.empty() || !seen_.insert(index).second) return;
        const auto* stitching = dynamic_cast<const OperationOf<Stitching>*>(node.operation.get());
        const auto* scatter = dynamic_cast<const OperationOf<Scatter>*>(node.operation.get());
        if (stitching == nullptr && scatter == nullptr) {
            for (std::size_t i = 0; i < node.links.size(); ++i) {
                const bool inPlace = node.operation->halo(node.links, i).has_value();
                if (inPlace) follow(node.children[i], at + node.links[i].at, visible);
            }
            return;
        }
        for (const Way way : {Way{true, surface_.width}, Way{false, surface_.height}}) {
            const std::int64_t reached = way.alongX ? visible.rect().width : visible.rect().height;
            if (reached != way.length) continue;
            if (roller_ && roller_->roundX() != way.alongX) continue;
            stitching != nullptr ? look(node, stitching->node(), way) : look(node, scatter->node(), way);
        }
    }

    void warn(const GraphNode& node, const Way& way, const std::string& what, std::string remedy) {
        findings_.push_back({Severity::warning, node.name, "around a roller, " + what,
                             std::string("along ") + (way.alongX ? "x" : "y") + ", " +
                                 lengthText(static_cast<double>(way.length), pixelUm_),
                             std::move(remedy)});
    }

    void look(const GraphNode& node, const Scatter& scatter, const Way& way) {
        if (way.closedBy(scatter.closes)) return;
        warn(node, way, "the points do not close", "write " + way.key(scatter.closes));
    }

    void look(const GraphNode& node, const Stitching& stitching, const Way& way) {
        if (way.closedBy(stitching.closes)) return;
        const Vector u = stitching.stepU(node.links);
        const Vector v = stitching.stepV(node.links);
        const RepeatClosing whole = way.alongX
                                        ? closingOf(u, v, static_cast<double>(way.length))
                                        : closingOf({u.y, u.x}, {v.y, v.x}, static_cast<double>(way.length));
        Size closes = stitching.closes;
        way.in(closes) = way.length;
        const Closing closing(u, v, closes);
        const Closing::Step& step = way.alongX ? *closing.alongX() : *closing.alongY();
        const bool alike = !stitching.variation.random() && stitching.variation.picksFit(step.cells);
        if (whole.closed && alike) return;
        std::string remedy = whole.closed ? "" : sidesText(way, whole);
        if (closing.closes()) {
            remedy += (remedy.empty() ? "" : ", or ") + way.key(closes);
        } else if (const std::string nearest = closing.nearestText(); !nearest.empty()) {
            remedy += (remedy.empty() ? "" : ", or ") + nearest + " with " + way.key(closes);
        }
        warn(node, way,
             whole.closed ? "the repeats differ where the sides meet"
                          : "the " + way.side() + " is not a whole number of repeats",
             remedy.empty() ? "choose other `u` and `v`: no " + way.side() + " nearby closes"
                            : "use " + remedy);
    }

    /// "a width of 300 px (0.6 mm) or 350 px (0.7 mm)", or nothing.
    [[nodiscard]] std::string sidesText(const Way& way, const RepeatClosing& whole) const {
        std::string text;
        for (const std::optional<double>& near : {whole.below, whole.above}) {
            if (!near) continue;
            text += (text.empty() ? "a " + way.side() + " of " : " or ") +
                    lengthText(std::round(*near), pixelUm_);
        }
        return text;
    }

    const Graph& graph_;
    const Rect surface_;
    double pixelUm_;
    std::optional<Roller> roller_;
    std::set<std::size_t> seen_;
    std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> findOpenRepeats(const Graph& graph, double pixelUm,
                                     const std::optional<Roller>& roller) {
    return OpenRepeats(graph, pixelUm, roller).find();
}

}  // namespace burin
