// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/stream_client.hpp"

#include "core/kinds/operation.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/wire.hpp"
#include "core/stream/send_window.hpp"
#include "core/surface/export_error.hpp"
#include "core/surface/sink.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <random>
#include <thread>
#include <utility>

namespace burin {
namespace {

using namespace std::chrono_literals;
using State = StreamStatus::State;
using SteadyTime = std::chrono::steady_clock::time_point;
using Connection = grpc::ClientReaderWriter<wire::SenderMessage, wire::ControllerMessage>;

constexpr std::chrono::milliseconds firstPause = 100ms;
constexpr std::chrono::milliseconds longestPause = 10s;
constexpr std::chrono::milliseconds stopPatience = 5s;

std::uint64_t randomNumber() {
    std::random_device device;
    return (std::uint64_t{device()} << 32U | device()) | 1U;
}

/// How one connection has ended.
struct Parting {
    enum class Kind { lost, over };
    Kind kind = Kind::lost;
    std::string reason;
};

}  // namespace

class StreamClient::Impl {
  public:
    explicit Impl(Options options)
        : options_(std::move(options)),
          layout_(options_.job.layout()),
          window_(0, options_.windowBytes),
          sender_(randomNumber()) {
        status_.lines = layout_.lines();
        status_.totalBytes = layout_.bytes();
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
        waitForAdmission();
    }

    void send(std::span<const std::byte> samples) {
        std::unique_lock lock(mutex_);
        while (!samples.empty()) {
            checkFailure();
            const std::uint64_t at = window_.end();
            SliceHead head = cutSlice(layout_, at, at + samples.size(), sliceBytes_);
            if (!window_.takes(head.bytes)) {
                changed_.wait(lock, options_.stop,
                              [&] { return window_.takes(head.bytes) || rewound_ || failure_; });
                if (options_.stop.stop_requested()) return;
                continue;
            }
            // Only this thread adds: what is at the end of the window stays there, unless it is rewound.
            lock.unlock();
            Slice slice = makeSlice(head, samples.first(head.bytes), options_.job.compression);
            lock.lock();
            checkFailure();
            window_.add(std::move(slice));
            samples = samples.subspan(head.bytes);
            changed_.notify_all();
        }
        checkFailure();
    }

    void finish() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, options_.stop, [this] { return over_ || rewound_ || failure_; });
        checkFailure();
        if (!over_) throw Stopped();
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
    }

    [[nodiscard]] StreamStatus status() const {
        const std::lock_guard lock(mutex_);
        return status_;
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

    /// \pre the lock is held
    void checkFailure() {
        if (failure_) std::rethrow_exception(failure_);
        if (std::exchange(rewound_, false)) throw StartAgain();
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
        SteadyTime lostSince = std::chrono::steady_clock::now();
        auto pause = firstPause;
        while (!stop.stop_requested()) {
            const std::int64_t before = connections_;
            const Parting parting = converse(stop);
            if (parting.kind == Parting::Kind::over) return;
            const SteadyTime now = std::chrono::steady_clock::now();
            std::unique_lock lock(mutex_);
            if (connections_ != before) {
                lostSince = now;
                pause = firstPause;
            }
            const auto patience = admitted_ ? options_.retryFor : options_.firstRetry;
            if (stopping_ || now - lostSince >= patience) throw lostError(parting.reason);
            if (!admitted_ && status_.message.empty() && options_.waits)
                options_.waits(lostError(parting.reason).what());
            status_.state = State::connecting;
            status_.message = parting.reason;
            changed_.wait_for(lock, stop, pause, [this] { return stopping_; });
            pause = std::min(pause * 2, longestPause);
        }
    }

    [[nodiscard]] SinkError lostError(const std::string& reason) const {
        const std::string name = "burin://" + options_.address.text();
        return SinkError(name + (admitted_ ? ": the connection is lost: " : ": no connection: ") + reason);
    }

    /// One connection, from the first word to the last.
    Parting converse(const std::stop_token& stop) {
        const auto stub = wire::Controller::NewStub(openChannel(options_.address, options_.credentials));
        grpc::ClientContext context;
        present(context, options_.credentials);
        const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
        const std::unique_ptr<Connection> connection = stub->Engrave(&context);
        wire::ControllerMessage answer;
        if (!connection->Write(beginning()) || !connection->Read(&answer))
            return partingOf(connection->Finish());
        if (!admit(answer)) {
            context.TryCancel();
            return {Parting::Kind::over, {}};
        }
        std::jthread listener([&] { listen(*connection); });
        speak(stop, *connection);
        if (overOrFailed()) {
            connection->WritesDone();
        } else {
            context.TryCancel();
        }
        listener.join();
        const grpc::Status status = connection->Finish();
        if (overOrFailed()) return {Parting::Kind::over, {}};
        return partingOf(status);
    }

    [[nodiscard]] wire::SenderMessage beginning() {
        const std::lock_guard lock(mutex_);
        wire::SenderMessage message;
        wire::Begin& begin = *message.mutable_begin();
        *begin.mutable_job() = jobMessage(options_.job);
        begin.set_mode(admitted_ || options_.mode == Controller::Mode::resume ? wire::RESUME
                       : options_.mode == Controller::Mode::replace           ? wire::REPLACE
                                                                              : wire::START);
        begin.set_sender(sender_);
        begin.set_allow_mixed(options_.allowMixed);
        return message;
    }

    /// A refusal is the user's to mend before the first admission, and the end of the job behind it.
    [[nodiscard]] Parting partingOf(const grpc::Status& status) const {
        if (isLost(status))
            return {Parting::Kind::lost, status.ok() ? "the controller hung up" : status.error_message()};
        const std::string what = "burin://" + options_.address.text() + ": " + status.error_message();
        if (admitted_) throw SinkError(what);
        throw UsageError(what);
    }

    /// Takes the controller's first word. \return false where there is nothing to do
    bool admit(const wire::ControllerMessage& answer) {
        const std::lock_guard lock(mutex_);
        changed_.notify_all();
        if (answer.has_finished()) {
            if (admitted_) over_ = true;
            alreadyFinished_ = !admitted_;
            update(answer.finished());
            return false;
        }
        if (!answer.has_accepted()) throw SinkError("the controller does not begin with `accepted`");
        machine_ = machineOf(answer.accepted().machine());
        sliceBytes_ = std::clamp<std::size_t>(machine_.mostSliceBytes, 2, mostSliceBytes);
        const std::uint64_t received = answer.accepted().report().received();
        if (!isPlace(received)) throw SinkError("the controller goes on at a place that is none");
        const bool again = admitted_;
        if (!window_.restart(received) && again) rewound_ = true;
        if (again) ++status_.reconnections;
        admitted_ = true;
        silent_ = false;
        ++connections_;
        update(answer.accepted().report());
        return true;
    }

    /// Whether a sample begins there.
    [[nodiscard]] bool isPlace(std::uint64_t offset) const {
        if (offset >= layout_.bytes()) return offset == layout_.bytes();
        const std::uint64_t inLine = offset - layout_.offsetOf(layout_.lineAt(offset));
        return layout_.depth() != 16 || inLine % 2 == 0;
    }

    /// \pre the lock is held
    void update(const wire::Report& report) {
        const std::int64_t reconnections = status_.reconnections;
        status_ = statusOf(report, layout_);
        status_.reconnections = reconnections;
        status_.bufferBytes = machine_.bufferBytes;
        window_.acknowledge(status_.receivedBytes);
        window_.setCredit(report.credit());
    }

    void listen(Connection& connection) {
        wire::ControllerMessage message;
        while (connection.Read(&message)) {
            const std::lock_guard lock(mutex_);
            if (message.has_report()) update(message.report());
            if (message.has_resend() && !window_.resend(message.resend().sequence()))
                fail("the controller asks for a slice that it has");
            if (message.has_ended()) end(message.ended());
            changed_.notify_all();
        }
        const std::lock_guard lock(mutex_);
        silent_ = true;
        changed_.notify_all();
    }

    /// \pre the lock is held
    void fail(const std::string& what) {
        if (!failure_)
            failure_ = std::make_exception_ptr(SinkError("burin://" + options_.address.text() + ": " + what));
    }

    /// \pre the lock is held
    void end(const wire::Ended& ended) {
        const bool complete = ended.end() == wire::COMPLETE;
        const bool asked = ended.end() == wire::STOPPED_BY_SOMEONE && stopping_;
        if (complete || asked) {
            over_ = true;
            return;
        }
        fail(ended.reason().empty() ? "the machine has stopped" : ended.reason());
    }

    [[nodiscard]] bool overOrFailed() const {
        const std::lock_guard lock(mutex_);
        return over_ || failure_ != nullptr;
    }

    /// Sends what there is to be sent, until the connection or the job ends.
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
    StreamStatus status_;
    MachineDescription machine_;
    std::deque<wire::Command> commands_;
    std::int64_t connections_ = 0;
    bool admitted_ = false;
    bool alreadyFinished_ = false;
    bool rewound_ = false;
    bool stopping_ = false;
    bool silent_ = false;  // nothing more comes from this connection
    bool over_ = false;    // the controller has said the last word, as it should
    std::exception_ptr failure_;
    std::jthread thread_;
};

StreamClient::StreamClient(Options options) : impl_(std::make_unique<Impl>(std::move(options))) {}
StreamClient::~StreamClient() = default;

MachineDescription StreamClient::machine() const {
    return impl_->machine();
}

bool StreamClient::alreadyFinished() const {
    return impl_->alreadyFinished();
}

StreamStatus StreamClient::status() const {
    return impl_->status();
}

std::uint64_t StreamClient::position() const {
    return impl_->position();
}

void StreamClient::send(std::span<const std::byte> samples) {
    impl_->send(samples);
}

void StreamClient::finish() {
    impl_->finish();
}

void StreamClient::pause() {
    impl_->command(wire::PAUSE);
}

void StreamClient::proceed() {
    impl_->command(wire::CONTINUE);
}

void StreamClient::stop() {
    impl_->stop();
}

}  // namespace burin
