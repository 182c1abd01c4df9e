// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/remote/credentials.hpp"

#include <burin.grpc.pb.h>
#include <grpcpp/grpcpp.h>

#include <memory>

namespace burin {

/// Bytes of a message besides the samples of the largest slice.
inline constexpr int messageOverhead = 64 << 10;

/// Suppresses the logs of gRPC and protobuf: every failure reaches us as a status.
void silenceGrpc();

/// A separate connection to a controller; it is made on first use.
/// \throws std::system_error if the system cannot give what gRPC needs
[[nodiscard]] std::shared_ptr<grpc::Channel> openChannel(const MachineAddress& address,
                                                         const SenderIdentity& identity);

/// Adds the token if there is one.
void present(grpc::ClientContext& context, const SenderIdentity& identity);

/// Why a call failed.
struct Failure {
    enum class Kind {
        lost,    ///< a new connection may help
        closed,  ///< the controller closes the encrypted connection before it begins
        refused  ///< a new connection does not help
    };
    Kind kind = Kind::lost;
    Problem problem;  ///< without a subject; printable
};

/// Interprets the status of a call. A refusal of the controller's certificate by us is always recognised. A
/// refusal of our certificate looks like a closed connection: with TLS 1.3 the client is ready before the
/// controller has checked its certificate, and gRPC does not pass on the controller's alert.
/// \param context    of the call, which has ended
/// \param encrypted  whether the connection should be encrypted
[[nodiscard]] Failure failureOf(const grpc::Status& status, const grpc::ClientContext& context,
                                bool encrypted);

}  // namespace burin
