// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/spot_meter.hpp"

#include "core/base/text.hpp"
#include "core/engraving/compensation.hpp"
#include "core/render/written_samples.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QStringList>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace burin::ui {

namespace {

/// The measurement of a node depends on its samples and on the surface.
std::string measuredKey(const Graph& graph, const GraphNode& node) {
    std::string key = node.digest;
    const Extent& surface = graph.top().extent;
    if (!surface.bounded()) return key;
    const Rect& all = surface.rect();
    for (const std::int64_t number : {all.x, all.y, all.width, all.height})
        key += ' ' + std::to_string(number);
    return key;
}

/// A prediction depends on the job too.
std::string jobKey(const Design& design) {
    const YamlValue* job = design.document.find("job");
    return ' ' + numberText(design.pixelUm) + ' ' + (job == nullptr ? std::string() : writeYaml(*job));
}

/// The words of `burin check` without the name of the node.
SpotFact effectFact(const CompensationEffect& effect) {
    Problem remark = effect.remark();
    remark.subject.clear();
    return {.words = problemSentences(remark)};
}

SpotFact differenceFact(const Graph& graph, const std::variant<PredictedDifference, Problem>& found) {
    if (const auto* problem = std::get_if<Problem>(&found)) return {.words = problemSentences(*problem)};
    const auto& difference = std::get<PredictedDifference>(found);
    QStringList remarks;
    for (const Problem& remark : difference.remarks)
        remarks << problemSentences(remark);
    return {.words = remarks.join(' '), .difference = difference, .fullDepthUm = rootOf(graph)->fullDepthUm};
}

}  // namespace

QString SpotMeter::failed(const QString& why) {
    return tr("Not measured: %1").arg(why);
}

SpotFact SpotMeter::find(const Design& design, const std::string& name, const std::stop_token& stop) {
    const std::optional<NodeIndex> index = design.find(name);
    if (!index || design.nodes[*index].muted) return {};
    const std::shared_ptr<const Graph> graph = graphWith(engine_, design, *index);
    if (!graph) return {};  // the inspector says what is wrong
    const auto node = std::find_if(graph->nodes.begin(), graph->nodes.end(),
                                   [&](const GraphNode& each) { return each.name == name; });
    if (node == graph->nodes.end()) return {};
    const bool surface = design.root == index;
    if (surface && rootOf(*graph) == nullptr) return {};  // a surface of another kind than `root`
    if (!surface && masked(node->links))
        return {.words = tr("The effect of the spot is not measured if the node has a mask.")};
    std::string key = measuredKey(*graph, *node);
    if (surface) key += jobKey(design);
    if (key == knownKey_) return known_;
    const Residents::Held resident = engine_.residents->hold(*graph);
    Backend& backend = engine_.backendFor(*graph);
    if (surface) {
        SpotFact fact = differenceFact(*graph, predictedDifference(design, graph, backend, stop));
        if (!fact.difference) return fact;  // not kept, because the image of the spot may exist the next time
        known_ = std::move(fact);
    } else {
        const auto effect = compensationEffect(backend, *graph, name, stop);
        known_ = effect ? effectFact(*effect) : SpotFact{.words = tr("The spot has no effect here.")};
    }
    knownKey_ = key;
    return known_;
}

}  // namespace burin::ui
