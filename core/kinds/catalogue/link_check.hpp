// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"

#include <stdexcept>
#include <string>

namespace burin {

/// Whether KindType has a reduction for links of `trait`.
template <class KindType>
constexpr bool reduces(Trait trait) {
    switch (trait) {
        case Trait::data:
            return KindType::takesData;
        case Trait::mask:
            return KindType::takesMask;
        case Trait::pattern:
            return KindType::takesPattern;
    }
    return false;
}

/// Compares a kind's description with its reductions. If a trait had no reduction, the loader would accept
/// its links, and the engine would ignore them. \throws std::logic_error that names kind and trait
template <class KindType>
void checkLinks(const KindDescription& kind) {
    for (const LinkDescription& link : kind.links) {
        if (reduces<KindType>(link.trait)) continue;
        throw std::logic_error("kind '" + std::string(kind.name) + "' describes links of trait " +
                               std::string(traitName(link.trait)) +
                               ", but has no reduction for them: see takesData, takesMask and takesPattern");
    }
}

}  // namespace burin
