// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tile/memory_budget.hpp"

#include <algorithm>
#include <cstdio>

namespace burin {

std::string bytesText(std::size_t bytes) {
    char text[32];
    const double mebibytes = static_cast<double>(bytes) / (1024.0 * 1024.0);
    if (mebibytes >= 10.0 * 1024.0) {
        std::snprintf(text, sizeof text, "%.1f GiB", mebibytes / 1024.0);
    } else if (mebibytes >= 1.0) {
        std::snprintf(text, sizeof text, "%.0f MiB", mebibytes);
    } else {
        std::snprintf(text, sizeof text, "%.0f KiB", static_cast<double>(bytes) / 1024.0);
    }
    return text;
}

OutOfMemory::OutOfMemory(const std::string& what, std::size_t neededBytes, std::size_t budgetBytes)
    : std::runtime_error(what + " needs " + bytesText(neededBytes) + ", the budget is " +
                         bytesText(budgetBytes)),
      needed(neededBytes),
      budget(budgetBytes) {}

Reservation& Reservation::operator=(Reservation&& other) noexcept {
    if (this != &other) {
        release();
        budget_ = std::exchange(other.budget_, nullptr);
        bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
}

void Reservation::release() {
    if (budget_ != nullptr) budget_->giveBack(bytes_);
    budget_ = nullptr;
    bytes_ = 0;
}

Reservation Reservation::split(std::size_t bytes) {
    if (bytes > bytes_) throw std::logic_error("a reservation is split beyond its size");
    bytes_ -= bytes;
    return {budget_, bytes};
}

Reservation MemoryBudget::tryReserve(std::size_t bytes) {
    for (const bool mayEvict : {true, false}) {
        std::size_t missing = 0;
        {
            const std::lock_guard lock(mutex_);
            if (bytes > limit_) return {};
            if (used_ + bytes <= limit_) {
                used_ += bytes;
                peak_ = std::max(peak_, used_);
                return {this, bytes};
            }
            missing = used_ + bytes - limit_;
        }
        if (!mayEvict || !evict_) break;
        evict_(missing);
    }
    return {};
}

Reservation MemoryBudget::reserve(std::size_t bytes, const std::string& what, std::stop_token stop) {
    if (bytes > limit_) throw OutOfMemory(what, bytes, limit_);
    while (true) {
        const std::uint64_t before = releases();
        if (Reservation taken = tryReserve(bytes)) return taken;
        std::unique_lock lock(mutex_);
        freed_.wait(lock, stop, [&] { return releases_ != before; });
        if (stop.stop_requested()) throw OutOfMemory(what + " (stopped)", bytes, limit_);
    }
}

std::uint64_t MemoryBudget::releases() const {
    const std::lock_guard lock(mutex_);
    return releases_;
}

std::size_t MemoryBudget::used() const {
    const std::lock_guard lock(mutex_);
    return used_;
}

std::size_t MemoryBudget::peak() const {
    const std::lock_guard lock(mutex_);
    return peak_;
}

void MemoryBudget::giveBack(std::size_t bytes) {
    {
        const std::lock_guard lock(mutex_);
        used_ -= bytes;
        ++releases_;
    }
    freed_.notify_all();
}

}  // namespace burin
