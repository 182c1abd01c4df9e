// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/backend.hpp"
#include "core/render/request_cost.hpp"

#include <atomic>
#include <functional>
#include <utility>

namespace burin::test {

/// A backend whose samples cost what a test says, independent of the load of the computer. Counts samples.
class PricedBackend final : public Backend {
  public:
    /// Seconds of one sample of a request.
    using Price = std::function<double(const RenderRequest&)>;

    PricedBackend(Backend& behind, Price price) : behind_(behind), price_(std::move(price)) {}

    void start(RenderRequest request, std::function<void(std::exception_ptr)> done) override {
        const std::int64_t area = request.area.area();
        samples_ += area;
        if (!request.hurried) patient_ += area;
        if (RequestCost* const cost = std::exchange(request.cost, nullptr)) {
            const double seconds = price_(request) * static_cast<double>(area);
            done = [cost, seconds, area, last = std::move(done)](const std::exception_ptr& error) {
                if (!error) cost->addAsked(seconds, area);
                last(error);
            };
        }
        behind_.start(std::move(request), std::move(done));
    }
    /// The number of samples requested since the last call.
    [[nodiscard]] std::int64_t samples() { return samples_.exchange(0); }

    /// The same without the samples of hurried requests.
    [[nodiscard]] std::int64_t patientSamples() { return patient_.exchange(0); }

    /// Pictures of no more samples are averaged at once.
    void setSamplesAtOnce(double samples) { atOnce_ = samples; }
    [[nodiscard]] double samplesAtOnce() const override { return atOnce_; }

    [[nodiscard]] std::string name() const override { return behind_.name(); }
    [[nodiscard]] std::string description() const override { return behind_.description(); }
    [[nodiscard]] int concurrency() const override { return behind_.concurrency(); }
    void countNodes(const Graph& graph) override { behind_.countNodes(graph); }
    [[nodiscard]] const std::vector<NodeCounters>& counters() const override { return behind_.counters(); }
    [[nodiscard]] std::size_t peakBytes(const GraphNode& node) const override {
        return behind_.peakBytes(node);
    }
    [[nodiscard]] std::string memoryText() const override { return behind_.memoryText(); }

  private:
    Backend& behind_;
    const Price price_;
    double atOnce_ = 0x1p25;
    std::atomic<std::int64_t> samples_ = 0;
    std::atomic<std::int64_t> patient_ = 0;
};

/// Whether a request only measures what samples cost: it asks for single samples, or for all columns of a
/// picture of 16 x 16 samples a block. A test that asks has no narrow pictures of that level.
[[nodiscard]] inline bool measures(const RenderRequest& request) {
    if (!request.means) return false;
    const MeansTarget& means = *request.means;
    return means.level == 0 || (means.level == 4 && means.stride == means.blocks.width);
}

}  // namespace burin::test
