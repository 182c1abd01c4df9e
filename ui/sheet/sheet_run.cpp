// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_run.hpp"

#include "core/base/cancelled.hpp"
#include "core/kinds/root.hpp"
#include "core/render/written_samples.hpp"
#include "ui/model/bound_surface.hpp"
#include "ui/model/previews/preview_jobs.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QDate>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <thread>
#include <utility>

namespace burin::ui {

SheetRun::SheetRun(const Engine& engine, QObject* parent) : QObject(parent), engine_(engine) {}

SheetRun::~SheetRun() {
    drawing_.request_stop();
}

void SheetRun::start(std::shared_ptr<const Design> design, const SheetWish& wish) {
    drawing_.request_stop();
    drawsSpace_ = false;
    state_ = State::running;
    step_ = SheetStep::checking;
    share_ = 0;
    problem_.clear();
    design_ = std::move(design);
    task_.start(
        [this, design = design_, wish](const std::stop_token& stop) { compute(*design, wish, stop); });
    emit changed();
}

void SheetRun::stop() {
    if (state_ != State::running) return;
    if (drawsSpace_) {
        enough_.request_stop();
        return;
    }
    task_.stop();
    state_ = State::stopped;
    emit changed();
}

void SheetRun::forget() {
    task_.stop();
    drawing_.request_stop();
    drawsSpace_ = false;
    state_ = State::idle;
    design_ = nullptr;
    sheet_ = nullptr;
    sheetDesign_ = nullptr;
    space_ = {};
    emit changed();
}

/// Runs `function` on the interface thread unless the run is outdated by then.
void SheetRun::post(const std::stop_token& stop, std::function<void()> function) {
    inbox_.postUnless(stop, [this, function = std::move(function)] {
        function();
        emit changed();
    });
}

/// Draws the 3-D picture, and then the sheet is done. The user may start, stop or close anything meanwhile.
void SheetRun::drawSpace(const std::shared_ptr<const JobSheet>& sheet) {
    drawing_ = std::stop_source();
    enough_ = std::stop_source();
    const std::stop_token stop = drawing_.get_token();
    const std::stop_token enough = enough_.get_token();
    const QPointer<SheetRun> self(this);
    const Engine engine = engine_;
    drawsSpace_ = true;
    share_ = 0;
    emit changed();
    const auto follow = [self, stop](double share) {
        if (!self || stop.stop_requested()) return;
        self->share_ = share;
        emit self->changed();
    };
    const SheetSpace space = sheetSpace(engine, design_, sheet->surface.fullDepthUm, stop, {follow, enough});
    if (!self || stop.stop_requested()) return;
    drawsSpace_ = false;
    space_ = space;
    sheet_ = sheet;
    sheetDesign_ = design_;
    state_ = State::done;
    emit changed();
}

void SheetRun::compute(const Design& design, const SheetWish& wish, const std::stop_token& stop) {
    const auto fail = [&](const QString& why) {
        post(stop, [this, why] {
            problem_ = why;
            state_ = State::failed;
        });
    };
    try {
        const std::shared_ptr<const Graph> graph = boundSurface(engine_, design);
        SheetOptions options;
        options.fullDepthUm = rootOf(*graph)->fullDepthUm;
        if (!(options.fullDepthUm > 0)) throw Impossible{problemSentences(missingFullDepth())};
        options.file = wish.file.toStdString();
        options.version = BURIN_VERSION;
        options.date = QDate::currentDate().toString(Qt::ISODate).toStdString();
        options.everySample = wish.everySample;
        options.pictures = true;
        options.details = wish.details;
        // Half of the processors are left for the studio, so that it stays usable.
        options.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency() / 2));
        options.sideBySide = options.threads;
        options.stop = stop;
        options.begins = [this, stop](SheetStep step) {
            post(stop, [this, step] {
                step_ = step;
                share_ = 0;
            });
        };
        options.progress = [this, stop](const Progress& progress) {
            if (progress.totalSamples > 0) post(stop, [this, share = progress.share()] { share_ = share; });
        };
        const Residents::Held resident = engine_.residents->hold(*graph);
        auto sheet = std::make_shared<const JobSheet>(
            makeJobSheet(design, graph, engine_.backendFor(*graph), engine_.budget, options));
        post(stop, [this, stop, sheet = std::move(sheet)] {
            // drawSpace() waits in its own event loop. It is called from outside of the inbox, so that the
            // inbox works meanwhile.
            QTimer::singleShot(0, this, [this, stop, sheet] {
                if (!stop.stop_requested()) drawSpace(sheet);
            });
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
