// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/roller_joint.hpp"

#include "core/base/text.hpp"
#include "core/design/roller.hpp"
#include "core/kinds/filter/transform.hpp"
#include "core/render/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>

namespace burin {

namespace {

constexpr std::int64_t rowsBeyond = 64;
constexpr std::int64_t placesAlong = 4096;
/// Formulas may be off by 1e-5 on either side.
constexpr double closeEnough = 2e-5;
/// Places along the axis are checked in runs of this length.
constexpr std::int64_t runLength = 64;
/// The steps of bounded inputs are compared in this many lines on either side of the joint.
constexpr std::int64_t stripeLines = 32;
/// Along the axis, at most this length is compared, in the middle of the part that both inputs cover.
constexpr std::int64_t longestStripe = 1024;
/// Smaller steps across the joint are not reported.
constexpr double visibleStep = 0.02;

class RollerJoints {
  public:
    RollerJoints(const Graph& graph, const Roller& roller, const SamplesOfNode& samplesOf,
                 std::vector<Problem>& unseen)
        : graph_(graph),
          surface_(graph.top().extent.rect()),
          roundX_(roller.roundX()),
          samplesOf_(samplesOf),
          unseen_(unseen) {}

    OpenJoints find() {
        const GraphNode& root = graph_.top();
        std::vector<Input> first;  // bounded inputs that reach the joint only with their first lines
        std::vector<Input> last;   // bounded inputs that reach the joint only with their last lines
        for (std::size_t i = 0; i < root.links.size(); ++i) {
            const GraphNode& child = graph_.nodes[root.children[i]];
            Input input{child.name, subgraph(graph_, root.children[i]), root.links[i].at, {}};
            if (!child.extent.bounded()) {
                compareEnds(input, runsAlong());
                continue;
            }
            input.visible = intersection(surface_, child.extent.rect().translated(input.at));
            if (input.visible.empty()) continue;
            const auto [from, to] = roundOf(input.visible);
            if (from == 0 && to == round()) {
                lookAtSeam(input, input);
            } else if (from == 0) {
                first.push_back(std::move(input));
            } else if (to == round()) {
                last.push_back(std::move(input));
            }
        }
        for (const Input& before : last) {
            for (const Input& after : first)
                lookAtSeam(before, after);
        }
        return std::move(found_);
    }

  private:
    struct Input {
        std::string name;
        std::shared_ptr<const Graph> graph;
        Point at;
        Rect visible;  ///< the part of a bounded input on the surface
    };

    [[nodiscard]] std::int64_t round() const { return roundX_ ? surface_.width : surface_.height; }
    [[nodiscard]] std::int64_t along() const { return roundX_ ? surface_.height : surface_.width; }
    /// A rectangle of the surface: `from` and `count` round the roller, `first` and `length` along the axis.
    [[nodiscard]] Rect rect(std::int64_t from, std::int64_t count, std::int64_t first,
                            std::int64_t length) const {
        return roundX_ ? Rect{from, first, count, length} : Rect{first, from, length, count};
    }
    /// The first line round the roller, and the line after the last one.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> roundOf(const Rect& area) const {
        return roundX_ ? std::pair{area.x, area.right()} : std::pair{area.y, area.bottom()};
    }
    /// The first line along the axis, and the line after the last one.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> alongOf(const Rect& area) const {
        return roundX_ ? std::pair{area.y, area.bottom()} : std::pair{area.x, area.right()};
    }
    [[nodiscard]] std::vector<float> read(const Input& input, const Rect& area) const {
        return samplesOf_(input.graph, area.translated(-input.at));
    }
    void timeIsOver(const Input& input) {
        Problem late{.reason = "the joint of '%1' on the roller: the time ran out", .details = {input.name}};
        if (unseen_.empty() || unseen_.back() != late) unseen_.push_back(std::move(late));
    }

    /// Runs of places along the axis: all, or 64 that are spread evenly.
    [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> runsAlong() const {
        if (along() <= placesAlong) return {{0, along()}};
        std::vector<std::pair<std::int64_t, std::int64_t>> runs;
        constexpr std::int64_t count = placesAlong / runLength;
        for (std::int64_t k = 0; k < count; ++k)
            runs.emplace_back((along() - runLength) * k / (count - 1), runLength);
        return runs;
    }

    void compareEnds(const Input& input, const std::vector<std::pair<std::int64_t, std::int64_t>>& runs) {
        if (along() > placesAlong) found_.everywhere = false;
        std::int64_t compared = 0;
        std::int64_t different = 0;
        double most = 0;
        std::optional<Point> place;
        for (const auto& [first, length] : runs) {
            // The rows beyond an end, and the rows inside that should equal them.
            for (const auto& [beyond, inside] :
                 {std::pair{round(), std::int64_t{0}}, std::pair{-rowsBeyond, round() - rowsBeyond}}) {
                const std::vector<float> other = read(input, rect(beyond, rowsBeyond, first, length));
                const Rect area = rect(inside, rowsBeyond, first, length);
                const std::vector<float> own = read(input, area);
                if (other.empty() || own.empty()) return timeIsOver(input);
                for (std::size_t i = 0; i < own.size(); ++i) {
                    ++compared;
                    const double difference =
                        std::abs(static_cast<double>(own[i]) - static_cast<double>(other[i]));
                    if (difference <= closeEnough) continue;
                    ++different;
                    most = std::max(most, difference);
                    if (!place)
                        place = Point{area.x + static_cast<std::int64_t>(i) % area.width,
                                      area.y + static_cast<std::int64_t>(i) / area.width};
                }
            }
        }
        if (!place) return;
        const double share = static_cast<double>(different) / static_cast<double>(compared);
        warn(input.name,
             {.reason = "does not close round the roller: %1 % of the samples at its joint differ from the "
                        "samples at the other end, by up to %2",
              .details = {roundedText(100 * share, 3), roundedText(most, 3), std::to_string(round()),
                          roundX_ ? "x" : "y"},
              .advice =
                  "make it repeat after %3 px along %4: with `closes`, or by a formula with that period"},
             *place);
    }

    /// Whether a transform is reached along the links that nodesAtJoint() follows.
    [[nodiscard]] static bool hasTransform(const Graph& graph) {
        std::vector<bool> reached(graph.nodes.size());
        reached.back() = true;
        for (std::size_t index = graph.nodes.size(); index-- > 0;) {
            if (!reached[index]) continue;
            const GraphNode& node = graph.nodes[index];
            if (dynamic_cast<const OperationOf<Transform>*>(node.operation.get()) != nullptr) return true;
            for (std::size_t i = 0; i < node.links.size(); ++i)
                if (node.operation->halo(node.links, i)) reached[node.children[i]] = true;
        }
        return false;
    }

    /// The pairs of neighbouring samples that a mean step counts. Gaps beside the joint would hide a step if
    /// all pairs counted. A step down to 0, however, is only seen if all pairs count.
    enum class Pairs { bothEngraved, all };

    /// The mean steps between neighbouring lines round the roller, near the joint.
    struct Steps {
        double across = 0;  ///< step across the joint
        double beside = 0;  ///< the greatest step elsewhere
    };

    /// Looks at the step from the last lines of an input to the first lines of another input or of itself. If
    /// other inputs hide the step, the surface does not have it. A step does not reveal every repeat that is
    /// cut off at the joint, and below a transform no other check finds such repeats.
    void lookAtSeam(const Input& last, const Input& next) {
        const auto [lastFrom, lastTo] = alongOf(last.visible);
        const auto [nextFrom, nextTo] = alongOf(next.visible);
        const std::int64_t from = std::max(lastFrom, nextFrom);
        const std::int64_t extent = std::min(lastTo, nextTo) - from;
        if (extent <= 0) return;
        const bool tooShort = round() < 2 * stripeLines;
        if (tooShort || extent > longestStripe || hasTransform(*last.graph) || hasTransform(*next.graph))
            found_.everywhere = false;
        if (tooShort) return;
        const std::int64_t length = std::min(longestStripe, extent);
        const std::int64_t first = from + (extent - length) / 2;
        const auto lines = linesFrom(last, next, first, length);
        if (!lines) return timeIsOver(last);
        const auto pairs = openPairs(*lines, length);
        if (!pairs) return;
        const Steps steps = stepsOf(*lines, length, *pairs);
        const Input whole{graph_.top().name, subgraph(graph_, graph_.nodes.size() - 1), {0, 0}, surface_};
        const auto seen = linesFrom(whole, whole, first, length);
        if (!seen) return timeIsOver(last);
        if (stepsOf(*seen, length, *pairs).across < std::max(visibleStep, steps.across / 4)) return;
        const bool itself = &last == &next;
        // An input that is untouched at the joint may be meant to end there.
        if (!itself && *pairs == Pairs::all) {
            found_.everywhere = false;
            return;
        }
        warn(last.name,
             {.reason = itself ? "the step across the joint of the roller is %1 on average; next to it, "
                                 "it is at most %2"
                               : "the step across the joint of the roller to '%3' is %1 on average; next to "
                                 "it, it is at most %2",
              .details = {roundedText(steps.across, 3), roundedText(steps.beside, 3), next.name},
              .advice =
                  itself ? "use an input whose opposite sides match" : "use inputs that match at the joint"},
             roundX_ ? Point{0, first} : Point{first, 0});
    }

    /// The last lines of one input, followed by the first lines of another, `length` samples each.
    /// \param first, length  along the axis \return nothing if time has run out
    [[nodiscard]] std::optional<std::vector<float>> linesFrom(const Input& last, const Input& next,
                                                              std::int64_t first, std::int64_t length) const {
        std::vector<float> lines = stripe(last, round() - stripeLines, first, length);
        const std::vector<float> after = stripe(next, 0, first, length);
        if (lines.empty() || after.empty()) return {};
        lines.insert(lines.end(), after.begin(), after.end());
        return lines;
    }

    /// The pairs that show a step across the joint, if any do.
    [[nodiscard]] static std::optional<Pairs> openPairs(const std::vector<float>& lines,
                                                        std::int64_t length) {
        for (const Pairs pairs : {Pairs::bothEngraved, Pairs::all}) {
            const Steps steps = stepsOf(lines, length, pairs);
            if (steps.across >= visibleStep && steps.across >= 3 * steps.beside) return pairs;
        }
        return {};
    }

    [[nodiscard]] static Steps stepsOf(const std::vector<float>& lines, std::int64_t length, Pairs pairs) {
        Steps steps;
        for (std::int64_t step = 1; step < 2 * stripeLines; ++step) {
            double sum = 0;
            std::int64_t count = 0;
            for (std::int64_t k = 0; k < length; ++k) {
                const float own = lines[static_cast<std::size_t>(step * length + k)];
                const float before = lines[static_cast<std::size_t>((step - 1) * length + k)];
                if (std::isnan(own) || std::isnan(before)) continue;
                if (pairs == Pairs::bothEngraved && (own == 0 || before == 0)) continue;
                sum += std::abs(static_cast<double>(own) - static_cast<double>(before));
                ++count;
            }
            const double mean = count * 4 >= length ? sum / static_cast<double>(count) : 0;
            if (step == stripeLines) steps.across = mean;
            if (std::abs(step - stripeLines) > 1) steps.beside = std::max(steps.beside, mean);
        }
        return steps;
    }

    /// Some lines round the roller from `from`, each `length` samples along the axis; NaN outside of the
    /// input.
    [[nodiscard]] std::vector<float> stripe(const Input& input, std::int64_t from, std::int64_t first,
                                            std::int64_t length) const {
        const Rect area = rect(from, stripeLines, first, length);
        const Rect seen = intersection(area, input.visible);
        std::vector<float> out(static_cast<std::size_t>(stripeLines * length),
                               std::numeric_limits<float>::quiet_NaN());
        if (seen.empty()) return out;
        const std::vector<float> samples = read(input, seen);
        if (samples.empty()) return {};
        for (std::int64_t y = 0; y < seen.height; ++y) {
            for (std::int64_t x = 0; x < seen.width; ++x) {
                const std::int64_t dx = seen.x - area.x + x;
                const std::int64_t dy = seen.y - area.y + y;
                const std::int64_t line = roundX_ ? dx : dy;
                const std::int64_t place = roundX_ ? dy : dx;
                out[static_cast<std::size_t>(line * length + place)] =
                    samples[static_cast<std::size_t>(y * seen.width + x)];
            }
        }
        return out;
    }

    void warn(const std::string& node, Problem problem, Point place) {
        char where[96];
        std::snprintf(where, sizeof where, "at %lld, %lld px", static_cast<long long>(place.x),
                      static_cast<long long>(place.y));
        found_.findings.push_back({Severity::warning, node, std::move(problem), where, place, true});
    }

    const Graph& graph_;
    const Rect surface_;
    const bool roundX_;
    const SamplesOfNode& samplesOf_;
    std::vector<Problem>& unseen_;
    OpenJoints found_;
};

}  // namespace

OpenJoints findOpenJoints(const Design& design, const Graph& graph, const SamplesOfNode& samplesOf,
                          std::vector<Problem>& unseen) {
    const auto roller = rollerOf(design.job);
    if (!roller) return {};
    return RollerJoints(graph, *roller, samplesOf, unseen).find();
}

}  // namespace burin
