// SPDX-License-Identifier: GPL-3.0-or-later

// How fast is profile compared to OpenCV's exact distance transform of the same mask, in one run?
//
//     bench_profile [side of the mask, 4096] [side of Burin's areas, default the mask's]
//
// Burin goes from a float mask to a float profile, with separate areas for each thread; OpenCV from the same
// mask as bytes to float distances, with two threads. Both figures are the best of several runs, in millions
// of samples per second.

#include "core/kinds/generate/profile.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace burin;

/// Memory that is allocated once and reused for every area.
class BenchScratch final : public Scratch {
  public:
    explicit BenchScratch(std::size_t bytes) : block_(bytes + 64) {
        void* start = block_.data();
        std::size_t space = block_.size();
        next_ = static_cast<std::byte*>(std::align(64, bytes, start, space));
    }
    std::byte* allocate(std::size_t bytes) override {
        std::byte* const given = next_ + used_;
        used_ += padded(bytes);
        return given;
    }
    void reset() { used_ = 0; }

  private:
    std::vector<std::byte> block_;
    std::byte* next_ = nullptr;
    std::size_t used_ = 0;
};

/// Serves the mask from memory without copying.
class BenchChild final : public ChildSource {
  public:
    explicit BenchChild(const cv::Mat& mask) : mask_(mask) {}
    ConstSamplesView fetch(const Fetch& wanted) override {
        const Rect& area = wanted.area;
        return {mask_.ptr<float>(static_cast<int>(area.y)) + area.x,
                static_cast<std::ptrdiff_t>(mask_.step1()), area.width, area.height};
    }

  private:
    const cv::Mat& mask_;
};

double speed(double samples, const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    double best = 1e30;
    for (int run = 0; run < 5; ++run) {
        const auto start = Clock::now();
        work();
        best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
    }
    return samples / best / 1e6;
}

struct Mask {
    const char* name;
    cv::Mat samples;
};

std::vector<Mask> masks(int side) {
    cv::RNG random(1);
    const cv::Mat black(side, side, CV_32F, cv::Scalar(0));
    Mask sparse{"0.1 % of all samples", black.clone()};
    for (int i = 0; i < side / 10 * (side / 100); ++i) {
        sparse.samples.at<float>(random.uniform(0, side), random.uniform(0, side)) = 1;
    }
    Mask discs{"discs", black.clone()};
    for (int i = 0; i < 60; ++i) {
        cv::circle(discs.samples, {random.uniform(0, side), random.uniform(0, side)}, random.uniform(20, 300),
                   1, -1);
    }
    Mask dense{"half of all samples", black.clone()};
    random.fill(dense.samples, cv::RNG::UNIFORM, 0, 1);
    dense.samples = dense.samples - 0.5F;
    return {sparse, discs, dense};
}

class Bench {
  public:
    Bench(const Mask& mask, std::int64_t areaSide, std::int64_t distanceMaxPx)
        : mask_(mask.samples), out_(mask.samples.size(), CV_32F), areaSide_(areaSide) {
        Profile node;
        node.distanceMaxPx = distanceMaxPx;
        node.tabulate(
            [](std::int64_t first, std::span<float> entries) {
                for (float& entry : entries)
                    entry = static_cast<float>(std::sqrt(static_cast<double>(first++)));
            },
            false);
        node.prepare({});
        operation_ = std::make_unique<OperationOf<Profile>>(std::move(node));
        const Extent whole(Rect{0, 0, mask_.cols, mask_.rows});
        link_ = {Trait::mask, {}, whole, whole};
    }

    void run(int threads) {
        std::atomic<int> next = 0;
        const std::vector<Rect> areas = split(threads);
        std::size_t bytes = 0;
        for (const Rect& area : areas)
            bytes = std::max(bytes, operation_->scratchBytes({&link_, 1}, 0, area));
        const auto work = [&] {
            BenchChild child(mask_);
            BenchScratch scratch(bytes);
            for (std::size_t i = next++; i < areas.size(); i = next++) {
                const Rect& area = areas[i];
                scratch.reset();
                float* const first = out_.ptr<float>(static_cast<int>(area.y)) + area.x;
                operation_->reduce(
                    {area,
                     link_,
                     {&link_, 1},
                     0,
                     {first, static_cast<std::ptrdiff_t>(out_.step1()), area.width, area.height},
                     child,
                     scratch});
            }
        };
        std::vector<std::jthread> others;
        for (int i = 1; i < threads; ++i)
            others.emplace_back(work);
        work();
    }

    /// The largest difference from OpenCV's distances, which are binary32 square roots of the same integers.
    [[nodiscard]] double difference(const cv::Mat& distances, double distanceMax) const {
        cv::Mat capped;
        cv::min(distances, distanceMax, capped);
        return cv::norm(out_, capped, cv::NORM_INF);
    }

  private:
    /// Squares, or one strip for each thread if a single area was asked for.
    [[nodiscard]] std::vector<Rect> split(int threads) const {
        const std::int64_t height = areaSide_ < mask_.rows ? areaSide_ : (mask_.rows + threads - 1) / threads;
        std::vector<Rect> areas;
        for (std::int64_t y = 0; y < mask_.rows; y += height) {
            for (std::int64_t x = 0; x < mask_.cols; x += areaSide_) {
                areas.push_back(intersection({x, y, areaSide_, height}, link_.extent.rect()));
            }
        }
        return areas;
    }

    const cv::Mat& mask_;
    cv::Mat out_;
    std::int64_t areaSide_;
    std::unique_ptr<Operation> operation_;
    LinkShape link_;
};

}  // namespace

int main(int argc, char** argv) {
    const int side = argc > 1 ? std::atoi(argv[1]) : 4096;
    const std::int64_t areaSide = argc > 2 ? std::atoll(argv[2]) : side;
    const double samples = static_cast<double>(side) * side;
    cv::setNumThreads(2);
    std::printf("%d x %d, instruction set %s, Msamples/s\n", side, side,
                instructionSetName(instructionSet()));
    std::printf("%-22s %5s %10s %10s %10s %8s %12s\n", "white", "D", "OpenCV, 2", "ours, 1", "ours, 2",
                "times", "difference");
    for (const Mask& mask : masks(side)) {
        const cv::Mat black = mask.samples <= 0;
        cv::Mat distances;
        const double theirs = speed(
            samples, [&] { cv::distanceTransform(black, distances, cv::DIST_L2, cv::DIST_MASK_PRECISE); });
        for (const int distanceMax : {15, 63, 255, 1023}) {
            Bench bench(mask, areaSide, distanceMax);
            const double one = speed(samples, [&] { bench.run(1); });
            const double two = speed(samples, [&] { bench.run(2); });
            std::printf("%-22s %5d %10.0f %10.0f %10.0f %8.1f %12g\n", mask.name, distanceMax, theirs, one,
                        two, two / theirs, bench.difference(distances, distanceMax));
        }
    }
    return 0;
}
