// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The one list of kinds, as types: what is done for every kind at compile time starts here.

#include "core/kinds/convolution.hpp"
#include "core/kinds/image.hpp"
#include "core/kinds/math2d.hpp"
#include "core/kinds/median.hpp"
#include "core/kinds/profile.hpp"
#include "core/kinds/root.hpp"
#include "core/kinds/stitching.hpp"
#include "core/kinds/tiff.hpp"
#include "core/kinds/transform.hpp"
#include "core/kinds/union.hpp"

#include <type_traits>

/// KIND(word, Type): the kind whose files are core/kinds/<word>.{hpp,cpp}, with its structure and its
/// `Kind <word>Kind()`. In the order in which kinds are shown.
#define BURIN_KINDS(KIND)                                                               \
    KIND(root, Root)                                                                    \
    KIND(union, Union)                                                                  \
    KIND(stitching, Stitching) KIND(math2d, Math2d) KIND(tiff, Tiff) KIND(image, Image) \
        KIND(profile, Profile) KIND(median, Median) KIND(convolution, Convolution)      \
            KIND(transform, Transform)

namespace burin {

template <class... KindTypes>
struct KindList {
    template <class KindType>
    static constexpr bool contains = (std::is_same_v<KindType, KindTypes> || ...);
};

}  // namespace burin
