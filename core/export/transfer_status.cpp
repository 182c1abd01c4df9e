// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/transfer_status.hpp"

#include <array>

namespace burin {

std::string stateText(const TransferStatus& status) {
    constexpr std::array<const char*, 10> names = {"connecting", "filling", "ready",   "engraving", "starved",
                                                   "paused",     "faulted", "stopped", "done",      "idle"};
    if (status.state == TransferStatus::State::unknown)
        return "an unknown state (" + std::to_string(status.unknownState) + ')';
    return names.at(static_cast<std::size_t>(status.state));
}

}  // namespace burin
