// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/job.hpp"

namespace burin {

std::span<const ParameterDescription> jobParameters() {
    static const std::vector<ParameterDescription> all = {
        {.key = "spot",
         .title = "Spot",
         .type = ParameterType::length,
         .unit = "um",
         .help = "The diameter of the beam where it engraves; preflight looks for what is finer.",
         .strictlyPositive = true},
        {.key = "field",
         .title = "Field",
         .type = ParameterType::pixelSize,
         .unit = "px",
         .minimum = 1,
         .help = "Width and height of what the machine reaches."},
        {.key = "overscan",
         .title = "Overscan",
         .type = ParameterType::length,
         .unit = "um",
         .minimum = 0,
         .help = "How far each line goes on beyond the surface, where the head speeds up and slows down."},
        {.key = "bidirectional_offset",
         .title = "Return offset",
         .type = ParameterType::length,
         .unit = "um",
         .help = "By how much lines that run backwards are shifted, so that they meet those that run "
                 "forwards."},
        {.key = "swath",
         .title = "Swath",
         .type = ParameterType::length,
         .unit = "um",
         .help = "The height of a strip that is engraved as one.",
         .strictlyPositive = true},
    };
    return all;
}

const ParameterDescription& pitchParameter() {
    static const ParameterDescription pitch{.key = "pixel",
                                            .title = "Pixel pitch",
                                            .type = ParameterType::length,
                                            .unit = "um",
                                            .required = true,
                                            .help = "The side of one pixel.",
                                            .strictlyPositive = true};
    return pitch;
}

}  // namespace burin
