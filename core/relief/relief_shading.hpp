// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/relief/space.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace burin {

/// Amounts of light, where 1 is white. They may exceed 1.
struct LinearColor {
    double red = 0;
    double green = 0;
    double blue = 0;
};

struct ReliefMaterial {
    std::string_view name;  ///< name for people, to be translated
    std::string_view word;  ///< word in files and on the command line
    LinearColor base;
    double roughness = 1;
    bool metal = false;
};

inline constexpr std::array<ReliefMaterial, 6> reliefMaterials{{
    {"Copper", "copper", {.955, .638, .538}, .30, true},
    {"Steel", "steel", {.56, .57, .58}, .35, true},
    {"Chrome", "chrome", {.55, .556, .554}, .08, true},
    {"Leather", "leather", {.13, .06, .03}, .60, false},
    {"Black anodised", "black-anodised", {.02, .02, .022}, .35, false},
    {"Clay", "clay", {.6, .6, .6}, .90, false},
}};

/// The place in reliefMaterials of the material with this word.
[[nodiscard]] std::optional<std::size_t> materialOf(std::string_view word);

/// The direction to the light in the frame of the viewer: x to the right of the screen, y to its top, z
/// towards the viewer. \param azimuth  in degrees, clockwise from the top \param elevation  in degrees: 90
/// from the viewer
[[nodiscard]] Vector3 lightFrom(double azimuth, double elevation);

/// The light that a point of the surface sends to the viewer. All directions have the length 1 and are in the
/// frame of the viewer. \param normal the direction that the surface faces \param light,viewer the directions
/// to them
///
/// The microfacet model of R. Cook and K. Torrance, A Reflectance Model for Computer Graphics, 1982, with the
/// distribution of B. Walter and others, Microfacet Models for Refraction through Rough Surfaces, 2007, and a
/// little light from everywhere.
[[nodiscard]] LinearColor shade(const ReliefMaterial& material, Vector3 normal, Vector3 light,
                                Vector3 viewer);

/// The value in [0, 1] that a screen shows for an amount of light.
[[nodiscard]] double displayed(double linear);

}  // namespace burin
