// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/block_cache.hpp"
#include "support/testing.hpp"

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>

using namespace burin;

namespace {

/// Fills a block of 100 bytes with its index.
void decodeIndex(std::int64_t index, BlockCache::Block& block) {
    block.assign(100, static_cast<std::byte>(index));
}

}  // namespace

class TestBlockCache : public QObject {
    Q_OBJECT

  private slots:
    void theBlockUsedLongestAgoGoesFirst() {
        std::vector<std::int64_t> decoded;
        BlockCache cache(250, [&](std::int64_t index, BlockCache::Block& block) {
            decoded.push_back(index);
            decodeIndex(index, block);
        });
        for (const std::int64_t index : {1, 2, 1, 3, 1, 2})
            QCOMPARE(cache.block(index)->front(), static_cast<std::byte>(index));
        QCOMPARE(decoded, (std::vector<std::int64_t>{1, 2, 3, 2}));
    }

    void aBlockLargerThanTheCapacityIsKeptAlone() {
        int decoded = 0;
        BlockCache cache(10, [&](std::int64_t index, BlockCache::Block& block) {
            ++decoded;
            decodeIndex(index, block);
        });
        static_cast<void>(cache.block(1));
        static_cast<void>(cache.block(1));
        QCOMPARE(decoded, 1);
    }

    void aHeldBlockOutlivesItsPlace() {
        BlockCache cache(10, decodeIndex);
        const auto held = cache.block(1);
        static_cast<void>(cache.block(2));
        QCOMPARE(held->front(), std::byte{1});
    }

    void aFailureIsTriedAgain() {
        int calls = 0;
        BlockCache cache(1000, [&](std::int64_t index, BlockCache::Block& block) {
            if (++calls == 1) throw std::runtime_error("once");
            decodeIndex(index, block);
        });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, static_cast<void>(cache.block(5)));
        QCOMPARE(cache.block(5)->front(), std::byte{5});
    }

    void threadsDecodeABlockOnce() {
        std::atomic<int> decoded = 0;
        BlockCache cache(100'000, [&](std::int64_t index, BlockCache::Block& block) {
            ++decoded;
            std::this_thread::yield();
            decodeIndex(index, block);
        });
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&] {
                for (std::int64_t index = 0; index < 100; ++index)
                    if (cache.block(index)->back() != static_cast<std::byte>(index)) ++wrong;
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(decoded.load(), 100);
    }

    void whoDoesNotWaitIsToldThatAnotherThreadDecodes() {
        std::promise<void> begun;
        std::promise<void> end;
        BlockCache cache(1000, [&](std::int64_t index, BlockCache::Block& block) {
            if (index == 1) {
                begun.set_value();
                end.get_future().wait();
            }
            decodeIndex(index, block);
        });
        std::thread other([&] { static_cast<void>(cache.block(1)); });
        begun.get_future().wait();
        const bool told = cache.block(1, BlockCache::Patience::doesNotWait) == nullptr;
        const auto next = cache.block(2, BlockCache::Patience::doesNotWait);
        end.set_value();
        other.join();
        QVERIFY(told);
        QVERIFY(next && next->front() == std::byte{2});
        QVERIFY(cache.block(1, BlockCache::Patience::doesNotWait)->front() == std::byte{1});
    }
};

BURIN_TEST(TestBlockCache)
#include "test_block_cache.moc"
