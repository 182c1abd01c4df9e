// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace burin {

/// A fault that a controller is told to simulate, for tests and training.
struct Mishap {
    enum class Kind {
        stall,    ///< engrave nothing for some seconds
        pause,    ///< pause until the operator or the sender continues
        fault,    ///< report a fault
        lose,     ///< lose the connection and everything in the buffer
        drop,     ///< drop the connection
        corrupt,  ///< corrupt arrived data, so that their checksum is wrong
    };
    Kind kind = Kind::drop;
    std::int64_t line = 0;  ///< place: stall, pause, fault and lose happen when this line is due for
                            ///< engraving, the others when it arrives
    int times = 1;          ///< repetitions, for corrupt
    double seconds = 1;     ///< duration, for stall

    [[nodiscard]] bool onArrival() const { return kind == Kind::drop || kind == Kind::corrupt; }
};

/// Parses `stall:2.5`, `pause`, `drop`, `corrupt:3`, `lose` or `fault`, without a place.
[[nodiscard]] std::optional<Mishap> parseMishap(std::string_view text);

/// Parses a list of mishaps with their places, such as `drop@1200,stall:2.5@4000`.
[[nodiscard]] std::optional<std::vector<Mishap>> parseMishaps(std::string_view text);

/// The first item of such a list that is incomplete or wrong, and how it is written; nothing if all are
/// right.
[[nodiscard]] std::optional<Problem> problemOfMishaps(std::string_view text);

}  // namespace burin
