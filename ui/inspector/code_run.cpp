// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/code_run.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"
#include "core/engraving/code_reading.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace burin::ui {

CodeRun::CodeRun(const Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {}

void CodeRun::follow(const std::shared_ptr<const Design>& design, const std::string& node) {
    if (design == design_ && node == node_) return;
    if (node != node_) fact_ = {};
    design_ = design;
    node_ = node;
    running_ = true;
    task_.start([this, design, node](const std::stop_token& stop) { read(*design, node, stop); });
    emit changed();
}

void CodeRun::stop() {
    task_.stop();
    design_.reset();
    node_.clear();
    fact_ = {};
    running_ = false;
}

void CodeRun::read(const Design& design, const std::string& node, const std::stop_token& stop) {
    CodeFact fact;
    try {
        fact = found(design, node, stop);
    } catch (const Cancelled&) {
        return;
    } catch (...) {
        fact = {.words = tr("Not read: %1").arg(problemText(std::current_exception()))};
    }
    inbox_.postUnless(stop, [this, fact] {
        fact_ = fact;
        running_ = false;
        emit changed();
    });
}

CodeFact CodeRun::found(const Design& design, const std::string& name, const std::stop_token& stop) {
    const std::optional<NodeIndex> index = design.find(name);
    if (!index || design.nodes[*index].muted) return {};
    const std::shared_ptr<const Graph> graph = graphWith(engine_, design, *index);
    if (!graph) return {};  // the inspector says what is wrong
    const auto node = std::find_if(graph->nodes.begin(), graph->nodes.end(),
                                   [&](const GraphNode& each) { return each.name == name; });
    if (node == graph->nodes.end()) return {};
    std::string key = graph->top().digest + ' ' + node->digest + ' ' + numberText(graph->pixelUm);
    if (key == knownKey_) return known_;
    const Residents::Held resident = engine_.residents->hold(*graph);
    const std::optional<CodeReading> reading =
        codeReading(engine_.backendFor(*graph), engine_.budget, graph, name, stop);
    CodeFact fact;
    if (reading) {
        const QString gap = QChar(QChar::Nbsp);  // keeps a number and its unit on one line
        fact.words = problemSentences(reading->words());
        fact.words.replace(QStringLiteral(" um"), gap + tr("µm"));
        fact.words.replace(QStringLiteral(" px"), gap + QStringLiteral("px"));
        fact.wrong = !reading->good();
    }
    known_ = fact;
    knownKey_ = std::move(key);
    return fact;
}

}  // namespace burin::ui
