// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/query.hpp"

#include "core/base/errors.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/transfer_problems.hpp"
#include "core/remote/wire.hpp"

namespace burin {

MachineDescription queryMachine(const MachineAddress& address, const Credentials& credentials,
                                std::chrono::milliseconds patience, const std::stop_token& stop) {
    checkSender(address, credentials);
    const SenderIdentity identity = identityOf(address, credentials);
    const std::shared_ptr<grpc::Channel> channel = openChannel(address, identity);
    const auto stub = wire::Controller::NewStub(channel);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + patience);
    present(context, identity);
    const std::stop_callback cancel(stop, [&context] { context.TryCancel(); });
    wire::Machine machine;
    const grpc::Status status = stub->Describe(&context, {}, &machine);
    if (status.ok()) {
        MachineDescription described = machineOf(machine);
        if (const std::string wrong = whyUseless(described); !wrong.empty())
            throw ImpossibleMachine({.subject = address.text(),
                                     .reason = "the machine %1",
                                     .details = {wrong},
                                     .advice = "correct the description that its controller sends"});
        return described;
    }
    Failure failure = failureOf(status, context, identity.encrypted);
    const bool reached = channel->GetState(false) == GRPC_CHANNEL_READY;
    if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED && !reached && address.named())
        failure.problem = silenceOf(address, reached);
    failure.problem.subject = address.text();
    if (failure.kind == Failure::Kind::refused) throw UsageError(failure.problem);
    throw SinkError(failure.problem);
}

}  // namespace burin
