// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/job_store.hpp"
#include "core/machine/machine.hpp"
#include "core/machine/mapped_memory.hpp"
#include "core/machine/mishap.hpp"
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

/// The reference controller without its connection: admits one sender at a time, checks and buffers what it
/// sends, engraves it into a file at the machine's rate, and says how far it is.
///
/// Thread-safe; `engrave` is called by one thread. Time is given to it.
class Controller {
  public:
    using Time = Machine::Time;

    struct Settings {
        Machine::Settings machine;
        std::filesystem::path output;  ///< of what is engraved; empty: nowhere
        bool keepBuffer = false;       ///< in NAME.buffer, over a restart
        MachineDescription limits;     ///< what of it is not said by the others
        std::vector<Mishap> mishaps;
        std::function<void(const std::string&)> log = {};  ///< one line each, printable; may be empty
    };

    /// Goes on with the job that an earlier process has left. \throws UsageError, SinkError
    explicit Controller(Settings settings);

    [[nodiscard]] MachineDescription describe() const;

    /// Whether a job was done since it exists, and its sender has hung up.
    [[nodiscard]] bool idleAfterDone() const;

    enum class Mode {
        start,   ///< refused where there is an unfinished job
        resume,  ///< goes on with it; starts where there is none
        replace  ///< whatever there is
    };
    struct Request {
        StreamJob job;
        Mode mode = Mode::start;
        std::uint64_t sender = 0;  ///< the same when it connects again
        bool allowMixed = false;
    };
    struct Admission {
        std::uint64_t session = 0;  ///< 0: refused, or finished
        std::string refusal;
        bool busy = false;      ///< refused because of another sender
        bool finished = false;  ///< this job is engraved already
    };
    [[nodiscard]] Admission admit(const Request& request);
    /// The connection has ended.
    void leave(std::uint64_t session);

    /// Checks and buffers; never waits. What there is to be said about it comes as news.
    void take(std::uint64_t session, const SliceHead& head, std::span<const std::byte> data, Time now);

    /// Ends the connection because of what its sender did.
    void refuse(std::uint64_t session, const std::string& reason);

    enum class Command { pause, proceed, stop };
    void command(std::uint64_t session, Command command);

    /// Why a connection ends.
    enum class End { done, stopped, fault, refused };
    struct News {
        StreamStatus status;
        std::uint64_t credit = 0;
        std::optional<std::uint64_t> resend;  ///< from this slice on
        std::optional<End> end;
        std::string reason;    ///< of the end
        bool dropped = false;  ///< the connection is to be cut without a word
    };
    /// Returns when something has changed since the last call for this session, or the time is over.
    [[nodiscard]] News waitForNews(std::uint64_t session, std::chrono::milliseconds patience);

    /// A word of the machine's operator: pause, continue, stop, start, status, or a mishap.
    /// \return an answer, one line
    std::string operate(const std::string& word, Time now);

    /// Engraves what is due. \return when to call it again, if nothing else happens
    std::optional<Time> engrave(Time now);
    /// Engraves until it is stopped.
    void run(const std::stop_token& stop);

  private:
    [[nodiscard]] StreamStatus status() const;
    [[nodiscard]] std::string refusalOf(const Request& request, bool& finished) const;
    void adoptJob();
    void takeJob(const Request& request);
    void startJob(const Request& request);
    void resumeJob(const Request& request);
    void changed();
    void say(const std::string& line) const;
    void fail(const std::string& reason);
    void dropSession();
    void accept(const SliceReceiver::Verdict& verdict, Time now);
    [[nodiscard]] std::optional<Mishap> takeMishap(std::int64_t first, std::int64_t last, bool onArrival);
    void limitTime();
    void apply(const Mishap& mishap, Time now);
    void finishJob();
    void write(std::uint64_t offset, std::span<const std::byte> samples);
    [[nodiscard]] std::span<const std::byte> read(std::uint64_t offset, std::size_t bytes);
    std::string store(std::int64_t first, std::int64_t lines);

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    const Settings settings_;
    Machine machine_;
    JobStore store_;       // the engraving thread's while storing_
    MappedMemory buffer_;  // byte k of the job lies at k modulo its size
    std::vector<Mishap> mishaps_;
    std::optional<SliceReceiver> receiver_;
    bool storing_ = false;
    bool hasDoneJob_ = false;

    std::uint64_t session_ = 0;  // 0: nobody is connected
    std::uint64_t lastSession_ = 0;
    std::uint64_t version_ = 0;  // counts changes
    std::uint64_t toldVersion_ = 0;
    std::optional<std::uint64_t> resend_;
    bool dropped_ = false;
    std::string refusal_;  // what the sender did wrong

    std::string message_;
    std::optional<std::int64_t> doubtfulLine_;
    std::int64_t damagedSlices_ = 0;
    std::vector<std::byte> line_;
    Time lastSync_{};
};

}  // namespace burin
