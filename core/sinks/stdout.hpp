// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"
#include "core/export/surface_info.hpp"

#include <cstdint>
#include <memory>
#include <stop_token>

namespace burin {

/// Writes raw samples in scan order to an open descriptor, band by band.
///
/// If the reader has closed its end, throws ClosedPipe; the program must ignore SIGPIPE. If the reader does
/// not read, waits until `stop` is requested.
[[nodiscard]] std::unique_ptr<Sink> makeStdoutSink(const SurfaceInfo& surface, const Scan& scan,
                                                   std::int64_t bandRows, int descriptor,
                                                   std::stop_token stop);

}  // namespace burin
