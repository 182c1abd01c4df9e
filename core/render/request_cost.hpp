// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace burin {

/// The cost of requests so far: the sum of the times of the threads that computed them, which neither other
/// threads nor other programs lengthen. A card counts the time that a request occupied it.
///
/// Stored tiles and cells are counted separately by node, because they are also used by other requests. All
/// threads may add at once.
class RequestCost {
  public:
    /// Samples and the time that they took.
    class Work {
      public:
        void add(double seconds, std::int64_t samples) {
            nanoseconds_ += static_cast<std::uint64_t>(std::llround(seconds * 1e9));
            samples_ += static_cast<std::uint64_t>(samples);
        }
        [[nodiscard]] double seconds() const { return static_cast<double>(nanoseconds_.load()) * 1e-9; }
        [[nodiscard]] double samples() const { return static_cast<double>(samples_.load()); }
        /// Seconds for one sample; 0 if no samples were computed.
        [[nodiscard]] double each() const { return samples() > 0 ? seconds() / samples() : 0; }

      private:
        std::atomic<std::uint64_t> nanoseconds_{0};
        std::atomic<std::uint64_t> samples_{0};
    };

    /// \param nodes  of the graph
    /// \param total  also receives everything that is added; or null
    explicit RequestCost(std::size_t nodes, RequestCost* total = nullptr) : stored_(nodes), total_(total) {}

    /// Adds samples that a request asked for.
    void addAsked(double seconds, std::int64_t samples) {
        asked_.add(seconds, samples);
        if (total_ != nullptr) total_->addAsked(seconds, samples);
    }
    /// Adds samples of a stored tile or cell.
    void addStored(std::size_t node, double seconds, std::int64_t samples) {
        stored_[node].add(seconds, samples);
        if (total_ != nullptr) total_->addStored(node, seconds, samples);
    }

    [[nodiscard]] const Work& asked() const { return asked_; }
    [[nodiscard]] const Work& stored(std::size_t node) const { return stored_[node]; }
    [[nodiscard]] double seconds() const {
        double sum = asked_.seconds();
        for (const Work& work : stored_)
            sum += work.seconds();
        return sum;
    }

  private:
    Work asked_;
    std::vector<Work> stored_;
    RequestCost* const total_;
};

/// Processor time of the calling thread, in seconds.
[[nodiscard]] double threadSeconds();

}  // namespace burin
