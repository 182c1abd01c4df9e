// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/controller.hpp"
#include "core/remote/credentials.hpp"
#include "core/remote/server_limits.hpp"

#include <functional>
#include <memory>
#include <string>

namespace burin {

/// Lets senders in, and speaks for a controller. Serves in threads of its own for as long as it lives.
class ControllerServer {
  public:
    /// \param address  port 0: any that is free
    /// \param log      one line each, about those that are not let in; called from any thread
    /// \throws UsageError where it cannot listen there
    ControllerServer(Controller& controller, const MachineAddress& address, const Credentials& credentials,
                     const ServerLimits& limits = {}, std::function<void(const std::string&)> log = {});
    /// Cuts all connections.
    ~ControllerServer();
    ControllerServer(const ControllerServer&) = delete;
    ControllerServer& operator=(const ControllerServer&) = delete;

    /// Where it listens indeed.
    [[nodiscard]] MachineAddress address() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace burin
