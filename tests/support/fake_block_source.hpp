// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/block_source.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

namespace burin::test {

/// The samples of a formula surface; every bit looks random.
inline std::uint16_t formulaSample(std::int64_t x, std::int64_t y, int depth) {
    auto h = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U ^
             static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FU;
    h = (h ^ h >> 29U) * 0xBF58476D1CE4E5B9U;
    return static_cast<std::uint16_t>(h >> 40U & ((1U << static_cast<unsigned>(depth)) - 1U));
}

/// Writes the `column`-th sample into a packed row of zeros.
inline void putSample(std::byte* row, std::int64_t column, int depth, std::uint16_t value) {
    if (depth == 1) {
        row[column / 8] |= static_cast<std::byte>(value << (7 - column % 8));
    } else if (depth == 8) {
        row[column] = static_cast<std::byte>(value);
    } else {
        row[2 * column] = static_cast<std::byte>(value & 0xFFU);
        row[2 * column + 1] = static_cast<std::byte>(value >> 8U);
    }
}

/// Computes the formula on threads that take blocks in random order.
class FakeBlockSource : public BlockSource {
  public:
    FakeBlockSource(int depth, unsigned seed, int threadCount = 3) : depth_(depth), random_(seed) {
        for (int i = 0; i < threadCount; ++i) {
            threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
        }
    }
    ~FakeBlockSource() override {
        for (auto& thread : threads_)
            thread.request_stop();
        arrived_.notify_all();
    }

    void start(const Rect& area, TargetMemory out, std::size_t stride,
               std::function<void(std::exception_ptr)> done) override {
        const std::lock_guard lock(mutex_);
        ++started;
        blocks_.push_back({area, std::move(out), stride, std::move(done)});
        largestUnderWay = std::max(largestUnderWay, blocks_.size());
        arrived_.notify_one();
    }
    [[nodiscard]] int concurrency() const override { return concurrentBlocks; }

    /// The number of the block that fails, from 1 in the order of completion.
    std::atomic<std::int64_t> failAt = 0;
    std::function<void()> afterBlock;
    int concurrentBlocks = 5;
    std::int64_t started = 0;
    std::size_t largestUnderWay = 0;

  private:
    struct Block {
        Rect area;
        TargetMemory out;
        std::size_t stride;
        std::function<void(std::exception_ptr)> done;
    };

    void run(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (arrived_.wait(lock, stop, [this] { return !blocks_.empty(); })) {
            std::swap(blocks_[random_() % blocks_.size()], blocks_.back());
            const Block block = std::move(blocks_.back());
            blocks_.pop_back();
            lock.unlock();
            compute(block);
            lock.lock();
        }
    }

    void compute(const Block& block) {
        if (++computed_ == failAt) {
            // Made beforehand: the temporary shares its text with the exception that is passed on.
            std::exception_ptr error = std::make_exception_ptr(std::runtime_error("the source fails"));
            block.done(std::move(error));
            return;
        }
        for (std::int64_t y = 0; y < block.area.height; ++y) {
            std::byte* row = block.out() + static_cast<std::size_t>(y) * block.stride;
            std::fill_n(row, (static_cast<std::size_t>(block.area.width * depth_) + 7) / 8, std::byte{0});
            for (std::int64_t x = 0; x < block.area.width; ++x) {
                putSample(row, x, depth_, formulaSample(block.area.x + x, block.area.y + y, depth_));
            }
        }
        if (afterBlock) afterBlock();
        block.done(nullptr);
    }

    const int depth_;
    std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::vector<Block> blocks_;
    std::mt19937 random_;
    std::atomic<std::int64_t> computed_ = 0;
    std::vector<std::jthread> threads_;
};

}  // namespace burin::test
