// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/textures/example_kernels.hpp"
#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/reduction.hpp"
#include "core/kinds/generate/example_tables.hpp"
#include "core/kinds/methods/textures/patch_blend.hpp"
#include "core/kinds/methods/textures/patch_cut.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace burin {

/// An endless texture made from patches of a bounded child.
struct ExampleTexture : KindBase {
    static constexpr bool takesData = true;
    static constexpr bool holdsChild = true;

    enum class Method { blend, cut };
    struct Parameters {
        Method method = Method::blend;
        std::optional<std::int64_t> patchPx;  ///< nothing: a fixed share of the example
        double contrast = 1;
        Size closes;  ///< period of the whole; 0 x 0: it never repeats
        std::uint32_t seed = 0;
        int sharpness = 2;                 ///< only for `blend`
        PatchVary vary = PatchVary::none;  ///< only for `blend`
        int colours = 8;                   ///< only for `cut`
    };
    /// The data that depend on the child. Only the data of the node's method are used.
    struct Held {
        Size size;
        BlendGeometry blend;
        CutGeometry cut;
        Deferred<BlendedExample> blended;
        CutExample pieces;
        std::size_t bytes = 0;
    };

    /// \param shared  the tables of the same node before an edit
    explicit ExampleTexture(const Parameters& all,
                            std::shared_ptr<ExampleTables> shared = std::make_shared<ExampleTables>())
        : parameters(all), tables_(std::move(shared)) {}

    Parameters parameters;
    std::optional<Held> held;

    /// The node of an operation, or null if the operation is of another kind.
    [[nodiscard]] static const ExampleTexture* nodeOf(const Operation* operation);

    /// This node with a child, whose samples are read when the tables are made. Binding the same child again
    /// shares the tables.
    [[nodiscard]] ExampleTexture holding(const WholeChild& child) const;
    /// For the operation of the same node after an edit.
    [[nodiscard]] const std::shared_ptr<ExampleTables>& tables() const { return tables_; }
    /// Makes the tables unless they exist. \pre the node holds its child
    [[nodiscard]] ExampleTone tone() const;
    /// For each sample of an area, a number from 0 to 3 of the window that it is read from. Windows that meet
    /// in a seam have different numbers. Makes the tables unless they exist.
    /// \pre the method is cut, the texture does not close, and the node holds its child
    void windowsOf(const Rect& area, SamplesView numbers) const;

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
    void prepare(const std::stop_token& stop) const;
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
    std::shared_ptr<ExampleTables> tables_;
};

template <>
struct Reduction<ExampleTexture, Trait::data> {
    /// The initial value is made from the child.
    static void apply(const ExampleTexture& /*node*/, const LinkCall& /*call*/) {}
};

}  // namespace burin
