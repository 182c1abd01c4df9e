// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/bound_surface.hpp"

#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

namespace burin::ui {

std::shared_ptr<const Graph> boundSurface(const Engine& engine, const Design& design) {
    if (!design.root) throw Impossible{tr("The design has no surface. Add one.")};
    Diagnostics errors;
    auto graph = boundGraph(engine, design, *design.root, false, errors);
    if (graph) return graph;
    const Diagnostic& first = errors.front();
    throw Impossible{tr("%1: %2").arg(QString::fromStdString(first.node), problemText(first))};
}

}  // namespace burin::ui
