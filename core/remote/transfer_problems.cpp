// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/transfer_problems.hpp"

#include <string>

namespace burin {

Problem silenceOf(const MachineAddress& address, bool reached) {
    if (reached || !address.named()) return {.reason = "the controller does not answer"};
    return {.reason = "neither the controller nor the name server that looks up the address of %1 answers",
            .details = {address.host}};
}

Problem standstillOf(const TransferStatus& status, std::chrono::steady_clock::duration waited) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited);
    const std::string in = status.state == TransferStatus::State::unknown ? "in " : "";
    return {.reason = "the machine has not advanced for %1 s: it is %2 and reports nothing new",
            .details = {std::to_string(seconds.count()), in + stateText(status)}};
}

Problem finishedByAnother(std::uint64_t sentBytes, std::uint64_t allBytes) {
    return {.reason =
                "the controller reports that the job is finished, but only %1 of its %2 bytes were "
                "sent from here",
            .details = {std::to_string(sentBytes), std::to_string(allBytes)}};
}

}  // namespace burin
