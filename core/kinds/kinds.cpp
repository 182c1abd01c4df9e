// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/kinds.hpp"

#include "core/kinds/kind_list.hpp"

namespace burin {

#define BURIN_DECLARE(word, Type) Kind word##Kind();
BURIN_KINDS(BURIN_DECLARE)
#undef BURIN_DECLARE

namespace {

/// What a kind's structure says about itself goes into its description.
template <class KindType>
Kind described(Kind kind) {
    kind.description.onCards = KindType::onCards;
    return kind;
}

}  // namespace

std::span<const Kind> kinds() {
#define BURIN_LIST(word, Type) described<Type>(word##Kind()),
    static const std::vector<Kind> all = {BURIN_KINDS(BURIN_LIST)};
#undef BURIN_LIST
    return all;
}

const Kind* findKind(std::string_view name) {
    for (const Kind& kind : kinds()) {
        if (kind.description.name == name) return &kind;
    }
    return nullptr;
}

}  // namespace burin
