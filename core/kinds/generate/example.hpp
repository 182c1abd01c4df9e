// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/example_kernels.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/methods/textures/patch_blend.hpp"
#include "core/kinds/methods/textures/patch_cut.hpp"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace burin {

/// An endless texture made from patches of a bounded child.
struct ExampleTexture : KindBase {
    static constexpr bool takesData = true;
    static constexpr bool holdsChild = true;

    enum class Method { blend, cut };
    struct Parameters {
        Method method = Method::blend;
        std::optional<std::int64_t> patchPx;  ///< nothing: a share of the example
        double contrast = 1;
        Size closes;  ///< 0 x 0: never
        std::uint32_t seed = 0;
        int sharpness = 2;                 ///< blend only
        PatchVary vary = PatchVary::none;  ///< blend only
        int colours = 8;                   ///< cut only
    };
    struct Tables {
        std::vector<float> example;  ///< row by row; cut only
        BlendTables blend;
        CutTables cut;
        ExampleTone tone;
    };
    /// The data that depend on the child.
    struct Held {
        Size size;
        BlendGeometry blend;
        CutGeometry cut;
        Deferred<Tables> tables;
        std::size_t bytes = 0;
    };

    explicit ExampleTexture(const Parameters& all) : parameters(all), last_(std::make_shared<Last>()) {}

    Parameters parameters;
    std::optional<Held> held;

    /// The same with a child, whose samples are read when the tables are made. Binding the same child again
    /// shares the tables.
    [[nodiscard]] ExampleTexture holding(const WholeChild& child) const;

    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const {
        return masked(links, own);
    }
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const {
        if (links[index].trait == Trait::mask) KindBase::fetches(links, index, area, out);
    }
    /// The child may be read anywhere, although only while the tables are made.
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape> links,
                                                   std::size_t index) const {
        if (links[index].trait == Trait::mask) return 0;
        return {};
    }
    [[nodiscard]] std::optional<Lattice> period(std::span<const LinkShape> links,
                                                std::optional<Lattice> children) const;
    [[nodiscard]] std::optional<ParameterProblem> complaint(std::span<const LinkShape> links) const;
    void prepare(const std::stop_token& stop) const { static_cast<void>(held->tables.value(stop)); }
    void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const;
    void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                 float* value) const;
    [[nodiscard]] std::optional<double> evenFrom() const;
    [[nodiscard]] std::string fingerprint() const;
    [[nodiscard]] std::vector<Problem> remarks(std::span<const LinkShape> links) const;
    [[nodiscard]] std::size_t residentBytes() const { return held ? held->bytes : 0; }

    /// The patch for an example of that size, in pixels.
    [[nodiscard]] std::int64_t patchFor(Size size) const;

  private:
    /// The tables that were bound last.
    struct Last {
        std::mutex mutex;
        std::string digest;
        Deferred<Tables> tables;
    };

    [[nodiscard]] Tables made(const WholeChild& child, const std::stop_token& stop) const;

    std::shared_ptr<Last> last_;
};

template <>
struct Reduction<ExampleTexture, Trait::data> {
    /// The initial value is made from the child.
    static void apply(const ExampleTexture& /*node*/, const LinkCall& /*call*/) {}
};

}  // namespace burin
