// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>

namespace burin {

/// Bytes as people read them: "1.5 GiB", "512 MiB", "3 KiB".
[[nodiscard]] std::string bytesText(std::size_t bytes);

/// "needs X, the budget is Y": what was asked for can never fit.
struct OutOfMemory : std::runtime_error {
    OutOfMemory(const std::string& what, std::size_t neededBytes, std::size_t budgetBytes);
    std::size_t needed;
    std::size_t budget;
};

class MemoryBudget;

/// Bytes taken from a budget; given back on destruction. Move-only.
class Reservation {
  public:
    Reservation() = default;
    Reservation(Reservation&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Reservation& operator=(Reservation&& other) noexcept;
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    ~Reservation() { release(); }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] explicit operator bool() const { return budget_ != nullptr; }
    void release();
    /// Takes `bytes` out of this reservation into one of its own. \pre bytes <= bytes()
    [[nodiscard]] Reservation split(std::size_t bytes);

  private:
    friend class MemoryBudget;
    Reservation(MemoryBudget* budget, std::size_t bytes) : budget_(budget), bytes_(bytes) {}
    MemoryBudget* budget_ = nullptr;
    std::size_t bytes_ = 0;
};

/// A hard limit on bytes. Whoever holds memory reserves it first; idle caches give way on request.
///
/// Thread-safe. Lock order: the budget's lock is never held while `evict` runs.
class MemoryBudget {
  public:
    explicit MemoryBudget(std::size_t limitBytes) : limit_(limitBytes) {}
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    /// All or nothing, at once. Asks the evictor first where there is no room.
    [[nodiscard]] Reservation tryReserve(std::size_t bytes);
    /// Waits until there is room. \throws OutOfMemory where bytes exceed the whole limit, or once `stop` is
    /// signalled
    [[nodiscard]] Reservation reserve(std::size_t bytes, const std::string& what, std::stop_token stop = {});

    /// \param evict  frees at least the bytes it is asked for where it can, by releasing reservations
    void setEvictor(std::function<void(std::size_t bytes)> evict) { evict_ = std::move(evict); }

    [[nodiscard]] std::size_t limit() const { return limit_; }
    [[nodiscard]] std::size_t used() const;
    [[nodiscard]] std::size_t peak() const;

  private:
    friend class Reservation;
    void giveBack(std::size_t bytes);
    [[nodiscard]] std::uint64_t releases() const;

    const std::size_t limit_;
    mutable std::mutex mutex_;
    std::condition_variable_any freed_;
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
    std::uint64_t releases_ = 0;
    std::function<void(std::size_t)> evict_;
};

}  // namespace burin
