// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/controller_server.hpp"

#include "core/remote/channel.hpp"
#include "core/remote/wire.hpp"
#include "core/surface/export_error.hpp"

#include <grpcpp/security/server_credentials.h>

#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

namespace burin {
namespace {

using namespace std::chrono_literals;
using Connection = grpc::ServerReaderWriter<wire::ControllerMessage, wire::SenderMessage>;

constexpr std::chrono::milliseconds reportInterval = 500ms;
/// What a dead connection takes to be noticed, when its sender comes back or another one comes.
constexpr std::chrono::milliseconds busyPatience = 1s;
/// What a sender takes to hang up after the last word.
constexpr std::chrono::milliseconds partingPatience = 2s;
constexpr int mostThreads = 64;
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
    return {grpc::StatusCode::FAILED_PRECONDITION, reason};
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

/// One admitted sender: this thread listens, another one tells it the news.
class Conversation {
  public:
    Conversation(Controller& controller, std::uint64_t session, grpc::ServerContext& context,
                 Connection& connection)
        : controller_(controller), session_(session), context_(context), connection_(connection) {}

    void hold() {
        if (!accept()) return controller_.leave(session_);
        std::jthread teller([this](const std::stop_token& stop) { tell(stop); });
        wire::SenderMessage message;
        while (connection_.Read(&message))
            hear(message);
        controller_.leave(session_);
        teller.request_stop();
    }

  private:
    bool accept() {
        const Controller::News news = controller_.waitForNews(session_, 0ms);
        wire::ControllerMessage message;
        *message.mutable_accepted()->mutable_machine() = machineMessage(controller_.describe());
        *message.mutable_accepted()->mutable_report() = reportMessage(news.status, news.credit);
        return connection_.Write(message);
    }

    void hear(const wire::SenderMessage& message) {
        if (message.has_slice()) {
            const wire::Slice& slice = message.slice();
            controller_.take(session_, headOf(slice), std::as_bytes(std::span(slice.data())),
                             std::chrono::steady_clock::now());
        } else if (message.has_command()) {
            obey(message.command());
        } else {
            controller_.refuse(session_, "the sender says a message that has no place here");
        }
    }

    void obey(wire::Command command) {
        if (command == wire::PAUSE) controller_.command(session_, Controller::Command::pause);
        if (command == wire::CONTINUE) controller_.command(session_, Controller::Command::proceed);
        if (command == wire::STOP) controller_.command(session_, Controller::Command::stop);
    }

    void tell(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const Controller::News news = controller_.waitForNews(session_, reportInterval);
            if (news.dropped) break;
            if (!write(news) || stop.stop_requested()) return;
            if (!news.end) continue;
            // Who does not hang up now is hung up on.
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any never;
            never.wait_for(lock, stop, partingPatience, [] { return false; });
            break;
        }
        if (!stop.stop_requested()) context_.TryCancel();
    }

    bool write(const Controller::News& news) {
        wire::ControllerMessage message;
        if (news.resend) {
            message.mutable_resend()->set_sequence(*news.resend);
            if (!connection_.Write(message)) return false;
        }
        *message.mutable_report() = reportMessage(news.status, news.credit);
        if (!connection_.Write(message)) return false;
        if (!news.end) return true;
        message.mutable_ended()->set_end(endOf(*news.end));
        message.mutable_ended()->set_reason(news.reason);
        return connection_.Write(message);
    }

    Controller& controller_;
    const std::uint64_t session_;
    grpc::ServerContext& context_;
    Connection& connection_;
};

}  // namespace

class ControllerServer::Impl final : public wire::Controller::Service {
  public:
    Impl(burin::Controller& controller, const MachineAddress& address, const Credentials& credentials)
        : controller_(controller), credentials_(credentials), address_(address) {
        checkListener(address, credentials);
        silenceGrpc();
        grpc::ServerBuilder builder;
        builder.AddListeningPort(address.text(), serverCredentials(credentials), &address_.port);
        builder.RegisterService(this);
        builder.SetMaxReceiveMessageSize(static_cast<int>(mostSliceBytes) + messageOverhead);
        // Two controllers at one port would each get some of the senders.
        builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
        builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, shortestPingMs);
        builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
        builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 4 * shortestPingMs);
        grpc::ResourceQuota quota("burin");
        quota.SetMaxThreads(mostThreads);
        builder.SetResourceQuota(quota);
        server_ = builder.BuildAndStart();
        if (!server_ || address_.port == 0) {
            throw UsageError(
                address.text() +
                ": cannot listen there; the port is taken, or a certificate does not fit its key");
        }
    }
    ~Impl() override { server_->Shutdown(std::chrono::system_clock::now()); }

    [[nodiscard]] const MachineAddress& address() const { return address_; }

    grpc::Status Describe(grpc::ServerContext* context, const wire::DescribeRequest*,
                          wire::Machine* machine) override {
        if (!knows(*context)) return stranger();
        *machine = machineMessage(controller_.describe());
        return grpc::Status::OK;
    }

    grpc::Status Engrave(grpc::ServerContext* context, Connection* connection) override {
        if (!knows(*context)) return stranger();
        wire::SenderMessage first;
        if (!connection->Read(&first) || !first.has_begin())
            return {grpc::StatusCode::INVALID_ARGUMENT, "the sender does not begin with `begin`"};
        const burin::Controller::Request request = requestOf(first.begin());
        const auto admission = admit(request, *context);
        if (admission.finished) {
            wire::ControllerMessage message;
            *message.mutable_finished() = reportMessage(controller_.describe().status, 0);
            connection->Write(message);
            return grpc::Status::OK;
        }
        if (admission.session == 0) return refused(admission.refusal);
        Conversation(controller_, admission.session, *context, *connection).hold();
        return grpc::Status::OK;
    }

  private:
    static grpc::Status stranger() {
        return {
            grpc::StatusCode::UNAUTHENTICATED,
            "the controller asks for a client certificate or a token, and takes none of what it was given"};
    }

    /// Whether the other side has shown a certificate, which the connection has verified, or a token.
    [[nodiscard]] bool knows(const grpc::ServerContext& context) const {
        if (credentials_.ca.empty() && credentials_.tokens.empty()) return true;
        if (!credentials_.ca.empty() && context.auth_context()->IsPeerAuthenticated()) return true;
        if (credentials_.tokens.empty()) return false;
        constexpr std::string_view scheme = "Bearer ";
        const auto [first, last] = context.client_metadata().equal_range("authorization");
        for (auto it = first; it != last; ++it) {
            const std::string_view value(it->second.data(), it->second.size());
            if (value.starts_with(scheme) &&
                hasToken(credentials_.tokens, std::string(value.substr(scheme.size())), std::time(nullptr)))
                return true;
        }
        return false;
    }

    burin::Controller::Admission admit(const burin::Controller::Request& request,
                                       const grpc::ServerContext& context) {
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
    MachineAddress address_;
    std::unique_ptr<grpc::Server> server_;
};

ControllerServer::ControllerServer(Controller& controller, const MachineAddress& address,
                                   const Credentials& credentials)
    : impl_(std::make_unique<Impl>(controller, address, credentials)) {}
ControllerServer::~ControllerServer() = default;

MachineAddress ControllerServer::address() const {
    return impl_->address();
}

}  // namespace burin
