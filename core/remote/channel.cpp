// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/channel.hpp"

#include "core/base/printable.hpp"
#include "core/protocol/wire_remedies.hpp"
#include "core/remote/library_words.hpp"
#include "core/remote/refusal_notice.hpp"
#include "core/remote/system_room.hpp"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include <string>
#include <utility>
#include <vector>

namespace burin {
namespace {

constexpr int pingEveryMs = 10'000;
constexpr int pingPatienceMs = 10'000;
constexpr int connectPatienceMs = 5'000;

std::shared_ptr<grpc::ChannelCredentials> channelCredentials(const SenderIdentity& identity) {
    if (!identity.encrypted) return grpc::InsecureChannelCredentials();
    return grpc::SslCredentials({identity.ca, identity.key, identity.certificate});
}

std::vector<Remedy> remediesSaidIn(const grpc::ClientContext& context) {
    const auto& said = context.GetServerTrailingMetadata();
    const auto names = said.find(remediesKey);
    return names == said.end() ? std::vector<Remedy>{}
                               : remediesNamed({names->second.data(), names->second.size()});
}

/// The address as gRPC's URL. It writes a `%` as `%25`.
std::string targetOf(const MachineAddress& address) {
    std::string text = address.text();
    const std::size_t zone = text.find('%');
    return "dns:///" + (zone == std::string::npos ? text : text.replace(zone, 1, "%25"));
}

}  // namespace

void silenceGrpc() {
    gpr_set_log_function([](gpr_log_func_args*) {});
    google::protobuf::SetLogHandler(nullptr);
}

std::shared_ptr<grpc::Channel> openChannel(const MachineAddress& address, const SenderIdentity& identity) {
    requireRoomForGrpc();
    silenceGrpc();
    grpc::ChannelArguments arguments;
    arguments.SetMaxReceiveMessageSize(1 << 20);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, pingEveryMs);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, pingPatienceMs);
    arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, connectPatienceMs);
    // The sender decides when to retry, not the state of an earlier channel to the same address.
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
    return grpc::CreateCustomChannel(targetOf(address), channelCredentials(identity), arguments);
}

void present(grpc::ClientContext& context, const SenderIdentity& identity) {
    if (!identity.token.empty()) context.AddMetadata("authorization", "Bearer " + identity.token);
}

Failure failureOf(const grpc::Status& status, const grpc::ClientContext& context, bool encrypted) {
    using Kind = Failure::Kind;
    using Way = Remedy::Way;
    if (status.ok()) return {Kind::lost, {.reason = "the controller closed the connection"}};
    const std::string said = printable(status.error_message());
    const std::string text = said.empty() ? "the controller gives no reason" : said;
    switch (status.error_code()) {
        case grpc::StatusCode::INVALID_ARGUMENT:
        case grpc::StatusCode::FAILED_PRECONDITION:
        case grpc::StatusCode::UNAUTHENTICATED:
        case grpc::StatusCode::PERMISSION_DENIED:
        case grpc::StatusCode::UNIMPLEMENTED:
            return {Kind::refused, {.reason = text, .remedies = remediesSaidIn(context)}};
        case grpc::StatusCode::CANCELLED:
            return {Kind::lost, {.reason = "the connection was cut"}};
        case grpc::StatusCode::DEADLINE_EXCEEDED:
            return {Kind::lost, {.reason = "the controller did not answer in time"}};
        default:
            break;
    }
    // Other failures have no code of their own.
    const LibraryWords words = libraryWordsIn(text);
    const auto failure = [&text](Kind kind, const char* reason, std::vector<Remedy> remedies = {}) {
        return Failure{kind, {.reason = reason, .details = {text}, .remedies = std::move(remedies)}};
    };
    // The same message would be too large again.
    if (status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED && words.tooLarge)
        return failure(Kind::refused, "a message is larger than its receiver accepts (%1)");
    if (words.unresolved)
        return {Kind::lost,
                {.reason = "no address is known for this name, or the name server does not answer (%1)",
                 .details = {words.lastReason}}};
    if (context.GetServerTrailingMetadata().contains(excessKey))
        return failure(Kind::refused, "the controller closes the connection (%1)");
    if (words.refusalNotice)
        return failure(Kind::lost,
                       "the controller accepts no more connections, in total or from this computer, or it is "
                       "shutting down (%1)");
    if (encrypted && words.noAddresses)
        return failure(Kind::refused,
                       "no encrypted connection can be made: a certificate or key file is not a PEM "
                       "file, or the key does not belong to the certificate");
    if (words.certificateRefused)
        return failure(Kind::refused,
                       "the machine's certificate is refused: it has expired, it is for another address, or "
                       "it is from an authority that is not trusted here (%1)",
                       {{Way::trustAuthority}});
    if (words.notEncrypted) return failure(Kind::refused, "the controller does not encrypt (%1)");
    if (words.encryptionFailed) return failure(Kind::refused, "the encrypted connection is refused (%1)");
    if (encrypted && words.unconnected && words.closed)
        return failure(Kind::closed,
                       "the controller closes the encrypted connection before it begins; it may refuse our "
                       "certificate, or require one (%1)",
                       {{Way::renewCertificate}});
    if (words.unconnected && words.closed)
        return failure(Kind::lost,
                       "the controller closes the connection; it may require encryption, or have no room for "
                       "another connection (%1)",
                       {{Way::trustAuthority}});
    if (words.unconnected)
        return {Kind::lost,
                {.reason = "the controller cannot be reached (%1)", .details = {words.lastReason}}};
    return failure(Kind::lost, "%1");
}

}  // namespace burin
