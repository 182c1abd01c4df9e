// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How to write a kind. A kind is a structure of checked parameters that derives from KindBase and overrides
// some of its defaults, plus one specialisation of Reduction for each trait that it takes:
//
//     struct Union : KindBase { static constexpr bool takesData = true; ... };
//     template <> struct Reduction<Union, Trait::data> {
//         static void apply(const Union& node, const LinkCall& call);
//     };
//
// OperationOf<Union> combines them into an Operation. Declaring a trait without its reduction does not
// compile. A kind may also have a ByteReduction (byte_reduction.hpp).

#include "core/kernels/pointwise_kernels.hpp"
#include "core/kinds/form/byte_reduction.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/kinds/form/scattered.hpp"

#include <cstring>

namespace burin {

/// Kind and trait select the reduction at compile time. Not defined in general: each kind specialises the
/// traits that it takes.
template <class KindType, Trait trait>
struct Reduction;

/// value = value * clamp(c(p), 0, 1): the effect of a mask unless a kind defines another one.
struct MultiplyByMask {
    static void apply(const LinkCall& call) {
        const Rect covered = call.covered();
        if (covered.empty()) return clear(call.value);
        const SamplesView& v = call.value;
        const std::int64_t left = covered.x - call.area.x;
        const std::int64_t top = covered.y - call.area.y;
        clear(v.part(0, 0, v.width, top));
        clear(v.part(0, top + covered.height, v.width, v.height - top - covered.height));
        clear(v.part(0, top, left, covered.height));
        clear(v.part(left + covered.width, top, v.width - left - covered.width, covered.height));
        const SamplesView inside = call.valueOver(covered);
        const ConstSamplesView mask = call.aligned(covered);
        for (std::int64_t y = 0; y < inside.height; ++y) {
            pointwiseKernels().mask(inside.row(y), mask.row(y), inside.width);
        }
    }

    static void clear(const SamplesView& value) {
        for (std::int64_t y = 0; y < value.height; ++y) {
            std::memset(value.row(y), 0, static_cast<std::size_t>(value.width) * sizeof(float));
        }
    }
};

/// Applies a row kernel wherever the child may differ from 0. For reductions that an empty child does not
/// change.
inline void reduceCovered(const LinkCall& call,
                          void (*kernel)(float* value, const float* c, std::int64_t count)) {
    const Rect covered = call.covered();
    if (covered.empty()) return;
    const SamplesView value = call.valueOver(covered);
    const ConstSamplesView child = call.aligned(covered);
    for (std::int64_t y = 0; y < value.height; ++y)
        kernel(value.row(y), child.row(y), value.width);
}

/// Defaults of Operation that fit most kinds: unbounded, pointwise, initial value 0.
struct KindBase {
    static constexpr bool takesData = false;
    static constexpr bool takesMask = true;
    static constexpr bool takesPattern = false;
    /// Whether the kind has a function holding(), and makes tables of its first child.
    static constexpr bool holdsChild = false;

    [[nodiscard]] Extent extent(std::span<const LinkShape>) const { return {}; }
    [[nodiscard]] Extent support(std::span<const LinkShape>, const Extent& own) const { return own; }
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const {
        out.push_back({area.translated(-links[index].at), Edge::empty});
    }
    [[nodiscard]] bool pointwise(std::span<const LinkShape>, std::size_t) const { return true; }
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape>, std::size_t) const {
        return 0;
    }
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape>, std::size_t, const Rect&) const {
        return 0;
    }
    [[nodiscard]] std::size_t stateBytes(const Rect&) const { return 0; }
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape>,
                                                std::optional<Lattice> children) const {
        return children;
    }
    [[nodiscard]] bool dataBeforeMasks() const { return false; }
    [[nodiscard]] std::optional<ParameterProblem> complaint(std::span<const LinkShape>) const { return {}; }
    void prepare(const std::stop_token&) const {}
    void begin(std::span<const LinkShape>, const Rect&, SamplesView value) const {
        MultiplyByMask::clear(value);
    }
    void beginAt(std::span<const LinkShape>, const Point*, std::int64_t count, float* value) const {
        std::memset(value, 0, static_cast<std::size_t>(count) * sizeof(float));
    }
    [[nodiscard]] std::vector<ScatteredRead> scatteredReads(std::span<const LinkShape>) const { return {}; }
    void readAt(const ScatteredCall&) const {}
    [[nodiscard]] bool hasField() const { return false; }
    [[nodiscard]] std::vector<Vector> fieldAt(const ScatteredCall&) const { return {}; }
    [[nodiscard]] bool passesMean(std::span<const LinkShape>, std::size_t) const { return false; }
    [[nodiscard]] bool showsApart(std::span<const LinkShape>) const { return false; }
    [[nodiscard]] std::optional<double> evenFrom() const { return {}; }
    [[nodiscard]] std::optional<Rect> middleRepeat(std::span<const LinkShape>, const Extent&) const {
        return {};
    }
    [[nodiscard]] std::optional<Repetition> repetition(std::span<const LinkShape>) const { return {}; }
    [[nodiscard]] const LaserSpot* compensatedSpot() const { return nullptr; }
    [[nodiscard]] NodeFacts facts() const { return {}; }
    [[nodiscard]] std::optional<ReachedRoughness> reachedRoughness() const { return {}; }
    /// The limit for the samples of the kind's own reductions. After MultiplyByMask there may always be dust.
    [[nodiscard]] float dust(std::span<const LinkShape>) const { return dustLimit; }
    [[nodiscard]] int bits(std::span<const int>) const { return 32; }
    [[nodiscard]] const FileContent* content() const { return nullptr; }
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape>) const { return {}; }
    [[nodiscard]] std::string_view onlyOnCpu() const { return {}; }
    [[nodiscard]] std::optional<ParameterProblem> itemProblem(const ItemCheck&) const { return {}; }
    [[nodiscard]] const DrawnOutline* outline() const { return nullptr; }
    [[nodiscard]] std::size_t residentBytes() const { return 0; }
};

/// Combines a kind's structure and its reductions into an Operation.
template <class KindType>
class OperationOf final : public Operation {
  public:
    explicit OperationOf(KindType node) : node_(std::move(node)) {}

    /// Whether masks use the kind's own reduction instead of MultiplyByMask.
    static constexpr bool hasOwnMask = requires(const KindType& node, const LinkCall& call) {
        Reduction<KindType, Trait::mask>::apply(node, call);
    };
    /// Whether the kind can also be computed in bytes.
    static constexpr bool hasByteReduction = requires { sizeof(ByteReduction<KindType>); };

    /// The checked parameters, for other backends.
    [[nodiscard]] const KindType& node() const { return node_; }

    Extent extent(std::span<const LinkShape> links) const override { return node_.extent(links); }
    Extent support(std::span<const LinkShape> links, const Extent& own) const override {
        return node_.support(links, own);
    }
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const override {
        if (links[index].trait == Trait::mask && maskIsPlain()) {
            out.push_back({area.translated(-links[index].at), Edge::empty});
        } else {
            node_.fetches(links, index, area, out);
        }
    }
    bool pointwise(std::span<const LinkShape> links, std::size_t index) const override {
        return (links[index].trait == Trait::mask && maskIsPlain()) || node_.pointwise(links, index);
    }
    std::optional<std::int64_t> halo(std::span<const LinkShape> links, std::size_t index) const override {
        if (links[index].trait == Trait::mask && maskIsPlain()) return 0;
        return node_.halo(links, index);
    }
    std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                             const Rect& area) const override {
        if (links[index].trait == Trait::mask && maskIsPlain()) return 0;
        return node_.scratchBytes(links, index, area);
    }
    std::size_t stateBytes(const Rect& area) const override { return node_.stateBytes(area); }
    std::optional<Lattice> period(std::span<const LinkShape> links,
                                  std::optional<Lattice> children) const override {
        return node_.period(links, children);
    }
    std::optional<Lattice> nearPeriod(std::span<const LinkShape> links,
                                      std::optional<Lattice> children) const override {
        if constexpr (requires { node_.nearPeriod(links, children); }) {
            return node_.nearPeriod(links, children);
        } else {
            return node_.period(links, children);
        }
    }
    bool dataBeforeMasks() const override { return node_.dataBeforeMasks(); }
    std::optional<ParameterProblem> complaint(std::span<const LinkShape> links) const override {
        return node_.complaint(links);
    }
    bool holdsChild() const override { return KindType::holdsChild; }
    std::shared_ptr<const Operation> holding([[maybe_unused]] const WholeChild& child) const override {
        if constexpr (KindType::holdsChild) {
            return std::make_shared<OperationOf>(node_.holding(child));
        } else {
            return nullptr;
        }
    }
    void prepare(const std::stop_token& stop) const override { node_.prepare(stop); }
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const override {
        node_.begin(links, area, value);
    }
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const override {
        node_.beginAt(links, places, count, value);
    }
    std::vector<ScatteredRead> scatteredReads(std::span<const LinkShape> links) const override {
        return node_.scatteredReads(links);
    }
    void readAt(const ScatteredCall& call) const override { node_.readAt(call); }
    bool hasField() const override { return node_.hasField(); }
    std::vector<Vector> fieldAt(const ScatteredCall& call) const override { return node_.fieldAt(call); }
    bool passesMean(std::span<const LinkShape> links, std::size_t index) const override {
        return node_.passesMean(links, index);
    }
    bool showsApart(std::span<const LinkShape> links) const override { return node_.showsApart(links); }
    std::optional<double> evenFrom() const override { return node_.evenFrom(); }
    void reduce(const LinkCall& call) const override {
        switch (call.link.trait) {
            case Trait::data:
                if constexpr (KindType::takesData) Reduction<KindType, Trait::data>::apply(node_, call);
                break;
            case Trait::pattern:
                if constexpr (KindType::takesPattern) Reduction<KindType, Trait::pattern>::apply(node_, call);
                break;
            case Trait::mask:
                if constexpr (hasOwnMask) {
                    Reduction<KindType, Trait::mask>::apply(node_, call);
                } else if constexpr (KindType::takesMask) {
                    MultiplyByMask::apply(call);
                }
                break;
        }
    }
    float dust(std::span<const LinkShape> links) const override {
        return maskIsPlain() && masked(links) ? dustLimit : node_.dust(links);
    }
    int bits(std::span<const int> children) const override { return node_.bits(children); }
    ByteTwin byteTwin([[maybe_unused]] std::span<const LinkShape> links) const override {
        if constexpr (hasByteReduction) {
            return masked(links) ? ByteTwin::none : ByteReduction<KindType>::twin(node_);
        } else {
            return ByteTwin::none;
        }
    }
    bool roundsLink([[maybe_unused]] std::size_t index) const override {
        if constexpr (requires { ByteReduction<KindType>::roundsLink(node_, index); }) {
            return ByteReduction<KindType>::roundsLink(node_, index);
        } else {
            return false;
        }
    }
    void computeBytes([[maybe_unused]] const ByteCall& call) const override {
        if constexpr (hasByteReduction) ByteReduction<KindType>::apply(node_, call);
    }
    std::optional<Rect> middleRepeat(std::span<const LinkShape> links, const Extent& extent) const override {
        return node_.middleRepeat(links, extent);
    }
    std::optional<Repetition> repetition(std::span<const LinkShape> links) const override {
        return node_.repetition(links);
    }
    const LaserSpot* compensatedSpot() const override { return node_.compensatedSpot(); }
    NodeFacts facts() const override { return node_.facts(); }
    std::optional<ReachedRoughness> reachedRoughness() const override { return node_.reachedRoughness(); }
    std::string fingerprint() const override { return node_.fingerprint(); }
    const FileContent* content() const override { return node_.content(); }
    std::vector<Problem> remarks(std::span<const LinkShape> links) const override {
        return node_.remarks(links);
    }
    std::string_view onlyOnCpu() const override { return node_.onlyOnCpu(); }
    std::optional<ParameterProblem> itemProblem(const ItemCheck& check) const override {
        return node_.itemProblem(check);
    }
    const DrawnOutline* outline() const override { return node_.outline(); }
    std::size_t residentBytes() const override { return node_.residentBytes(); }

  private:
    /// A mask without its own reduction is multiplied sample by sample.
    static constexpr bool maskIsPlain() { return !hasOwnMask; }

    KindType node_;
};

}  // namespace burin
