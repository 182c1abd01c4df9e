// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/geometry/rect.hpp"
#include "core/render/target_memory.hpp"

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>

namespace burin {

/// Computes packed samples of a surface: 8 bits, 16 bits little endian, or 1 bit with the first sample in the
/// highest bit of a byte.
///
/// Implemented in core/render and called by the exporter. Thread-safe.
class BlockSource {
  public:
    virtual ~BlockSource() = default;

    /// Starts to compute `area` (samples of the whole surface, not of the region) into `out`, with rows
    /// `stride` bytes apart. With 1 bit, bit 7 of the first byte of a row is sample area.x and pad bits are
    /// 0.
    ///
    /// Returns at once unless the memory budget makes it wait for earlier blocks. `done` is called exactly
    /// once, from any thread, with null or the exception; it must not block.
    /// \param out  must stay valid until `done`
    virtual void start(const Rect& area, TargetMemory out, std::size_t stride,
                       std::function<void(std::exception_ptr)> done) = 0;

    /// How many blocks of that size should be computed at once.
    [[nodiscard]] virtual int concurrency() const = 0;

    /// Uninitialised memory that the source writes fastest. \throws std::bad_alloc
    [[nodiscard]] virtual std::shared_ptr<std::byte[]> memory(std::size_t bytes) {
        return std::shared_ptr<std::byte[]>(new std::byte[bytes]);
    }
};

}  // namespace burin
