// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engraving/roller_closing.hpp"

#include "core/design/design_edit.hpp"
#include "core/design/edits/roller_edit.hpp"
#include "core/geometry/length.hpp"
#include "core/kinds/form/canonical.hpp"
#include "core/kinds/methods/closing.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace burin {

namespace {

/// A length in the unit of another text of the file; in pixels if that text is not a length.
std::string lengthLike(std::string_view written, double pixels, double pixelUm) {
    const auto length = parseLength(written);
    if (!length || length->unit == LengthUnit::pixel) return canonicalNumber(pixels);
    const std::string_view unit = written.substr(written.find_last_of("0123456789.") + 1);
    return canonicalNumber(pixels * pixelUm / micrometresIn(length->unit)) + std::string(unit);
}

/// The texts of a pair in the file, or the texts that replace a missing pair.
std::vector<std::string> pairUnder(const YamlValue* body, std::string_view key, const char* otherwise) {
    const YamlValue* pair = body == nullptr ? nullptr : body->find(key);
    if (pair == nullptr || pair->items.size() != 2) return {otherwise, otherwise};
    return {pair->items[0].scalar, pair->items[1].scalar};
}

void setVector(DesignEdit& edit, const std::string& node, std::string_view key, Vector before, Vector after,
               double pixelUm) {
    if (before == after) return;
    std::vector<std::string> texts = pairUnder(edit.node(node), key, "");
    if (before.x != after.x || texts[0].empty()) texts[0] = lengthLike(texts[0], after.x, pixelUm);
    if (before.y != after.y || texts[1].empty()) texts[1] = lengthLike(texts[1], after.y, pixelUm);
    edit.setValue(node, key, yamlList(texts));
}

void makeChange(const ClosingChange& change, DesignEdit& edit, double pixelUm) {
    const YamlValue* body = edit.node(change.node);
    if (body == nullptr) return;
    switch (change.what) {
        case ClosingChange::What::side:
            fitToRoller(edit, change.node);
            break;
        case ClosingChange::What::parameter: {
            const YamlValue* given = body->find("values");
            YamlValue values = given != nullptr && given->isMap() ? *given : yamlMap();
            setIn(values, change.key(), yamlScalar(std::to_string(change.way.length) + " px"));
            edit.setValue(change.node, "values", std::move(values));
            break;
        }
        case ClosingChange::What::closes: {
            std::vector<std::string> closes = pairUnder(body, change.key(), "0");
            closes[change.way.alongX ? 0 : 1] = std::to_string(change.way.length);
            edit.setValue(change.node, change.key(), yamlList(closes));
            if (!change.after) break;
            setVector(edit, change.node, "u", change.before.u, change.after->u, pixelUm);
            setVector(edit, change.node, "v", change.before.v, change.after->v, pixelUm);
            break;
        }
    }
}

/// A design that is bound, or why it is not.
struct Attempt {
    Design design;
    std::optional<Graph> graph;
    Diagnostics errors;
};

class ClosingSearch {
  public:
    ClosingSearch(const Design& design, const std::filesystem::path& folder, std::span<const Kind> kinds,
                  const std::stop_token& stop)
        : design_(design), folder_(folder), kinds_(kinds), stop_(stop) {}

    RollerClosing find() {
        const auto written = writtenRoller(design_.document);
        if (!written || !design_.root) return {};
        roller_ = written->roller;
        RollerClosing found;
        addSide(found.changes, roller_.samplesRound(written->pixelUm));
        Attempt attempt = tried(found.changes);
        if (attempt.graph) {
            const std::vector<JointNode> open = openIn(attempt, found.unseen);
            const std::set<std::string> names = namesOf(attempt, open);
            addNodes(found.changes, attempt, open);
            attempt = tried(found.changes);
            while (!attempt.graph && leaveOut(found.changes, attempt.errors))
                attempt = tried(found.changes);
            if (attempt.graph && leaveOutIdle(found.changes, names, attempt)) attempt = tried(found.changes);
        }
        if (!attempt.graph) {
            found = {};
            found.errors = std::move(attempt.errors);
            return found;
        }
        std::vector<Problem> same;
        for (const JointNode& joint : openIn(attempt, same))
            found.open.push_back(whyOpen(attempt, joint));
        return found;
    }

  private:
    void addSide(std::vector<ClosingChange>& changes, std::int64_t samples) const {
        const DesignNode& root = design_.nodes[*design_.root];
        const WayRound way{roller_.roundX(), samples};
        const bool fits = root.size && way.of(*root.size) == samples;
        if (!fits) changes.push_back({.what = ClosingChange::What::side, .node = root.name, .way = way});
    }

    /// The design with the changes.
    [[nodiscard]] Attempt tried(const std::vector<ClosingChange>& changes) const {
        DesignEdit edit(design_.document);
        closeRound(edit, changes);
        Attempt attempt{reviseDesign(edit.take(), folder_, design_.file, kinds_, &design_, stop_), {}, {}};
        if (attempt.design.refused || !attempt.design.root) {
            attempt.errors = attempt.design.diagnostics;
            return attempt;
        }
        GraphOptions options;
        options.stop = stop_;
        BoundGraph bound = bindGraph(attempt.design, *attempt.design.root, options);
        attempt.graph = std::move(bound.graph);
        attempt.errors = std::move(bound.errors);
        return attempt;
    }

    /// The nodes that do not close. \pre the attempt has a graph
    [[nodiscard]] std::vector<JointNode> openIn(const Attempt& attempt, std::vector<Problem>& unseen) const {
        std::vector<JointNode> open = nodesAtJoint(*attempt.graph, roller_, unseen);
        std::erase_if(open, [&](const JointNode& joint) { return !isOpen(attempt, joint); });
        return open;
    }
    [[nodiscard]] static std::set<std::string> namesOf(const Attempt& attempt,
                                                       const std::vector<JointNode>& joints) {
        std::set<std::string> names;
        for (const JointNode& joint : joints)
            names.insert(attempt.graph->nodes[joint.node].name);
        return names;
    }

    static void addNodes(std::vector<ClosingChange>& changes, const Attempt& attempt,
                         const std::vector<JointNode>& open) {
        for (const JointNode& joint : open) {
            const auto change = changeFor(attempt, joint);
            const bool again = change && std::any_of(changes.begin(), changes.end(), [&](const auto& other) {
                                   return other.node == change->node && other.what == change->what;
                               });
            if (change && !again) changes.push_back(*change);
        }
    }

    [[nodiscard]] static const DesignNode& nodeOf(const Attempt& attempt, const JointNode& joint) {
        return attempt.design.nodes[*attempt.design.find(attempt.graph->nodes[joint.node].name)];
    }
    [[nodiscard]] static Size closesOf(const DesignNode& node) {
        const auto* closes = node.values.find<Vector>("closes");
        if (closes == nullptr) return {};
        return {static_cast<std::int64_t>(closes->x), static_cast<std::int64_t>(closes->y)};
    }

    /// Whether a node could repeat exactly on the roller's circumference, but does not.
    [[nodiscard]] static bool isOpen(const Attempt& attempt, const JointNode& joint) {
        const DesignNode& node = nodeOf(attempt, joint);
        if (node.muted || node.kind == nullptr || node.kind->description.parameter("closes") == nullptr)
            return false;
        if (joint.way.closedBy(closesOf(node))) return false;
        const GraphNode& bound = attempt.graph->nodes[joint.node];
        const auto period = bound.operation->period(bound.links, Lattice{});
        const Point once = joint.way.alongX ? Point{joint.way.length, 0} : Point{0, joint.way.length};
        return !period || !period->contains(once);
    }

    /// The outermost instance that contains a node, which only the design itself can change.
    [[nodiscard]] static const DesignInstance* instanceAround(const Design& design, const DesignNode& node) {
        auto instance = node.instance;
        while (instance && design.instances[*instance].parent)
            instance = design.instances[*instance].parent;
        return instance ? &design.instances[*instance] : nullptr;
    }
    [[nodiscard]] static bool takes(const DesignInstance& instance, std::string_view parameter) {
        return std::any_of(instance.values.begin(), instance.values.end(),
                           [&](const auto& value) { return value.first == parameter; });
    }

    /// The change that closes a node; nothing if there is none.
    [[nodiscard]] static std::optional<ClosingChange> changeFor(const Attempt& attempt,
                                                                const JointNode& joint) {
        const DesignNode& node = nodeOf(attempt, joint);
        if (const DesignInstance* instance = instanceAround(attempt.design, node)) {
            ClosingChange change{
                .what = ClosingChange::What::parameter, .node = instance->name, .way = joint.way};
            if (!takes(*instance, change.key())) return {};
            return change;
        }
        ClosingChange change{.what = ClosingChange::What::closes, .node = node.name, .way = joint.way};
        const GraphNode& bound = attempt.graph->nodes[joint.node];
        const auto repeated = bound.operation->repetition(bound.links);
        if (!repeated || !repeated->steps) return change;
        change.before = {repeated->steps->u, repeated->steps->v};
        const Closing closing(change.before.u, change.before.v, joint.way.added(closesOf(node)));
        if (closing.closes()) return change;
        if (!closing.u() || !closing.v()) return {};
        change.after = {*closing.u(), *closing.v()};
        return change;
    }

    /// Leaves out the changes that cause errors. \return whether there were any
    bool leaveOut(std::vector<ClosingChange>& changes, const Diagnostics& errors) {
        const std::size_t before = changes.size();
        for (const Diagnostic& error : errors) {
            const auto causes = [&error](const ClosingChange& change) {
                return change.what != ClosingChange::What::side &&
                       (error.node == change.node || error.node.starts_with(change.node + "/"));
            };
            const auto refused = std::find_if(changes.begin(), changes.end(), causes);
            if (refused == changes.end()) continue;
            refused_.emplace(error.node, error);
            refused_.emplace(refused->node, error);
            std::erase_if(changes, causes);
        }
        return changes.size() < before;
    }

    /// Leaves out the parameters that close no node. \param open  the names of the nodes that were open
    /// before \return whether there were any
    [[nodiscard]] bool leaveOutIdle(std::vector<ClosingChange>& changes, const std::set<std::string>& open,
                                    const Attempt& after) const {
        std::vector<Problem> same;
        const std::set<std::string> left = namesOf(after, openIn(after, same));
        const auto idle = [&](const ClosingChange& change) {
            return change.what == ClosingChange::What::parameter &&
                   std::none_of(open.begin(), open.end(), [&](const std::string& node) {
                       return node.starts_with(change.node + "/") && !left.contains(node);
                   });
        };
        return std::erase_if(changes, idle) > 0;
    }

    [[nodiscard]] Finding whyOpen(const Attempt& attempt, const JointNode& joint) const {
        const DesignNode& node = nodeOf(attempt, joint);
        auto refused = refused_.find(node.name);
        if (const DesignInstance* instance = instanceAround(attempt.design, node);
            instance != nullptr && refused == refused_.end())
            refused = refused_.find(instance->name);
        if (refused == refused_.end())
            return {Severity::warning, node.name, whyOpen(attempt, node, joint.way), {}};
        Problem problem = refused->second.problem;
        if (refused->second.node != node.name) problem.subject = refused->second.node;
        return {Severity::warning, node.name, std::move(problem), {}};
    }
    [[nodiscard]] static Problem whyOpen(const Attempt& attempt, const DesignNode& node,
                                         const WayRound& way) {
        const std::string parameter(
            ClosingChange{.what = ClosingChange::What::parameter, .node = {}, .way = way}.key());
        const DesignInstance* instance = instanceAround(attempt.design, node);
        if (instance == nullptr)
            return {.reason = "no vectors near the present `u` and `v` close after %1 px along %2",
                    .details = {std::to_string(way.length), way.alongX ? "x" : "y"},
                    .advice = "choose other `u` and `v`, or another diameter"};
        if (takes(*instance, parameter))
            return {.reason = "the parameter `%2` of the group '%1' does not close it",
                    .details = {instance->group, parameter},
                    .advice = "open the group, and let `closes` of this node follow the parameter"};
        return {.reason = "it is part of the group '%1', which has no parameter `%2`",
                .details = {instance->group, parameter},
                .advice = "ungroup it, or give the group this parameter for `closes` of its nodes"};
    }

    const Design& design_;
    const std::filesystem::path& folder_;
    std::span<const Kind> kinds_;
    std::stop_token stop_;
    Roller roller_;
    std::map<std::string, Diagnostic> refused_;  ///< why a node or an instance cannot close, by its name
};

}  // namespace

std::string_view ClosingChange::key() const {
    switch (what) {
        case What::side:
            return way.alongX ? "width" : "height";
        case What::parameter:
            return way.alongX ? "closes_x" : "closes_y";
        case What::closes:
            break;
    }
    return "closes";
}

RollerClosing closingRound(const Design& design, const std::filesystem::path& folder,
                           std::span<const Kind> kinds, const std::stop_token& stop) {
    return ClosingSearch(design, folder, kinds, stop).find();
}

void closeRound(DesignEdit& edit, std::span<const ClosingChange> changes) {
    const auto written = writtenRoller(edit.document());
    if (!written) return;
    const std::string scope = edit.scope();
    edit.setScope({});
    for (const ClosingChange& change : changes)
        makeChange(change, edit, written->pixelUm);
    edit.setScope(scope);
}

}  // namespace burin
