// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"
#include "core/export/transfer_status.hpp"
#include "core/protocol/job_request.hpp"
#include "core/protocol/machine_description.hpp"
#include "core/protocol/transfer_job.hpp"
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

/// Sends one job to a controller. Keeps the connection or makes a new one, and never has more bytes under way
/// than the controller has given credit for.
///
/// One internal thread connects and sends, another one receives. All functions are thread-safe, but send and
/// finish must be called by the same thread.
class TransferClient {
  public:
    struct Options {
        MachineAddress address;
        Credentials credentials;
        TransferJob job;
        JobRequest::Mode mode = JobRequest::Mode::start;
        bool allowMixed = false;
        std::chrono::milliseconds retryFor{0};    ///< how long to retry after a connection is lost
        std::chrono::milliseconds firstRetry{0};  ///< how long to retry before the first connection
        /// How long a sender that resumes waits, within firstRetry, for a machine that has another sender. A
        /// controller notices in this time that a sender has disconnected silently.
        std::chrono::milliseconds occupiedPatience = std::chrono::minutes(1);
        std::chrono::milliseconds leastPatience =
            std::chrono::seconds(2);                      ///< time for any answer of a controller
        std::size_t windowBytes = std::size_t{16} << 20;  ///< held until the controller acknowledges them
        std::stop_token stop = {};                        ///< ends every wait
        /// Called once, on another thread, with the reason why the first connection has failed and is tried
        /// again.
        std::function<void(const Problem&)> waits = {};
        /// Called on another thread with remarks for the user while the job continues.
        std::function<void(const Problem&)> remarks = {};
    };

    /// Connects. \throws UsageError if the controller refuses the job; SinkError if it does not answer;
    /// Cancelled
    explicit TransferClient(Options options);
    /// Disconnects: the machine continues with the data it has.
    ~TransferClient();
    TransferClient(const TransferClient&) = delete;
    TransferClient& operator=(const TransferClient&) = delete;

    [[nodiscard]] MachineDescription machine() const;
    /// Whether the machine had already engraved this job.
    [[nodiscard]] bool alreadyFinished() const;
    [[nodiscard]] TransferStatus status() const;

    /// The offset at which the next samples must begin.
    [[nodiscard]] std::uint64_t position() const;
    /// Takes samples that begin at position() and end with a line. Waits while too many are under way; does
    /// nothing after a stop.
    /// \return `again` if position() has moved back because the controller lost data
    /// \throws SinkError if the job cannot continue
    Sink::Outcome send(std::span<const std::byte> samples);
    /// Returns when the machine has engraved everything, or on a stop. \throws what send throws
    Sink::Outcome finish();

    void pause();
    void proceed();
    /// Stops the machine, and waits briefly for its last report.
    void stop();

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace burin
