// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/lattice.hpp"
#include "core/kernels/textures/noise_kernels.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/kinds/methods/closing.hpp"

#include <optional>
#include <string>
#include <vector>

namespace burin {

/// The parameters of textures that set the size and the places of their cells.
struct CellShape {
    double pitch = 2;    ///< pixels across the direction of `rotate`
    double stretch = 1;  ///< how many times longer cells are along it
    double rotate = 0;   ///< degrees, clockwise
    Size closes;         ///< the period of the whole in pixels; 0 x 0 if it never repeats

    /// The value of `closes`. A side of 0 means that the lattice need not close there.
    ///
    /// \pre the values are those of `descriptions`
    [[nodiscard]] static Size closesFrom(const Values& values);
    /// \pre the values are those of `descriptions`
    [[nodiscard]] static CellShape bound(const Values& values);
    [[nodiscard]] static std::vector<ParameterDescription> descriptions();
    [[nodiscard]] bool repeats() const { return closes != Size{}; }
    /// The place in the first repeat that has the same sample.
    [[nodiscard]] Point fold(Point place) const {
        return repeats() ? Point{floorMod(place.x, closes.width), floorMod(place.y, closes.height)} : place;
    }
    [[nodiscard]] std::optional<Lattice> period(const std::optional<Lattice>& children) const;
    [[nodiscard]] std::string fingerprint() const;
};

/// Reports that a lattice is not possible(), for a kind with the parameters of CellShape.
void reportNoWholeCells(const BindContext& context);

/// The description of `seed` for textures.
[[nodiscard]] ParameterDescription textureSeedDescription();
/// The seed of stream k. Seeds below 65,536 share no stream.
[[nodiscard]] constexpr std::uint32_t streamOf(std::uint32_t seed, std::uint32_t k) {
    return seed + 65536U * k;
}

/// The names under which the points of a lattice of cells are hashed. Points that repeat share a name.
class CellNames {
  public:
    /// Names of a plane that does not repeat: each point's own coordinates.
    CellNames() = default;
    /// \param repeats  all steps, in cells, that map the plane onto itself
    explicit CellNames(const Lattice& repeats) : repeats_(repeats), any_(true) {}
    [[nodiscard]] constexpr Point of(Point point) const;
    /// The name of the point to the right of a point with the name `name`. Unlike of(), it divides nothing.
    [[nodiscard]] constexpr Point right(Point name) const {
        ++name.x;
        return any_ && name.x == repeats_.width ? Point{0, name.y} : name;
    }
    /// The name of the point below a point with the name `name`, as fast as right().
    [[nodiscard]] constexpr Point below(Point name) const {
        ++name.y;
        const bool repeated = any_ && name.y == repeats_.height;
        return repeated ? Point{modulo(name.x - repeats_.shift, repeats_.width), 0} : name;
    }

  private:
    /// (a b) mod c without overflow. \pre 0 <= a, b < c
    [[nodiscard]] static constexpr std::int64_t productModulo(std::int64_t a, std::int64_t b,
                                                              std::int64_t c) {
        if (a == 0 || b == 0) return 0;  // the usual case; it avoids a slow division of 128 bits
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::int64_t>(static_cast<Wide>(a) * static_cast<Wide>(b) % static_cast<Wide>(c));
    }
    [[nodiscard]] static constexpr std::int64_t modulo(std::int64_t value, std::int64_t divisor) {
        const std::int64_t rest = value % divisor;
        return rest < 0 ? rest + divisor : rest;
    }

    Lattice repeats_;
    bool any_ = false;
};

constexpr Point CellNames::of(Point point) const {
    if (!any_) return point;
    const bool inside = point.x >= 0 && point.x < repeats_.width && point.y >= 0 && point.y < repeats_.height;
    if (inside) return point;
    const std::int64_t k = flooredQuotient(point.y, repeats_.height);
    const std::int64_t shift = productModulo(modulo(k, repeats_.width), repeats_.shift, repeats_.width);
    return {modulo(point.x - shift, repeats_.width), point.y - k * repeats_.height};
}

/// A lattice of cells over the plane. One that closes has pitch, stretch and angle changed a little, so that
/// whole numbers of cells fit. Immutable.
class CellLattice {
  public:
    explicit CellLattice(const CellShape& shape);

    /// Whether the cells of a lattice that closes still cover the plane, with at most 2^60 cells in a repeat.
    [[nodiscard]] bool possible() const { return possible_; }
    /// From folded places to cell coordinates.
    [[nodiscard]] const CellMap& map() const { return map_; }
    [[nodiscard]] const CellNames& names() const { return names_; }
    /// The name of a lattice point.
    [[nodiscard]] Point name(Point point) const { return names_.of(point); }
    /// Fills in the corners' names, and may move the columns and rows by whole repeats.
    /// \pre noiseKernels().locate has filled in the rest
    void nameCorners(NoiseCells& cells, std::int64_t count) const;
    /// Writes the terms that the names of `side` x `side` points, from `first` on, add to hashes, row by row.
    void nameSquare(Point first, std::int64_t side, std::uint32_t* products) const;
    /// How closing changes the lattice, in words; empty if it changes nothing.
    [[nodiscard]] std::vector<Problem> remarks() const;

  private:
    void close();

    CellShape shape_;
    CellMap map_;
    bool changed_ = false;
    bool possible_ = true;
    CellNames names_;
};

}  // namespace burin
