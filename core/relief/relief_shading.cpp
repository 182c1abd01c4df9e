// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relief/relief_shading.hpp"

#include <algorithm>
#include <numbers>

namespace burin {

namespace {

constexpr double reflectedByOthers = 0.04;  ///< the share of light that materials other than metals reflect,
                                            ///< seen straight from above
constexpr double lightStrength = 3;
constexpr double surroundings = 0.25;

/// The share of the facets that neither hide nor shadow each other, seen at an angle with this cosine.
double unhidden(double cosine, double a2) {
    return 2 * cosine / (cosine + std::sqrt(a2 + (1 - a2) * cosine * cosine));
}

}  // namespace

std::optional<std::size_t> materialOf(std::string_view word) {
    for (std::size_t k = 0; k < reliefMaterials.size(); ++k) {
        if (reliefMaterials[k].word == word) return k;
    }
    return {};
}

Vector3 lightFrom(double azimuth, double elevation) {
    const double a = azimuth * std::numbers::pi / 180;
    const double e = elevation * std::numbers::pi / 180;
    return {std::sin(a) * std::cos(e), std::cos(a) * std::cos(e), std::sin(e)};
}

LinearColor shade(const ReliefMaterial& material, Vector3 normal, Vector3 light, Vector3 viewer) {
    constexpr double pi = std::numbers::pi;
    const double lit = std::max(dot(normal, light), 0.0);
    const double seen = std::max(dot(normal, viewer), 1e-6);
    const Vector3 half = normalized(light + viewer);
    const double a2 = std::pow(material.roughness, 4);
    const double facing = dot(normal, half) * dot(normal, half) * (a2 - 1) + 1;
    const double facets = a2 / (pi * facing * facing);
    const double grazing = std::pow(1 - std::max(dot(viewer, half), 0.0), 5);
    const auto channel = [&](double base) {
        const double straight = material.metal ? base : reflectedByOthers;
        const double reflected = straight + (1 - straight) * grazing;
        const double diffuse = material.metal ? 0 : (1 - reflected) * base / pi;
        const double ambient = surroundings * base * (0.5 + 0.5 * normal.z);
        if (lit <= 0) return ambient;
        const double shine = reflected * facets * unhidden(lit, a2) * unhidden(seen, a2) / (4 * lit * seen);
        return lightStrength * lit * (diffuse + shine) + ambient;
    };
    return {channel(material.base.red), channel(material.base.green), channel(material.base.blue)};
}

double displayed(double linear) {
    const double light = std::clamp(linear, 0.0, 1.0);
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

}  // namespace burin
