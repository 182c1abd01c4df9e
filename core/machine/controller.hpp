// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/machine/job_store.hpp"
#include "core/machine/machine.hpp"
#include "core/machine/mapped_memory.hpp"
#include "core/machine/mishap.hpp"
#include "core/protocol/job_request.hpp"
#include "core/protocol/machine_description.hpp"
#include "core/protocol/slice.hpp"

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

/// The reference controller without its connection. It admits one sender at a time, checks and buffers the
/// slices, engraves them into a file at the machine's rate, and reports the progress.
///
/// Thread-safe; only one thread may call `engrave`. The caller passes in the time.
class Controller {
  public:
    using Time = Machine::Time;

    struct Settings {
        Machine::Settings machine;
        std::filesystem::path output;  ///< file for the engraved samples; empty: they are discarded
        bool keepBuffer = false;       ///< keeps the buffer in NAME.buffer across a restart
        MachineDescription limits;     ///< the properties not given by the other settings
        std::vector<Mishap> mishaps;
        std::function<void(const std::string&)> log = {};  ///< one line each, printable; may be empty
    };

    /// Takes over the job that an earlier process has left. \throws UsageError, SinkError
    explicit Controller(Settings settings);

    [[nodiscard]] MachineDescription describe() const;

    /// Whether a job has been finished since construction, no sender is connected, and a sender has heard the
    /// end or has not asked for it for 30 s.
    [[nodiscard]] bool idleAfterDone(Time now);
    /// A sender has heard that the job is done.
    void endIsHeard();

    struct Admission {
        std::uint64_t session = 0;            ///< 0: the job was refused, or is finished
        std::optional<Problem> refusal = {};  ///< why it is refused, and what the sender can do
        bool busy = false;                    ///< refused because of another sender
        bool finished = false;                ///< this job is already engraved
    };
    [[nodiscard]] Admission admit(const JobRequest& request);
    /// The connection of this session has ended.
    void leave(std::uint64_t session);

    /// Checks and buffers a slice; never waits. Its results are reported as news.
    void take(std::uint64_t session, const SliceHead& head, std::span<const std::byte> data, Time now);

    /// Ends the connection because of a mistake of its sender.
    void refuse(std::uint64_t session, const Problem& reason);

    enum class Command { pause, proceed, stop };
    void command(std::uint64_t session, Command command);

    /// Why a connection ends.
    enum class End { done, stopped, fault, refused };
    struct News {
        TransferStatus status;
        std::uint64_t credit = 0;
        std::optional<std::uint64_t> resend;  ///< resend all slices from this one on
        std::optional<End> end;
        Problem reason;        ///< why the connection ends; may be empty
        bool dropped = false;  ///< the connection is to be cut without a message
    };
    /// Returns when something has changed since the last call for this session, or when `patience` has
    /// passed.
    [[nodiscard]] News waitForNews(std::uint64_t session, std::chrono::milliseconds patience);

    /// A command of the machine's operator: pause, continue, stop, start, status, or a mishap.
    /// \return an answer, one line
    std::string operate(const std::string& word, Time now);

    /// Engraves the lines that are due. \return when to call it again unless something else happens
    std::optional<Time> engrave(Time now);
    /// Engraves until a stop.
    void run(const std::stop_token& stop);

  private:
    [[nodiscard]] TransferStatus status() const;
    [[nodiscard]] Admission judged(const JobRequest& request) const;
    void adoptJob();
    void takeJob(const JobRequest& request);
    void startJob(const JobRequest& request);
    void resumeJob(const JobRequest& request);
    void changed();
    void say(const std::string& line) const;
    void fail(const Problem& reason);
    void dropSession();
    void accept(const SliceReceiver::Verdict& verdict, Time now);
    void recordReceived();
    void setPaused(bool paused);
    void stop(const Problem& reason);
    void loseBuffer();
    [[nodiscard]] std::optional<Mishap> takeMishap(std::int64_t first, std::int64_t last, bool onArrival);
    void limitTime();
    void apply(const Mishap& mishap, Time now);
    void finishJob();
    void write(std::uint64_t offset, std::span<const std::byte> samples);
    [[nodiscard]] std::span<const std::byte> read(std::uint64_t offset, std::size_t bytes);
    [[nodiscard]] std::optional<Problem> store(std::int64_t first, std::int64_t lines, Time now);

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    const Settings settings_;
    Machine machine_;
    JobStore store_;       // belongs to the engraving thread while storing_ is set
    MappedMemory buffer_;  // byte k of the job is at k modulo its size
    std::vector<Mishap> mishaps_;
    std::optional<SliceReceiver> receiver_;
    bool storing_ = false;
    bool awaitsSender_ = false;  // the machine stands only because the controller was restarted
    bool hasDoneJob_ = false;
    bool endHeard_ = false;
    std::optional<Time> idleSince_;  // since when the job is done and no sender is connected

    std::uint64_t session_ = 0;  // 0: no sender is connected
    std::uint64_t lastSession_ = 0;
    std::uint64_t version_ = 0;  // counts changes
    std::uint64_t toldVersion_ = 0;
    std::optional<std::uint64_t> resend_;
    bool dropped_ = false;
    std::optional<Problem> refusal_;  // the sender's mistake

    Problem message_;  // why the machine has stopped or failed; otherwise empty
    std::optional<std::int64_t> doubtfulLine_;
    std::int64_t damagedSlices_ = 0;
    std::vector<std::byte> line_;
    std::optional<Time> lastSync_;
};

}  // namespace burin
