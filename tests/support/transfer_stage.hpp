// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A reference controller in this process, and senders that export FakeBlockSource's formula to it.

#include "core/base/errors.hpp"
#include "core/remote/transfer_sink.hpp"
#include "core/server/controller_server.hpp"
#include "support/export_fixture.hpp"
#include "support/system/reserved_port.hpp"
#include "support/testing.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>

namespace burin::test {

using namespace std::chrono_literals;

/// A controller at a fixed address that can be switched off and on again.
class Stage {
  public:
    explicit Stage(Controller::Settings settings, Credentials credentials = {},
                   const ServerLimits& limits = {}, std::function<void(const std::string&)> log = {})
        : settings_(std::move(settings)),
          credentials_(std::move(credentials)),
          limits_(limits),
          log_(std::move(log)) {
        on();
    }
    ~Stage() { off(); }

    /// \param mishaps  such as "pause@50"
    void on(std::string_view mishaps = {}) {
        if (!mishaps.empty()) settings_.mishaps = parseMishaps(mishaps).value();
        controller_ = std::make_unique<Controller>(settings_);
        machine_ = std::jthread([this](const std::stop_token& stop) { controller_->run(stop); });
        server_ = std::make_unique<ControllerServer>(*controller_, address_, credentials_, limits_, log_);
        address_ = server_->address();
        settings_.mishaps.clear();
    }
    /// Ends the controller like a kill: the machine ends first, so that it engraves nothing while the
    /// connections are closed.
    void off() {
        machine_ = {};
        server_.reset();
        controller_.reset();
    }
    /// Starts or restarts the controller with a machine that needs no time.
    void hurry() {
        off();
        settings_.machine.bytesPerSecond = 0;
        on();
    }
    Controller& controller() { return *controller_; }
    [[nodiscard]] const MachineAddress& address() const { return address_; }
    [[nodiscard]] std::string sink() const { return "burin://" + address_.text(); }
    std::string tell(const std::string& word) {
        return controller_->operate(word, std::chrono::steady_clock::now());
    }
    [[nodiscard]] TransferStatus status() const { return controller_->describe().status; }
    [[nodiscard]] QByteArray engraved() const { return contentsOf(settings_.output.string()); }

    bool waitForLine(std::int64_t line) {
        return waitFor([&] { return status().executedLines >= line; });
    }
    bool waitForState(TransferStatus::State state) {
        return waitFor([&] { return status().state == state; });
    }

  private:
    Controller::Settings settings_;
    Credentials credentials_;
    ServerLimits limits_;
    std::function<void(const std::string&)> log_;
    ReservedPort port_;
    MachineAddress address_{"127.0.0.1", port_.number()};
    std::unique_ptr<Controller> controller_;
    std::jthread machine_;
    std::unique_ptr<ControllerServer> server_;
};

inline TransferJob jobOf(const SurfaceInfo& surface, const Scan& scan = {}) {
    TransferJob job;
    job.surface = surface;
    job.scan = scan;
    return job;
}

/// A sender that waits as long as every test does. If a test expects that a connection fails or is lost, it
/// sets `firstRetry` or `retryFor`.
inline TransferOptions transferOptions(JobRequest::Mode mode = JobRequest::Mode::start) {
    TransferOptions options;
    options.mode = mode;
    options.retryFor = std::chrono::milliseconds(patience);
    options.firstRetry = std::chrono::milliseconds(patience);
    options.leastPatience = std::chrono::milliseconds(patience);
    options.bandBytes = 200'000;  // several bands, so that a resumption begins in the middle
    return options;
}

/// Exports until the job is done, or throws like exportSurface.
inline ExportResult engrave(const std::string& address, const TransferJob& job,
                            const TransferOptions& options) {
    TransferSink sink(address, job, options);
    FakeBlockSource source(job.surface.depth, 1);
    return exportSurface(source, sink, job.surface.region.origin(), ampleBudget(), {}, {}, options.stop);
}

/// The message of the exception that `action` throws; empty if it throws none.
template <class Action>
std::string messageOf(const Action& action) {
    try {
        action();
    } catch (const std::exception& error) {
        return error.what();
    }
    return {};
}

/// The problem of the exception that `action` throws; empty if it throws none that carries one.
template <class Action>
Problem problemOf(const Action& action) {
    try {
        action();
    } catch (const ProblemError& error) {
        return error.problem();
    }
    return {};
}

/// The failure of the export that `action` runs; nothing if it succeeds.
template <class Action>
std::optional<ExportError> failureOf(const Action& action) {
    try {
        action();
    } catch (const ExportError& error) {
        return error;
    }
    return {};
}

/// Runs engrave on a thread.
class Sender {
  public:
    Sender(const std::string& address, const TransferJob& job, TransferOptions options) {
        options.stop = stop_.get_token();
        outcome_ = std::async(std::launch::async, [=] { return engrave(address, job, options); });
    }
    ~Sender() { stop_.request_stop(); }
    void stop() { stop_.request_stop(); }
    [[nodiscard]] bool running() const { return outcome_.wait_for(0s) != std::future_status::ready; }
    /// Waits for the end. \throws like engrave
    ExportResult result() { return outcome_.get(); }

  private:
    std::stop_source stop_;
    std::future<ExportResult> outcome_;
};

}  // namespace burin::test
