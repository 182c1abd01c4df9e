// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/stream_status.hpp"
#include "core/machine/controller.hpp"
#include "core/protocol/machine_description.hpp"
#include "core/protocol/stream_job.hpp"
#include "core/remote/credentials.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace burin {

/// Sends one job to a controller: keeps the connection, or finds it again, and never has more under way than
/// the controller has given credit for.
///
/// A thread of its own connects and sends; another listens. All functions are thread-safe; send and finish
/// are called by one thread.
class StreamClient {
  public:
    struct Options {
        MachineAddress address;
        Credentials credentials;
        StreamJob job;
        Controller::Mode mode = Controller::Mode::start;
        bool allowMixed = false;
        std::chrono::milliseconds retryFor{0};            ///< after a connection is lost
        std::chrono::milliseconds firstRetry{0};          ///< before there was one
        std::size_t windowBytes = std::size_t{16} << 20;  ///< held until the controller has them
        std::stop_token stop = {};                        ///< ends every wait
        /// Is told once why there is no connection yet, where it is tried again; from another thread.
        std::function<void(const std::string&)> waits = {};
    };

    /// Connects. \throws UsageError where the controller refuses the job; SinkError where it does not answer;
    /// Cancelled
    explicit StreamClient(Options options);
    /// Hangs up: the machine goes on with what it has.
    ~StreamClient();
    StreamClient(const StreamClient&) = delete;
    StreamClient& operator=(const StreamClient&) = delete;

    [[nodiscard]] MachineDescription machine() const;
    /// Whether the machine had engraved this very job before.
    [[nodiscard]] bool alreadyFinished() const;
    [[nodiscard]] StreamStatus status() const;

    /// Where the next samples that are sent have to begin.
    [[nodiscard]] std::uint64_t position() const;
    /// Takes samples that begin at position() and end with a line. Waits while too many are under way; does
    /// nothing once a stop was requested.
    /// \throws StartAgain where position() has gone back, because the controller has lost what it had;
    ///         SinkError where the job cannot go on
    void send(std::span<const std::byte> samples);
    /// Returns when the machine has engraved everything. \throws as send does, and Stopped
    void finish();

    void pause();
    void proceed();
    /// Stops the machine, and waits a little for its word on how far it is.
    void stop();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace burin
