// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/expression/expression.hpp"
#include "core/kinds/form/reduction.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// A formula of the place and up to eight children, evaluated in binary64 and rounded once.
///
/// The children's samples are kept until the last data link has been reduced. Then the expression is
/// evaluated over all of them, and masks are applied last.
struct Math2d : KindBase {
    static constexpr bool takesData = true;
    static constexpr std::size_t dataMaximum = 8;
    static constexpr std::size_t variableX = 0;
    static constexpr std::size_t variableY = 1;
    static constexpr std::size_t firstInput = 2;  ///< the variable in1

    Expression expression;
    std::size_t dataCount = 0;
    /// The expression's variables: x, y, in1, ..., in<dataCount>, um, then w and h if the node is bounded,
    /// then the parameters. The operands of um and all later ones contain their values.
    std::vector<Operand> operands;

    [[nodiscard]] bool usesInput(std::size_t k) const { return expression.uses(firstInput + k); }

    /// The unmasked values at any places of the node's frame.
    /// \param inputs  the children's samples at these places, `dataCount` arrays; null if not used
    void evaluateAt(const Point* places, std::int64_t count, std::span<const float* const> inputs,
                    float* value) const;
    /// The unmasked values over `area`.
    /// \param inputs  the children's samples over `area`, `dataCount` views; without data if not used
    /// \param memory  evaluationBytes() bytes, 64-byte aligned
    void evaluate(const Rect& area, std::span<const ConstSamplesView> inputs, SamplesView value,
                  std::byte* memory) const;
    [[nodiscard]] std::size_t evaluationBytes() const;

    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    [[nodiscard]] std::size_t stateBytes(const Rect& area) const;
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    [[nodiscard]] bool dataBeforeMasks() const { return true; }
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const;
    [[nodiscard]] std::string fingerprint() const;
};

template <>
struct Reduction<Math2d, Trait::data> {
    static void apply(const Math2d& node, const LinkCall& call);
};

[[nodiscard]] Kind math2dKind();

}  // namespace burin
