// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/bind.hpp"

#include "core/kinds/catalogue/kind_list.hpp"
#include "gpu/kinds/form/passthrough.hpp"

#include <stdexcept>

namespace burin::gpu {

// Defined in gpu/kinds for every kind that the list marks as `onCards`. If one is missing, the program does
// not link.
#define BURIN_DECLARE(word, Type, computed)                                                             \
    std::unique_ptr<DeviceOperation> word##OnDevice(std::shared_ptr<const OperationOf<Type>> operation, \
                                                    Patience patience);
BURIN_KINDS(BURIN_DECLARE)
#undef BURIN_DECLARE

std::unique_ptr<DeviceOperation> bindOnDevice(const std::shared_ptr<const Operation>& operation,
                                              Patience patience) {
#define BURIN_TRY(word, Type, computed)                                                 \
    if constexpr (Computed::computed == Computed::onCards) {                            \
        if (auto typed = std::dynamic_pointer_cast<const OperationOf<Type>>(operation)) \
            return word##OnDevice(std::move(typed), patience);                          \
    }
    BURIN_KINDS(BURIN_TRY)
#undef BURIN_TRY
    // A muted node of any kind is bound as a Passthrough.
    if (auto typed = std::dynamic_pointer_cast<const OperationOf<Passthrough>>(operation))
        return std::make_unique<DeviceOperationOf<Passthrough>>(std::move(typed), patience);
    throw std::logic_error("a kind without a device side");
}

}  // namespace burin::gpu
