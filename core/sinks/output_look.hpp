// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/export/chunk_grid.hpp"
#include "core/sinks/export_request.hpp"

#include <string>

namespace burin {

/// The state of an output before an export to it starts.
struct OutputLook {
    enum class State {
        free,
        begun,     ///< begun by the same export, which can resume
        finished,  ///< finished by the same export
        occupied   ///< can only be overwritten
    };
    State state = State::free;
    ChunkGrid grid;
    double doneShare = 0;   ///< share of the samples that are done
    Problem obstacle = {};  ///< if it is occupied: why it cannot be resumed
    std::string path = {};  ///< path of the output
};

/// Looks at the output that `spec` names; reads a sample of it if it is finished, and writes nothing.
/// \param options  of their policy, only older is used
/// \throws UsageError if the options contradict each other
[[nodiscard]] OutputLook lookAtOutput(const std::string& spec, const SurfaceInfo& surface,
                                      const SinkOptions& options);

/// Looks at all outputs of a request together. Layers can resume if some of their files exist and every
/// existing file belongs to this export. They are occupied if one of them is occupied; the result then names
/// that file.
[[nodiscard]] OutputLook lookAtOutputs(const ExportRequest& request, const SurfaceInfo& surface);

}  // namespace burin
