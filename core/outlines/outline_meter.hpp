// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/outlines/drawing_error.hpp"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace burin {

/// The most edges of an outline, before and after it is resolved.
inline constexpr std::size_t mostOutlineEdges = 10'000'000;

/// The problem of an outline with more edges.
[[nodiscard]] OutlineError tooManyEdges();

/// Counts what the reader of a drawing or a text keeps, and the steps that it takes.
///
/// Blocks, `use` elements and glyphs repeat parts, so a small file can stand for more than fits into memory,
/// or for hours of work. A reader counts each part before it keeps it.
class OutlineMeter {
  public:
    /// The limits apply to one outline. A step is a byte, a point or a turn of a loop.
    struct Limits {
        std::uint64_t edges = mostOutlineEdges;
        std::uint64_t steps = std::uint64_t{1} << 30U;
    };

    OutlineMeter(std::stop_token stop = {}) : OutlineMeter(std::move(stop), Limits()) {}
    OutlineMeter(std::stop_token stop, Limits limits) : stop_(std::move(stop)), limits_(limits) {}

    /// Counts starts of contours and segments, which are kept. \throws OutlineError, Cancelled
    void keep(std::size_t edges);
    /// Counts work on parts of a file that may be repeated. \throws OutlineError, Cancelled
    void step(std::uint64_t steps);

    [[nodiscard]] const std::stop_token& stop() const { return stop_; }

  private:
    static constexpr std::uint64_t stepsBetween = 4096;

    void askStop(std::uint64_t steps);

    std::stop_token stop_;
    Limits limits_;
    std::uint64_t edges_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t sinceAsked_ = stepsBetween;
};

}  // namespace burin
