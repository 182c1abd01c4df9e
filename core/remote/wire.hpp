// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Converts between the messages of burin.proto and the structures of core/protocol. No function throws
// because of a message's content: the receiver checks the content, and refuses what is wrong. Texts become
// printable here in both directions, because a message with a text that is not UTF-8 cannot be read.

#include "core/base/problem.hpp"
#include "core/protocol/job_request.hpp"
#include "core/protocol/machine_description.hpp"
#include "core/protocol/report_receiver.hpp"
#include "core/protocol/slice.hpp"

#include <burin.pb.h>

namespace burin {

namespace wire = controller::v1;

[[nodiscard]] wire::Job jobMessage(const TransferJob& job);
[[nodiscard]] TransferJob jobOf(const wire::Job& message);

/// The mistake that the result of requestOf() would not show, with the field's name: a value that only newer
/// versions of burin.proto know, or an id that is not a valid name. Empty if there is none.
[[nodiscard]] std::string mistakeIn(const wire::Begin& message);
[[nodiscard]] JobRequest requestOf(const wire::Begin& message);

void setSlice(wire::Slice& message, const Slice& slice);
[[nodiscard]] SliceHead headOf(const wire::Slice& message);

[[nodiscard]] wire::Report reportMessage(const TransferStatus& status, std::uint64_t credit);
/// The numbers to check before statusOf() may be used.
[[nodiscard]] Positions positionsOf(const wire::Report& message);
/// \param layout  of the reported job
[[nodiscard]] TransferStatus statusOf(const wire::Report& message, const LineLayout& layout);

/// Why a job has ended before every line was engraved. \param sink  the address of the machine
[[nodiscard]] Problem problemOfEnd(const wire::Ended& message, const std::string& sink);

[[nodiscard]] wire::Machine machineMessage(const MachineDescription& machine);
[[nodiscard]] MachineDescription machineOf(const wire::Machine& message);

}  // namespace burin
