// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/transfer_client.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/export/sink.hpp"
#include "core/protocol/report_receiver.hpp"
#include "core/protocol/send_window.hpp"
#include "core/protocol/waiting_time.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/transfer_problems.hpp"
#include "core/remote/wire.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>

namespace burin {
namespace {

using namespace std::chrono_literals;
using State = TransferStatus::State;
using SteadyTime = std::chrono::steady_clock::time_point;
using Connection = grpc::ClientReaderWriter<wire::SenderMessage, wire::ControllerMessage>;

constexpr std::chrono::milliseconds firstPause = 100ms;
constexpr std::chrono::milliseconds longestPause = 10s;
constexpr std::chrono::milliseconds stopPatience = 5s;
/// Interval for checking whether a wait has become too long.
constexpr std::chrono::milliseconds lookInterval = 100ms;
/// If this many encrypted connections in a row are closed before they begin, that counts as a refusal.
constexpr int mostClosed = 3;
/// Any buffer is accepted, because the reports of a finished job do not describe the machine's buffer.
constexpr std::uint64_t anyBuffer = std::numeric_limits<std::uint64_t>::max();
/// Time for an answer on one connection; another connection may still be answered.
constexpr std::chrono::milliseconds answerPatience = 30s;
/// While a paused machine reports, the client waits for it; without a report for this long, it gives up.
constexpr std::chrono::milliseconds reportPatience = 10s;
/// Time for a controller to close the call of a job that is over, after the sender has.
constexpr std::chrono::milliseconds closingPatience = 1s;

std::uint64_t randomNumber() {
    std::random_device device;
    return (std::uint64_t{device()} << 32U | device()) | 1U;
}

}  // namespace

class TransferClient::Impl {
  public:
    using Outcome = Sink::Outcome;

    explicit Impl(Options options)
        : options_(std::move(options)),
          layout_(options_.job.layout()),
          window_(0, options_.windowBytes),
          sender_(randomNumber()),
          reports_(layout_),
          waiting_(std::chrono::steady_clock::now()) {
        status_.lines = layout_.lines();
        status_.totalBytes = layout_.bytes();
        watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
        waitForAdmission();
    }

    Outcome send(std::span<const std::byte> samples) {
        std::unique_lock lock(mutex_);
        while (!samples.empty()) {
            if (rewound()) return Outcome::again;
            if (over_) return Outcome::done;
            const std::uint64_t at = window_.end();
            SliceHead head = cutSlice(layout_, at, at + samples.size(), sliceBytes_);
            if (!window_.takes(head.bytes)) {
                changed_.wait(lock, options_.stop,
                              [&] { return window_.takes(head.bytes) || rewound_ || over_ || failure_; });
                if (options_.stop.stop_requested()) return Outcome::done;
                continue;
            }
            // Only this thread appends, so the end of the window does not change unless it is rewound.
            lock.unlock();
            Slice slice = makeSlice(head, samples.first(head.bytes), options_.job.compression);
            lock.lock();
            if (rewound()) return Outcome::again;
            if (head.bytes > sliceBytes_)
                continue;  // the controller has been restarted with a smaller buffer
            window_.add(std::move(slice));
            samples = samples.subspan(head.bytes);
            changed_.notify_all();
        }
        return rewound() ? Outcome::again : Outcome::done;
    }

    Outcome finish() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, options_.stop, [this] { return over_ || rewound_ || failure_; });
        if (rewound()) return Outcome::again;
        return over_ ? Outcome::done : Outcome::stopped;
    }

    void command(wire::Command command) {
        const std::lock_guard lock(mutex_);
        commands_.push_back(command);
        changed_.notify_all();
    }

    void stop() {
        std::unique_lock lock(mutex_);
        if (over_ || failure_ || !admitted_) return;
        stopping_ = true;
        commands_.push_back(wire::STOP);
        changed_.notify_all();
        changed_.wait_for(lock, stopPatience, [this] { return over_ || failure_; });
        if (!over_)
            remark({.reason = "the machine has not confirmed the stop; it may engrave what it has received"});
    }

    [[nodiscard]] TransferStatus status() const {
        const std::lock_guard lock(mutex_);
        TransferStatus status = status_;
        status.resentSlices = window_.resentSlices();
        return status;
    }
    [[nodiscard]] MachineDescription machine() const {
        const std::lock_guard lock(mutex_);
        return machine_;
    }
    [[nodiscard]] bool alreadyFinished() const {
        const std::lock_guard lock(mutex_);
        return alreadyFinished_;
    }
    [[nodiscard]] std::uint64_t position() const {
        const std::lock_guard lock(mutex_);
        return window_.end();
    }

  private:
    void waitForAdmission() {
        std::unique_lock lock(mutex_);
        const bool answered =
            changed_.wait(lock, options_.stop, [this] { return admitted_ || alreadyFinished_ || failure_; });
        if (!answered) throw Cancelled();
        if (failure_) std::rethrow_exception(failure_);
    }

    /// Whether position() has moved back; true once. \pre the lock is held \throws the failure of the job
    [[nodiscard]] bool rewound() {
        if (failure_) std::rethrow_exception(failure_);
        return std::exchange(rewound_, false);
    }

    void run(const std::stop_token& stop) {
        try {
            connectAgainAndAgain(stop);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            changed_.notify_all();
        }
    }

    void connectAgainAndAgain(const std::stop_token& stop) {
        auto pause = firstPause;
        while (!stop.stop_requested()) {
            const std::uint64_t before = advances();
            const std::optional<Problem> parting = converse(stop);
            if (!parting) return;
            std::unique_lock lock(mutex_);
            if (failure_) return;
            if (reports_.advances() != before) pause = firstPause;
            parted_ = *parting;
            look();
            if (stopping_ || waiting_.total() >= mostPatience()) std::rethrow_exception(lost(*parting));
            if (!admitted_ && status_.message.empty() && options_.waits)
                options_.waits(occupied_ ? *parting : lostError(*parting).problem());
            status_.state = State::connecting;
            status_.message = parting->text();
            changed_.wait_for(lock, stop, pause, [this] { return stopping_ || failure_; });
            if (failure_) return;
            pause = std::min(pause * 2, longestPause);
        }
    }

    [[nodiscard]] std::uint64_t advances() const {
        const std::lock_guard lock(mutex_);
        return reports_.advances();
    }

    [[nodiscard]] SinkError lostError(const Problem& why) const {
        return SinkError({.subject = name(),
                          .reason = admitted_ ? "the connection is lost: %1" : "no connection: %1",
                          .details = {why.text()},
                          .remedies = why.remedies});
    }

    /// The end of a job whose controller is lost, or has kept another sender until now. \pre the lock is held
    [[nodiscard]] std::exception_ptr lost(const Problem& why) const {
        if (!occupied_) return std::make_exception_ptr(lostError(why));
        Problem refusal = why;
        refusal.remedies = {{Remedy::Way::waitLonger}};
        return std::make_exception_ptr(UsageError(refusal));
    }

    [[nodiscard]] std::string name() const { return "burin://" + options_.address.text(); }
    void remark(Problem problem) const {
        problem.subject = name();
        if (options_.remarks) options_.remarks(problem);
    }

    /// How long to wait for the controller in total before the job must advance.
    [[nodiscard]] std::chrono::milliseconds mostPatience() const {
        return admitted_ ? options_.retryFor : options_.firstRetry;
    }

    /// Ends the job if the sender has waited too long for the controller, for any reason. All waits share
    /// this check: they end with the failure, and blocked network calls end with the connection.
    void watch(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested() && !over_ && !failure_) {
            look();
            const SteadyTime now = std::chrono::steady_clock::now();
            if (waiting_.total() >= std::max(mostPatience(), options_.leastPatience)) {
                failure_ = impatience();
                changed_.notify_all();
            } else if (context_ != nullptr && !answered_ && now - began_ >= answerPatience) {
                context_->TryCancel();
            }
            changed_.wait_for(lock, stop, lookInterval, [this] { return over_ || failure_; });
        }
        if (over_) changed_.wait_for(lock, closingPatience, [this] { return context_ == nullptr; });
        if (context_ != nullptr) context_->TryCancel();
    }

    /// \pre the lock is held
    [[nodiscard]] std::exception_ptr impatience() const {
        const bool reached = channel_ && channel_->GetState(false) == GRPC_CHANNEL_READY;
        if (!answered_) return lost(parted_.value_or(silenceOf(options_.address, reached)));
        Problem problem = standstillOf(status_, waiting_.total());
        problem.subject = name();
        return std::make_exception_ptr(SinkError(problem));
    }

    /// \pre the lock is held
    void look() {
        const SteadyTime now = std::chrono::steady_clock::now();
        waiting_.look(now, waits(now));
    }

    /// Whether the sender waits for the controller. It does not if the controller waits for its operator, or
    /// if the controller has received everything that was computed so far and has lost none of it. \pre the
    /// lock is held
    [[nodiscard]] bool waits(SteadyTime now) const {
        if (!answered_) return true;
        const bool held = status_.state == State::paused || status_.state == State::ready;
        if (held && now - heard_ < reportPatience) return false;
        return window_.holds() || window_.end() == layout_.bytes() || window_.end() < reports_.mostReceived();
    }

    /// One connection, from the first message to the last. \return how it was lost; nothing if the job is
    /// over
    std::optional<Problem> converse(const std::stop_token& stop) {
        readIdentity();
        const std::shared_ptr<grpc::Channel> channel = openChannel(options_.address, identity_);
        const auto stub = wire::Controller::NewStub(channel);
        grpc::ClientContext context;
        present(context, identity_);
        const std::stop_callback cancel(stop, [&] {
            if (!over()) context.TryCancel();  // if the job is over, the call is closed instead
        });
        const std::shared_ptr<void> known = introduce(context, channel);
        const std::unique_ptr<Connection> connection = stub->Engrave(&context);
        wire::ControllerMessage answer;
        if (!connection->Write(beginning()) || !connection->Read(&answer))
            return partingOf(connection->Finish(), context);
        if (!admit(answer)) {
            context.TryCancel();
            return {};
        }
        std::jthread listener([&] { listen(*connection); });
        speak(stop, *connection);
        if (over()) connection->WritesDone();
        listener.join();  // the listener reports why a connection was lost
        const grpc::Status status = connection->Finish();
        if (over()) return {};
        return partingOf(status, context);
    }

    /// Reads the token and the certificates again, because they may have been renewed. If they can no longer
    /// be read, the sender uses the ones from the last connection, and reports that once. \throws UsageError
    void readIdentity() {
        std::string spoilt;
        try {
            identity_ = identityOf(options_.address, options_.credentials);
        } catch (const UsageError& error) {
            if (!admitted_) throw;
            spoilt = error.problem().text();
            if (spoilt != spoilt_)
                remark({.reason = "%1; the sender keeps the earlier credentials", .details = {spoilt}});
        }
        spoilt_ = spoilt;
    }

    /// Lets the watcher end a connection while the result lives.
    [[nodiscard]] std::shared_ptr<void> introduce(grpc::ClientContext& context,
                                                  std::shared_ptr<grpc::Channel> channel) {
        const std::lock_guard lock(mutex_);
        channel_ = std::move(channel);
        context_ = &context;
        if (failure_) context.TryCancel();
        began_ = std::chrono::steady_clock::now();
        return {context_, [this](void*) {
                    const std::lock_guard again(mutex_);
                    context_ = nullptr;
                    channel_.reset();
                    answered_ = false;
                    look();
                    changed_.notify_all();
                }};
    }

    [[nodiscard]] wire::SenderMessage beginning() {
        const std::lock_guard lock(mutex_);
        wire::SenderMessage message;
        wire::Begin& begin = *message.mutable_begin();
        *begin.mutable_job() = jobMessage(options_.job);
        begin.set_mode(admitted_ || options_.mode == JobRequest::Mode::resume ? wire::RESUME
                       : options_.mode == JobRequest::Mode::replace           ? wire::REPLACE
                                                                              : wire::START);
        begin.set_sender(sender_);
        begin.set_allow_mixed(options_.allowMixed);
        begin.set_admitted(admitted_);
        return message;
    }

    /// The problem of a refusal. Before the first admission the user can remedy it; after that, it ends the
    /// job.
    [[nodiscard]] Problem partingOf(const grpc::Status& status, const grpc::ClientContext& context) {
        using Kind = Failure::Kind;
        Failure failure = failureOf(status, context, identity_.encrypted);
        closedInARow_ = failure.kind == Kind::closed ? closedInARow_ + 1 : 0;
        // If the controller has accepted our certificate before, it is being restarted; if it never has, it
        // refuses the certificate.
        const bool refused = failure.kind == Kind::refused || (!admitted_ && closedInARow_ == mostClosed);
        const std::lock_guard lock(mutex_);
        if (!refused) {
            occupied_.reset();
            return failure.problem;
        }
        failure.problem.subject = name();
        if (admitted_) throw SinkError(failure.problem);
        if (!waitsForAnother(failure.problem)) throw UsageError(failure.problem);
        failure.problem.remedies.clear();
        parted_ = failure.problem;
        return failure.problem;
    }

    /// Whether to try again after a refusal, because the machine may soon notice that its sender has
    /// vanished. Sets the remedy if the time for that is over. \pre the lock is held
    [[nodiscard]] bool waitsForAnother(Problem& refusal) {
        const std::vector<Remedy> later{{Remedy::Way::tryLater}};
        if (options_.mode != JobRequest::Mode::resume || refusal.remedies != later) return false;
        const SteadyTime now = std::chrono::steady_clock::now();
        if (!occupied_) occupied_ = now;
        const bool inTime = waiting_.total() < mostPatience();
        if (inTime && now - *occupied_ < options_.occupiedPatience) return true;
        refusal.remedies.clear();
        if (!inTime) {
            refusal.remedies.push_back({Remedy::Way::waitLonger});
        } else {
            refusal.advice = "wait until that job ends, or stop it";
        }
        return false;
    }

    /// Handles the controller's first message. \return false if there is nothing to do
    bool admit(const wire::ControllerMessage& answer) {
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
        heard_ = std::chrono::steady_clock::now();
        sentBytes_ = std::max(sentBytes_, window_.sentBytes());
        const bool resumes = options_.mode == JobRequest::Mode::resume;
        if (answer.has_finished()) {
            if (!admitted_ && !resumes)
                believe("the controller was asked to begin the job, but reports that it is finished");
            believe(reports_.connect(positionsOf(answer.finished()), anyBuffer, layout_.bytes()));
            believe(reports_.complete());
            if (admitted_ && sentBytes_ < layout_.bytes())
                remark(finishedByAnother(sentBytes_, layout_.bytes()));
            window_.restart(layout_.bytes(), sliceBytes_);
            rewound_ = admitted_;  // the lines that are not computed yet are already engraved
            alreadyFinished_ = !admitted_;
            update(answer.finished());
            over_ = true;
            return false;
        }
        if (!answer.has_accepted()) believe("the controller's first message is not `accepted`");
        machine_ = machineOf(answer.accepted().machine());
        if (const std::string wrong = contradiction(machine_); !wrong.empty())
            believe("the machine " + wrong);
        sliceBytes_ = machine_.mostSliceBytes;
        const wire::Report& report = answer.accepted().report();
        const std::uint64_t has = admitted_ ? sentBytes_ : resumes ? layout_.bytes() : 0;
        believe(reports_.connect(positionsOf(report), machine_.bufferBytes, has));
        const bool again = admitted_;
        if (!again) waiting_.advance(heard_);  // the time up to here was for the first connection
        if (!window_.restart(report.received(), sliceBytes_) && again) rewound_ = true;
        if (again) ++status_.reconnections;
        admitted_ = true;
        answered_ = true;
        occupied_.reset();
        silent_ = false;
        update(report);
        if (unanswered_) commands_.push_front(*unanswered_);  // it was lost with the last connection
        return true;
    }

    /// \throws SinkError if `wrong` is not empty
    void believe(const std::string& wrong) const {
        if (!wrong.empty()) throw SinkError(name(), wrong);
    }

    /// \pre the lock is held; the report is checked
    void update(const wire::Report& report) {
        const std::int64_t reconnections = status_.reconnections;
        status_ = statusOf(report, layout_);
        status_.reconnections = reconnections;
        status_.bufferBytes = machine_.bufferBytes;
        status_.bytesPerSecond = machine_.bytesPerSecond;
        if (unanswered_ && (*unanswered_ == wire::PAUSE) == (status_.state == State::paused))
            unanswered_.reset();
        window_.acknowledge(status_.receivedBytes);
        window_.setCredit(report.credit());
        if (seenAdvances_ != reports_.advances()) {
            seenAdvances_ = reports_.advances();
            waiting_.advance(heard_);
            parted_.reset();
        }
        look();
    }

    void listen(Connection& connection) {
        wire::ControllerMessage message;
        while (connection.Read(&message)) {
            const std::lock_guard lock(mutex_);
            if (over_ || failure_) continue;
            heard_ = std::chrono::steady_clock::now();
            try {
                hear(message);
            } catch (...) {
                failure_ = std::current_exception();
            }
            changed_.notify_all();
        }
        const std::lock_guard lock(mutex_);
        silent_ = true;
        changed_.notify_all();
    }

    /// \pre the lock is held. \throws SinkError if the message ends the job, except by success
    void hear(const wire::ControllerMessage& message) {
        if (message.has_report()) {
            believe(reports_.report(positionsOf(message.report()), window_.sentBytes()));
            update(message.report());
        } else if (message.has_resend()) {
            believe(reports_.resend(message.resend().sequence()));
            believe(window_.resend(message.resend().sequence()));
        } else if (message.has_ended()) {
            end(message.ended());
        } else {
            believe("the controller sent an unexpected message");
        }
    }

    /// \pre the lock is held
    void end(const wire::Ended& ended) {
        const bool complete = ended.end() == wire::COMPLETE;
        if (complete) believe(reports_.complete());
        if (!complete && !(stopping_ && ended.end() == wire::STOPPED_BY_SOMEONE))
            throw SinkError(problemOfEnd(ended, name()));
        over_ = true;
    }

    [[nodiscard]] bool over() const {
        const std::lock_guard lock(mutex_);
        return over_;
    }

    /// Sends slices until the connection or the job ends.
    void speak(const std::stop_token& stop, Connection& connection) {
        wire::SenderMessage message;
        std::unique_lock lock(mutex_);
        while (true) {
            std::shared_ptr<const Slice> slice;
            changed_.wait(lock, stop, [&] {
                slice = window_.next();
                return slice || !commands_.empty() || silent_ || over_ || failure_;
            });
            if (stop.stop_requested() || silent_ || over_ || failure_) return;
            if (!commands_.empty()) {
                message.set_command(commands_.front());
                if (commands_.front() != wire::STOP) unanswered_ = commands_.front();
                commands_.pop_front();
            } else {
                window_.sent();
            }
            lock.unlock();
            if (!message.has_command()) setSlice(*message.mutable_slice(), *slice);
            const bool written = connection.Write(message);
            message.clear_command();
            lock.lock();
            if (!written) return;
        }
    }

    const Options options_;
    const LineLayout layout_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    SendWindow window_;
    const std::uint64_t sender_;
    std::size_t sliceBytes_ = mostSliceBytes;
    TransferStatus status_;
    MachineDescription machine_;
    std::deque<wire::Command> commands_;
    std::optional<wire::Command> unanswered_;  // sent, but the machine has not reported the pause or its end
    ReportReceiver reports_;
    std::uint64_t seenAdvances_ = 0;
    std::uint64_t sentBytes_ = 0;  // end of the bytes sent on earlier connections, as an offset in the job
    WaitingTime waiting_;
    std::optional<Problem> parted_;  // how the last connection was lost, unless the job has advanced since
    std::optional<SteadyTime> occupied_;      // since when the machine refuses us because of another sender
    SenderIdentity identity_;                 // identity on this connection or, without one, on the last
                                              // connection
    std::string spoilt_;                      // why `identity_` could not be read; empty if it was read
    int closedInARow_ = 0;                    // consecutive connections that were closed before they began
    grpc::ClientContext* context_ = nullptr;  // context of the connection
    std::shared_ptr<grpc::Channel> channel_;  // of the context
    SteadyTime began_;                        // start of the connection
    SteadyTime heard_;                        // time of the last message
    bool admitted_ = false;
    bool answered_ = false;  // whether the controller has answered on this connection
    bool alreadyFinished_ = false;
    bool rewound_ = false;
    bool stopping_ = false;
    bool silent_ = false;  // no more messages come on this connection
    bool over_ = false;    // the controller has sent its last message, as expected
    std::exception_ptr failure_;
    std::jthread watcher_;
    std::jthread thread_;
};

TransferClient::TransferClient(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
TransferClient::~TransferClient() = default;

MachineDescription TransferClient::machine() const {
    return impl_->machine();
}

bool TransferClient::alreadyFinished() const {
    return impl_->alreadyFinished();
}

TransferStatus TransferClient::status() const {
    return impl_->status();
}

std::uint64_t TransferClient::position() const {
    return impl_->position();
}

Sink::Outcome TransferClient::send(std::span<const std::byte> samples) {
    return impl_->send(samples);
}

Sink::Outcome TransferClient::finish() {
    return impl_->finish();
}

void TransferClient::pause() {
    impl_->command(wire::PAUSE);
}

void TransferClient::proceed() {
    impl_->command(wire::CONTINUE);
}

void TransferClient::stop() {
    impl_->stop();
}

}  // namespace burin
