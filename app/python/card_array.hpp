// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/python/making_process.hpp"
#include "app/python/surface_engine.hpp"

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

namespace burin::python {

/// Samples of a surface in the memory of a card, row by row without gaps. Immutable; thread-safe.
class CardArray {
  public:
    /// Computes an area, which may be empty, and waits for it. \param area  inside the node's extent
    /// \throws BackendMissing if the CPU computes the surface; Cancelled, OutOfMemory, gpu::DeviceError, and
    /// what sources throw
    CardArray(SurfaceEngine& engine, const Rect& area, const std::stop_token& stop);

    /// CUDA's number of the card.
    [[nodiscard]] int device() const { return device_; }
    /// The first sample; 0 if there is none. \throws UsageError in another process
    [[nodiscard]] std::uintptr_t address() const {
        process_.require();
        return reinterpret_cast<std::uintptr_t>(data_.get());
    }
    /// A capsule `dltensor` of DLPack, which keeps the samples alive. \param shape  the lengths of the axes;
    /// their product is the number of samples \pre the calling thread holds the lock of the interpreter
    /// \throws UsageError in another process
    [[nodiscard]] pybind11::capsule dlpack(const std::vector<std::int64_t>& shape) const;

  private:
    int device_ = 0;
    int depth_;
    std::shared_ptr<std::byte> data_;
    MakingProcess process_;
};

}  // namespace burin::python
