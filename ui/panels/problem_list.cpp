// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_list.hpp"

#include "core/outlines/dxf/dxf_reader.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace burin::ui {

namespace {

/// Design::find() for the many problems of a large design.
class NodesByName {
  public:
    explicit NodesByName(const Design& design) {
        for (const DesignNode& node : design.nodes)
            nodes_.emplace(node.name, &node);
        for (const DesignInstance& instance : design.instances) {
            if (const auto output = nodes_.find(instance.output); output != nodes_.end())
                outputs_.emplace(instance.name, output->second);
        }
    }
    [[nodiscard]] const DesignNode* find(const std::string& name) const {
        if (const auto node = nodes_.find(name); node != nodes_.end()) return node->second;
        const auto output = outputs_.find(name);
        return output == outputs_.end() ? nullptr : output->second;
    }

  private:
    std::unordered_map<std::string_view, const DesignNode*> nodes_;
    std::unordered_map<std::string_view, const DesignNode*> outputs_;  ///< of instances
};

bool namesFile(const NodesByName& nodes, const Diagnostic& problem) {
    const DesignNode* node = problem.group.empty() ? nodes.find(problem.node) : nullptr;
    if (node == nullptr || node->kind == nullptr) return false;
    const ParameterDescription* parameter = node->kind->description.parameter(problem.parameter);
    return parameter != nullptr && parameter->type == ParameterType::file;
}

ProblemRemedy remedyOf(const NodesByName& nodes, const Diagnostic& problem) {
    if (!namesFile(nodes, problem)) return ProblemRemedy::none;
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
                        problemText(problem), remedyOf(nodes, problem)});
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
