// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/controller_server.hpp"

#include "core/base/errors.hpp"
#include "core/base/printable.hpp"
#include "core/base/text.hpp"
#include "core/protocol/wire_remedies.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/refusal_notice.hpp"
#include "core/remote/system_room.hpp"
#include "core/remote/wire.hpp"
#include "core/server/connection_gate.hpp"
#include "core/server/guesses.hpp"
#include "core/server/waiting_calls.hpp"
#include "core/server/work_threads.hpp"

#include <grpcpp/security/server_credentials.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace burin {
namespace {

using namespace std::chrono_literals;
using Log = std::function<void(const std::string&)>;

constexpr std::chrono::milliseconds reportInterval = 500ms;
/// Time to notice that a connection is dead, once its sender or another sender connects.
constexpr std::chrono::milliseconds busyPatience = 1s;
/// Time for a sender to disconnect after the last message.
constexpr std::chrono::milliseconds partingPatience = 2s;
/// Memory limit of all connections. The other limits keep strangers far below it; the rest is for the
/// admitted sender.
constexpr std::size_t mostMemory = std::size_t{256} << 20;
constexpr int mostMetadataBytes = 4096;
constexpr int shortestPingMs = 5'000;

std::shared_ptr<grpc::ServerCredentials> serverCredentials(const Credentials& credentials) {
    if (credentials.certificate.empty()) return grpc::InsecureServerCredentials();
    const bool asks = !credentials.ca.empty();
    const bool insists = asks && credentials.tokens.empty();
    grpc::SslServerCredentialsOptions options(insists
                                                  ? GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY
                                              : asks ? GRPC_SSL_REQUEST_CLIENT_CERTIFICATE_AND_VERIFY
                                                     : GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE);
    options.pem_key_cert_pairs.push_back({contentsOf(credentials.key), contentsOf(credentials.certificate)});
    if (asks) options.pem_root_certs = contentsOf(credentials.ca);
    return grpc::SslServerCredentials(options);
}

grpc::Status refused(const std::string& reason) {
    return {grpc::StatusCode::FAILED_PRECONDITION, printable(reason)};
}

wire::End endOf(Controller::End end) {
    switch (end) {
        case Controller::End::done:
            return wire::COMPLETE;
        case Controller::End::stopped:
            return wire::STOPPED_BY_SOMEONE;
        case Controller::End::fault:
            return wire::FAULT;
        case Controller::End::refused:
            return wire::REFUSED;
    }
    return wire::REFUSED;
}

/// A call whose messages are read and written by one of our own threads, which may block. gRPC's threads
/// deliver the messages and never block, so calls that arrive faster than they are served do not pile up
/// behind them.
///
/// Deletes itself: gRPC owns the object once it is created, and it must not be used after `Finish`.
class Stream : public grpc::ServerBidiReactor<wire::SenderMessage, wire::ControllerMessage> {
  public:
    explicit Stream(grpc::CallbackServerContext& context) : context_(context) {}

    /// \return false if no more messages come
    bool read(wire::SenderMessage& message) {
        begin(reading_);
        StartRead(&message);
        return end(reading_);
    }
    /// For one thread at a time. \return false if the connection has ended
    bool write(const wire::ControllerMessage& message) {
        begin(writing_);
        StartWrite(&message);
        return end(writing_);
    }
    void cancel() { context_.TryCancel(); }
    [[nodiscard]] bool cancelled() const { return context_.IsCancelled(); }

    void OnReadDone(bool ok) override { done(reading_, ok); }
    void OnWriteDone(bool ok) override { done(writing_, ok); }
    void OnDone() override { delete this; }

  protected:
    ~Stream() override = default;

    grpc::CallbackServerContext& context_;

  private:
    enum class Step { idle, underWay, done, failed };

    void begin(Step& step) {
        const std::lock_guard lock(mutex_);
        step = Step::underWay;
    }
    bool end(Step& step) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return step != Step::underWay; });
        return std::exchange(step, Step::idle) == Step::done;
    }
    void done(Step& step, bool ok) {
        const std::lock_guard lock(mutex_);
        step = ok ? Step::done : Step::failed;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    Step reading_ = Step::idle;
    Step writing_ = Step::idle;
};

/// One admitted sender: this thread receives messages, and another one sends them.
class Conversation {
  public:
    Conversation(Controller& controller, std::uint64_t session, Stream& stream)
        : controller_(controller), session_(session), stream_(stream) {}

    void hold() {
        if (!accept()) return controller_.leave(session_);
        std::jthread teller([this](const std::stop_token& stop) { tell(stop); });
        wire::SenderMessage message;
        while (stream_.read(message))
            hear(message);
        // A sender that closes the call itself after that message has heard it.
        if (toldDone_ && !stream_.cancelled()) controller_.endIsHeard();
        controller_.leave(session_);
        teller.request_stop();
    }

  private:
    bool accept() {
        const Controller::News news = controller_.waitForNews(session_, 0ms);
        wire::ControllerMessage message;
        *message.mutable_accepted()->mutable_machine() = machineMessage(controller_.describe());
        *message.mutable_accepted()->mutable_report() = reportMessage(news.status, news.credit);
        return stream_.write(message);
    }

    void hear(const wire::SenderMessage& message) {
        if (message.has_slice()) {
            const wire::Slice& slice = message.slice();
            controller_.take(session_, headOf(slice), std::as_bytes(std::span(slice.data())),
                             std::chrono::steady_clock::now());
        } else if (message.has_command()) {
            obey(message.command());
        } else {
            controller_.refuse(session_, {.reason = "the sender sent an unexpected message"});
        }
    }

    void obey(wire::Command command) {
        if (command == wire::PAUSE) controller_.command(session_, Controller::Command::pause);
        if (command == wire::CONTINUE) controller_.command(session_, Controller::Command::proceed);
        if (command == wire::STOP) controller_.command(session_, Controller::Command::stop);
        if (!wire::Command_IsValid(command))
            controller_.refuse(
                session_,
                {.reason =
                     "command has the value %1, which this controller does not know; the sender may be newer",
                 .details = {std::to_string(command)}});
    }

    void tell(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const Controller::News news = controller_.waitForNews(session_, reportInterval);
            if (news.dropped) break;
            if (news.end == Controller::End::done) toldDone_ = true;
            if (!write(news) || stop.stop_requested()) return;
            if (!news.end) continue;
            // A sender that does not hang up now is disconnected.
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait_for(lock, stop, partingPatience, [] { return false; });
            break;
        }
        if (stop.stop_requested()) return;
        toldDone_ = false;
        stream_.cancel();
    }

    bool write(const Controller::News& news) {
        wire::ControllerMessage message;
        if (news.resend) {
            message.mutable_resend()->set_sequence(*news.resend);
            if (!stream_.write(message)) return false;
        }
        *message.mutable_report() = reportMessage(news.status, news.credit);
        if (!stream_.write(message)) return false;
        if (!news.end) return true;
        message.mutable_ended()->set_end(endOf(*news.end));
        message.mutable_ended()->set_reason(printable(news.reason.text()));
        return stream_.write(message);
    }

    Controller& controller_;
    const std::uint64_t session_;
    Stream& stream_;
    std::atomic<bool> toldDone_ = false;  // set before the message is sent, because its answer may be faster
};

}  // namespace

class ControllerServer::Impl final : public wire::Controller::CallbackService {
  public:
    Impl(burin::Controller& controller, const MachineAddress& address, const Credentials& credentials,
         const ServerLimits& limits, const Log& log)
        : controller_(controller),
          credentials_(credentials),
          limits_(limits),
          log_(log ? log : [](const std::string&) {}),
          address_(checked(address, credentials)),
          gate_(address, limits, log_,
                {.noRoom = refusalNotice(!credentials.certificate.empty()),
                 .tooMuch = excessNotice(limits, !credentials.certificate.empty())}),
          waiting_(limits),
          guesses_(std::max(1, limits.threads / 2)) {
        address_.port = gate_.port();
        requireRoomForGrpc();
        silenceGrpc();
        grpc::ServerBuilder builder;
        // gRPC's own listener would accept every connection, and would stop when no file descriptor is left.
        acceptor_ = builder.experimental().AddExternalConnectionAcceptor(
            grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
            serverCredentials(credentials));
        builder.RegisterService(this);
        configure(builder);
        server_ = builder.BuildAndStart();
        if (!server_) throw UsageError(address.text(), "the certificate does not fit its key");
        if (!credentials.tokens.empty()) logProblemOfTokens();
        gate_.open([this](int socket) { handOver(socket); },
                   [this] { waiting_.tick(std::chrono::steady_clock::now()); });
    }
    ~Impl() override {
        gate_.close();
        stop_.request_stop();
        server_->Shutdown(std::chrono::system_clock::now());
    }

    [[nodiscard]] const MachineAddress& address() const { return address_; }

    grpc::ServerUnaryReactor* Describe(grpc::CallbackServerContext* context, const wire::DescribeRequest*,
                                       wire::Machine* machine) override {
        return new Description(*this, *context, *machine);
    }

    grpc::ServerBidiReactor<wire::SenderMessage, wire::ControllerMessage>* Engrave(
        grpc::CallbackServerContext* context) override {
        return new Engraving(*this, *context);
    }

  private:
    /// A call from its start.
    struct Arrival {
        /// \param end  ends the call if it has waited too long or loses its place
        Arrival(Impl& server, const grpc::CallbackServerContext& context, std::function<void()> end)
            : visit(server.gate_, peerOf(context.peer())),
              place(server.waiting_, visit.peer().network(), since, std::move(end)) {}

        std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
        ConnectionGate::Visit visit;
        WaitingCalls::Place place;
    };

    class Description final : public grpc::ServerUnaryReactor {
      public:
        Description(Impl& server, grpc::CallbackServerContext& context, wire::Machine& machine)
            : arrival_(server, context, [&context] { context.TryCancel(); }) {
            const auto answer = [this, &server, &context, &machine] {
                const grpc::Status status = server.judge(arrival_.visit.peer(), context);
                if (status.ok()) {
                    machine = machineMessage(server.controller_.describe());
                    arrival_.visit.answer();
                }
                Finish(status);
            };
            if (!arrival_.place.taken() || !server.threads_.run(answer)) Finish(server.noPlace());
        }
        void OnDone() override { delete this; }

      private:
        Arrival arrival_;
    };

    class Engraving final : public Stream {
      public:
        Engraving(Impl& server, grpc::CallbackServerContext& context)
            : Stream(context), server_(server), arrival_(server, context, [this] { expire(); }) {
            if (arrival_.place.taken()) {
                StartRead(&first_);
            } else {
                Finish(server.noPlace());
            }
        }

        /// A call gets a thread only after its sender has sent something.
        void OnReadDone(bool ok) override {
            Beginning found = Beginning::awaited;
            if (!beginning_.compare_exchange_strong(found, Beginning::here)) {
                if (found == Beginning::here) Stream::OnReadDone(ok);
                return;  // the end of a call that has expired
            }
            if (!ok) return Finish(noBeginning());
            if (!server_.threads_.run([this] { Finish(serve()); })) Finish(server_.noPlace());
        }

      private:
        enum class Beginning { awaited, here, expired };

        /// Ends the call. Gives the reason unless a thread already serves the call.
        void expire() {
            Beginning found = Beginning::awaited;
            if (!beginning_.compare_exchange_strong(found, Beginning::expired)) return context_.TryCancel();
            const bool late = std::chrono::steady_clock::now() - arrival_.since >= server_.limits_.begin;
            Finish(late ? server_.beginningTooLate() : server_.noPlace());
        }

        static grpc::Status noBeginning() {
            return {grpc::StatusCode::INVALID_ARGUMENT, "the sender's first message is not `begin`"};
        }

        grpc::Status serve() {
            if (const grpc::Status status = server_.judge(arrival_.visit.peer(), context_); !status.ok())
                return status;
            if (!first_.has_begin()) return noBeginning();
            if (const std::string mistake = mistakeIn(first_.begin()); !mistake.empty())
                return refused("the header is malformed: " + mistake);
            const auto admission = server_.admit(requestOf(first_.begin()), context_);
            if (admission.finished) {
                wire::ControllerMessage message;
                *message.mutable_finished() = reportMessage(server_.controller_.describe().status, 0);
                if (write(message)) server_.controller_.endIsHeard();
                return grpc::Status::OK;
            }
            if (admission.session == 0) {
                context_.AddTrailingMetadata(remediesKey, remedyNames(admission.refusal->remedies));
                return refused(admission.refusal->text());
            }
            arrival_.place.leave();
            arrival_.visit.admit();
            Conversation(server_.controller_, admission.session, *this).hold();
            return grpc::Status::OK;
        }

        Impl& server_;
        std::atomic<Beginning> beginning_ = Beginning::awaited;
        Arrival arrival_;
        wire::SenderMessage first_;
    };

    static const MachineAddress& checked(const MachineAddress& address, const Credentials& credentials) {
        checkListener(address, credentials);
        return address;
    }

    void configure(grpc::ServerBuilder& builder) const {
        builder.SetMaxReceiveMessageSize(static_cast<int>(mostSliceBytes) + messageOverhead);
        builder.AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS,
                                   static_cast<int>(limits_.handshake.count()));
        builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits_.streams);
        builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, mostMetadataBytes);
        builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, shortestPingMs);
        builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
        builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 4 * shortestPingMs);
        grpc::ResourceQuota quota("burin");
        quota.Resize(mostMemory);
        builder.SetResourceQuota(quota);
    }

    void handOver(int socket) {
        grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters connection;
        connection.fd = socket;
        acceptor_->HandleNewConnection(&connection);
    }

    grpc::Status beginningTooLate() const {
        const double seconds = std::chrono::duration<double>(limits_.begin).count();
        return {grpc::StatusCode::DEADLINE_EXCEEDED,
                "the sender sent no `begin` within " + numberText(seconds) + " s of its call"};
    }

    grpc::Status noPlace() const {
        return busy("the controller has threads for " + std::to_string(limits_.threads) +
                    " calls from unknown senders, half of them for one address");
    }

    /// Whether a call is admitted. Waits after a wrong token.
    grpc::Status judge(const Peer& peer, const grpc::CallbackServerContext& context) {
        if (credentials_.ca.empty() && credentials_.tokens.empty()) return grpc::Status::OK;
        if (!credentials_.ca.empty() && context.auth_context()->IsPeerAuthenticated())
            return grpc::Status::OK;
        const auto token = tokenOf(context);
        if (credentials_.tokens.empty() || !token) return stranger();
        return judgeToken(*token, peer);
    }

    grpc::Status judgeToken(const std::string& token, const Peer& peer) {
        using Kind = Guesses::Answer::Kind;
        const auto answer = guesses_.ask(peer.network(), std::chrono::steady_clock::now(), [&] {
            return hasToken(credentials_.tokens, token, std::time(nullptr));
        });
        if (answer.kind == Kind::right) return grpc::Status::OK;
        if (answer.kind == Kind::later) return busy("wrong tokens are being answered");
        log_("wrong token no. " + std::to_string(answer.wrong) + " from " + peer.network() +
             ", answered after " + std::to_string(answer.pause.count()) + " ms");
        logProblemOfTokens();
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait_for(lock, stop_.get_token(), answer.pause, [] { return false; });
        guesses_.paused();
        return stranger();
    }

    void logProblemOfTokens() const {
        auto problem = problemOfTokens(credentials_.tokens);
        if (!problem) problem = malformedTimesOf(credentials_.tokens);
        if (problem) log_(problem->text());
    }

    static grpc::Status busy(const std::string& reason) {
        return {grpc::StatusCode::RESOURCE_EXHAUSTED, "too busy: " + reason + "; try again"};
    }

    static grpc::Status stranger() {
        return {grpc::StatusCode::UNAUTHENTICATED,
                "the controller requires a client certificate or a token, and has accepted none"};
    }

    static std::optional<std::string> tokenOf(const grpc::CallbackServerContext& context) {
        constexpr std::string_view scheme = "Bearer ";
        const auto found = context.client_metadata().find("authorization");
        if (found == context.client_metadata().end()) return {};
        const std::string_view value(found->second.data(), found->second.size());
        if (!value.starts_with(scheme)) return {};
        return std::string(value.substr(scheme.size()));
    }

    burin::Controller::Admission admit(const burin::JobRequest& request,
                                       const grpc::CallbackServerContext& context) {
        const auto latest = std::chrono::steady_clock::now() + busyPatience;
        while (true) {
            auto admission = controller_.admit(request);
            if (!admission.busy || context.IsCancelled() || std::chrono::steady_clock::now() >= latest)
                return admission;
            std::this_thread::sleep_for(50ms);
        }
    }

    burin::Controller& controller_;
    const Credentials credentials_;
    const ServerLimits limits_;
    const Log log_;
    MachineAddress address_;
    ConnectionGate gate_;
    WaitingCalls waiting_;
    Guesses guesses_;
    std::stop_source stop_;
    std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> acceptor_;
    std::unique_ptr<grpc::Server> server_;
    /// Joined before the server is destroyed, because its threads finish the server's calls.
    WorkThreads threads_;
};

ControllerServer::ControllerServer(Controller& controller, const MachineAddress& address,
                                   const Credentials& credentials, const ServerLimits& limits,
                                   std::function<void(const std::string&)> log)
    : impl_(std::make_unique<Impl>(controller, address, credentials, limits, log)) {}
ControllerServer::~ControllerServer() = default;

MachineAddress ControllerServer::address() const {
    return impl_->address();
}

}  // namespace burin
