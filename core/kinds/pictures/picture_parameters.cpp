// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/pictures/picture_parameters.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace burin {

namespace {

/// The names in the order of AlphaUse.
constexpr std::array<std::string_view, 4> alphaNames = {"multiply", "white", "only", "ignore"};
constexpr std::string_view apply = "apply";

}  // namespace

std::vector<ParameterDescription> pictureParameters() {
    return {{.key = "alpha",
             .title = "Alpha",
             .type = ParameterType::choice,
             .fallback = "multiply",
             .choices = {alphaNames.begin(), alphaNames.end()},
             .help = "multiply: transparent parts are 0. white: the picture is drawn over white. only: only "
                     "the alpha is read, for example the shape of a logo. ignore: the alpha is not read.",
             .since = 2},
            {.key = "orientation",
             .title = "Orientation",
             .type = ParameterType::choice,
             .fallback = apply,
             .choices = {apply, "ignore"},
             .help = "Whether the picture is turned as its file requires, or read as it is stored.",
             .since = 2}};
}

PictureUse pictureUseOf(const Values& values) {
    const auto alpha = std::find(alphaNames.begin(), alphaNames.end(), values.as<std::string>("alpha"));
    return {.alpha = static_cast<AlphaUse>(alpha - alphaNames.begin()),
            .turned = values.as<std::string>("orientation") == apply};
}

std::string fingerprintOf(const PictureUse& use) {
    return " alpha " + std::string(alphaNames[static_cast<std::size_t>(use.alpha)]) +
           (use.turned ? "" : " as stored");
}

}  // namespace burin
