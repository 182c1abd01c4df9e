// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_job.hpp"

#include "core/render/graph.hpp"
#include "core/render/written_samples.hpp"
#include "core/sinks/numbered_name.hpp"
#include "ui/export/queue/export_engine.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/text.hpp"

#include <QFile>
#include <QFileInfo>
#include <QMetaObject>

#include <algorithm>
#include <cmath>
#include <utility>

namespace burin::ui {

namespace {

double shareOf(std::int64_t done, std::int64_t total) {
    return total == 0 ? 0 : static_cast<double>(done) / static_cast<double>(total);
}

}  // namespace

TransferJob ExportOrder::transferJob(const Graph& graph, const SurfaceInfo& info) const {
    TransferJob job = burin::transferJob(*design, *rootOf(graph), info, sink.scan);
    job.compression = slices;
    return job;
}

QString ExportOrder::targetName() const {
    return machine ? machine->name : QFileInfo(shownFile()).fileName();
}

QString ExportOrder::shownFile() const {
    if (machine || NumberedName::parse(target)) return file();
    return QFile::decodeName(plainName(target).c_str());
}

Rect ExportJob::Transfer::areaOf(std::int64_t line) const {
    const Rect& region = job.surface.region;
    const std::int64_t width = layout.width(0);
    const std::int64_t x = line / region.height * width;
    return {x, line % region.height, layout.width(line), 1};
}

ExportJob::ExportJob(const Engine& engine, ExportOrder order, QObject* parent)
    : QObject(parent), engine_(engine), order_(std::move(order)) {}

ExportJob::~ExportJob() {
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
}

void ExportJob::setPicture(const SurfacePicture& picture) {
    order_.picture = picture;
    emit changed();
}

bool ExportJob::active() const {
    return state_ == State::running || state_ == State::paused || state_ == State::stopping;
}

double ExportJob::share() const {
    if (state_ == State::done) return 1;
    return shareAtEnd_.value_or(shareOf(progress_.doneSamples, progress_.totalSamples));
}

std::int64_t ExportJob::doneSamples() const {
    return std::llround(share() * static_cast<double>(samples()));
}

double ExportJob::samplesPerSecond() const {
    return rates_.samplesPerSecond() > 0 ? rates_.samplesPerSecond() : progress_.samplesPerSecond;
}

double ExportJob::bytesPerSecond() const {
    if (order_.machine) return transfer_ ? samplesPerSecond() * transfer_->layout.depth() / 8 : 0;
    return rates_.bytesPerSecond() > 0 ? rates_.bytesPerSecond() : progress_.bytesPerSecond;
}

double ExportJob::secondsLeft() const {
    const double rate = samplesPerSecond();
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
    remark_.clear();
    imageRemarks_.clear();
    rates_.clear();
    if (progress_.machine) {  // left by the previous run
        progress_.machine->state = TransferStatus::State::connecting;
        progress_.machine->message.clear();
    }
    paused_ = false;
    olderReports_ = 0;
    begun_ = QDateTime::currentDateTime();
    ended_ = {};
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    emit changed();
}

void ExportJob::pause() {
    if (state_ == State::running) setPaused(true);
}

void ExportJob::goOn() {
    if (state_ == State::paused) setPaused(false);
}

/// A machine stops after the current line; data for it then waits for credit.
void ExportJob::setPaused(bool paused) {
    paused_ = paused;
    state_ = paused ? State::paused : State::running;
    if (order_.machine) {
        constexpr int aSecond = 4;
        olderReports_ = aSecond;
    }
    const std::lock_guard lock(exportMutex_);
    if (export_ != nullptr) export_->setPaused(paused);
    emit changed();
}

/// Passes on a pause that was requested before the export began.
void ExportJob::hold(Export* started) {
    const std::lock_guard lock(exportMutex_);
    export_ = started;
    if (export_ != nullptr && paused_) export_->setPaused(true);
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
    // The target now holds this job's own output.
    if (opened_) order_.sink.policy.resume = true;
    state_ = State::waiting;
    message_.clear();
    shareAtEnd_.reset();
    emit changed();
}

void ExportJob::run(const std::stop_token& stop) {
    const Outcome outcome = exported(stop);
    inbox_.post([this, outcome] { conclude(outcome); });
}

std::unique_ptr<Sink> ExportJob::openMachine(const Graph& graph, const SurfaceInfo& info,
                                             const SinkOptions& sink) {
    TransferOptions options = transferOptionsOf(sink);
    options.credentials = order_.machine->credentials();
    options.waits = [this](const Problem& problem) {
        inbox_.post([this, problem] {
            message_ = problemText(problem);
            emit changed();
        });
    };
    options.remarks = [this](const Problem& problem) {
        inbox_.post([this, problem] {
            remark_ = reasonSentence(problem);
            emit changed();
        });
    };
    const TransferJob job = order_.transferJob(graph, info);
    auto machine = std::make_unique<TransferSink>(order_.target, job, options);
    inbox_.post([this, transfer = Transfer{job, job.layout(), machine->notes()}] {
        transfer_ = transfer;
        message_.clear();
    });
    return machine;
}

ExportJob::Outcome ExportJob::exported(const std::stop_token& stop) {
    std::optional<ExportEngine> share;
    std::optional<RequestedExport> exporting;
    Outcome outcome;
    try {
        share.emplace(engine_, *order_.design, stop);
        NodeEngine& engine = share->own();
        outcome.hash = designHash(*engine.graph(), stop);
        ExportRequest request = order_;
        if (order_.machine) {
            request.connect = [&](const SurfaceInfo& info, const SinkOptions& sink) {
                return openMachine(*engine.graph(), info, sink);
            };
        }
        exporting.emplace(engine, request, outcome.hash, stop, exportPriority);
        outcome.opened = true;
        inbox_.post([this, grid = exporting->sink().grid(), backend = engine.backend().description(),
                     remarks = remarksOnImages(*engine.graph())] {
            grid_ = grid;
            backend_ = QString::fromStdString(backend);
            for (const Problem& remark : remarks)
                imageRemarks_ << problemText(remark) + '.';
            emit changed();
        });
        hold(&*exporting);
        const auto told = [this](const Progress& progress) {
            inbox_.post([this, progress] { take(progress); });
        };
        const ExportResult result = exporting->run(told);
        outcome.share = shareOf(result.doneSamples, result.totalSamples);
        if (result.stopped) {
            outcome.state = State::stopped;
        } else if (const auto others = settleOtherLayers(order_)) {
            outcome.message = problemText(*others);
        }
    } catch (const std::exception& error) {
        // After a stop was requested, any exception can be its result.
        outcome.state = stop.stop_requested() ? State::stopped : State::failed;
        if (outcome.state == State::failed) outcome.message = errorSentences(error);
        if (const auto* const failed = dynamic_cast<const ExportError*>(&error))
            outcome.share = failed->share;
    }
    hold(nullptr);
    if (outcome.opened) {
        const Sink::Sequel sequel = exporting->sink().sequel();
        outcome.resumable =
            order_.layers > 0 || sequel == Sink::Sequel::goesOn || sequel == Sink::Sequel::begins;
    }
    return outcome;
}

void ExportJob::take(const Progress& progress) {
    progress_ = progress;
    rates_.add(progress);
    if (progress.machine && progress.machine->state != TransferStatus::State::connecting)
        obey(progress.machine->state == TransferStatus::State::paused);
    emit changed();
}

/// The machine can be paused from either side, and its reports decide. Reports that arrive right after our
/// own request may be older than the request and are ignored.
void ExportJob::obey(bool machinePaused) {
    if (machinePaused == paused_) olderReports_ = 0;
    if (olderReports_ > 0) --olderReports_;
    if (olderReports_ > 0 || (state_ != State::running && state_ != State::paused)) return;
    state_ = machinePaused ? State::paused : State::running;
    paused_ = machinePaused;
}

void ExportJob::conclude(const Outcome& outcome) {
    thread_.join();
    state_ = outcome.state;
    message_ = outcome.message;
    shareAtEnd_ = outcome.share;
    hash_ = outcome.hash;
    opened_ = opened_ || outcome.opened;
    // A machine keeps its job even if it cannot be reached at the next attempt.
    resumable_ = outcome.resumable || (order_.machine && opened_);
    ended_ = QDateTime::currentDateTime();
    emit changed();
    emit finished();
}

}  // namespace burin::ui
