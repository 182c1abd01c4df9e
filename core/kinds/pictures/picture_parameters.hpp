// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/images/pixel_format.hpp"
#include "core/kinds/form/description.hpp"
#include "core/kinds/form/values.hpp"

#include <string>
#include <vector>

namespace burin {

/// The parameters that every kind of picture has: what its alpha does, and whether it is turned.
[[nodiscard]] std::vector<ParameterDescription> pictureParameters();
/// The values of these parameters.
[[nodiscard]] PictureUse pictureUseOf(const Values& values);
/// A text that distinguishes the uses of one file.
[[nodiscard]] std::string fingerprintOf(const PictureUse& use);

}  // namespace burin
