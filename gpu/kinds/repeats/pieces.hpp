// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/methods/repeat.hpp"
#include "core/kinds/methods/scatter_points.hpp"
#include "gpu/kinds/form/device_kind.hpp"
#include "gpu/kinds/repeats/paint.hpp"

#include <span>

namespace burin::gpu {

/// Paints repeats of large patterns one after the other, each with its own fetches.
class PiecePainter {
  public:
    /// Sets the call's value to 0.
    PiecePainter(const DeviceCall& call, const RepeatMixing& mixing);

    /// Combines a repeat with the previous ones.
    /// \param shown  whether the repeat is shown, in device memory; nullptr: it is shown
    void paint(const Repeat& repeat, const bool* shown = nullptr);
    /// Completes the value after the last repeat.
    void finish();

    [[nodiscard]] static std::size_t scratchBytes(const Rect& area, const RepeatMixing& mixing);

  private:
    const DeviceCall& call_;
    RepeatMixing mixing_;
    DeviceSamples beside_;  ///< empty if one number is kept for each sample
};

/// Decides which of some points a map of densities keeps.
class KeptPoints {
  public:
    explicit KeptPoints(DeviceScratch& scratch);
    /// \param origin  the home whose density is the first sample of `densities`
    void look(cudaStream_t cudaStream, const ScatterPoints& points,
              std::span<const ScatterPoints::Place> places, Point origin, ConstDeviceSamples densities);
    [[nodiscard]] const bool* shown(std::size_t k) const { return shown_ + k; }

    [[nodiscard]] static std::size_t scratchBytes();

  private:
    bool* shown_;
};

}  // namespace burin::gpu
