// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the engine asks of a node's kind. A kind is a plain structure of parameters with a `Reduction` for
// each trait (reduction.hpp); `Operation` is the one virtual face of all of them.
//
// Coordinates: `area` is always in the node's own frame, in samples of level 0. A child's frame lies at the
// link's `at`: the child's sample for p is c(p - at).

#include "core/base/cancelled.hpp"
#include "core/geometry/extent.hpp"
#include "core/geometry/lattice.hpp"
#include "core/kernels/samples.hpp"
#include "core/kinds/description.hpp"
#include "core/kinds/values.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace burin {

class FileContent;

/// How a bounded child goes on outside of its rectangle.
enum class Edge { empty, extend, mirror, wrap };

/// A link as the graph has bound it.
struct LinkShape {
    Trait trait = Trait::data;
    Point at;
    Extent extent;   ///< of the child, in the child's frame
    Extent support;  ///< of the child, in the child's frame; inside `extent`
};

/// A sample that is smaller in magnitude is dust, and becomes 0.
inline constexpr float dustLimit = 0x1p-20F;
/// Whether any of the links is a mask.
[[nodiscard]] inline bool masked(std::span<const LinkShape> links) {
    return std::any_of(links.begin(), links.end(),
                       [](const LinkShape& link) { return link.trait == Trait::mask; });
}

/// A rectangle of a child's frame that a reduction reads, with the rule for what lies outside the child's
/// extent.
struct Fetch {
    Rect area;
    Edge edge = Edge::empty;
};

/// Memory for one task: a stack that the engine has reserved in the budget beforehand.
class Scratch {
  public:
    virtual ~Scratch() = default;
    /// 64-byte aligned, not initialised; lives until the reduction returns.
    /// \throws std::logic_error beyond what Operation::scratchBytes promised
    [[nodiscard]] virtual std::byte* allocate(std::size_t bytes) = 0;

    template <class T>
    [[nodiscard]] T* array(std::size_t count) {
        return reinterpret_cast<T*>(allocate(count * sizeof(T)));
    }
    /// What allocate(bytes) takes from the stack: rounded up to the alignment.
    [[nodiscard]] static constexpr std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
};

/// The child of the link that is being reduced.
class ChildSource {
  public:
    virtual ~ChildSource() = default;
    /// The child's samples over `fetch.area` (child frame), continued outside its extent by `fetch.edge`.
    ///
    /// The view is good until the next fetch. Every fetch must lie inside what Operation::fetches named.
    /// \throws Cancelled
    [[nodiscard]] virtual ConstSamplesView fetch(const Fetch& fetch) = 0;
};

/// One call of a reduction: reduce the child into `value`, which covers `area`.
struct LinkCall {
    Rect area;
    const LinkShape& link;
    std::span<const LinkShape> links;  ///< of the whole node, in order
    std::size_t index = 0;             ///< of `link` in `links`
    SamplesView value;
    ChildSource& child;
    Scratch& scratch;
    std::byte* state = nullptr;  ///< stateBytes(area), zero before the first link; kept from link to link
    /// Not null in previews, for kinds whose links are all pointwise: `area` is then one row of scattered
    /// samples and sample k lies at places[k].
    const Point* places = nullptr;

    /// The part of `area` where the child may differ from 0.
    [[nodiscard]] Rect covered() const { return link.support.translated(link.at).clip(area); }
    /// The part of `value` that covers `part`. \pre area.contains(part)
    [[nodiscard]] SamplesView valueOver(const Rect& part) const {
        return value.part(part.x - area.x, part.y - area.y, part.width, part.height);
    }
    /// The child over `part` of `area`, row for row beside valueOver(part).
    [[nodiscard]] ConstSamplesView aligned(const Rect& part) const {
        return child.fetch({part.translated(-link.at), Edge::empty});
    }
    /// The child over exactly `area`, row for row beside `value`; 0 outside the child's extent.
    [[nodiscard]] ConstSamplesView aligned() const {
        return child.fetch({area.translated(-link.at), Edge::empty});
    }
};

/// A mistake in one parameter found while a kind was bound: what is wrong, and where inside a text.
struct ParameterProblem {
    std::string parameter;
    std::string what;
    std::string remedy;          ///< what would be right
    std::size_t textOffset = 0;  ///< byte inside the parameter's text (expressions), 0 otherwise
};

/// A node's kind bound to its parameters. Immutable; all functions are thread-safe.
class Operation {
  public:
    virtual ~Operation() = default;

    /// The rectangle to which a node without a size of its own is bounded.
    [[nodiscard]] virtual Extent extent(std::span<const LinkShape> links) const = 0;
    /// A rectangle outside of which every sample is 0, given the node's own extent.
    [[nodiscard]] virtual Extent support(std::span<const LinkShape> links, const Extent& own) const = 0;
    /// Adds what reducing link `index` into `area` will fetch. Fetches are held one at a time.
    virtual void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                         std::vector<Fetch>& out) const = 0;
    /// Whether link `index` is read sample by sample at p - at. Anything else is read from neighbours.
    [[nodiscard]] virtual bool pointwise(std::span<const LinkShape> links, std::size_t index) const = 0;
    /// How far around p - at link `index` is read, in samples; nothing where that has no bound.
    [[nodiscard]] virtual std::optional<std::int64_t> halo(std::span<const LinkShape> links,
                                                           std::size_t index) const = 0;
    /// What one reduction of link `index` over `area` takes from Scratch, without its fetches.
    [[nodiscard]] virtual std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                                   const Rect& area) const = 0;
    /// What is kept from link to link.
    [[nodiscard]] virtual std::size_t stateBytes(const Rect& area) const = 0;
    /// The lattice on which a node with these links and unbounded periodic children repeats:
    /// `children` is the common period of all data and mask children, the unit lattice where there are no
    /// such links, nothing where one of them does not repeat.
    [[nodiscard]] virtual std::optional<Lattice> period(std::span<const LinkShape> links,
                                                        std::optional<Lattice> children) const = 0;
    /// The same for previews: a lattice on which the node almost repeats will do, where there is no other.
    [[nodiscard]] virtual std::optional<Lattice> nearPeriod(std::span<const LinkShape> links,
                                                            std::optional<Lattice> children) const = 0;
    /// Whether the links are reduced with all data links before the masks, whatever their order in the file.
    [[nodiscard]] virtual bool dataBeforeMasks() const = 0;
    /// What is wrong with these links that only extents show, e.g. an unbounded pattern. The parameter
    /// `inputs` means the first link's child.
    [[nodiscard]] virtual std::optional<ParameterProblem> complaint(
        std::span<const LinkShape> links) const = 0;

    /// Makes the tables that begin() and reduce() read, unless they are there: called by whoever computes,
    /// before both. Without it they are made as well, but nothing can stop that. Costs next to nothing from
    /// the second time on. \throws Cancelled, std::bad_alloc
    virtual void prepare(const std::stop_token& stop) const = 0;
    /// Sets the initial value. `area` lies inside the node's extent.
    virtual void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const = 0;
    /// Reduces one link.
    virtual void reduce(const LinkCall& call) const = 0;
    /// The limit under which a sample is dust, once all links are reduced: dustLimit, or 0 where the kind can
    /// prove that sanitised children give sanitised samples.
    [[nodiscard]] virtual float dust(std::span<const LinkShape> links) const = 0;

    /// 8 or 16: every sample is k / 255 or k / 65535 for a whole k, so that it can be held in as many bits.
    /// 32: it may be any number.
    /// \param children  the same of each link's child
    [[nodiscard]] virtual int bits(std::span<const int> children) const = 0;

    /// Evaluates the initial value at scattered places (previews). Only for kinds whose links are all
    /// pointwise: xs, ys and value have `count` entries.
    virtual void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                         float* value) const = 0;

    /// The values that decide the samples, as canonical text (for hashes). Reads no file: see content().
    [[nodiscard]] virtual std::string fingerprint() const = 0;
    /// The file that decides the samples beside the fingerprint; nullptr for kinds that read none.
    [[nodiscard]] virtual const FileContent* content() const = 0;
    /// Remarks for `check` that are no errors, e.g. "alpha is ignored".
    [[nodiscard]] virtual std::vector<std::string> remarks() const = 0;
    /// Host memory that the operation holds once it has computed (tables, decoded images), and what making it
    /// takes, in bytes. Known beforehand: nothing is made by asking.
    [[nodiscard]] virtual std::size_t residentBytes() const = 0;
};

/// What a kind is bound from.
struct BindContext {
    const Values& values;
    std::optional<Size> size;      ///< the node's own, if it has one
    double pixelUm = 1;            ///< the pitch
    std::vector<Trait> links;      ///< the traits of the node's links, in order
    std::filesystem::path folder;  ///< of the design file: relative paths start here
    std::vector<ParameterProblem>& problems;
    /// Bytes of images that may still be decoded while this design is opened; those that find no room are
    /// decoded when they are first used. nullptr: as many for each.
    std::int64_t* decodable = nullptr;

    void problem(std::string parameter, std::string what, std::string remedy,
                 std::size_t textOffset = 0) const {
        problems.push_back({std::move(parameter), std::move(what), std::move(remedy), textOffset});
    }
};

/// A kind of node: its description, and how to bind it.
struct Kind {
    KindDescription description;
    /// \return nullptr where it reported a problem. Opens the files that the node names. Takes microseconds
    /// and little memory otherwise: tables are Deferred.
    std::shared_ptr<const Operation> (*bind)(const BindContext& context) = nullptr;
};

}  // namespace burin
