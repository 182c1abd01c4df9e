// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/filter.hpp"
#include "core/kinds/methods/convolution_method.hpp"
#include "core/kinds/methods/kernel_matrix.hpp"

#include <memory>

namespace burin {

/// value(p) = the sum over (dx, dy) of K(dx, dy) * c(p + (dx, dy)).
struct Convolution : FilterBase {
    Convolution(Kernel weights, Edge rule);

    /// How it is computed. Chosen on first use within a few milliseconds; takes little memory.
    struct Way {
        float limit = 0;  ///< sums below it are dust: 2^-20 * max(1, sum|K|)
        int exponent = 0;
        /// The method for the kernel times 2^-exponent, whose weights and sums fit the range of binary32.
        std::unique_ptr<const ConvolutionMethod> method;
    };

    Kernel kernel;
    Deferred<Way> way;

    /// The part of the child that the method reads for `area`.
    [[nodiscard]] Fetch wanted(const LinkShape& link, const Rect& area) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    /// Nothing if the last bits depend on the place, because folding must not change any byte.
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    [[nodiscard]] std::optional<Lattice> nearPeriod(std::span<const LinkShape>,
                                                    std::optional<Lattice> children) const {
        return children;
    }
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    void prepare(const std::stop_token& stop) const { way.value(stop).method->prepare(stop); }
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] std::size_t residentBytes() const { return way.value().method->residentBytes(); }
};

template <>
struct Reduction<Convolution, Trait::data> {
    static void apply(const Convolution& node, const LinkCall& call);
};

/// For means over a box of up to 31 x 31 samples, because integer sums round to the same levels.
template <>
struct ByteReduction<Convolution> {
    static ByteTwin twin(const Convolution& node);
    static void apply(const Convolution& node, const ByteCall& call);
};

[[nodiscard]] Kind convolutionKind();

}  // namespace burin
