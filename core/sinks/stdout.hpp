// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"
#include "core/export/surface_info.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace burin {

/// Raw samples in scan order into an open descriptor, band after band.
///
/// A reader that has gone ends it with ClosedPipe; the program must ignore SIGPIPE. A reader that does not
/// read makes it wait, until `stop` is requested.
[[nodiscard]] std::unique_ptr<Sink> makeStdoutSink(const SurfaceInfo& surface, const Scan& scan,
                                                   std::int64_t bandRows, int descriptor,
                                                   std::stop_token stop);

}  // namespace burin
