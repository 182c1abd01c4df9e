// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/deferred.hpp"
#include "core/kinds/form/reduction.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace burin {

/// A value that depends on the distance to the nearest white sample of a mask: ramps, bevels, groove walls.
///
/// Exact: the smallest a = dx^2 + dy^2 is an integer, so the profile is a table over a in 0, ..., D^2. Its
/// last entry applies to all distances of D or more.
struct Profile : KindBase {
    static constexpr bool takesData = true;

    std::int64_t distanceMaxPx = 1;
    float threshold = 0;
    bool invert = false;
    Deferred<std::vector<float>> table;  ///< tableSize() entries
    float farValue = 0;                  ///< the last entry
    std::string profileText;             ///< in canonical form, with the pitch if the profile depends on it

    /// Writes the table's entries from `first` on.
    using Fill = std::function<void(std::int64_t first, std::span<float> entries)>;
    /// Sets the content of the table before it is made. \param swept whether dust is removed, because without
    /// data links the entries are the node's samples \pre distanceMaxPx is set
    void tabulate(const Fill& fill, bool swept);
    [[nodiscard]] std::int64_t tableSize() const { return distanceMaxPx * distanceMaxPx + 1; }

    void prepare(const std::stop_token& stop) const { static_cast<void>(table.value(stop)); }

    /// Whether samples outside of the mask's extent, which are 0, count as white.
    [[nodiscard]] bool emptyIsWhite() const { return (0.0F > threshold) != invert; }

    /// Does nothing: the mask sets every sample.
    void begin(std::span<const LinkShape>, const Rect&, SamplesView) const {}
    [[nodiscard]] Extent support(std::span<const LinkShape> links, const Extent& own) const;
    void fetches(std::span<const LinkShape> links, std::size_t index, const Rect& area,
                 std::vector<Fetch>& out) const;
    [[nodiscard]] bool pointwise(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::optional<std::int64_t> halo(std::span<const LinkShape> links, std::size_t index) const;
    [[nodiscard]] std::size_t scratchBytes(std::span<const LinkShape> links, std::size_t index,
                                           const Rect& area) const;
    [[nodiscard]] std::string fingerprint() const;
    /// \pre without data links the table contains no dust
    [[nodiscard]] float dust(std::span<const LinkShape> links) const {
        return links.size() > 1 ? dustLimit : 0.0F;
    }
    [[nodiscard]] std::size_t residentBytes() const {
        return static_cast<std::size_t>(tableSize()) * sizeof(float);
    }
};

template <>
struct Reduction<Profile, Trait::mask> {
    static void apply(const Profile& node, const LinkCall& call);
};

template <>
struct Reduction<Profile, Trait::data> {
    static void apply(const Profile& node, const LinkCall& call);
};

[[nodiscard]] Kind profileKind();

}  // namespace burin
