// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/credentials.hpp"

#include <burin.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <memory>

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

/// Whether to connect again may help, as opposed to a refusal.
[[nodiscard]] bool isLost(const grpc::Status& status);

}  // namespace burin
