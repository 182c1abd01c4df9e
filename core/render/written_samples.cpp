// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/render/written_samples.hpp"

namespace burin {

const Root* rootOf(const Graph& graph) {
    const auto* operation = dynamic_cast<const OperationOf<Root>*>(graph.top().operation.get());
    return operation == nullptr ? nullptr : &operation->node();
}

}  // namespace burin
