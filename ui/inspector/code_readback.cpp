// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/code_readback.hpp"

#include "core/base/text.hpp"
#include "core/engraving/code_reading.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace burin::ui {

QString CodeReadback::failed(const QString& why) {
    return tr("Not read: %1").arg(why);
}

CodeFact CodeReadback::find(const Design& design, const std::string& name, const std::stop_token& stop) {
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
