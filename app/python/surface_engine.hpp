// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/sample_reading.hpp"
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

    /// \see bitsRead
    [[nodiscard]] int depth() const { return bitsRead(*graph()); }

    /// \see readSamples
    void read(const Rect& area, std::byte* out, const std::stop_token& stop) {
        readSamples(backend(), graph(), area, out, stop);
    }
};

}  // namespace burin::python
