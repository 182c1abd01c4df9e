// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/roller.hpp"
#include "core/design/yaml.hpp"

#include <optional>
#include <string_view>

namespace burin {

class DesignEdit;

/// The roller that a document's `job` describes, and the pitch; nothing if either cannot be read.
struct WrittenRoller {
    Roller roller;
    double pixelUm = 1;

    /// The side that goes around the roller: `width` or `height`.
    [[nodiscard]] std::string_view side() const { return roller.roundX() ? "width" : "height"; }
};
[[nodiscard]] std::optional<WrittenRoller> writtenRoller(const YamlValue& document);

/// Sets the side of the root that goes round the roller to the roller's circumference. Changes nothing
/// without a roller.
void fitToRoller(DesignEdit& edit, std::string_view root);

}  // namespace burin
