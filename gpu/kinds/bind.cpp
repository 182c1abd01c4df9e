// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/bind.hpp"

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

/// Every kind that computes on a device: the one list to which a new kind is added.
template <class... KindTypes>
struct KindList {};
using Kinds = KindList<Root, Union, Stitching, Math2d, Tiff, Image, Profile, Median, Convolution, Transform,
                       Passthrough>;

template <class KindType>
bool bindAs(const std::shared_ptr<const Operation>& operation, Patience patience,
            std::unique_ptr<DeviceOperation>& bound) {
    auto typed = std::dynamic_pointer_cast<const OperationOf<KindType>>(operation);
    if (!typed) return false;
    bound = std::make_unique<DeviceOperationOf<KindType>>(std::move(typed), patience);
    return true;
}

template <class... KindTypes>
std::unique_ptr<DeviceOperation> bindFirst(KindList<KindTypes...>,
                                           const std::shared_ptr<const Operation>& operation,
                                           Patience patience) {
    std::unique_ptr<DeviceOperation> bound;
    if (!(bindAs<KindTypes>(operation, patience, bound) || ...))
        throw std::logic_error("a kind without a device side");
    return bound;
}

}  // namespace

std::unique_ptr<DeviceOperation> bindOnDevice(const std::shared_ptr<const Operation>& operation,
                                              Patience patience) {
    return bindFirst(Kinds{}, operation, patience);
}

}  // namespace burin::gpu
