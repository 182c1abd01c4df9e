// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/catalogue/kinds.hpp"

#include "core/kinds/catalogue/kind_list.hpp"
#include "core/kinds/catalogue/link_check.hpp"

namespace burin {

#define BURIN_DECLARE(word, Type, computed) Kind word##Kind();
BURIN_KINDS(BURIN_DECLARE)
#undef BURIN_DECLARE

namespace {

/// Adds the data of the list about the kind to its description.
template <class KindType>
Kind described(Kind kind, Computed computed) {
    checkLinks<KindType>(kind.description);
    kind.description.onCards = computed == Computed::onCards;
    return kind;
}

}  // namespace

std::span<const Kind> kinds() {
#define BURIN_LIST(word, Type, computed) described<Type>(word##Kind(), Computed::computed),
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
