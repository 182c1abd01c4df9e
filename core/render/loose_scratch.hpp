// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/operation.hpp"
#include "core/tile/tile.hpp"

#include <cstddef>
#include <vector>

namespace burin {

/// Scratch memory without a plan, which is kept and used again.
class LooseScratch final : public Scratch {
  public:
    std::byte* allocate(std::size_t bytes) override {
        while (next_ < parts_.size() && parts_[next_].bytes < bytes)
            ++next_;
        if (next_ == parts_.size()) parts_.push_back({allocateAligned(bytes), bytes});
        return parts_[next_++].memory.get();
    }

    /// On destruction pops everything allocated since its construction.
    class Frame {
      public:
        explicit Frame(LooseScratch& scratch) : scratch_(scratch), mark_(scratch.next_) {}
        Frame(const Frame&) = delete;
        Frame& operator=(const Frame&) = delete;
        ~Frame() { scratch_.next_ = mark_; }

      private:
        LooseScratch& scratch_;
        std::size_t mark_;
    };

  private:
    struct Part {
        AlignedBytes memory;
        std::size_t bytes;
    };
    std::vector<Part> parts_;
    std::size_t next_ = 0;
};

}  // namespace burin
