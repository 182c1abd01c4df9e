// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/channel.hpp"

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

bool isLost(const grpc::Status& status) {
    switch (status.error_code()) {
        case grpc::StatusCode::INVALID_ARGUMENT:
        case grpc::StatusCode::FAILED_PRECONDITION:
        case grpc::StatusCode::UNAUTHENTICATED:
        case grpc::StatusCode::PERMISSION_DENIED:
        case grpc::StatusCode::RESOURCE_EXHAUSTED:
        case grpc::StatusCode::UNIMPLEMENTED:
            return false;
        default:
            return true;
    }
}

}  // namespace burin
