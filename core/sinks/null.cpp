// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sinks/null.hpp"

namespace burin {
namespace {

class NullSink final : public Sink {
  public:
    NullSink(const SurfaceInfo& surface, std::int64_t chunkSide)
        : grid_({.region = {surface.region.width, surface.region.height},
                 .swathWidth = 0,
                 .chunk = {chunkSide, chunkSide},
                 .walk = Walk::lanes,
                 .depth = surface.depth,
                 .padded = false}) {}

    [[nodiscard]] const ChunkGrid& grid() const override { return grid_; }
    [[nodiscard]] bool ordered() const override { return false; }
    Outcome write(std::int64_t, std::span<const std::byte>) override { return Outcome::done; }

  private:
    const ChunkGrid grid_;
};

}  // namespace

std::unique_ptr<Sink> makeNullSink(const SurfaceInfo& surface, std::int64_t chunkSide) {
    return std::make_unique<NullSink>(surface, chunkSide);
}

}  // namespace burin
