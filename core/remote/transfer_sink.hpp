// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"
#include "core/remote/transfer_client.hpp"
#include "core/sinks/open_sink.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace burin {

struct TransferOptions {
    Credentials credentials;
    JobRequest::Mode mode = JobRequest::Mode::start;
    bool allowMixed = false;
    std::chrono::milliseconds retryFor = std::chrono::minutes(30);
    /// How long to retry before the first connection. If it is not given: five seconds, or `retryFor` if that
    /// is less or the job resumes.
    std::optional<std::chrono::milliseconds> firstRetry = {};
    /// The least time for any answer of a controller that is connected, however short the other times are.
    std::chrono::milliseconds leastPatience = std::chrono::seconds(2);
    /// How long a sender that resumes waits for a machine that has another sender.
    std::chrono::milliseconds occupiedPatience = std::chrono::minutes(1);
    std::size_t bandBytes = std::numeric_limits<std::size_t>::max();  ///< bytes for two bands together
    std::stop_token stop = {};
    /// Called once, on another thread, with the reason why the first connection has failed and is tried
    /// again.
    std::function<void(const Problem&)> waits = {};
    /// Called on another thread with remarks for the user while the job continues.
    std::function<void(const Problem&)> remarks = {};
};

/// The options of a transfer to a machine, as far as the options of sinks give them.
[[nodiscard]] TransferOptions transferOptionsOf(const SinkOptions& options);

/// Sends a surface to a machine's controller, in scan order. Finishes when the machine has engraved it.
///
/// After a lost connection, data that the controller never received are sent again, and data that it received
/// and lost are computed again. Resuming relies on the controller's own record of the engraved lines.
class TransferSink final : public Sink {
  public:
    /// Connects. \param address  `burin://HOST:PORT`
    /// \throws UsageError if the address or the credentials are wrong, or if the machine refuses the job;
    ///         SinkError if it does not answer; Cancelled
    TransferSink(const std::string& address, const TransferJob& job, const TransferOptions& options);

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] std::vector<Remedy> smallerChunks() const override { return {{Remedy::Way::scanSwaths}}; }
    [[nodiscard]] bool ordered() const override { return true; }
    [[nodiscard]] const IntervalSet& done() const override { return done_; }
    [[nodiscard]] std::optional<Problem> alreadyFinished() const override;
    [[nodiscard]] Sequel sequel() const override { return Sequel::goesOn; }
    [[nodiscard]] std::vector<Problem> notes() const override;
    [[nodiscard]] std::optional<TransferStatus> transfer() const override { return client_.status(); }

    Outcome write(std::int64_t index, std::span<const std::byte> chunk) override;
    Outcome finish() override;
    void interrupt() override { client_.stop(); }

    void setPaused(bool paused) override { paused ? client_.pause() : client_.proceed(); }

    /// Thread-safe; may be called at any time.
    [[nodiscard]] MachineDescription machine() const { return client_.machine(); }

  private:
    void adoptPosition();
    Outcome send(std::int64_t index, std::span<const std::byte> chunk);

    const std::string name_;
    const LineLayout layout_;
    const Scan scan_;
    const ChunkGrid grid_;
    const bool encrypted_;
    const bool loopback_;
    TransferClient client_;
    IntervalSet done_;
    std::vector<std::byte> arranged_;
};

}  // namespace burin
