// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/channel.hpp"

#include "core/base/printable.hpp"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

namespace burin {
namespace {

constexpr int pingEveryMs = 10'000;
constexpr int pingPatienceMs = 10'000;
constexpr int connectPatienceMs = 5'000;

std::shared_ptr<grpc::ChannelCredentials> channelCredentials(const MachineAddress& address,
                                                             const Credentials& credentials) {
    if (!credentials.encrypts(address)) return grpc::InsecureChannelCredentials();
    grpc::SslCredentialsOptions options;
    if (!credentials.ca.empty()) options.pem_root_certs = contentsOf(credentials.ca);
    if (!credentials.certificate.empty()) {
        options.pem_cert_chain = contentsOf(credentials.certificate);
        options.pem_private_key = contentsOf(credentials.key);
    }
    return grpc::SslCredentials(options);
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

void silenceGrpc() {
    gpr_set_log_function([](gpr_log_func_args*) {});
    google::protobuf::SetLogHandler(nullptr);
}

std::shared_ptr<grpc::Channel> openChannel(const MachineAddress& address, const Credentials& credentials) {
    silenceGrpc();
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(1 << 20);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, pingEveryMs);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, pingPatienceMs);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, connectPatienceMs);
    // When to try again is decided here, not by what an earlier channel to the same place has seen.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return grpc::CreateCustomChannel(address.text(), channelCredentials(address, credentials), arguments);
}

void present(grpc::ClientContext& context, const Credentials& credentials) {
    if (credentials.tokens.empty()) return;
    context.AddMetadata("authorization", "Bearer " + firstToken(credentials.tokens));
}

Failure failureOf(const grpc::Status& status, bool encrypted) {
    using Kind = Failure::Kind;
    if (status.ok()) return {Kind::lost, "the controller hung up"};
    const std::string text = printable(status.error_message());
    switch (status.error_code()) {
        case grpc::StatusCode::INVALID_ARGUMENT:
        case grpc::StatusCode::FAILED_PRECONDITION:
        case grpc::StatusCode::UNAUTHENTICATED:
        case grpc::StatusCode::PERMISSION_DENIED:
        case grpc::StatusCode::UNIMPLEMENTED:
            return {Kind::refused, text};
        default:
            break;
    }
    // What else does not pass is only said in words; these are of gRPC 1.51 and OpenSSL 3.0.
    const bool unconnected = contains(text, "failed to connect to all addresses");
    const bool closed = contains(text, "Socket closed") || contains(text, "Connection reset by peer");
    if (encrypted && contains(text, "empty address list"))
        return {Kind::refused,
                "no encrypted connection can be made: --ca, --certificate or --key is no PEM file, "
                "or the key does not belong to the certificate"};
    if (contains(text, "certificate verify failed") || contains(text, "is not in peer certificate"))
        return {Kind::refused,
                "the machine's certificate is refused: it has expired, it is for another address, or "
                "--ca does not sign it (" +
                    text + ")"};
    if (contains(text, "wrong version number"))
        return {Kind::refused, "the controller does not encrypt (" + text + ")"};
    if (contains(text, "SSL_ERROR_SSL"))
        return {Kind::refused, "the encrypted connection is refused (" + text + ")"};
    if (encrypted && unconnected && closed)
        return {Kind::closed,
                "the controller closes the encrypted connection before it begins; it does so if it "
                "refuses our certificate, or asks for one: see --certificate (" +
                    text + ")"};
    if (unconnected && closed)
        return {Kind::lost,
                "the controller closes the connection; it does so if it asks for encryption: see --ca (" +
                    text + ")"};
    return {Kind::lost, text};
}

}  // namespace burin
