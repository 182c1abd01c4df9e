// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_list.hpp"

#include "core/outlines/dxf/dxf_reader.hpp"
#include "ui/model/document/nodes_by_name.hpp"
#include "ui/words/kind_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace burin::ui {

namespace {

/// The node of a problem; nullptr if it is a node of a group.
const DesignNode* nodeOf(const Design& design, const NodesByName& nodes, const Diagnostic& problem) {
    const auto index = problem.group.empty() ? nodes.find(problem.node) : std::nullopt;
    return index ? &design.nodes[*index] : nullptr;
}

bool namesFile(const DesignNode* node, const Diagnostic& problem) {
    if (node == nullptr || node->kind == nullptr) return false;
    const ParameterDescription* parameter = node->kind->description.parameter(problem.parameter);
    return parameter != nullptr && parameter->type == ParameterType::file;
}

ProblemRemedy remedyOf(const DesignNode* node, const Diagnostic& problem) {
    if (!namesFile(node, problem)) return ProblemRemedy::none;
    return problem.problem.reason == dxfWithoutUnit ? ProblemRemedy::useMillimetres
                                                    : ProblemRemedy::chooseFile;
}

}  // namespace

std::vector<ProblemRow> problemRows(const Design& design) {
    std::vector<ProblemRow> rows;
    const NodesByName nodes(design);
    for (const Diagnostic& problem : design.diagnostics) {
        const DesignNode* const node = nodeOf(design, nodes, problem);
        rows.push_back({problem.severity, QString::fromStdString(problem.group),
                        QString::fromStdString(problem.node), QString::fromStdString(problem.parameter),
                        titleOf(node, problem.parameter), problemText(problem), remedyOf(node, problem)});
    }
    for (const DesignNode& node : design.nodes) {
        if (!node.muted) continue;
        const QString kind = node.kind == nullptr ? QString() : kindText(node.kind->description.title);
        rows.push_back({Severity::warning,
                        {},
                        QString::fromStdString(node.name),
                        "muted",
                        tr("muted"),
                        tr("Muted: this %1 will be missing from the export.").arg(kind.toLower()),
                        node.instance ? ProblemRemedy::none : ProblemRemedy::unmute});
    }
    std::stable_partition(rows.begin(), rows.end(),
                          [](const ProblemRow& row) { return row.severity == Severity::error; });
    return rows;
}

}  // namespace burin::ui
