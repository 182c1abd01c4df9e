// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/remote/channel.hpp"
#include "core/remote/wire.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace burin::test {

/// Ends a call without an answer, long after every other wait of a test is over: the test then fails with a
/// status instead of waiting for ever.
inline void endAtLast(grpc::ClientContext& context) {
    context.set_deadline(std::chrono::system_clock::now() + 4 * std::chrono::milliseconds(patience));
}

/// One call to a controller, message by message.
class Caller {
  public:
    explicit Caller(const Stage& stage, const SenderIdentity& identity = {})
        : Caller(stage.address(), identity) {}
    explicit Caller(const MachineAddress& address, const SenderIdentity& identity = {})
        : stub_(wire::Controller::NewStub(openChannel(address, identity))) {
        endAtLast(context_);
        connection_ = stub_->Engrave(&context_);
    }

    bool say(const wire::SenderMessage& message) { return connection_->Write(message); }
    void cancel() { context_.TryCancel(); }
    bool begin(const TransferJob& job) {
        wire::SenderMessage message;
        *message.mutable_begin()->mutable_job() = jobMessage(job);
        message.mutable_begin()->set_sender(7);
        return say(message);
    }
    /// Waits for the controller's first message, as a sender does before its first slice.
    void hearAcceptance() {
        wire::ControllerMessage message;
        accepted = connection_->Read(&message) && message.has_accepted();
    }
    /// Reads all messages.
    grpc::Status listen(bool hangsUp = true) {
        wire::ControllerMessage message;
        while (connection_->Read(&message)) {
            if (message.has_accepted()) accepted = true;
            if (!message.has_ended()) continue;
            reason = message.ended().reason();
            if (hangsUp) connection_->WritesDone();
        }
        return connection_->Finish();
    }

    bool accepted = false;
    std::string reason;

  private:
    grpc::ClientContext context_;
    std::unique_ptr<wire::Controller::Stub> stub_;
    std::unique_ptr<grpc::ClientReaderWriter<wire::SenderMessage, wire::ControllerMessage>> connection_;
};

inline wire::SenderMessage stop() {
    wire::SenderMessage message;
    message.set_command(wire::STOP);
    return message;
}

/// The controller's answer to a caller with this token.
inline grpc::Status guess(const Stage& stage, const std::string& token, grpc::ClientContext& context,
                          const SenderIdentity& identity = {}) {
    endAtLast(context);
    context.AddMetadata("authorization", "Bearer " + token);
    wire::Machine machine;
    return wire::Controller::NewStub(openChannel(stage.address(), identity))
        ->Describe(&context, {}, &machine);
}
inline grpc::Status guess(const Stage& stage, const std::string& token) {
    grpc::ClientContext context;
    return guess(stage, token, context);
}

}  // namespace burin::test
