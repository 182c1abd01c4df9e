// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace burin {

/// Computes `count` results on several threads and takes them in their order, one at a time.
///
/// \param compute  (number, thread) -> result \param take  (number, result)
/// \param each  the largest number of results for each thread that are being computed or wait to be taken
/// \throws the first exception of either
template <class Compute, class Take>
void inOrder(std::int64_t count, int threads, const Compute& compute, const Take& take,
             std::int64_t each = 4) {
    using Result = decltype(compute(std::int64_t{}, 0));
    std::mutex mutex;
    std::condition_variable taken;
    std::map<std::int64_t, Result> waiting;
    std::int64_t next = 0;
    std::int64_t toTake = 0;
    std::exception_ptr error;
    const std::int64_t ahead = each * threads;
    const auto work = [&](int thread) {
        std::unique_lock lock(mutex);
        try {
            while (!error && next < count) {
                const std::int64_t number = next++;
                taken.wait(lock, [&] { return error || number < toTake + ahead; });
                if (error) return;
                lock.unlock();
                Result result = compute(number, thread);
                lock.lock();
                waiting.emplace(number, std::move(result));
                while (!waiting.empty() && waiting.begin()->first == toTake) {
                    take(toTake, waiting.begin()->second);
                    waiting.erase(waiting.begin());
                    ++toTake;
                }
                taken.notify_all();
            }
        } catch (...) {
            if (!lock.owns_lock()) lock.lock();
            if (!error) error = std::current_exception();
            taken.notify_all();
        }
    };
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < std::min<std::int64_t>(threads, count); ++i)
            others.emplace_back([&work, i] { work(i); });
        work(0);
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace burin
