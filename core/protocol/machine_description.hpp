// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/stream_status.hpp"
#include "core/protocol/stream_job.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace burin {

/// What a machine can take, and what it is doing.
struct MachineDescription {
    std::string name;
    std::string software;
    double fieldWidthUm = 0;  ///< 0: any
    double fieldHeightUm = 0;
    std::vector<int> depths = {1, 8, 16};
    bool rows = true;
    bool swaths = true;
    bool serpentine = true;
    std::int64_t mostSwathWidth = 0;  ///< pixels; 0: any
    bool lz4 = true;
    std::uint64_t bufferBytes = 0;
    std::size_t mostSliceBytes = 0;
    double bytesPerSecond = 0;  ///< 0: it has no rate of its own
    std::string jobId;          ///< of the job it has, finished or not; empty where it has none
    StreamStatus status;        ///< of that job; says nothing where there is none
};

/// Why the machine cannot take a job, as "takes ..."; empty where it can.
[[nodiscard]] std::string misfit(const MachineDescription& machine, const StreamJob& job);

/// What no machine can be, of what one says of itself, as "says ..."; empty if nothing is wrong.
[[nodiscard]] std::string contradiction(const MachineDescription& machine);

}  // namespace burin
