// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/extent.hpp"
#include "core/relief/relief_form.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace burin {

/// The first place on a surface that a ray meets.
struct ReliefHit {
    SurfacePlace place;
    double depth = 0;     ///< depth of the drawn surface: exact at level 0 in the middle of a sample
    double distance = 0;  ///< along the ray, in lengths of its direction

    /// The sample at that place, which a probe reads.
    [[nodiscard]] Point sample() const;
};

/// A part of a surface as a net of triangles, made of the depths of one picture.
///
/// A picture gives the mean depth of blocks of 2^level x 2^level samples. The net has a vertex in the middle
/// of each block, and one at each end of each row and column, on the border of the tile: tiles of the same
/// picture fit together. Tiles of different levels, or of different states of a picture, do not. So each row
/// and column has one more vertex at either end, at the same place but with depth 1: this skirt closes the
/// gaps.
///
/// A row of the net is drawn as one strip: (0, row), (0, row + 1), (1, row), (1, row + 1) and so on.
///
/// Never owns the depths. Pure; thread-safe.
class ReliefTile {
  public:
    struct Picture {
        Rect blocks;  ///< the blocks that it shows; not empty
        Rect area;    ///< the blocks that `depths` covers: `blocks` and a border, if any
        int level = 0;
        std::span<const float> depths;  ///< row by row
    };

    /// \param surface  the parts of the last blocks beyond it are cut off
    ReliefTile(const ReliefForm& form, const Picture& picture, const Extent& surface = {});

    /// The number of vertices in a row or column, with the skirt.
    [[nodiscard]] int columns() const { return static_cast<int>(picture_.blocks.width) + 4; }
    [[nodiscard]] int rows() const { return static_cast<int>(picture_.blocks.height) + 4; }
    [[nodiscard]] SurfacePlace placeOf(int column, int row) const { return {xOf(column), yOf(row)}; }
    /// The position of a vertex in space.
    [[nodiscard]] Vector3 vertex(int column, int row) const;

    /// The depth at a place: linear between the middles of blocks, and constant beyond the last ones. Values
    /// below 0 and above 1 count as 0 and 1, because nothing else can be engraved.
    [[nodiscard]] double depthAt(SurfacePlace place) const;
    /// The direction that the surface faces there, from slopes over two blocks.
    [[nodiscard]] Vector3 normalAt(SurfacePlace place) const;

    /// Follows the ray to the upper side of the first triangle. It passes through the skirt. Cost: grows with
    /// the number of blocks along the ray.
    [[nodiscard]] std::optional<ReliefHit> hit(const SpaceRay& ray) const;
    /// The distance at which a ray enters the box around a part of a surface. Nothing if it misses the box:
    /// it then misses the part at all depths.
    [[nodiscard]] static std::optional<double> reach(const ReliefForm& form, const Rect& part,
                                                     const SpaceRay& ray);

  private:
    /// The cells of the net between two columns and two rows of vertices.
    struct Cells {
        int left;
        int top;
        int right;
        int bottom;
    };
    /// A part of the ray.
    struct Stretch {
        double from;
        double to;
    };
    /// Which side of a plane the ray is on: positive towards greater x or y.
    struct Side {
        double atOrigin;
        double growth;
        [[nodiscard]] double at(double t) const { return atOrigin + growth * t; }
    };

    [[nodiscard]] double xOf(int column) const;
    [[nodiscard]] double yOf(int row) const;
    [[nodiscard]] Side sideOfColumn(const SpaceRay& ray, int column) const;
    [[nodiscard]] Side sideOfRow(const SpaceRay& ray, int row) const;
    [[nodiscard]] std::optional<ReliefHit> hitPart(const SpaceRay& ray, const Cells& cells) const;
    [[nodiscard]] std::optional<ReliefHit> hitStretch(const SpaceRay& ray, const Cells& cells,
                                                      const Stretch& stretch) const;
    [[nodiscard]] std::optional<ReliefHit> hitCell(const SpaceRay& ray, int column, int row) const;

    ReliefForm form_;
    Picture picture_;
    Extent surface_;
    double each_;  ///< the side of a block in samples
};

}  // namespace burin
