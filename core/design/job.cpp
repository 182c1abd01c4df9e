// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/job.hpp"

#include "core/kinds/methods/spot/spot_kernel.hpp"

namespace burin {

namespace {

ParameterDescription machineSpot() {
    ParameterDescription spot = spotDescription();
    spot.help =
        "The diameter of the beam on the surface, or its shape. The predicted surface is computed from it, "
        "and preflight looks for finer details.";
    return spot;
}

}  // namespace

std::span<const ParameterDescription> jobParameters() {
    static const std::vector<ParameterDescription> all = {
        machineSpot(),
        {.key = "field",
         .title = "Field",
         .type = ParameterType::pixelSize,
         .unit = "px",
         .minimum = 1,
         .help = "Width and height of the area that the machine reaches."},
        {.key = "overscan",
         .title = "Overscan",
         .type = ParameterType::length,
         .unit = "um",
         .minimum = 0,
         .help = "How far each line extends beyond the surface, for the head to speed up and slow down."},
        {.key = "bidirectional_offset",
         .title = "Return offset",
         .type = ParameterType::length,
         .unit = "um",
         .help = "Shift of the lines that run backwards, so that they meet those that run "
                 "forwards."},
        {.key = "swath",
         .title = "Swath",
         .type = ParameterType::length,
         .unit = "um",
         .help = "The height of a strip that is engraved as a unit.",
         .strictlyPositive = true},
        {.key = "roller",
         .title = "Roller",
         .type = ParameterType::map,
         .alternatives =
             {{.key = "diameter",
               .title = "Diameter",
               .type = ParameterType::length,
               .unit = "um",
               .help = "The diameter of the roller. The surface covers its circumference exactly once.",
               .strictlyPositive = true},
              {.key = "axis",
               .title = "Axis",
               .type = ParameterType::choice,
               .fallback = "x",
               .choices = {"x", "y"},
               .help =
                   "The side of the surface that is parallel to the axis. With x, rows run along the axis."}},
         .help = "The roller that the surface is engraved on. The pitch around it is adjusted so that a "
                 "whole number of pixels covers its circumference.",
         .since = 2},
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
