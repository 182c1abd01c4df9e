// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_list.hpp"

#include "core/outlines/dxf/dxf_reader.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/model/document/nodes_by_name.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace burin::ui {

namespace {

bool namesFile(const Design& design, const NodesByName& nodes, const Diagnostic& problem) {
    const auto index = problem.group.empty() ? nodes.find(problem.node) : std::nullopt;
    const Kind* kind = index ? design.nodes[*index].kind : nullptr;
    if (kind == nullptr) return false;
    const ParameterDescription* parameter = kind->description.parameter(problem.parameter);
    return parameter != nullptr && parameter->type == ParameterType::file;
}

ProblemRemedy remedyOf(const Design& design, const NodesByName& nodes, const Diagnostic& problem) {
    if (!namesFile(design, nodes, problem)) return ProblemRemedy::none;
    return problem.problem.reason == dxfWithoutUnit ? ProblemRemedy::useMillimetres
                                                    : ProblemRemedy::chooseFile;
}

}  // namespace

std::vector<ProblemRow> problemRows(const Design& design) {
    std::vector<ProblemRow> rows;
    const NodesByName nodes(design);
    for (const Diagnostic& problem : design.diagnostics) {
        rows.push_back({problem.severity, QString::fromStdString(problem.group),
                        QString::fromStdString(problem.node), QString::fromStdString(problem.parameter),
                        problemText(problem), remedyOf(design, nodes, problem)});
    }
    for (const DesignNode& node : design.nodes) {
        if (!node.muted) continue;
        const QString kind = node.kind == nullptr ? QString() : kindText(node.kind->description.title);
        rows.push_back({Severity::warning,
                        {},
                        QString::fromStdString(node.name),
                        "muted",
                        tr("Muted: this %1 will be missing from the export.").arg(kind.toLower()),
                        node.instance ? ProblemRemedy::none : ProblemRemedy::unmute});
    }
    std::stable_partition(rows.begin(), rows.end(),
                          [](const ProblemRow& row) { return row.severity == Severity::error; });
    return rows;
}

}  // namespace burin::ui
