// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel_rows.hpp"
#include "core/preview/preview_means.hpp"
#include "core/render/request_cost.hpp"
#include "core/render/sampler.hpp"
#include "core/render/written_samples.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <vector>

namespace burin {

/// The samples of a block that lie inside the node, or all of them if it is unbounded.
inline Rect blockSamples(Point block, int level, const Extent& extent) {
    return extent.clip(blockAt(block, level));
}

inline std::uint64_t mixed(std::int64_t x, std::int64_t y) {
    return mixedHash(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}

/// Adds samples to every block, round by round. The sampled blocks may be coarser than the picture's.
class Spread {
  public:
    /// \param coarser  levels above the request's level
    /// \param threadTime  processor time of the calling thread, in seconds
    Spread(const Sampler& sampler, const Graph& graph, const PreviewPart& request, int coarser,
           const std::function<double()>& threadTime)
        : sampler_(sampler),
          extent_(graph.top().extent),
          request_(request),
          coarser_(coarser),
          threadTime_(threadTime),
          written_(graph) {
        const bool shownOnly = coarser >= coarseBlocks && !request.shown.empty();
        area_ = blocksCovering(shownOnly ? request.shown : request.area, coarser);
        sums_.resize(static_cast<std::size_t>(area_.area()));
    }

    /// Adds `count` samples to each block, or to none: an incomplete round would favour the blocks that it
    /// reached. \return false if `goOn` ended the round early
    bool add(int count, const std::function<bool()>& goOn) {
        std::vector<Sum> before = sums_;
        std::atomic<bool> complete = true;
        // A picture of few rows is cut into parts of rows, so that every thread has work.
        const std::int64_t parts = std::clamp<std::int64_t>(4 * rowsAtOnce() / area_.height, 1, area_.width);
        parallelRows(area_.height * parts, [&](std::int64_t k) {
            if (!complete || !goOn()) {
                complete = false;
                return;
            }
            const std::int64_t part = k % parts;
            const double begun = threadTime_();
            addRow(k / parts, area_.width * part / parts, area_.width * (part + 1) / parts, count);
            seconds_ += threadTime_() - begun;
        });
        if (complete) {
            taken_ += count;
        } else {
            sums_ = std::move(before);
        }
        return complete;
    }

    [[nodiscard]] Picture picture() const {
        Picture result = blank(request_);
        result.samplesEach = taken_ / std::exp2(2.0 * coarser_);
        const std::vector<float> means = calmMeans();
        for (std::int64_t y = 0; y < result.area.height; ++y) {
            const std::int64_t row =
                std::clamp<std::int64_t>(((result.area.y + y) >> coarser_) - area_.y, 0, area_.height - 1);
            for (std::int64_t x = 0; x < result.area.width; ++x) {
                const std::int64_t column =
                    std::clamp<std::int64_t>(((result.area.x + x) >> coarser_) - area_.x, 0, area_.width - 1);
                result.row(y)[x] = means[static_cast<std::size_t>(row * area_.width + column)];
            }
        }
        return result;
    }

    /// Number of samples of a round with one sample for each block.
    [[nodiscard]] double blocks() const { return static_cast<double>(area_.area()); }
    [[nodiscard]] int coarser() const { return coarser_; }
    /// Processor time of all rounds so far, in seconds.
    [[nodiscard]] double seconds() const { return seconds_; }

  private:
    /// From so many levels on, the blocks beyond PreviewPart::shown are a large part of all.
    static constexpr int coarseBlocks = 4;

    struct Sum {
        double sum = 0;
        double squares = 0;
        int count = 0;

        [[nodiscard]] double mean() const { return sum / std::max(1, count); }
        /// The standard error of a block's mean as an estimate of the mean of all its samples.
        [[nodiscard]] double noise() const {
            const double n = std::max(1, count);
            return std::max(0.0, squares / n - mean() * mean()) / std::max(1.0, n - 1);
        }
    };

    [[nodiscard]] const Sum& sumAt(std::int64_t x, std::int64_t y) const {
        return sums_[static_cast<std::size_t>(y * area_.width + x)];
    }

    /// The means of all blocks. A block differs from its neighbours only as far as noise does not explain the
    /// difference; see J.-S. Lee, Digital Image Enhancement and Noise Filtering by Use of Local Statistics,
    /// 1980. More samples mean less noise, until a block keeps its own mean.
    [[nodiscard]] std::vector<float> calmMeans() const {
        std::vector<float> means(sums_.size());
        parallelRows(area_.height, [&](std::int64_t y) {
            for (std::int64_t x = 0; x < area_.width; ++x)
                means[static_cast<std::size_t>(y * area_.width + x)] = static_cast<float>(calmMean(x, y));
        });
        return means;
    }
    [[nodiscard]] double calmMean(std::int64_t x, std::int64_t y) const {
        constexpr std::int64_t reach = 2;
        double sum = 0;
        double squares = 0;
        double noise = 0;
        double number = 0;
        for (std::int64_t v = std::max<std::int64_t>(0, y - reach);
             v <= std::min(area_.height - 1, y + reach); ++v) {
            for (std::int64_t u = std::max<std::int64_t>(0, x - reach);
                 u <= std::min(area_.width - 1, x + reach); ++u) {
                const Sum& other = sumAt(u, v);
                if (other.count == 0) continue;
                const double mean = other.mean();
                sum += mean;
                squares += mean * mean;
                noise += other.noise();
                ++number;
            }
        }
        const double own = sumAt(x, y).mean();
        if (sumAt(x, y).count == 0 || number < 2 || noise == 0) return own;
        const double around = sum / number;
        const double variance = (squares - sum * around) / (number - 1);
        const double explained = noise / number;
        if (variance <= explained) return around;
        return around + (1 - explained / variance) * (own - around);
    }

    /// Adds samples to the blocks of columns [first, end).
    void addRow(std::int64_t y, std::int64_t first, std::int64_t end, int count) {
        const Rect& area = area_;
        std::vector<Point> places;
        std::vector<std::int64_t> owners;
        for (std::int64_t x = first; x < end; ++x) {
            const Point block{area.x + x, area.y + y};
            const Rect samples = blockSamples(block, request_.level + coarser_, extent_);
            if (samples.empty()) continue;
            for (int k = taken_; k < taken_ + count; ++k) {
                places.push_back(place(samples, block, static_cast<std::uint32_t>(k)));
                owners.push_back(y * area.width + x);
            }
        }
        std::vector<float> values(places.size());
        constexpr std::size_t batch = 4096;
        for (std::size_t from = 0; from < places.size(); from += batch) {
            const auto number = static_cast<std::int64_t>(std::min(batch, places.size() - from));
            sampler_.sample(places.data() + from, number, values.data() + from);
        }
        written_.apply(values.data(), places.data(), static_cast<std::int64_t>(values.size()));
        for (std::size_t k = 0; k < values.size(); ++k) {
            Sum& sum = sums_[static_cast<std::size_t>(owners[k])];
            const double value = static_cast<double>(values[k]);
            sum.sum += value;
            sum.squares += value * value;
            ++sum.count;
        }
    }

    /// The k-th place of a block: I. M. Sobol's sequence, scrambled for each block.
    static Point place(const Rect& samples, Point block, std::uint32_t k) {
        const std::uint64_t seeds = mixed(block.x, block.y);
        std::uint32_t second = 0;  // the second dimension of the sequence
        for (std::uint32_t bits = k, v = 1U << 31U; bits != 0; bits >>= 1U, v ^= v >> 1U)
            second ^= (bits & 1U) != 0 ? v : 0;
        const auto within = [](std::uint32_t fraction, std::int64_t length) {
            return static_cast<std::int64_t>(static_cast<double>(fraction) * 0x1p-32 *
                                             static_cast<double>(length));
        };
        const std::uint32_t x = reversed(scrambled(k, static_cast<std::uint32_t>(seeds >> 32U)));
        const std::uint32_t y = reversed(scrambled(reversed(second), static_cast<std::uint32_t>(seeds)));
        return {samples.x + within(x, samples.width), samples.y + within(y, samples.height)};
    }
    /// Flips each bit depending on the bits below it, after A. B. Owen. The hash is by S. Laine and T.
    /// Karras, see B. Burley, Practical Hash-based Owen Scrambling, 2020.
    static std::uint32_t scrambled(std::uint32_t bits, std::uint32_t seed) {
        bits += seed;
        bits ^= bits * 0x6C50B47CU;
        bits ^= bits * 0xB82F1E52U;
        bits ^= bits * 0xC7AFE638U;
        bits ^= bits * 0x8D22F6E6U;
        return bits;
    }
    static std::uint32_t reversed(std::uint32_t bits) {
        bits = (bits >> 1U & 0x55555555U) | (bits & 0x55555555U) << 1U;
        bits = (bits >> 2U & 0x33333333U) | (bits & 0x33333333U) << 2U;
        bits = (bits >> 4U & 0x0F0F0F0FU) | (bits & 0x0F0F0F0FU) << 4U;
        return __builtin_bswap32(bits);
    }

    const Sampler& sampler_;
    const Extent extent_;
    const PreviewPart& request_;
    const int coarser_;
    const std::function<double()>& threadTime_;
    const WrittenSamples written_;
    Rect area_;  ///< in blocks of the coarser level
    std::vector<Sum> sums_;
    int taken_ = 0;
    std::atomic<double> seconds_ = 0;
};

}  // namespace burin
