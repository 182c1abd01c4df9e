// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the controller and of the commands that connect to a machine.

#include "app/arguments.hpp"
#include "app/progress_display.hpp"
#include "core/design/design.hpp"
#include "core/kinds/root.hpp"
#include "core/remote/transfer_sink.hpp"
#include "core/sinks/open_sink.hpp"

#include <memory>
#include <string>
#include <vector>

namespace burin::app {

/// Options that identify the two sides to each other.
[[nodiscard]] std::vector<Option> credentialOptions();
[[nodiscard]] Credentials credentialsOf(const Arguments& arguments);

/// Options of an export to a machine, including the credentials.
[[nodiscard]] std::vector<Option> transferOptions();

/// \throws UsageError if one of these options is given and the sink is not a machine
void refuseTransferOptions(const Arguments& arguments, const std::string& sink);

/// \throws UsageError if an option is given that a machine does not take
void refuseFileOptions(const std::string& sink, const SinkOptions& options);

/// Connects to the machine that `sink` names. \param display  shows what happens to the connection
/// \throws what TransferSink throws
[[nodiscard]] std::unique_ptr<Sink> openMachine(const Arguments& arguments, const std::string& sink,
                                                const Design& design, const Root& root,
                                                const SurfaceInfo& surface, const SinkOptions& options,
                                                const ProgressDisplay& display);

}  // namespace burin::app
