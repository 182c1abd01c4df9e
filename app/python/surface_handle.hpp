// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/making_process.hpp"
#include "app/python/surface_engine.hpp"
#include "core/preview/preview.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace burin::python {

/// A part of a surface in the form of `--region`: `X,Y,W,H` in pixels or lengths. Nothing means the whole
/// surface.
using RegionText = std::optional<std::string>;

/// The region that `text` names inside of `whole`: the extent of `node` or, if the name is empty, the
/// surface. \throws UsageError as the command line does
[[nodiscard]] Rect regionInside(const std::string& text, const Design& design, const Rect& whole,
                                const std::string& node = {});

/// How a surface is measured. Lengths are texts such as `25 um`; an empty one is not given.
struct MeasuringWishes {
    RegionText region;
    std::string fullDepth;
    std::string shortFilter;
    std::string longFilter;
    bool plane = false;
    std::int64_t windows = 0;
    bool predicted = false;  ///< the surface as the spot of the job is predicted to engrave it
};

/// Which pixels a picture has, in blocks of 2^level x 2^level samples of the node.
struct PicturePlace {
    int level = 0;
    Rect blocks;
};

/// A node of a design with its engine. Immutable; thread-safe. In a process that is forked later, everything
/// that needs the engine throws UsageError, and the destructor leaves the engine alone.
class SurfaceHandle {
  public:
    /// \param node  empty: the root \param region  the part that is shown, in samples of the node
    /// \throws as SurfaceEngine does; UsageError if the root is missing, or the node is unbounded
    SurfaceHandle(std::shared_ptr<const Design> design, const std::string& node, const EngineWishes& wishes,
                  const RegionText& region, const std::stop_token& stop);
    ~SurfaceHandle();
    SurfaceHandle(const SurfaceHandle&) = delete;
    SurfaceHandle& operator=(const SurfaceHandle&) = delete;

    [[nodiscard]] const Design& design() const { return *design_; }
    [[nodiscard]] const std::shared_ptr<const Design>& shared() const { return design_; }
    [[nodiscard]] SurfaceEngine& engine() const;
    /// The rectangle of the node that this handle covers, in samples. Indices count from its corner.
    [[nodiscard]] const Rect& area() const { return area_; }
    [[nodiscard]] std::string hash(const std::stop_token& stop) const;

    /// The place of a picture of a region.
    /// \param region  relative to area()
    /// \param most  the most pixels of the picture; if no level is given, the level is chosen accordingly
    /// \throws UsageError
    [[nodiscard]] PicturePlace placeOf(std::optional<int> level, const RegionText& region, std::size_t most);
    /// The picture at a place.
    [[nodiscard]] Picture preview(const PicturePlace& place, double seconds, bool shade,
                                  const std::stop_token& stop);
    /// The output of `burin measure --json`. \throws UsageError, Cancelled, OutOfMemory, and what sources
    /// throw
    [[nodiscard]] std::string measured(const MeasuringWishes& wishes, const std::stop_token& stop);

  private:
    [[nodiscard]] Rect part(const RegionText& region) const;

    std::shared_ptr<const Design> design_;
    std::string node_;
    std::unique_ptr<SurfaceEngine> engine_;
    std::shared_ptr<const Graph> provisional_;  ///< for first pictures
    Rect area_;
    MakingProcess process_;
};

/// The node of this name, or the root if it is empty. \throws UsageError
[[nodiscard]] NodeIndex nodeNamed(const Design& design, const std::string& name);

}  // namespace burin::python
