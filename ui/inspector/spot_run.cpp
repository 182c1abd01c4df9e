// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/spot_run.hpp"

#include "core/base/cancelled.hpp"
#include "core/engraving/compensation.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"

#include <algorithm>
#include <exception>
#include <vector>

namespace burin::ui {

namespace {

/// The graph of the surface if the node is part of it, else that of the node alone; null if it has errors.
std::shared_ptr<const Graph> graphWith(const Engine& engine, const Design& design, NodeIndex node) {
    Diagnostics errors;
    if (design.root) {
        const std::vector<NodeIndex> all = design.closure(*design.root);
        const bool reached = std::find(all.begin(), all.end(), node) != all.end();
        auto graph = reached ? boundGraph(engine, design, *design.root, false, errors) : nullptr;
        if (graph) return graph;
    }
    return boundGraph(engine, design, node, false, errors);
}

/// What the measurement of a node depends on: what it computes, and the surface.
std::string measuredKey(const Graph& graph, const GraphNode& node) {
    std::string key = node.digest;
    const Extent& surface = graph.top().extent;
    if (!surface.bounded()) return key;
    const Rect& all = surface.rect();
    for (const std::int64_t number : {all.x, all.y, all.width, all.height})
        key += ' ' + std::to_string(number);
    return key;
}

/// The words of `burin check` without the name of the node.
QString effectWords(const CompensationEffect& effect) {
    Problem remark = effect.remark();
    remark.subject.clear();
    return problemSentences(remark);
}

}  // namespace

SpotRun::SpotRun(const Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {}

void SpotRun::follow(const std::shared_ptr<const Design>& design, const std::string& node) {
    if (design == design_ && node == node_) return;
    if (node != node_) words_.clear();
    design_ = design;
    node_ = node;
    running_ = true;
    task_.start([this, design, node](const std::stop_token& stop) { measure(*design, node, stop); });
    emit changed();
}

void SpotRun::stop() {
    task_.stop();
    design_.reset();
    node_.clear();
    words_.clear();
    running_ = false;
}

void SpotRun::measure(const Design& design, const std::string& node, const std::stop_token& stop) {
    QString words;
    try {
        words = measuredWords(design, node, stop);
    } catch (const Cancelled&) {
        return;
    } catch (...) {
        words = tr("Not measured: %1").arg(problemText(std::current_exception()));
    }
    inbox_.post([this, stop, words] {
        if (stop.stop_requested()) return;
        words_ = words;
        running_ = false;
        emit changed();
    });
}

QString SpotRun::measuredWords(const Design& design, const std::string& name, const std::stop_token& stop) {
    const std::optional<NodeIndex> index = design.find(name);
    if (!index || design.nodes[*index].muted) return {};
    const std::shared_ptr<const Graph> graph = graphWith(engine_, design, *index);
    if (!graph) return {};  // the inspector says what is wrong
    const auto node = std::find_if(graph->nodes.begin(), graph->nodes.end(),
                                   [&](const GraphNode& each) { return each.name == name; });
    if (node == graph->nodes.end()) return {};
    if (masked(node->links)) return tr("With a mask, what the spot leaves is not measured.");
    const std::string key = measuredKey(*graph, *node);
    if (key != knownKey_) {
        const Residents::Held resident = engine_.residents->hold(*graph);
        const auto effect = compensationEffect(engine_.backendFor(*graph), *graph, name, stop);
        known_ = effect ? effectWords(*effect) : tr("The spot changes nothing here.");
        knownKey_ = key;
    }
    return known_;
}

}  // namespace burin::ui
