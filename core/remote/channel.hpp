// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/credentials.hpp"

#include <burin.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace burin {

/// What a message takes beside the samples of the largest slice.
inline constexpr int messageOverhead = 64 << 10;

/// What gRPC and protobuf have to say to a log stays unsaid: every failure comes to us as a status.
void silenceGrpc();

/// A connection of its own to a controller; it is made when it is first used. \throws UsageError
[[nodiscard]] std::shared_ptr<grpc::Channel> openChannel(const MachineAddress& address,
                                                         const Credentials& credentials);

/// Adds the token where there is one. It is read anew each time: tokens are renewed. \throws UsageError
void present(grpc::ClientContext& context, const Credentials& credentials);

/// Why a call has failed.
struct Failure {
    enum class Kind {
        lost,    ///< to connect again may help
        closed,  ///< the controller closes the encrypted connection before it begins
        refused  ///< to connect again does not help
    };
    Kind kind = Kind::lost;
    std::string reason;  ///< printable
};

/// What a call's status means. A certificate that we refuse is refused for certain. One that the controller
/// refuses looks like a connection that is closed: TLS 1.3 has the client ready before the controller has
/// looked at its certificate, and gRPC does not pass on what the controller says then. \param encrypted
/// whether the connection is to be
[[nodiscard]] Failure failureOf(const grpc::Status& status, bool encrypted);

}  // namespace burin
