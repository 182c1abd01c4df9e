// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.hpp"
#include "core/sinks/open_sink.hpp"

#include <stop_token>
#include <vector>

namespace burin::app {

/// Options of an export that decide what its file holds: those that all of its shards share.
[[nodiscard]] std::vector<Option> layoutOptions();

/// What the options of an export say about its sink. \throws UsageError
[[nodiscard]] SinkOptions sinkOptions(const Arguments& arguments, std::stop_token stop);

}  // namespace burin::app
