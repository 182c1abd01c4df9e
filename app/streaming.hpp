// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the commands that speak to a machine, or for one, have in common.

#include "app/arguments.hpp"
#include "core/design/design.hpp"
#include "core/kinds/root.hpp"
#include "core/remote/stream_sink.hpp"
#include "core/sinks/open_sink.hpp"

#include <memory>
#include <string>
#include <vector>

namespace burin::app {

/// By what the two sides know each other.
[[nodiscard]] std::vector<Option> credentialOptions();
[[nodiscard]] Credentials credentialsOf(const Arguments& arguments);

/// Options of an export to a machine, the credentials among them.
[[nodiscard]] std::vector<Option> streamOptions();

/// \throws UsageError where the sink is no machine and one of these is given
void refuseStreamOptions(const Arguments& arguments, const std::string& sink);

/// Connects to the machine that `sink` names. \throws as StreamSink does
[[nodiscard]] std::unique_ptr<StreamSink> openMachine(const Arguments& arguments, const std::string& sink,
                                                      const Design& design, const Root& root,
                                                      const SurfaceInfo& surface, const SinkOptions& options);

}  // namespace burin::app
