// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/node_engine.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

namespace burin::python {

/// The backend that was asked for is missing.
struct BackendMissing : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The options of an engine.
struct EngineWishes {
    std::string backend = "auto";               ///< auto, cpu or cuda
    std::size_t memoryBytes = 0;                ///< limit of the engine's memory on the computer
    int threads = 0;                            ///< threads of the CPU; 0: one for each core
    std::vector<int> devices = {};              ///< numbers of the cards to use; empty: all
    std::size_t deviceBytes = 0;                ///< limit of the memory of each card; 0: Burin chooses it
    std::optional<std::int32_t> tileSide = {};  ///< nothing: chosen
    bool everyItem = false;                     ///< whether to check all items of series first
};

/// Computes one node of a design together with its subtree, into arrays.
class SurfaceEngine : public NodeEngine {
  public:
    /// \throws DesignRefused, BackendMissing, UsageError, OutOfMemory, Cancelled
    SurfaceEngine(const Design& design, NodeIndex node, const EngineWishes& wishes,
                  const std::stop_token& stop);

    /// Bits of a written sample: 1, 8 or 16 for a root; 32 for any other node, whose samples are binary32.
    [[nodiscard]] int depth() const;

    /// Computes `area` row by row, without gaps. Samples of 1 bit fill a byte each, as 0 or 1; those of 16
    /// bits are little endian. All threads of the backend work on it. \param area  inside the node's extent,
    /// not empty \throws Cancelled, OutOfMemory, and what sources throw
    void read(const Rect& area, std::byte* out, const std::stop_token& stop);
};

}  // namespace burin::python
