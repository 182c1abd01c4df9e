// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/design_handle.hpp"

#include "app/python/surface_engine.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/graph.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace burin::python {
namespace {

[[noreturn]] void refuse(const Problem& problem) {
    Diagnostic diagnostic;
    diagnostic.problem = problem;
    throw DesignRefused({diagnostic});
}

/// Whether two diagnostics say the same; their places in the file may differ.
bool sameProblem(const Diagnostic& a, const Diagnostic& b) {
    return a.node == b.node && a.group == b.group && a.parameter == b.parameter && a.what() == b.what();
}

/// The errors of `after` that `before` does not have.
Diagnostics newErrors(const Design& before, const Design& after) {
    Diagnostics found;
    for (const Diagnostic& diagnostic : after.diagnostics) {
        const bool known =
            std::any_of(before.diagnostics.begin(), before.diagnostics.end(),
                        [&](const Diagnostic& other) { return sameProblem(diagnostic, other); });
        if (diagnostic.severity == Severity::error && !known) found.push_back(diagnostic);
    }
    return found;
}

}  // namespace

DesignHandle::DesignHandle(Design design) : design_(std::make_shared<const Design>(std::move(design))) {}

std::shared_ptr<const Design> DesignHandle::design() const {
    const std::lock_guard lock(mutex_);
    return design_;
}

void DesignHandle::apply(const std::vector<Setting>& settings, const std::filesystem::path& from,
                         const std::stop_token& stop) {
    const std::lock_guard oneAtATime(changing_);
    const std::shared_ptr<const Design> before = design();
    YamlValue document = before->document;
    if (const auto problem = applySettings(document, settings, kinds(), from)) refuse(*problem);
    Design changed = reviseDesign(std::move(document), before->file.parent_path(), before->file, kinds(),
                                  before.get(), stop);
    if (Diagnostics errors = newErrors(*before, changed); !errors.empty())
        throw DesignRefused(std::move(errors));
    auto after = std::make_shared<const Design>(std::move(changed));
    const std::lock_guard lock(mutex_);
    design_ = std::move(after);
}

std::vector<Setting> settingsIn(const std::vector<std::string>& texts) {
    auto settings = parseSettings(texts);
    if (const auto* problem = std::get_if<Problem>(&settings)) refuse(*problem);
    return std::get<std::vector<Setting>>(std::move(settings));
}

Diagnostics allProblems(const Design& design, const std::stop_token& stop) {
    Diagnostics all = design.diagnostics;
    if (design.refused || !design.root || !design.errorsOf(*design.root).empty()) return all;
    const BoundGraph bound = bindGraph(design, *design.root, {.everyItem = true, .stop = stop});
    all.insert(all.end(), bound.errors.begin(), bound.errors.end());
    return all;
}

}  // namespace burin::python
