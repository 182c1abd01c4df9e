// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/protocol/transfer_job.hpp"
#include "core/remote/transfer_sink.hpp"
#include "core/sinks/export_request.hpp"
#include "ui/export/queue/rate_history.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/machine_entry.hpp"
#include "ui/model/threads/inbox.hpp"

#include <QDateTime>
#include <QFile>
#include <QImage>
#include <QObject>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace burin::ui {

/// A small picture of a whole surface in the viewport's colours.
struct SurfacePicture {
    QImage image;         ///< may be null
    bool sketch = false;  ///< it is computed from some of the samples only, or smaller than it is shown
};

/// What to export and where to. Later edits of the design do not affect it.
struct ExportOrder : ExportRequest {
    std::shared_ptr<const Design> design;
    QString title;                        ///< the design's title
    std::optional<MachineEntry> machine;  ///< the machine at the target; nothing: the target is a file
    Size surface;
    SliceCompression slices = SliceCompression::none;  ///< the compression of streams to a machine
    SurfacePicture picture;                            ///< a backdrop for progress

    [[nodiscard]] bool whole() const { return region == Rect{0, 0, surface.width, surface.height}; }
    /// The target: a file, or the address of `machine`.
    [[nodiscard]] QString file() const { return QFile::decodeName(target.c_str()); }
    /// The target as it is shown: the file that is written, the pattern of several files, or the address.
    [[nodiscard]] QString shownFile() const;
    void setFile(const QString& file) { target = QFile::encodeName(file).toStdString(); }
    /// The job as it is sent to a machine. \param graph  of the design
    [[nodiscard]] TransferJob transferJob(const Graph& graph, const SurfaceInfo& info) const;
    /// How many files the job writes, or 1 for a machine.
    [[nodiscard]] std::int64_t files() const { return std::max<std::int64_t>(1, layers); }
    /// A short name for the target: the file name or the machine's name.
    [[nodiscard]] QString targetName() const;
};

/// One export, which runs on a thread of its own. Interface thread only.
class ExportJob : public QObject {
    Q_OBJECT

  public:
    enum class State {
        waiting,  ///< it waits for its turn in the queue
        running,
        paused,
        stopping,  ///< blocks that are being computed are still written
        stopped,
        done,
        failed
    };

    ExportJob(const Engine& engine, ExportOrder order, QObject* parent = nullptr);
    /// Stops the export and waits. The written part is kept.
    ~ExportJob() override;

    [[nodiscard]] const ExportOrder& order() const { return order_; }
    /// Replaces the order's picture by a better one.
    void setPicture(const SurfacePicture& picture);
    [[nodiscard]] State state() const { return state_; }
    /// Whether the thread of the job is running.
    [[nodiscard]] bool active() const;
    /// The exporter's latest report.
    [[nodiscard]] const Progress& progress() const { return progress_; }
    /// The share of all samples that is done, from 0 to 1.
    [[nodiscard]] double share() const;
    /// The number of samples that are done, by the same report as the share.
    [[nodiscard]] std::int64_t doneSamples() const;
    /// The number of samples to write in total.
    [[nodiscard]] std::int64_t samples() const { return order_.region.area() * order_.files(); }
    /// The recent rate, or that of the whole run if there is none yet.
    [[nodiscard]] double samplesPerSecond() const;
    /// The rate of the bytes that are written, or that the machine engraves.
    [[nodiscard]] double bytesPerSecond() const;
    /// Negative if not known yet.
    [[nodiscard]] double secondsLeft() const;
    [[nodiscard]] const RateHistory& rates() const { return rates_; }
    /// How the target is divided into chunks; known once it is open.
    [[nodiscard]] const std::optional<ChunkGrid>& grid() const { return grid_; }
    /// Why the job failed, as sentences, or what it waits for, as a clause; may be empty.
    [[nodiscard]] const QString& message() const { return message_; }
    /// A sentence that the user should know although the job has not failed by it; may be empty.
    [[nodiscard]] const QString& remark() const { return remark_; }
    /// Sentences about the images of the design, such as that an alpha multiplies. Empty until the target is
    /// open.
    [[nodiscard]] const QStringList& imageRemarks() const { return imageRemarks_; }
    /// Whether the job has stopped or failed and can resume from its last position.
    [[nodiscard]] bool resumable() const;
    [[nodiscard]] const QString& backend() const { return backend_; }
    /// The design's hash; empty if it is not known yet.
    [[nodiscard]] const std::string& hash() const { return hash_; }
    [[nodiscard]] const QDateTime& begun() const { return begun_; }
    [[nodiscard]] const QDateTime& ended() const { return ended_; }

    /// The connection to a machine that has taken the job. Not set for files.
    struct Transfer {
        TransferJob job;
        LineLayout layout;
        std::vector<Problem> notes;

        /// The rectangle of a line in samples of the region; its height is 1.
        [[nodiscard]] Rect areaOf(std::int64_t line) const;
    };
    [[nodiscard]] const std::optional<Transfer>& transfer() const { return transfer_; }
    /// The machine's latest report; nothing for files and before the first report.
    [[nodiscard]] const std::optional<TransferStatus>& status() const { return progress_.machine; }

    /// \pre waiting
    void start();
    void pause();
    void goOn();
    /// Stops and keeps what has been written. A waiting job stops at once.
    void stop();
    /// Puts the job back into the queue, to resume from its last position. \pre stopped or failed
    void renew();

  signals:
    /// The state, the progress or the message has changed.
    void changed();
    /// The job's thread has ended.
    void finished();

  private:
    struct Outcome {
        State state = State::done;
        QString message;
        std::optional<double> share;  ///< the share that is done; nothing: the progress tells it
        std::string hash;             ///< the hash of the design
        bool opened = false;          ///< the target was opened
        bool resumable = false;
    };

    void run(const std::stop_token& stop);
    std::unique_ptr<Sink> openMachine(const Graph& graph, const SurfaceInfo& info, const SinkOptions& sink);
    void hold(Export* started);
    void setPaused(bool paused);
    Outcome exported(const std::stop_token& stop);
    void take(const Progress& progress);
    void obey(bool machinePaused);
    void conclude(const Outcome& outcome);

    const Engine engine_;
    ExportOrder order_;
    State state_ = State::waiting;
    Progress progress_;
    RateHistory rates_;
    std::optional<ChunkGrid> grid_;
    std::optional<double> shareAtEnd_;
    QString message_;
    QString remark_;
    QStringList imageRemarks_;
    QString backend_;
    std::string hash_;
    bool opened_ = false;
    bool resumable_ = false;
    QDateTime begun_;
    QDateTime ended_;
    std::optional<Transfer> transfer_;
    std::atomic<bool> paused_ = false;
    /// number of reports to ignore, because they may be older than our latest request
    int olderReports_ = 0;
    std::mutex exportMutex_;
    Export* export_ = nullptr;  ///< owned by the job's thread while it runs
    Inbox inbox_;
    std::jthread thread_;  ///< last member, because it uses all members above
};

}  // namespace burin::ui
