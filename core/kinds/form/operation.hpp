// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The interface between the engine and a node's kind. A kind is a plain structure of parameters with a
// `Reduction` for each trait (reduction.hpp); `Operation` is the virtual interface that all of them share.
//
// Coordinates: `area` is always in the node's own frame, in samples of level 0. A child's frame lies at the
// link's `at`: the child's sample for p is c(p - at).

#include "core/base/cancelled.hpp"
#include "core/base/problem.hpp"
#include "core/geometry/extent.hpp"
#include "core/geometry/lattice.hpp"
#include "core/kernels/samples.hpp"
#include "core/kinds/form/description.hpp"
#include "core/kinds/form/values.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

class FileContent;
class DrawnOutline;
enum class ByteTwin;
struct ByteCall;
struct ScatteredCall;
struct ScatteredRead;
struct LaserSpot;
struct PlanePoint;
struct Variation;

/// How a bounded child is continued outside of its rectangle.
enum class Edge { empty, extend, mirror, wrap };

/// A link as bound by the graph.
struct LinkShape {
    Trait trait = Trait::data;
    Point at;
    Extent extent;   ///< extent of the child, in the child's frame
    Extent support;  ///< support of the child, in the child's frame; inside `extent`
};

/// A sample of smaller magnitude is dust and becomes 0.
inline constexpr float dustLimit = 0x1p-20F;
/// Whether any of the links is a mask.
[[nodiscard]] inline bool masked(std::span<const LinkShape> links) {
    return std::any_of(links.begin(), links.end(),
                       [](const LinkShape& link) { return link.trait == Trait::mask; });
}

/// The part of `extent` that lies inside the supports of all masks.
[[nodiscard]] inline Extent masked(std::span<const LinkShape> links, Extent extent) {
    for (const LinkShape& link : links) {
        if (link.trait == Trait::mask) extent = intersection(extent, link.support.translated(link.at));
    }
    return extent;
}

/// A rectangle of a child's frame that a reduction reads, with the rule for samples outside of the child's
/// extent.
struct Fetch {
    Rect area;
    Edge edge = Edge::empty;
    /// Which link's child to read, counted from the link that is reduced. A kind whose links act together
    /// reads several children in one reduction.
    std::size_t link = 0;
};

/// Memory for one task: a stack that the engine has reserved in the budget in advance.
class Scratch {
  public:
    virtual ~Scratch() = default;
    /// Returns `bytes` bytes, 64-byte aligned, uninitialised, valid until the reduction returns.
    /// \throws std::logic_error if that exceeds what Operation::scratchBytes promised
    [[nodiscard]] virtual std::byte* allocate(std::size_t bytes) = 0;

    template <class T>
    [[nodiscard]] T* array(std::size_t count) {
        return reinterpret_cast<T*>(allocate(count * sizeof(T)));
    }
    /// The bytes that allocate(bytes) takes from the stack: `bytes` rounded up to the alignment.
    [[nodiscard]] static constexpr std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
};

/// The child of the link that is being reduced.
class ChildSource {
  public:
    virtual ~ChildSource() = default;
    /// The child's samples over `fetch.area` (child frame), continued outside its extent by `fetch.edge`.
    ///
    /// The view is valid until the next fetch. Every fetch must lie inside one that Operation::fetches
    /// announced.
    /// \throws Cancelled
    [[nodiscard]] virtual ConstSamplesView fetch(const Fetch& fetch) = 0;
};

/// A bounded child as a whole, for a kind that makes tables of it.
struct WholeChild {
    Rect area;           ///< its extent
    std::string digest;  ///< equal digests mean equal samples
    /// Computes all samples on the calling thread. \throws Cancelled, and what sources throw
    std::function<void(SamplesView samples, const std::stop_token& stop)> read;
    std::size_t passingBytes = 0;  ///< memory that reading takes besides the samples
};

/// One call of a reduction: reduce the child into `value`, which covers `area`.
struct LinkCall {
    Rect area;
    const LinkShape& link;
    std::span<const LinkShape> links;  ///< links of the whole node, in order
    std::size_t index = 0;             ///< index of `link` in `links`
    SamplesView value;
    ChildSource& child;
    Scratch& scratch;
    std::byte* state = nullptr;  ///< stateBytes(area) bytes, zero before the first link; kept between links
    /// Not null in previews of kinds whose links are all pointwise: `area` is then one row of samples at any
    /// places, and sample k lies at places[k].
    const Point* places = nullptr;

    /// A part of `area`; the child is known to be 0 outside of it.
    [[nodiscard]] Rect covered() const { return link.support.translated(link.at).clip(area); }
    /// The part of `value` that covers `part`. \pre area.contains(part)
    [[nodiscard]] SamplesView valueOver(const Rect& part) const {
        return value.part(part.x - area.x, part.y - area.y, part.width, part.height);
    }
    /// The child's samples over `part` of `area`; its rows match those of valueOver(part).
    [[nodiscard]] ConstSamplesView aligned(const Rect& part) const {
        return child.fetch({part.translated(-link.at), Edge::empty});
    }
    /// The child's samples over all of `area`, 0 outside the child's extent; its rows match those of `value`.
    [[nodiscard]] ConstSamplesView aligned() const {
        return child.fetch({area.translated(-link.at), Edge::empty});
    }
};

/// A mistake in a parameter that is found when a kind is bound: what is wrong, and where inside a text.
struct ParameterProblem {
    ParameterProblem(std::string key, Problem whatIsWrong, std::size_t offset = 0)
        : parameter(std::move(key)), problem(std::move(whatIsWrong)), textOffset(offset) {}
    ParameterProblem(std::string key, std::string reason, std::string advice, std::size_t offset = 0)
        : ParameterProblem(std::move(key), {.reason = std::move(reason), .advice = std::move(advice)},
                           offset) {}

    std::string parameter;  ///< `stroke.width` for a key of a map
    Problem problem;
    std::size_t textOffset;  ///< byte offset in the parameter's text (expressions), otherwise 0
};

/// How a node repeats its patterns, for checks of a roller's joint.
struct Repetition {
    struct Steps {
        Vector u;
        Vector v;
    };
    std::optional<Steps> steps;  ///< steps of a lattice; nothing for scattered points
    const Variation& variation;
    Size closes;  ///< the exact period of the whole in pixels; 0 if it does not repeat in that direction
};

/// Facts that a node computes from its parameters, to be shown to the user.
struct NodeFacts {
    const Problem* contents = nullptr;               ///< contents of a code, as text; nullptr for other kinds
    const std::vector<PlanePoint>* curve = nullptr;  ///< points of the curve of two formulas, for a sketch;
                                                     ///< nullptr for other kinds
};

/// The roughness that a surface has on average.
struct ReachedRoughness {
    double sq = 0;  ///< in samples
    double sa = 0;
    double salPx = 0;
};

/// How the items of a series are checked.
struct ItemCheck {
    std::stop_token stop = {};
    /// Called now and then, with the items that were checked and all items. May be empty.
    std::function<void(std::int64_t done, std::int64_t all)> progress = {};
};

/// A node's kind bound to its parameters. Immutable; all functions are thread-safe.
class Operation {
  public:
    virtual ~Operation() = default;

    /// The rectangle that bounds a node without its own size.
    [[nodiscard]] virtual Extent extent(std::span<const LinkShape> links) const = 0;
    /// A rectangle that contains every sample other than 0, given the node's own extent.
    [[nodiscard]] virtual Extent support(std::span<const LinkShape> links, const Extent& own) const = 0;
    /// Adds the fetches for reducing link `index` into `area`. Only one fetch is held at a time.
    virtual void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                         std::vector<Fetch>& out) const = 0;
    /// Whether an output sample p reads link `index` only at p - at. Otherwise it reads neighbours too.
    [[nodiscard]] virtual bool pointwise(std::span<const LinkShape> links, std::size_t index) const = 0;
    /// How far from p - at an output sample p reads link `index`, in samples; nothing if unlimited.
    [[nodiscard]] virtual std::optional<std::int64_t> halo(std::span<const LinkShape> links,
                                                           std::size_t index) const = 0;
    /// Bytes that reducing link `index` over `area` takes from Scratch, without its fetches.
    [[nodiscard]] virtual std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                                   const Rect& area) const = 0;
    /// Bytes that are kept between links.
    [[nodiscard]] virtual std::size_t stateBytes(const Rect& area) const = 0;
    /// The lattice on which a node with these links and unbounded periodic children repeats, or nothing.
    /// `children` is the common period of all data and mask children; the unit lattice if there are no such
    /// links; nothing if one of them does not repeat.
    [[nodiscard]] virtual std::optional<Lattice> period(std::span<const LinkShape> links,
                                                        std::optional<Lattice> children) const = 0;
    /// Like period(), for previews: if no lattice is exact, they accept one on which the node almost repeats.
    [[nodiscard]] virtual std::optional<Lattice> nearPeriod(std::span<const LinkShape> links,
                                                            std::optional<Lattice> children) const = 0;
    /// Whether all data links are reduced before the masks, even if the file has another order.
    [[nodiscard]] virtual bool dataBeforeMasks() const = 0;
    /// A problem of these links that only extents reveal, such as an unbounded pattern. The parameter
    /// `inputs` stands for the first link's child.
    [[nodiscard]] virtual std::optional<ParameterProblem> complaint(
        std::span<const LinkShape> links) const = 0;

    /// Whether the first link's child is read as a whole when tables are made, and never by a reduction. The
    /// graph then computes with holding() instead of this operation.
    [[nodiscard]] virtual bool holdsChild() const = 0;
    /// The operation with that child, which must be without complaint(); nullptr unless holdsChild().
    [[nodiscard]] virtual std::shared_ptr<const Operation> holding(const WholeChild& child) const = 0;

    /// Computes the tables that begin() and reduce() read, unless they exist. Called before both by the
    /// computing thread. Without this call they compute the tables themselves, but cannot be stopped
    /// meanwhile. Later calls cost almost nothing. \throws Cancelled, std::bad_alloc
    virtual void prepare(const std::stop_token& stop) const = 0;
    /// Sets the initial value. `area` lies inside the node's extent.
    virtual void begin(std::span<const LinkShape> links, const Rect& area, SamplesView value) const = 0;
    /// Reduces one link.
    virtual void reduce(const LinkCall& call) const = 0;
    /// The limit below which a sample is dust, once all links are reduced: dustLimit, or 0 if the kind
    /// guarantees that sanitised children give sanitised samples.
    [[nodiscard]] virtual float dust(std::span<const LinkShape> links) const = 0;

    /// 8 or 16: every sample is k / 255 or k / 65535 for an integer k, so it can be stored in that many bits.
    /// 32: any number.
    /// \param children  the bits of each link's child
    [[nodiscard]] virtual int bits(std::span<const int> children) const = 0;

    /// Whether the node can be computed in bytes, and how exactly. \see ByteReduction
    [[nodiscard]] virtual ByteTwin byteTwin(std::span<const LinkShape> links) const = 0;
    /// For a node that writes the surface: whether the surface stays the same if the bytes of link `index`'s
    /// child are only ByteTwin::rounded.
    [[nodiscard]] virtual bool roundsLink(std::size_t index) const = 0;
    /// Computes a block of bytes. \pre byteTwin() is not none
    virtual void computeBytes(const ByteCall& call) const = 0;

    /// Evaluates the initial value at any places (previews). Only for kinds whose links are all pointwise.
    /// places and value have `count` entries.
    virtual void beginAt(std::span<const LinkShape> links, const Point* places, std::int64_t count,
                         float* value) const = 0;
    /// The samples of the children that readAt() reads for each place; empty if the kind has no such
    /// function.
    [[nodiscard]] virtual std::vector<ScatteredRead> scatteredReads(
        std::span<const LinkShape> links) const = 0;
    /// Reduces all data links at any places (for previews), to the same samples as reduce(), bit by bit. Only
    /// called if scatteredReads() names places.
    virtual void readAt(const ScatteredCall& call) const = 0;
    /// Whether the node moves its picture along a field, which the viewport draws as arrows.
    [[nodiscard]] virtual bool hasField() const = 0;
    /// The field at any places, as shares of its full strength; reads only the maps. \pre hasField()
    [[nodiscard]] virtual std::vector<Vector> fieldAt(const ScatteredCall& call) const = 0;
    /// Whether the mean of the node's samples over an area is the mean of link `index`'s child, provided that
    /// the child has values from 0 to 1 and does not depend on another link's child. Masks still multiply it.
    [[nodiscard]] virtual bool passesMean(std::span<const LinkShape> links, std::size_t index) const = 0;
    /// Whether the node shows its children side by side: if no two of them differ from 0 at the same place,
    /// each sample is that of the child that is not 0 there, or 0 if there is none. For a root this means the
    /// written samples, apart from `invert` and rounding.
    [[nodiscard]] virtual bool showsApart(std::span<const LinkShape> links) const = 0;
    /// The side of a square, in samples, over which the mean of a random texture is nearly the mean of the
    /// whole texture; nothing for other kinds. If the pixels of a preview are larger, it may show the mean of
    /// the texture.
    [[nodiscard]] virtual std::optional<double> evenFrom() const = 0;

    /// A repeat in the middle of the node, if the kind repeats its first pattern on a lattice.
    [[nodiscard]] virtual std::optional<Rect> middleRepeat(std::span<const LinkShape> links,
                                                           const Extent& extent) const = 0;

    /// How the node repeats its patterns; nothing if it repeats none. \pre complaint() has none
    [[nodiscard]] virtual std::optional<Repetition> repetition(std::span<const LinkShape> links) const = 0;
    /// The spot that the node's depths compensate for; nullptr if it compensates for none.
    [[nodiscard]] virtual const LaserSpot* compensatedSpot() const = 0;

    /// Lives as long as the operation.
    [[nodiscard]] virtual NodeFacts facts() const = 0;
    /// The roughness of a texture that is made to have one; nothing for other kinds.
    [[nodiscard]] virtual std::optional<ReachedRoughness> reachedRoughness() const = 0;

    /// The values that determine the samples, as canonical text (for hashes). Reads no file: see content().
    [[nodiscard]] virtual std::string fingerprint() const = 0;
    /// The file that determines the samples together with the fingerprint; nullptr for kinds that read none.
    [[nodiscard]] virtual const FileContent* content() const = 0;
    /// Remarks for `check` that are not errors, e.g. "alpha is ignored".
    [[nodiscard]] virtual std::vector<Problem> remarks(std::span<const LinkShape> links) const = 0;
    /// The option that only the CPU computes, e.g. "vary". Empty if cards compute the operation whenever they
    /// compute its kind.
    [[nodiscard]] virtual std::string_view onlyOnCpu() const = 0;
    /// A problem that is found only by examining every item of a series. This is slow, so it is done before
    /// an export.
    /// \throws Cancelled
    [[nodiscard]] virtual std::optional<ParameterProblem> itemProblem(const ItemCheck& check) const = 0;
    /// The outline that a vector kind draws; nullptr for other kinds, and for a series.
    [[nodiscard]] virtual const DrawnOutline* outline() const = 0;
    /// Host memory in bytes that the operation holds once it has computed (tables, decoded images), plus the
    /// memory that computing these takes. Known in advance: asking computes nothing.
    [[nodiscard]] virtual std::size_t residentBytes() const = 0;
};

/// A file that was read as a whole when a node was bound: a table, a drawing or a font.
struct BoundFile {
    std::filesystem::path file;
    std::string content;  ///< a hash of its bytes
};

/// The input for binding a kind.
struct BindContext {
    const Values& values;
    std::optional<Size> size;      ///< the node's own size, if it has one
    double pixelUm = 1;            ///< the pitch
    std::vector<Trait> links;      ///< the traits of the node's links, in order
    std::filesystem::path folder;  ///< folder of the design file: relative paths start here
    std::vector<ParameterProblem>& problems;
    /// The bytes of images that may still be decoded while this design is opened. Further images are decoded
    /// on first use. nullptr: each image has its own limit.
    std::int64_t* decodable = nullptr;
    /// Ends a long binding, which then throws Cancelled.
    std::stop_token stop = {};
    /// The operation of the same node before an edit, or nullptr. The new operation may share its tables. It
    /// may be of another kind.
    const Operation* before = nullptr;
    /// Receives the files that are read, except those of Operation::content(). nullptr: they are not wanted.
    std::vector<BoundFile>* files = nullptr;

    void problem(std::string parameter, std::string reason, std::string advice,
                 std::size_t textOffset = 0) const {
        problems.emplace_back(std::move(parameter), std::move(reason), std::move(advice), textOffset);
    }
    void problem(std::string parameter, Problem whatIsWrong, std::size_t textOffset = 0) const {
        problems.emplace_back(std::move(parameter), std::move(whatIsWrong), textOffset);
    }
};

/// A kind of node: its description and its binding function.
struct Kind {
    KindDescription description;
    /// \return nullptr if it reported a problem. Opens the files that the node names. Otherwise takes
    ///         microseconds and little memory: tables are Deferred.
    std::shared_ptr<const Operation> (*bind)(const BindContext& context) = nullptr;
};

}  // namespace burin
