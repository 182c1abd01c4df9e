// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_list.hpp"

#include "ui/inspector/editors/value_editor.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>

namespace burin::ui {

namespace {

bool namesFile(const Design& design, const Diagnostic& problem) {
    const auto node = problem.group.empty() ? design.find(problem.node) : std::nullopt;
    if (!node || design.nodes[*node].kind == nullptr) return false;
    const ParameterDescription* parameter =
        design.nodes[*node].kind->description.parameter(problem.parameter);
    return parameter != nullptr && parameter->type == ParameterType::file;
}

}  // namespace

std::vector<ProblemRow> problemRows(const Design& design) {
    std::vector<ProblemRow> rows;
    for (const Diagnostic& problem : design.diagnostics) {
        rows.push_back({problem.severity, QString::fromStdString(problem.group),
                        QString::fromStdString(problem.node), QString::fromStdString(problem.parameter),
                        problemText(problem),
                        namesFile(design, problem) ? ProblemRemedy::chooseFile : ProblemRemedy::none});
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
