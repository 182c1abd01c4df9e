// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/reduction.hpp"

namespace burin {

/// Multiplies its child by a number.
struct @Type@ : KindBase {
    static constexpr bool takesData = true;

    float amount = 1;

    [[nodiscard]] std::string fingerprint() const;
};

template <>
struct Reduction<@Type@, Trait::data> {
    static void apply(const @Type@& node, const LinkCall& call);
};

}  // namespace burin
