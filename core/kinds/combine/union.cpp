// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/combine/union.hpp"

#include <array>
#include <utility>

namespace burin {

namespace {

using Combination = Union::Combination;
constexpr std::array<std::pair<std::string_view, Combination>, 7> names = {
    {{"max", Combination::max},
     {"min", Combination::min},
     {"add", Combination::add},
     {"subtract", Combination::subtract},
     {"multiply", Combination::multiply},
     {"mean", Combination::mean},
     {"over", Combination::over}}};

/// The planes of `mean`: the sum of the samples so far, and how many of them were not 0.
struct MeanPlanes {
    float* sum;
    float* number;
    explicit MeanPlanes(const LinkCall& call)
        : sum(reinterpret_cast<float*>(call.state)), number(sum + call.area.area()) {}
};

void combineMean(const LinkCall& call) {
    const MeanPlanes planes(call);
    const PointwiseKernels& kernels = pointwiseKernels();
    const Rect covered = call.covered();
    if (covered.empty()) return;
    const ConstSamplesView child = call.aligned(covered);
    const SamplesView value = call.valueOver(covered);
    for (std::int64_t y = 0; y < covered.height; ++y) {
        const std::int64_t start = (covered.y - call.area.y + y) * call.area.width + covered.x - call.area.x;
        kernels.accumulate(planes.sum + start, planes.number + start, child.row(y), covered.width);
        kernels.mean(value.row(y), planes.sum + start, planes.number + start, covered.width);
    }
}

/// Makes the masked mean count as one sample if it is not 0.
void restartMean(const LinkCall& call) {
    const MeanPlanes planes(call);
    for (std::int64_t y = 0; y < call.area.height; ++y) {
        const float* value = call.value.row(y);
        const std::int64_t start = y * call.area.width;
        for (std::int64_t x = 0; x < call.area.width; ++x) {
            planes.sum[start + x] = value[x];
            planes.number[start + x] = value[x] != 0.0F ? 1.0F : 0.0F;
        }
    }
}

/// The first data link replaces the value, also outside of the link's support.
void replace(const LinkCall& call) {
    MultiplyByMask::clear(call.value);
    const Rect covered = call.covered();
    if (covered.empty()) return;
    const ConstSamplesView child = call.aligned(covered);
    const SamplesView value = call.valueOver(covered);
    for (std::int64_t y = 0; y < covered.height; ++y) {
        std::memcpy(value.row(y), child.row(y), static_cast<std::size_t>(covered.width) * sizeof(float));
    }
}

/// For combinations that an empty child changes: uses every sample of the area.
void combineAll(const LinkCall& call, void (*kernel)(float*, const float*, std::int64_t)) {
    const ConstSamplesView child = call.aligned();
    for (std::int64_t y = 0; y < call.value.height; ++y) {
        kernel(call.value.row(y), child.row(y), call.value.width);
    }
}

bool firstData(const LinkCall& call) {
    for (std::size_t i = 0; i < call.index; ++i) {
        if (call.links[i].trait == Trait::data) return false;
    }
    return true;
}

}  // namespace

void Reduction<Union, Trait::data>::apply(const Union& node, const LinkCall& call) {
    const PointwiseKernels& kernels = pointwiseKernels();
    if (node.combination == Combination::mean) return combineMean(call);
    if (firstData(call)) return replace(call);
    switch (node.combination) {
        case Combination::max:
            return combineAll(call, kernels.max);  // an empty child raises negative values to 0
        case Combination::min:
            return combineAll(call, kernels.min);
        case Combination::multiply:
            return combineAll(call, kernels.multiply);
        case Combination::add:
            return reduceCovered(call, kernels.add);
        case Combination::subtract:
            return reduceCovered(call, kernels.subtract);
        default:
            return reduceCovered(call, kernels.over);
    }
}

void Reduction<Union, Trait::mask>::apply(const Union& node, const LinkCall& call) {
    MultiplyByMask::apply(call);
    if (node.combination == Combination::mean) restartMean(call);
}

Extent Union::support(std::span<const LinkShape> links, const Extent& own) const {
    Extent all{Rect{}};
    for (const LinkShape& link : links) {
        if (link.trait == Trait::data) all = boundingExtent(all, link.support.translated(link.at));
    }
    for (const LinkShape& link : links) {  // the value is 0 outside of a mask, unless a data link follows it
        if (link.trait == Trait::data) continue;
        const bool last = std::none_of(&link, links.data() + links.size(),
                                       [](const LinkShape& l) { return l.trait == Trait::data; });
        if (last) all = intersection(all, link.support.translated(link.at));
    }
    return intersection(all, own);
}

bool Union::showsApart(std::span<const LinkShape> links) const {
    if (masked(links)) return false;
    switch (combination) {
        case Combination::max:
        case Combination::add:
        case Combination::mean:
        case Combination::over:
            return true;
        case Combination::min:
        case Combination::subtract:
        case Combination::multiply:
            break;
    }
    return links.size() == 1;
}

std::string Union::fingerprint() const {
    for (const auto& [name, value] : names) {
        if (value == combination) return "union " + std::string(name);
    }
    return {};
}

namespace {

std::shared_ptr<const Operation> bindUnion(const BindContext& context) {
    Union node;
    const std::string& wanted = context.values.as<std::string>("operation");
    for (const auto& [name, value] : names) {
        if (name == wanted) node.combination = value;
    }
    return std::make_shared<OperationOf<Union>>(node);
}

}  // namespace

Kind unionKind() {
    Kind kind;
    KindDescription& d = kind.description;
    d.name = "union";
    d.title = "Union";
    d.help = "Combines any number of children, sample by sample, in their order.";
    d.words = {"combine", "merge", "add", "subtract", "mix",  "blend", "overlay", "layer",
               "join",    "stack", "sum", "mask",     "crop", "place", "move",    "composite"};
    d.category = Category::combine;
    ParameterDescription operation{
        .key = "operation",
        .title = "Operation",
        .type = ParameterType::choice,
        .fallback = "max",
        .help =
            "How the sample c of each further data link changes the value v. max, min: the larger, the "
            "smaller of both. add: v + c. subtract: v - c. multiply: v * c. mean: the sum of all samples "
            "that are not 0, divided by their number. over: c if it is not 0, else v."};
    for (const auto& [name, value] : names)
        operation.choices.push_back(name);
    d.parameters = {operation};
    d.links = {
        {.trait = Trait::data, .help = "The first link sets the value; later ones are combined with it."},
        {.trait = Trait::mask, .help = "Multiplies the value by the mask, clamped to 0..1."}};
    kind.bind = &bindUnion;
    return kind;
}

}  // namespace burin
