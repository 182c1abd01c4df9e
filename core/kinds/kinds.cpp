// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/kinds.hpp"

// The one list: each word is core/kinds/<word>.cpp with its `Kind <word>Kind()`.
#define BURIN_KINDS(KIND)                                                                      \
    KIND(root)                                                                                 \
    KIND(union) KIND(stitching) KIND(math2d) KIND(tiff) KIND(image) KIND(profile) KIND(median) \
        KIND(convolution) KIND(transform)

namespace burin {

#define BURIN_DECLARE(name) Kind name##Kind();
BURIN_KINDS(BURIN_DECLARE)
#undef BURIN_DECLARE

std::span<const Kind> kinds() {
#define BURIN_LIST(name) name##Kind(),
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
