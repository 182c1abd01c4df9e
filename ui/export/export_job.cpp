// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/export_job.hpp"

#include "core/surface/exporter.hpp"
#include "core/surface/root_blocks.hpp"
#include "ui/export/export_engine.hpp"
#include "ui/export/words.hpp"

#include <QFile>
#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace burin::ui {

namespace {

/// What went wrong. The sink's own remedy is one for the command line.
QString wordsOf(const std::exception& error, const Sink* sink) {
    std::string message = error.what();
    const std::string remedy = sink == nullptr ? "" : sink->remedy();
    if (!remedy.empty() && message.ends_with(remedy)) message.resize(message.size() - remedy.size());
    return withoutOptions(message).trimmed();
}

}  // namespace

SinkOptions ExportOrder::sinkOptions() const {
    SinkOptions options;
    options.scan = scan;
    options.compression = compression;
    options.policy = policy;
    return options;
}

ExportJob::ExportJob(const Engine& engine, ExportOrder order, QObject* parent)
    : QObject(parent), engine_(engine), order_(std::move(order)) {}

ExportJob::~ExportJob() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

bool ExportJob::active() const {
    return state_ == State::running || state_ == State::paused || state_ == State::stopping;
}

double ExportJob::share() const {
    if (state_ == State::done) return 1;
    if (progress_.totalSamples == 0) return 0;
    return static_cast<double>(progress_.doneSamples) / static_cast<double>(progress_.totalSamples);
}

double ExportJob::secondsLeft() const {
    const double rate =
        rates_.samplesPerSecond() > 0 ? rates_.samplesPerSecond() : progress_.samplesPerSecond;
    if (!(rate > 0)) return -1;
    return static_cast<double>(progress_.totalSamples - progress_.doneSamples) / rate;
}

bool ExportJob::resumable() const {
    return (state_ == State::stopped || state_ == State::failed) && resumable_;
}

void ExportJob::start() {
    Q_ASSERT(state_ == State::waiting);
    state_ = State::running;
    message_.clear();
    rates_.clear();
    paused_ = false;
    begun_ = QDateTime::currentDateTime();
    ended_ = {};
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    emit changed();
}

void ExportJob::pause() {
    if (state_ != State::running) return;
    paused_ = true;
    state_ = State::paused;
    emit changed();
}

void ExportJob::goOn() {
    if (state_ != State::paused) return;
    paused_ = false;
    state_ = State::running;
    emit changed();
}

void ExportJob::stop() {
    if (state_ == State::waiting) {
        state_ = State::stopped;
        emit changed();
        return;
    }
    if (!active()) return;
    state_ = State::stopping;
    thread_.request_stop();
    emit changed();
}

void ExportJob::renew() {
    Q_ASSERT(state_ == State::stopped || state_ == State::failed);
    // What lies at the target is this job's own by now.
    if (opened_) order_.policy.resume = true;
    state_ = State::waiting;
    message_.clear();
    emit changed();
}

/// Runs `function` in the interface thread, unless the job is gone by then.
template <class Function>
void ExportJob::post(Function function) {
    QMetaObject::invokeMethod(this, std::move(function), Qt::QueuedConnection);
}

void ExportJob::run(const std::stop_token& stop) {
    const Outcome outcome = exported(stop);
    post([this, outcome] { conclude(outcome); });
}

ExportJob::Outcome ExportJob::exported(const std::stop_token& stop) {
    std::unique_ptr<Sink> sink;
    Outcome outcome;
    try {
        ExportEngine engine(engine_, *order_.design, stop);
        const SurfaceInfo info = surfaceInfo(*engine.graph(), order_.region, engine.backend().name());
        RootBlocks source(engine.backend(), engine.graph(), stop, exportPriority);
        sink = openSink(QFile::encodeName(order_.target).toStdString(), info, order_.sinkOptions());
        post([this, grid = sink->grid(), backend = engine.backend().description()] {
            grid_ = grid;
            backend_ = QString::fromStdString(backend);
            emit changed();
        });
        ExportOptions options;
        options.blockSamples = engine.backend().requestSamples();
        options.paused = [this] { return paused_.load(); };
        const auto told = [this](const Progress& progress) { post([this, progress] { take(progress); }); };
        const bool stopped =
            exportSurface(source, *sink, info.region.origin(), engine.budget(), options, told, stop).stopped;
        if (stopped) outcome.state = State::stopped;
    } catch (const std::exception& error) {
        // What is told to stop says so in many ways.
        outcome.state = stop.stop_requested() ? State::stopped : State::failed;
        if (outcome.state == State::failed) outcome.message = wordsOf(error, sink.get());
    }
    if (sink == nullptr || outcome.state == State::done) return outcome;
    outcome.opened = true;
    outcome.resumable = sink->resumable();
    return outcome;
}

void ExportJob::take(const Progress& progress) {
    progress_ = progress;
    rates_.add(progress);
    emit changed();
}

void ExportJob::conclude(const Outcome& outcome) {
    thread_.join();
    state_ = outcome.state;
    message_ = outcome.message;
    opened_ = opened_ || outcome.opened;
    resumable_ = outcome.resumable;
    ended_ = QDateTime::currentDateTime();
    emit changed();
    emit finished();
}

}  // namespace burin::ui
