// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel_rows.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace burin {

int rowsAtOnce() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

void parallelRows(std::int64_t rows, const std::function<void(std::int64_t)>& row, int atOnce) {
    std::atomic<std::int64_t> next = 0;
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&] {
        try {
            for (std::int64_t y = next++; y < rows; y = next++)
                row(y);
        } catch (...) {
            next = rows;
            const std::lock_guard lock(mutex);
            if (!error) error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::int64_t i = 1; i < std::min<std::int64_t>(rows, atOnce); ++i)
            others.emplace_back(work);
        work();
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace burin
