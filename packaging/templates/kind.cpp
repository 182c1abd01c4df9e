// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/filter/@word@.hpp"

#include "core/kinds/form/canonical.hpp"

namespace burin {

void Reduction<@Type@, Trait::data>::apply(const @Type@& node, const LinkCall& call) {
    MultiplyByMask::clear(call.value);
    const Rect covered = call.covered();
    if (covered.empty()) return;
    const ConstSamplesView child = call.aligned(covered);
    const SamplesView value = call.valueOver(covered);
    for (std::int64_t y = 0; y < covered.height; ++y) {
        for (std::int64_t x = 0; x < covered.width; ++x)
            value.row(y)[x] = child.row(y)[x] * node.amount;
    }
}

std::string @Type@::fingerprint() const {
    return "@word@ " + canonicalNumber(amount);
}

namespace {

std::shared_ptr<const Operation> bind@Type@(const BindContext& context) {
    @Type@ node;
    node.amount = static_cast<float>(context.values.as<double>("amount"));
    return std::make_shared<OperationOf<@Type@>>(node);
}

}  // namespace

Kind @camel@Kind() {
    return {
        {.name = "@word@",
         .title = "@Title@",
         .help = "Multiplies its child by a number.",
         .category = Category::filter,
         .parameters = {{.key = "amount",
                         .title = "Amount",
                         .type = ParameterType::number,
                         .minimum = -1000,
                         .maximum = 1000,
                         .fallback = "1",
                         .help = "Each sample is multiplied by this number."}},
         .links = {{.trait = Trait::data, .minimum = 1, .maximum = 1, .first = true, .help = "The samples."},
                   {.trait = Trait::mask, .help = "Multiplies the result, clamped to 0 to 1."}},
         .words = {"multiply"}},
        &bind@Type@};
}

}  // namespace burin
