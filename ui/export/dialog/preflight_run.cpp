// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/dialog/preflight_run.hpp"

#include "ui/export/queue/export_engine.hpp"
#include "ui/words/problem_text.hpp"

#include <utility>

namespace burin::ui {

PreflightRun::PreflightRun(const Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {}

void PreflightRun::start(std::shared_ptr<const Design> design, bool roller) {
    state_ = State::running;
    design_ = std::move(design);
    roller_ = roller;
    share_ = 0;
    report_ = {};
    problem_.clear();
    task_.start(
        [this, looked = design_, roller](const std::stop_token& stop) { look(looked, roller, stop); });
    emit changed();
}

void PreflightRun::stop() {
    if (state_ != State::running) return;
    task_.stop();
    state_ = State::stopped;
    emit changed();
}

/// Runs `function` on the interface thread unless the run is outdated by then.
void PreflightRun::post(const std::stop_token& stop, std::function<void()> function) {
    inbox_.postUnless(stop, [this, function = std::move(function)] {
        function();
        emit changed();
    });
}

void PreflightRun::look(const std::shared_ptr<const Design>& design, bool roller,
                        const std::stop_token& stop) {
    PreflightOptions options;
    options.roller = roller;
    options.stop = stop;
    options.progress = [this, stop](const Progress& progress) {
        if (progress.totalSamples > 0) post(stop, [this, share = progress.share()] { share_ = share; });
    };
    try {
        const auto graph = ExportEngine::bind(engine_, *design, stop);
        const auto report = preflight(*design, graph, engine_.backendFor(*graph), options);
        post(stop, [this, report] {
            report_ = report;
            state_ = State::done;
        });
    } catch (const std::exception& error) {
        post(stop, [this, what = errorText(error)] {
            problem_ = what;
            state_ = State::failed;
        });
    }
}

}  // namespace burin::ui
