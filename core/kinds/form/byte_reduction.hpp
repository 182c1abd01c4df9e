// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a kind computes samples k / 255 as bytes k. `ByteReduction<Kind>` stands beside the kind's `Reduction`,
// in its header, and gives the same samples:
//
//     template <> struct ByteReduction<Median> {
//         static ByteTwin twin(const Median& node);
//         static void apply(const Median& node, const ByteCall& call);
//         static bool roundsLink(const Median& node, std::size_t index);  // may be left out: false
//     };
//
// A kind without one is computed in floats, and so is everything above it. Masks are never multiplied in
// bytes.

#include "core/kernels/bytes.hpp"
#include "core/kinds/form/operation.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace burin {

/// How exact the bytes of a node are if those of its children are exact. If the node rounds a link, the bytes
/// of that child may themselves be rounded.
enum class ByteTwin {
    none,     ///< it computes no bytes
    rounded,  ///< each byte is the level that the sample is rounded to on a surface of 8 bits
    exact,    ///< each sample is k / 255, and its byte is k
};

/// The children of a node whose bytes are computed.
class ByteChildren {
  public:
    virtual ~ByteChildren() = default;
    /// The bytes of a child over `fetch.area` (child frame), continued outside of its extent by `fetch.edge`.
    /// `fetch.link` is the index of the link. The view is valid until the next fetch, and so is scratch
    /// memory that was allocated after this call. \throws Cancelled, and what sources throw
    [[nodiscard]] virtual BytesView fetch(const Fetch& fetch) = 0;
    /// Sets `out` to the child's bytes over `area` (child frame), 0 outside of its support. Avoids a copy if
    /// the child is needed for nothing else. \throws what the function above throws
    virtual void read(std::size_t link, const Rect& area, const BytesView& out) = 0;
};

/// A request for one block of a node's bytes: all links are reduced into `value`, which covers `area`.
struct ByteCall {
    Rect area;  ///< inside the node's support, not empty
    std::span<const LinkShape> links;
    BytesView value;  ///< uninitialised
    ByteChildren& children;
    Scratch& scratch;

    /// A part of `area`; the child of that link is known to be 0 outside of it.
    [[nodiscard]] Rect covered(std::size_t link) const {
        return links[link].support.translated(links[link].at).clip(area);
    }
    /// The part of `value` that covers `part`. \pre area.contains(part)
    [[nodiscard]] BytesView valueOver(const Rect& part) const {
        return value.part(part.x - area.x, part.y - area.y, part.width, part.height);
    }
};

/// Not defined in general: each kind that can be computed in bytes specialises it.
template <class KindType>
struct ByteReduction;

inline void fillBytes(const BytesView& view, std::uint8_t level) {
    for (std::int64_t y = 0; y < view.height; ++y)
        std::memset(view.row(y), level, static_cast<std::size_t>(view.width));
}

}  // namespace burin
