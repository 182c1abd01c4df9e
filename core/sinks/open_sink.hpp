// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sink.hpp"
#include "core/export/surface_info.hpp"
#include "core/sinks/journaled_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>

namespace burin {

struct SinkOptions {
    Scan scan;
    Compression compression = Compression::none;
    bool bigTiff = false;
    ResumePolicy policy;
    Shard shard;
    /// What the bands of row sinks may take together; as a rule half of the memory budget.
    std::size_t bandBytes = std::numeric_limits<std::size_t>::max();
    /// Side of the chunks of sinks that have no layout of their own, in samples.
    std::int64_t chunkSide = 1024;
    /// Where `-` writes.
    int outputDescriptor = 1;
    /// Ends the wait for a reader of `-` that does not read, and the reading of what an earlier run has left.
    std::stop_token stop;
    /// What a resumed export finds wrong; may be empty.
    Tells tells;
};

/// The sink that `spec` names: `.tif .tiff .raw .png` by suffix, numbered swaths, `-`, `null:`.
///
/// Looks at what is there already, but writes nothing.
/// \throws UsageError where the options do not go together, or where something is in the way
[[nodiscard]] std::unique_ptr<Sink> openSink(const std::string& spec, const SurfaceInfo& surface,
                                             const SinkOptions& options);

/// Whether what `spec` names keeps the hash of the design: `-` and `null:` keep samples alone.
[[nodiscard]] bool keepsDesignHash(const std::string& spec);

}  // namespace burin
