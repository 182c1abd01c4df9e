// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/surface_engine.hpp"
#include "core/preview/preview.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

namespace burin::python {

/// X, Y, width and height in samples.
using RegionTuple = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

/// How a surface is measured; lengths are texts such as `25 um`, empty: none.
struct MeasuringWishes {
    std::optional<RegionTuple> region;
    std::string fullDepth;
    std::string shortFilter;
    std::string longFilter;
    bool plane = false;
    std::int64_t windows = 0;
};

/// A node of a design with its engine. Immutable; thread-safe.
class SurfaceHandle {
  public:
    /// \param node  empty: the root \param region  the part that is shown, in samples of the node
    /// \throws as SurfaceEngine does; UsageError if the root is missing, or the node is unbounded
    SurfaceHandle(std::shared_ptr<const Design> design, const std::string& node, const EngineWishes& wishes,
                  const std::optional<RegionTuple>& region, const std::stop_token& stop);

    [[nodiscard]] const Design& design() const { return *design_; }
    [[nodiscard]] const std::shared_ptr<const Design>& shared() const { return design_; }
    [[nodiscard]] SurfaceEngine& engine() { return engine_; }
    /// The rectangle that indices count in, from its corner, in samples of the node.
    [[nodiscard]] const Rect& area() const { return area_; }
    [[nodiscard]] std::string hash(const std::stop_token& stop) const;

    /// A picture of a region of this surface. \param region  relative to area()
    [[nodiscard]] Picture preview(std::optional<int> level, const std::optional<RegionTuple>& region,
                                  double seconds, bool shade, const std::stop_token& stop);
    /// The output of `burin measure --json`. \throws UsageError, Cancelled, OutOfMemory, and what sources
    /// throw
    [[nodiscard]] std::string measured(const MeasuringWishes& wishes, const std::stop_token& stop);

  private:
    [[nodiscard]] Rect part(const std::optional<RegionTuple>& region) const;

    std::shared_ptr<const Design> design_;
    std::string node_;
    SurfaceEngine engine_;
    std::shared_ptr<const Graph> provisional_;  ///< for first pictures
    Rect area_;
};

/// The node of this name, or the root if it is empty. \throws UsageError
[[nodiscard]] NodeIndex nodeNamed(const Design& design, const std::string& name);

}  // namespace burin::python
