// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/bars/status_line.hpp"

#include "core/tile/memory_budget.hpp"
#include "ui/inspector/fields/cut_label.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QLabel>
#include <QStatusBar>

#include <algorithm>
#include <iterator>

namespace burin::ui {

StatusLine::StatusLine(const Workbench& workbench, QStatusBar& bar, QWidget* exports)
    : workbench_(workbench), backend_(new CutLabel(workbench.theme, {}, &bar)) {
    const auto label = [&bar](bool right) {
        auto* result = new QLabel(&bar);
        result->setTextFormat(Qt::PlainText);
        right ? bar.addPermanentWidget(result) : bar.addWidget(result);
        return result;
    };
    bar.setSizeGripEnabled(false);
    backend_->setObjectName("status.backend");
    backend_->setContentsMargins(8, 0, 0, 0);
    bar.addWidget(backend_);
    memory_ = label(false);
    bar.addPermanentWidget(exports);
    autosaved_ = label(true);
    problems_ = label(true);
    problems_->setObjectName("status.problems");
    steps_ = label(true);
}

/// What computes, and how pictures come to the screen. Even if there is a card, the processor computes a
/// design with a node that has no kernels.
QStringList StatusLine::computing(bool sharesTheCard) const {
    const Engine& engine = workbench_.previews.engine();
    const Backend& backend = engine.backendFor(*workbench_.document.design());
    const QString by = engine.problem.isEmpty() ? tr("Running on %1").arg(textOf(backend.description()))
                                                : tr("Running on the CPU (%1)").arg(engine.problem);
    const bool shares = sharesTheCard && &backend == &engine.backend;
    return {by, shares ? tr("CUDA writes OpenGL textures directly") : tr("pictures are uploaded to OpenGL")};
}

/// Counts the rows of the problems panel. A muted node is a warning.
QString StatusLine::problemsText() const {
    const Design& design = *workbench_.document.design();
    const auto errors = std::count_if(design.diagnostics.begin(), design.diagnostics.end(),
                                      [](const Diagnostic& d) { return d.severity == Severity::error; });
    const auto muted = std::count_if(design.nodes.begin(), design.nodes.end(),
                                     [](const DesignNode& node) { return node.muted; });
    const qsizetype warnings = std::ssize(design.diagnostics) - errors + muted;
    QStringList texts;
    if (errors > 0) texts << (errors == 1 ? tr("1 error") : tr("%1 errors").arg(errors));
    if (warnings > 0) texts << (warnings == 1 ? tr("1 warning") : tr("%1 warnings").arg(warnings));
    return texts.join(", ");
}

void StatusLine::show(const Shown& shown) {
    const MemoryBudget& budget = workbench_.previews.engine().budget;
    const QStringList parts = computing(shown.sharesTheCard);
    backend_->setText(parts.join("; "));
    backend_->setShorter({parts.first(), parts.first().section(" (", 0, 0)});
    memory_->setText(tr("Memory %1").arg(memoryText(budget.used(), budget.limit())));
    autosaved_->setText(!shown.workspace ? tr("Enter opens the example, arrow keys move")
                        : shown.autosaved.isNull()
                            ? QString()
                            : tr("Autosaved %1").arg(shown.autosaved.toString("HH:mm:ss")));
    problems_->setText(problemsText());
    const int steps = workbench_.document.history().index();
    steps_->setText(steps == 1 ? tr("1 undo step") : tr("%1 undo steps").arg(steps));
    for (QLabel* label : {problems_, steps_})
        label->setVisible(shown.workspace);
}

}  // namespace burin::ui
