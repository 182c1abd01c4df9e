// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/export/transfer_status.hpp"
#include "core/protocol/transfer_job.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// The capabilities of a machine, and what it is doing.
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
    double bytesPerSecond = 0;  ///< 0: the machine has no rate of its own
    std::string jobId;          ///< the id of its current job, finished or not; empty if it has none
    TransferStatus status;      ///< the state of that job; meaningless if there is none
};

/// Why the machine cannot take a job, as "takes ..." or "does not take ...", without a subject; nothing if it
/// can.
[[nodiscard]] std::optional<Problem> misfit(const MachineDescription& machine, const TransferJob& job);

/// The values of a machine's description that are impossible, as "says ..."; empty if all are possible.
[[nodiscard]] std::string contradiction(const MachineDescription& machine);
/// Why no job can be offered to a machine of this description: contradiction(), or no bit depth.
[[nodiscard]] std::string whyUseless(const MachineDescription& machine);

}  // namespace burin
