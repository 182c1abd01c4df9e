// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/controller.hpp"
#include "core/remote/credentials.hpp"
#include "core/remote/server_limits.hpp"

#include <functional>
#include <memory>
#include <string>

namespace burin {

/// Admits senders and connects them to a controller. Serves on its own threads while it lives.
class ControllerServer {
  public:
    /// \param address  with port 0, any free port is used
    /// \param log      receives one line for each refused caller; called from any thread
    /// \throws UsageError if it cannot listen there
    ControllerServer(Controller& controller, const MachineAddress& address, const Credentials& credentials,
                     const ServerLimits& limits = {}, std::function<void(const std::string&)> log = {});
    /// Closes all connections.
    ~ControllerServer();
    ControllerServer(const ControllerServer&) = delete;
    ControllerServer& operator=(const ControllerServer&) = delete;

    /// The actual address, with the port that was found.
    [[nodiscard]] MachineAddress address() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace burin
