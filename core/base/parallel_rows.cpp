// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel_rows.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace burin {

namespace {

thread_local int mostRowsAtOnce = std::numeric_limits<int>::max();

}  // namespace

int rowsAtOnce() {
    const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return std::min(cores, mostRowsAtOnce);
}

void limitRowsAtOnce(int rows) {
    mostRowsAtOnce = std::max(1, rows);
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
        try {
            for (std::int64_t i = 1; i < std::min<std::int64_t>(rows, atOnce); ++i)
                others.emplace_back(work);
        } catch (const std::system_error&) {  // the system starts no more threads
        }
        work();
    }
    if (error) std::rethrow_exception(error);
}

}  // namespace burin
