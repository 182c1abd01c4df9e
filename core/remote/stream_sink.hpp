// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"
#include "core/remote/stream_client.hpp"

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

struct StreamOptions {
    Credentials credentials;
    Controller::Mode mode = Controller::Mode::start;
    bool allowMixed = false;
    std::chrono::milliseconds retryFor = std::chrono::minutes(30);
    std::size_t bandBytes = std::numeric_limits<std::size_t>::max();  ///< that two bands may take together
    std::stop_token stop = {};
    /// Is told once why there is no connection yet, where it is tried again; from another thread.
    std::function<void(const std::string&)> waits = {};
};

/// Sends a surface to the controller of a machine, in scan order; done when the machine has engraved it.
///
/// What the controller has not got yet is sent again after a lost connection; what it had and has lost is
/// computed again. Its own record of what is engraved is what resuming goes by.
class StreamSink final : public Sink {
  public:
    /// Connects. \param address  `burin://HOST:PORT`
    /// \throws UsageError where the address or the credentials are wrong, or where the machine refuses the
    /// job;
    ///         SinkError where it does not answer; Cancelled
    StreamSink(const std::string& address, const StreamJob& job, const StreamOptions& options);

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return true; }
    [[nodiscard]] const IntervalSet& done() const override { return done_; }
    [[nodiscard]] std::optional<std::string> alreadyFinished() const override;
    [[nodiscard]] bool resumable() const override { return true; }
    [[nodiscard]] std::vector<std::string> notes() const override;
    [[nodiscard]] std::string remedy() const override;
    [[nodiscard]] std::optional<StreamStatus> stream() const override { return client_.status(); }

    void write(std::int64_t index, std::span<const std::byte> chunk) override;
    void finish() override;
    void interrupt() override { client_.stop(); }

    // Thread-safe, at any time.
    [[nodiscard]] MachineDescription machine() const { return client_.machine(); }
    void pause() { client_.pause(); }
    void proceed() { client_.proceed(); }

  private:
    void adoptPosition();
    void send(std::int64_t index, std::span<const std::byte> chunk);

    const std::string name_;
    const LineLayout layout_;
    const Scan scan_;
    const ChunkGrid grid_;
    const bool encrypted_;
    const bool loopback_;
    StreamClient client_;
    IntervalSet done_;
    std::vector<std::byte> arranged_;
};

/// Whether a sink is a machine's controller.
[[nodiscard]] bool isMachine(const std::string& sink);

}  // namespace burin
