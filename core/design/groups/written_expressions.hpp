// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/yaml.hpp"
#include "core/expression/names.hpp"
#include "core/kinds/form/description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace burin {

/// An expression among the values of a group's node, such as `expression` or the `x` of a `curve`. It refers
/// to the body that it was found in.
struct WrittenExpression {
    std::vector<std::string_view> path;  ///< its key, below the keys of the maps that contain it
    const YamlValue* text = nullptr;
    /// The names in it that may be parameters: all except the variables of the expression.
    std::vector<NameInText> names;

    /// "curve.x".
    [[nodiscard]] std::string key() const;
    /// The corresponding text in a copy of the body.
    [[nodiscard]] YamlValue& in(YamlValue& body) const;
};

/// The expressions of a node in the order of its body, also those inside of maps. A text that begins with `=`
/// is a formula instead, except under `expression`.
[[nodiscard]] std::vector<WrittenExpression> expressionsOf(const YamlValue& body,
                                                           const KindDescription& kind);

}  // namespace burin
