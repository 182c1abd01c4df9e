// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A controller that sends what a test tells it to send, true or not.

#include "core/base/errors.hpp"
#include "core/remote/channel.hpp"
#include "core/remote/wire.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace burin::test {

/// A gRPC server on its own port. Each connection runs the script, possibly on several threads at once.
class ScriptedController final : public wire::Controller::Service {
  public:
    static constexpr std::uint64_t bufferBytes = 4096;

    /// One connection, starting with the sender's first message.
    class Call {
      public:
        using Stream = grpc::ServerReaderWriter<wire::ControllerMessage, wire::SenderMessage>;

        Call(Stream& stream, grpc::ServerContext& context, int which)
            : number(which), stream_(stream), context_(context) {}

        [[nodiscard]] LineLayout layout() const { return burin::jobOf(begin.job()).layout(); }
        /// A report that claims `received` bytes and `executed` lines.
        wire::Report report(std::uint64_t received, std::uint64_t executed) const {
            wire::Report report;
            report.set_state(wire::ENGRAVING);
            report.set_received(received);
            report.set_executed_lines(executed);
            report.set_lines(static_cast<std::uint64_t>(layout().lines()));
            report.set_credit(std::min(received + bufferBytes, mostCredit));
            return report;
        }
        [[nodiscard]] static wire::ControllerMessage accepted(const wire::Report& report) {
            wire::ControllerMessage message;
            wire::Machine& machine = *message.mutable_accepted()->mutable_machine();
            machine.set_buffer_bytes(bufferBytes);
            machine.set_most_slice_bytes(bufferBytes / 4);
            *message.mutable_accepted()->mutable_report() = report;
            return message;
        }
        bool say(const wire::ControllerMessage& message) { return stream_.Write(message); }
        bool say(const wire::Report& report) {
            wire::ControllerMessage message;
            *message.mutable_report() = report;
            return say(message);
        }
        bool accept(std::uint64_t received = 0, std::uint64_t executed = 0) {
            return say(accepted(report(received, executed)));
        }
        bool end(wire::End end, const std::string& reason = {}) {
            wire::ControllerMessage message;
            message.mutable_ended()->set_end(end);
            message.mutable_ended()->set_reason(reason);
            return say(message);
        }
        bool resend(std::uint64_t sequence) {
            wire::ControllerMessage message;
            message.mutable_resend()->set_sequence(sequence);
            return say(message);
        }
        /// The next slice; false if the sender has hung up.
        bool hear(wire::Slice& slice) {
            wire::SenderMessage message;
            while (stream_.Read(&message)) {
                if (!message.has_slice()) continue;
                slice = message.slice();
                return true;
            }
            return false;
        }
        /// The next command; false if the sender has hung up.
        bool hear(wire::Command& command) {
            wire::SenderMessage message;
            while (stream_.Read(&message)) {
                if (!message.has_command()) continue;
                command = message.command();
                return true;
            }
            return false;
        }
        /// Receives slices and engraves them up to a line. \return the number of bytes engraved then
        std::uint64_t engrave(std::uint64_t from, std::int64_t toLine) {
            wire::Slice slice;
            while (layout().lineAt(from) < toLine && hear(slice)) {
                from += slice.bytes();
                say(report(from, static_cast<std::uint64_t>(layout().lineAt(from))));
            }
            return from;
        }
        /// Sends and reads nothing until the sender hangs up.
        void keepSilent() {
            while (!context_.IsCancelled())
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        [[nodiscard]] bool cancelled() const { return context_.IsCancelled(); }

        wire::Begin begin;
        const int number;  ///< the number of the connection, from 0
        /// The sender may not send bytes from this offset of the job on, however far its slices have come.
        std::uint64_t mostCredit = ~std::uint64_t{0};

      private:
        Stream& stream_;
        grpc::ServerContext& context_;
    };
    using Script = std::function<grpc::Status(Call&)>;

    /// \param machine  the answer to Describe
    explicit ScriptedController(Script script, wire::Machine machine = {})
        : script_(std::move(script)), machine_(std::move(machine)) {
        grpc::ServerBuilder builder;
        builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
        builder.RegisterService(this);
        server_ = builder.BuildAndStart();
    }
    ~ScriptedController() override { server_->Shutdown(std::chrono::system_clock::now()); }

    [[nodiscard]] std::string sink() const { return "burin://127.0.0.1:" + std::to_string(port_); }
    [[nodiscard]] MachineAddress address() const { return {"127.0.0.1", port_}; }
    [[nodiscard]] int calls() const { return calls_; }

  private:
    grpc::Status Engrave(grpc::ServerContext* context, Call::Stream* stream) override {
        Call call(*stream, *context, calls_++);
        wire::SenderMessage first;
        if (!stream->Read(&first)) return grpc::Status::OK;
        call.begin = first.begin();
        return script_(call);
    }
    grpc::Status Describe(grpc::ServerContext*, const wire::DescribeRequest*, wire::Machine* said) override {
        *said = machine_;
        return grpc::Status::OK;
    }

    const Script script_;
    const wire::Machine machine_;
    std::atomic<int> calls_ = 0;
    int port_ = 0;
    std::unique_ptr<grpc::Server> server_;
};

}  // namespace burin::test
