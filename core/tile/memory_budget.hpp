// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace burin {

/// Bytes in a readable unit: "1.5 GiB", "512 MiB", "3 KiB".
[[nodiscard]] std::string bytesText(std::size_t bytes);

/// The holders of reserved memory. Memory of `work` is freed when the work ends, so waiting for it makes
/// sense; all others are lasting and keep their memory while they live.
enum class Holder { work, tables, samples, pictures, blocks, exports };
inline constexpr std::size_t holderCount = 6;

/// The name for people: "images and tables".
[[nodiscard]] std::string_view holderName(Holder holder);

/// Bytes by Holder.
using HeldBytes = std::array<std::size_t, holderCount>;

/// "needs X, the budget is Y": the request can never fit.
struct OutOfMemory : ProblemError {
    /// \param what  needs the memory: "a block of the export"
    /// \param heldBytes  the part of the budget that lasting holders held
    OutOfMemory(std::string what, std::size_t neededBytes, std::size_t budgetBytes,
                const HeldBytes& heldBytes = {});
    /// The same shortage, with its remedies.
    OutOfMemory(const OutOfMemory& shortage, std::vector<Remedy> remedies);
    /// The system refused memory although the budget had room.
    [[nodiscard]] static OutOfMemory refusedBySystem(std::string what, std::size_t budgetBytes);

    std::size_t needed;
    std::size_t budget;
    HeldBytes held;
    bool refused = false;  ///< refused by the system; then `needed` is unknown and 0

  private:
    OutOfMemory(Problem problem, std::size_t budgetBytes);
};

class MemoryBudget;

/// Bytes taken from a budget; returned on destruction. Move-only.
class Reservation {
  public:
    Reservation() = default;
    Reservation(Reservation&& other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)),
          bytes_(std::exchange(other.bytes_, 0)),
          holder_(other.holder_) {}
    Reservation& operator=(Reservation&& other) noexcept;
    Reservation(const Reservation&) = delete;
    Reservation& operator=(const Reservation&) = delete;
    ~Reservation() { release(); }

    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] explicit operator bool() const { return budget_ != nullptr; }
    void release();
    /// Splits `bytes` off into a separate reservation. \pre bytes <= bytes()
    [[nodiscard]] Reservation split(std::size_t bytes);
    /// Adds the bytes of `other`. \pre this is empty, or both belong to one budget and one holder
    void join(Reservation other);

  private:
    friend class MemoryBudget;
    Reservation(MemoryBudget* budget, std::size_t bytes, Holder holder)
        : budget_(budget), bytes_(bytes), holder_(holder) {}
    MemoryBudget* budget_ = nullptr;
    std::size_t bytes_ = 0;
    Holder holder_ = Holder::work;
};

/// A hard limit on bytes. Memory is reserved before it is used; idle memory is evicted on request.
///
/// Thread-safe. Lock order: the budget's lock is never held while an evictor runs.
class MemoryBudget {
  public:
    /// Frees at least `bytes` if possible, by releasing reservations. \return the number of bytes freed
    using Evict = std::function<std::size_t(std::size_t bytes)>;
    using Evictor = std::list<Evict>::iterator;

    explicit MemoryBudget(std::size_t limitBytes) : limit_(limitBytes) {}
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    /// Reserves all bytes or none, without waiting. If the budget has no room, asks the evictors first.
    [[nodiscard]] Reservation tryReserve(std::size_t bytes, Holder holder = Holder::work);
    /// Waits until work under way has ended and left enough room.
    /// \throws OutOfMemory if the bytes would not fit even after all work has ended; Cancelled once `stop` is
    ///         signalled
    [[nodiscard]] Reservation reserve(std::size_t bytes, const std::string& what, std::stop_token stop = {},
                                      Holder holder = Holder::work);
    /// The error that `bytes` do not fit, with the part of the budget that lasting holders hold.
    [[nodiscard]] OutOfMemory shortage(const std::string& what, std::size_t bytes) const;

    /// Evictors are asked in the order of their addition. They must be added before others use the budget,
    /// and removed after that.
    [[nodiscard]] Evictor addEvictor(Evict evict) {
        return evictors_.insert(evictors_.end(), std::move(evict));
    }
    void removeEvictor(Evictor evictor) { evictors_.erase(evictor); }

    /// Asks the evictors to free all idle memory.
    void releaseIdle() { evict(limit_); }

    [[nodiscard]] std::size_t limit() const { return limit_; }
    [[nodiscard]] std::size_t used() const;
    [[nodiscard]] std::size_t peak() const;

  private:
    friend class Reservation;
    void giveBack(std::size_t bytes, Holder holder);
    void evict(std::size_t bytes);
    [[nodiscard]] std::uint64_t releases() const;
    [[nodiscard]] std::size_t lasting() const;

    const std::size_t limit_;
    std::list<Evict> evictors_;
    mutable std::mutex mutex_;
    std::condition_variable_any freed_;
    std::size_t used_ = 0;
    std::size_t peak_ = 0;
    HeldBytes held_{};  ///< bytes of lasting holders
    std::uint64_t releases_ = 0;
};

}  // namespace burin
