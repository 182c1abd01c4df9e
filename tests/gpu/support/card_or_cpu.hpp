// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace burin::test {

/// A card's backend that passes graphs with a kind that no card supports to the CPU. For tests of any design.
///
/// Both backends must outlive it. Apart from that it behaves like the card's backend; the CPU's work is not
/// counted.
class CardOrCpu : public Backend {
  public:
    CardOrCpu(Backend& card, Backend& cpu) : card_(card), cpu_(cpu) {}

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        Backend& one = request.graph->whyNotOnCards.empty() ? card_ : cpu_;
        one.start(std::move(request), std::move(done));
    }
    [[nodiscard]] std::string name() const override { return card_.name(); }
    [[nodiscard]] std::string description() const override { return card_.description(); }
    [[nodiscard]] int concurrency() const override { return card_.concurrency(); }
    [[nodiscard]] std::int64_t requestSamples() const override { return card_.requestSamples(); }
    [[nodiscard]] double samplesAtOnce() const override { return card_.samplesAtOnce(); }
    [[nodiscard]] bool keepsPictures() const override { return card_.keepsPictures(); }
    [[nodiscard]] std::int32_t pictureTileSide() const override { return card_.pictureTileSide(); }
    [[nodiscard]] std::shared_ptr<std::byte[]> hostMemory(std::size_t bytes) override {
        return card_.hostMemory(bytes);
    }
    void countNodes(const Graph& graph) override { card_.countNodes(graph); }
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override { return card_.counters(); }
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override {
        return card_.peakBytes(node);
    }
    [[nodiscard]] std::string memoryText() const override { return card_.memoryText(); }

  private:
    Backend& card_;
    Backend& cpu_;
};

}  // namespace burin::test
