// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/queue/export_job.hpp"

#include "core/export/exporter.hpp"
#include "core/export/layer_blocks.hpp"
#include "core/export/root_blocks.hpp"
#include "core/sinks/layer_files.hpp"
#include "ui/export/machines/machine_words.hpp"
#include "ui/export/queue/export_engine.hpp"
#include "ui/model/hand_over.hpp"

#include <QFile>
#include <QFileInfo>
#include <QMetaObject>

#include <algorithm>
#include <functional>
#include <utility>

namespace burin::ui {

namespace {

/// What went wrong. The sink's own remedy is one for the command line.
QString wordsOf(const std::exception& error, const Sink* sink) {
    std::string message = error.what();
    const std::string remedy = sink == nullptr ? "" : sink->remedy();
    if (!remedy.empty() && message.ends_with(remedy)) message.resize(message.size() - remedy.size());
    return connectionWords(message).trimmed();
}

/// While it lives, the interface reaches the machine.
class Reach {
  public:
    Reach(std::function<void(StreamSink*)> hold, Sink& sink) : hold_(std::move(hold)) {
        hold_(dynamic_cast<StreamSink*>(&sink));
    }
    ~Reach() { hold_(nullptr); }
    Reach(const Reach&) = delete;
    Reach& operator=(const Reach&) = delete;

  private:
    std::function<void(StreamSink*)> hold_;
};

}  // namespace

StreamJob ExportOrder::streamJob(const Graph& graph, const SurfaceInfo& info) const {
    StreamJob job = burin::streamJob(*design, *rootOf(graph), info, scan);
    job.compression = slices;
    return job;
}

QString ExportOrder::targetName() const {
    return machine ? machine->name : QFileInfo(target).fileName();
}

SinkOptions ExportOrder::sinkOptions() const {
    SinkOptions options;
    options.scan = scan;
    options.compression = compression;
    options.policy = policy;
    return options;
}

Rect ExportJob::Stream::areaOf(std::int64_t line) const {
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
    if (progress_.machine) {  // of the run before
        progress_.machine->state = StreamStatus::State::connecting;
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

/// A machine pauses itself, behind the line that is under way, and what is sent to it waits for credit.
void ExportJob::setPaused(bool paused) {
    paused_ = paused;
    state_ = paused ? State::paused : State::running;
    if (order_.machine) {
        constexpr int aSecond = 4;
        olderReports_ = aSecond;
        const std::lock_guard lock(machineMutex_);
        if (machine_ != nullptr) paused ? machine_->pause() : machine_->proceed();
    }
    emit changed();
}

/// What was asked for before there was a connection reaches the machine now.
void ExportJob::hold(StreamSink* machine) {
    const std::lock_guard lock(machineMutex_);
    machine_ = machine;
    if (machine != nullptr && paused_) machine->pause();
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
    runInThreadOf(*this, std::move(function));
}

void ExportJob::run(const std::stop_token& stop) {
    const Outcome outcome = exported(stop);
    post([this, outcome] { conclude(outcome); });
}

std::unique_ptr<Sink> ExportJob::openMachine(ExportEngine& engine, const SurfaceInfo& info,
                                             const std::stop_token& stop) {
    StreamOptions options;
    options.credentials = order_.machine->credentials();
    if (order_.policy.force) options.mode = Controller::Mode::replace;
    if (order_.policy.resume) options.mode = Controller::Mode::resume;
    options.bandBytes = engine.budget().limit() / 2;
    options.stop = stop;
    options.waits = [this](const std::string& reason) {
        post([this, reason] {
            message_ = connectionWords(reason);
            emit changed();
        });
    };
    const StreamJob job = order_.streamJob(*engine.graph(), info);
    auto sink = std::make_unique<StreamSink>(order_.target.toStdString(), job, options);
    post([this, stream = Stream{sink->machine(), job, job.layout(), sink->notes()}] {
        stream_ = stream;
        message_.clear();
    });
    return sink;
}

/// One file, or the machine.
struct ExportJob::Output {
    std::unique_ptr<BlockSource> source;
    std::unique_ptr<Sink> sink;
};

std::vector<ExportJob::Output> ExportJob::outputs(ExportEngine& engine, const SurfaceInfo& info,
                                                  const std::stop_token& stop) {
    std::vector<Output> all;
    const std::string target = QFile::encodeName(order_.target).toStdString();
    if (order_.layers == 0) {
        all.push_back({std::make_unique<RootBlocks>(engine.backend(), engine.graph(), stop, exportPriority),
                       order_.machine ? openMachine(engine, info, stop)
                                      : openSink(target, info, order_.sinkOptions())});
        return all;
    }
    for (const LayerFile& layer : layerFiles(target, info, order_.layers)) {
        all.push_back({std::make_unique<LayerBlocks>(engine.backend(), engine.graph(), layer.threshold, stop,
                                                     exportPriority),
                       openSink(layer.path, layer.surface, order_.sinkOptions())});
    }
    return all;
}

/// \param before  what the outputs before this one have done \return whether it was stopped
bool ExportJob::write(ExportEngine& engine, Output& output, const Progress& before,
                      const std::stop_token& stop) {
    const Reach reach([this](StreamSink* machine) { hold(machine); }, *output.sink);
    ExportOptions options;
    options.blockSamples = engine.backend().requestSamples();
    options.threads = engine.threads();
    if (!order_.machine) options.paused = [this] { return paused_.load(); };
    const auto told = [this, before](Progress progress) {
        progress.doneSamples += before.doneSamples;
        progress.totalSamples = samples();
        progress.bytes += before.bytes;
        progress.seconds += before.seconds;
        told_ = progress;
        post([this, progress] { take(progress); });
    };
    return exportSurface(*output.source, *output.sink, order_.region.origin(), engine.budget(), options, told,
                         stop)
        .stopped;
}

ExportJob::Outcome ExportJob::exported(const std::stop_token& stop) {
    std::vector<Output> all;
    Output* current = nullptr;
    Outcome outcome;
    try {
        ExportEngine engine(engine_, *order_.design, stop);
        const SurfaceInfo info = surfaceInfo(*engine.graph(), order_.region, engine.backend().name(),
                                             designHash(*engine.graph(), stop));
        all = outputs(engine, info, stop);
        current = &all.front();
        post([this, grid = current->sink->grid(), backend = engine.backend().description()] {
            grid_ = grid;
            backend_ = QString::fromStdString(backend);
            emit changed();
        });
        Progress before;
        for (Output& output : all) {
            current = &output;
            told_ = before;
            if (!output.sink->alreadyFinished() && write(engine, output, before, stop)) {
                outcome.state = State::stopped;
                break;
            }
            before.doneSamples += order_.region.area();
            before.bytes = told_.bytes;
            before.seconds = told_.seconds;
            if (all.size() > 1) output = {};  // closes its file
        }
    } catch (const std::exception& error) {
        // What is told to stop says so in many ways.
        outcome.state = stop.stop_requested() ? State::stopped : State::failed;
        if (outcome.state == State::failed)
            outcome.message = wordsOf(error, current == nullptr ? nullptr : current->sink.get());
    }
    if (current == nullptr || outcome.state == State::done) return outcome;
    outcome.opened = true;
    outcome.resumable = order_.layers > 0 || current->sink->resumable();
    return outcome;
}

void ExportJob::take(const Progress& progress) {
    progress_ = progress;
    rates_.add(progress);
    if (progress.machine && progress.machine->state != StreamStatus::State::connecting)
        obey(progress.machine->state == StreamStatus::State::paused);
    emit changed();
}

/// The machine is paused and let go on from both sides: what it says counts. Only right after a wish of ours
/// its reports may be older than that.
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
    opened_ = opened_ || outcome.opened;
    // A machine keeps its job, also where it is out of reach at the next attempt.
    resumable_ = outcome.resumable || (order_.machine && opened_);
    ended_ = QDateTime::currentDateTime();
    emit changed();
    emit finished();
}

}  // namespace burin::ui
