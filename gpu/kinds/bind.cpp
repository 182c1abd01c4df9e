// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/bind.hpp"

#include "core/kinds/kind_list.hpp"
#include "gpu/kinds/convolution.hpp"
#include "gpu/kinds/math2d.hpp"
#include "gpu/kinds/median.hpp"
#include "gpu/kinds/passthrough.hpp"
#include "gpu/kinds/pictures.hpp"
#include "gpu/kinds/profile.hpp"
#include "gpu/kinds/root.hpp"
#include "gpu/kinds/stitching.hpp"
#include "gpu/kinds/transform.hpp"
#include "gpu/kinds/union.hpp"

#include <stdexcept>

namespace burin::gpu {

namespace {

/// Every kind with kernels. One that has none says `onCards = false` in its core/kinds/<kind>.hpp: then designs with
/// it are computed on the CPU.
using Kinds = KindList<Root, Union, Stitching, Math2d, Tiff, Image, Profile, Median, Convolution, Transform>;
/// What stands in for a muted node of any kind.
using StandIns = KindList<Passthrough>;

#define BURIN_COMPARE(word, Type)                                \
    static_assert(Type::onCards == Kinds::contains<Type>,        \
                  "core/kinds/" #word ".hpp and this list say different things about cards");
BURIN_KINDS(BURIN_COMPARE)
#undef BURIN_COMPARE

template <class KindType>
bool bindAs(const std::shared_ptr<const Operation>& operation, Patience patience,
            std::unique_ptr<DeviceOperation>& bound) {
    auto typed = std::dynamic_pointer_cast<const OperationOf<KindType>>(operation);
    if (!typed) return false;
    bound = std::make_unique<DeviceOperationOf<KindType>>(std::move(typed), patience);
    return true;
}

template <class... KindTypes, class... Others>
std::unique_ptr<DeviceOperation> bindFirst(KindList<KindTypes...>, KindList<Others...>,
                                           const std::shared_ptr<const Operation>& operation,
                                           Patience patience) {
    std::unique_ptr<DeviceOperation> bound;
    if (!(bindAs<KindTypes>(operation, patience, bound) || ...) &&
        !(bindAs<Others>(operation, patience, bound) || ...))
        throw std::logic_error("a kind without a device side");
    return bound;
}

}  // namespace

std::unique_ptr<DeviceOperation> bindOnDevice(const std::shared_ptr<const Operation>& operation,
                                              Patience patience) {
    return bindFirst(Kinds{}, StandIns{}, operation, patience);
}

}  // namespace burin::gpu
