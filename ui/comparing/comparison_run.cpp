// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/comparing/comparison_run.hpp"

#include "core/engraving/comparing/part_comparison.hpp"
#include "core/kinds/root.hpp"
#include "core/render/graph.hpp"
#include "ui/model/bound_surface.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace burin::ui {

namespace {

ComparisonOptions optionsOf(const PartSurface& surface, const Design& design, const ComparisonWish& wish) {
    ComparisonOptions options = optionsFor(surface, design);
    if (!(options.fullDepthUm > 0)) throw Impossible{problemSentences(missingFullDepth())};
    const Rect whole = surface.graph->top().extent.rect();
    const auto expect = [](const std::optional<double>& px, std::int64_t from, std::int64_t size,
                           double pitch, double& um) {
        if (!px) return;
        if (*px < static_cast<double>(from) || *px > static_cast<double>(from + size))
            throw Impossible{tr("The expected place lies beyond the surface.")};
        um = *px * pitch;
    };
    expect(wish.atX, whole.x, whole.width, options.surfacePitchUm.x, options.atUm.x);
    expect(wish.atY, whole.y, whole.height, options.surfacePitchUm.y, options.atUm.y);
    if (wish.reachUm) options.reachUm = Vector{*wish.reachUm, *wish.reachUm};
    options.mostTurn = wish.mostTurn;
    options.plane = wish.plane;
    options.toleranceUm = wish.toleranceUm;
    // Half of the processors are left for the studio, so that it stays usable.
    options.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency() / 2));
    return options;
}

}  // namespace

ComparisonRun::ComparisonRun(const Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {}

void ComparisonRun::start(std::shared_ptr<const Design> design, const ComparisonWish& wish) {
    state_ = State::running;
    share_ = 0;
    findings_.reset();
    problem_.clear();
    task_.start([this, design = std::move(design), wish](const std::stop_token& stop) {
        compare(design, wish, stop);
    });
    emit changed();
}

void ComparisonRun::stop() {
    if (state_ != State::running) return;
    task_.stop();
    state_ = State::stopped;
    emit changed();
}

/// Runs `function` on the interface thread unless the run is outdated by then.
void ComparisonRun::post(const std::stop_token& stop, std::function<void()> function) {
    inbox_.postUnless(stop, [this, function = std::move(function)] {
        function();
        emit changed();
    });
}

void ComparisonRun::compare(const std::shared_ptr<const Design>& design, const ComparisonWish& wish,
                            const std::stop_token& stop) {
    const auto fail = [&](const QString& why) {
        post(stop, [this, why] {
            problem_ = why;
            state_ = State::failed;
        });
    };
    try {
        const std::shared_ptr<const Graph> graph = boundSurface(engine_, *design);
        const PartSurface surface{engine_.backendFor(*graph), engine_.budget, graph};
        auto findings = std::make_shared<PartFindings>();
        findings->wish = wish;
        findings->design = design;
        ComparisonOptions& options = findings->options = optionsOf(surface, *design, wish);
        options.stop = stop;
        options.progress = [this, stop](double share) { post(stop, [this, share] { share_ = share; }); };
        const MeasuredPart part = readPart(pathOf(wish.file), engine_.budget);
        const Residents::Held resident = engine_.residents->hold(*graph);
        findings->found = comparePart(surface, part, options);
        options.progress = {};
        post(stop, [this, findings = PartFindingsPtr(std::move(findings))] {
            findings_ = findings;
            state_ = State::done;
        });
    } catch (const Impossible& impossible) {
        fail(impossible.why);
    } catch (const OutOfMemory&) {
        fail(problemText(std::current_exception()));
    } catch (const std::bad_alloc&) {
        fail(problemText(std::current_exception()));
    } catch (const std::exception& error) {
        fail(errorSentences(error));
    }
}

}  // namespace burin::ui
