// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <concepts>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <tuple>

namespace burin::gpu {

/// Decides which request may reserve memory of a card next, and which ones wait until other work ends.
///
/// While no request waits, attempts to reserve run side by side. A request that finds no room waits in line:
/// requests that already hold memory come first, then those of the highest priority, then the oldest. Only
/// the first in line tries again, and no other request reserves meanwhile, so that a reservation that is
/// about to be given back is not mistaken for a lack of room.
///
/// Lock order: `attempts_`, then `mutex_`.
class ReservationQueue {
  public:
    /// A request for memory. Ordered by its place in the line.
    struct Claim {
        bool holds = false;  ///< whether it already holds memory (one reservation) and asks for more
        int priority = 0;
        std::uint64_t ticket = 0;  ///< the order of arrival

        [[nodiscard]] bool operator<(const Claim& other) const { return key() < other.key(); }

      private:
        [[nodiscard]] std::tuple<bool, std::int64_t, std::uint64_t> key() const {
            return {!holds, -std::int64_t{priority}, ticket};
        }
    };

    /// All requests that hold memory wait for more, and the caller is the last of them: it must return its
    /// memory and start again.
    struct MustGiveWay {};

    [[nodiscard]] Claim claim(int priority) {
        const std::lock_guard lock(mutex_);
        return {false, priority, tickets_++};
    }

    /// Calls `tryToReserve`, which reserves everything or nothing, until it succeeds.
    /// \return false if it does not fit even if nothing else is reserved
    /// \throws MustGiveWay, and what `tryToReserve` throws; in both cases nothing was reserved
    template <std::predicate Try>
    bool reserve(const Claim& claim, Try tryToReserve) {
        if (waiting() == 0) {
            const std::shared_lock beside(attempts_);
            if (tryToReserve()) return counted();
        }
        const Place place(*this, claim);
        std::optional<std::uint64_t> tried;  // the endings before the last attempt
        while (awaitTurn(claim, tried)) {
            const std::unique_lock alone(attempts_);
            if (tryToReserve()) return counted();
        }
        return false;
    }

    /// Reports that a reservation has been given back.
    void end() {
        const std::lock_guard lock(mutex_);
        --reserved_;
        ++endings_;
        changed_.notify_all();
    }

    /// How many wait in line.
    [[nodiscard]] std::size_t waiting() {
        const std::lock_guard lock(mutex_);
        return line_.size();
    }

  private:
    /// A place in the line.
    class Place {
      public:
        Place(ReservationQueue& queue, const Claim& claim) : queue_(queue), claim_(claim) {
            const std::lock_guard lock(queue_.mutex_);
            queue_.line_.insert(claim_);
            queue_.waitingHolders_ += claim_.holds ? 1 : 0;
            queue_.changed_.notify_all();
        }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        ~Place() {
            const std::lock_guard lock(queue_.mutex_);
            queue_.line_.erase(claim_);
            queue_.waitingHolders_ -= claim_.holds ? 1 : 0;
            queue_.changed_.notify_all();
        }

      private:
        ReservationQueue& queue_;
        const Claim claim_;
    };

    /// \pre `attempts_` is held, so that the next attempt sees the count
    bool counted() {
        const std::lock_guard lock(mutex_);
        ++reserved_;
        return true;
    }

    /// \param[in,out] tried  \return false if there is nothing to wait for
    bool awaitTurn(const Claim& claim, std::optional<std::uint64_t>& tried) {
        std::unique_lock lock(mutex_);
        const int held = claim.holds ? 1 : 0;
        while (true) {
            const bool first = !(*line_.begin() < claim);
            if (first && tried != endings_) break;
            if (first && reserved_ == held) return false;
            if (isToGiveWay(claim)) throw MustGiveWay();
            changed_.wait(lock);
        }
        tried = endings_;
        return true;
    }

    [[nodiscard]] bool isToGiveWay(const Claim& claim) const {
        if (!claim.holds || waitingHolders_ < 2 || waitingHolders_ != reserved_) return false;
        return std::none_of(line_.begin(), line_.end(),
                            [&](const Claim& other) { return other.holds && claim < other; });
    }

    std::shared_mutex attempts_;  ///< exclusive for the first in line
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<Claim> line_;
    std::uint64_t tickets_ = 0;
    std::uint64_t endings_ = 0;
    int reserved_ = 0;
    int waitingHolders_ = 0;
};

}  // namespace burin::gpu
