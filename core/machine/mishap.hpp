// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace burin {

/// What a controller is told to do wrong, for tests and for training.
struct Mishap {
    enum class Kind {
        stall,    ///< engrave nothing for some seconds
        fault,    ///< report one
        lose,     ///< the connection, and all that is in the buffer
        drop,     ///< the connection
        corrupt,  ///< what has arrived, so that its checksum is wrong
    };
    Kind kind = Kind::drop;
    std::int64_t line = 0;  ///< where: the first three when it is to be engraved, the others when it arrives
    int times = 1;          ///< that it is repeated, for corrupt
    double seconds = 1;     ///< that it lasts, for stall

    [[nodiscard]] bool onArrival() const { return kind == Kind::drop || kind == Kind::corrupt; }
};

/// `stall`, `stall:2.5`, `corrupt`, `corrupt:3` and so on, without the place.
[[nodiscard]] std::optional<Mishap> parseMishap(std::string_view text);

/// A list of mishaps with their places, as `drop@1200,stall:2.5@4000`.
[[nodiscard]] std::optional<std::vector<Mishap>> parseMishaps(std::string_view text);

}  // namespace burin
