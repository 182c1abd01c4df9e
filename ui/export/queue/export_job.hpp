// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/export/progress.hpp"
#include "core/protocol/stream_job.hpp"
#include "core/remote/stream_sink.hpp"
#include "core/sinks/open_sink.hpp"
#include "ui/export/queue/rate_history.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/machine_entry.hpp"

#include <QDateTime>
#include <QImage>
#include <QObject>
#include <QString>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace burin::ui {

class ExportEngine;

/// What is to be written, and of what. Later edits of the design do not reach it.
struct ExportOrder {
    std::shared_ptr<const Design> design;
    QString title;   ///< of the design
    QString target;  ///< a file, or the address of `machine`
    std::optional<MachineEntry> machine;
    int layers = 0;  ///< single-bit files into which the surface is cut; 0: it is written as it is
    Size surface;
    Rect region;  ///< of the surface, in samples; not empty
    Scan scan;
    Compression compression = Compression::none;
    SliceCompression slices = SliceCompression::none;  ///< of what goes to a machine
    ResumePolicy policy;
    QImage picture;  ///< of the whole surface, to show what is done; may be null

    [[nodiscard]] bool whole() const { return region == Rect{0, 0, surface.width, surface.height}; }
    /// What the sink is opened with.
    [[nodiscard]] SinkOptions sinkOptions() const;
    /// What the machine is told. \param graph  of the design
    [[nodiscard]] StreamJob streamJob(const Graph& graph, const SurfaceInfo& info) const;
    /// How people call the target: a file, or the machine.
    [[nodiscard]] QString targetName() const;
};

/// One export, computed by a thread of its own. Interface thread only.
class ExportJob : public QObject {
    Q_OBJECT

  public:
    enum class State {
        waiting,  ///< for its turn
        running,
        paused,
        stopping,  ///< until what is under way is written
        stopped,
        done,
        failed
    };

    ExportJob(const Engine& engine, ExportOrder order, QObject* parent = nullptr);
    /// Stops and waits. What is written is kept.
    ~ExportJob() override;

    [[nodiscard]] const ExportOrder& order() const { return order_; }
    [[nodiscard]] State state() const { return state_; }
    /// Whether it has a thread.
    [[nodiscard]] bool active() const;
    /// As the exporter told it last.
    [[nodiscard]] const Progress& progress() const { return progress_; }
    /// Done samples of all, from 0 to 1.
    [[nodiscard]] double share() const;
    /// That are written in all.
    [[nodiscard]] std::int64_t samples() const { return order_.region.area() * std::max(1, order_.layers); }
    /// Negative: nobody knows yet.
    [[nodiscard]] double secondsLeft() const;
    [[nodiscard]] const RateHistory& rates() const { return rates_; }
    /// How the target is cut, once it is open.
    [[nodiscard]] const std::optional<ChunkGrid>& grid() const { return grid_; }
    /// Why it failed, or what its user should know; may be empty.
    [[nodiscard]] const QString& message() const { return message_; }
    /// Whether it has stopped or failed, and goes on where it was when it is started again.
    [[nodiscard]] bool resumable() const;
    [[nodiscard]] const QString& backend() const { return backend_; }
    [[nodiscard]] const QDateTime& begun() const { return begun_; }
    [[nodiscard]] const QDateTime& ended() const { return ended_; }

    /// Where the target is a machine that has taken the job: what it is, how it stands, and what was sent.
    struct Stream {
        MachineDescription machine;
        StreamJob job;
        LineLayout layout;
        std::vector<std::string> notes;

        /// Where a line lies, in samples of the region; one high.
        [[nodiscard]] Rect areaOf(std::int64_t line) const;
    };
    [[nodiscard]] const std::optional<Stream>& stream() const { return stream_; }
    /// As the machine told it last; nothing where it is a file, or nothing was heard yet.
    [[nodiscard]] const std::optional<StreamStatus>& status() const { return progress_.machine; }

    /// \pre waiting
    void start();
    void pause();
    void goOn();
    /// Keeps what is written. A job that waits is stopped at once.
    void stop();
    /// Waits again, to go on where it was. \pre stopped or failed
    void renew();

  signals:
    /// Its state, progress, or anything else it says.
    void changed();
    /// It has no thread any more.
    void finished();

  private:
    struct Outcome {
        State state = State::done;
        QString message;
        bool opened = false;  ///< the target
        bool resumable = false;
    };

    void run(const std::stop_token& stop);
    struct Output;
    std::vector<Output> outputs(ExportEngine& engine, const SurfaceInfo& info, const std::stop_token& stop);
    std::unique_ptr<Sink> openMachine(ExportEngine& engine, const SurfaceInfo& info,
                                      const std::stop_token& stop);
    bool write(ExportEngine& engine, Output& output, const Progress& before, const std::stop_token& stop);
    void hold(StreamSink* machine);
    void setPaused(bool paused);
    Outcome exported(const std::stop_token& stop);
    template <class Function>
    void post(Function function);
    void take(const Progress& progress);
    void obey(bool machinePaused);
    void conclude(const Outcome& outcome);

    const Engine engine_;
    ExportOrder order_;
    State state_ = State::waiting;
    Progress progress_;
    RateHistory rates_;
    std::optional<ChunkGrid> grid_;
    QString message_;
    QString backend_;
    bool opened_ = false;
    bool resumable_ = false;
    QDateTime begun_;
    QDateTime ended_;
    std::optional<Stream> stream_;
    std::atomic<bool> paused_ = false;
    int olderReports_ = 0;  ///< of the machine, that may not know yet what was asked of it
    Progress told_;         ///< last, by the exporter
    std::mutex machineMutex_;
    StreamSink* machine_ = nullptr;  ///< the job thread's, while it streams
    std::jthread thread_;
};

}  // namespace burin::ui
