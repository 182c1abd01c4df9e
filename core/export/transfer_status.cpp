// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/transfer_status.hpp"

#include <array>

namespace burin {

const char* stateText(TransferStatus::State state) {
    constexpr std::array<const char*, 9> names = {"connecting", "filling", "ready",   "engraving", "starved",
                                                  "paused",     "faulted", "stopped", "done"};
    return names.at(static_cast<std::size_t>(state));
}

}  // namespace burin
