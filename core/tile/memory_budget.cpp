// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tile/memory_budget.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace burin {

std::string bytesText(std::size_t bytes) {
    const double mebibytes = static_cast<double>(bytes) / (1024.0 * 1024.0);
    if (mebibytes >= 10.0 * 1024.0) return decimalText(mebibytes / 1024.0, 1) + " GiB";
    if (mebibytes >= 1.0) return decimalText(mebibytes, 0) + " MiB";
    return decimalText(static_cast<double>(bytes) / 1024.0, 0) + " KiB";
}

std::string_view holderName(Holder holder) {
    constexpr std::array<std::string_view, holderCount> names = {"work under way",       "images and tables",
                                                                 "samples of previews",  "pictures",
                                                                 "blocks of the export", "exports"};
    return names[static_cast<std::size_t>(holder)];
}

namespace {

/// "images and tables hold 61 MiB and pictures hold 3 MiB"; empty if nothing is held.
std::string heldText(const HeldBytes& held) {
    std::string text;
    for (std::size_t holder = 0; holder < holderCount; ++holder) {
        if (held[holder] == 0) continue;
        if (!text.empty()) text += " and ";
        text += std::string(holderName(static_cast<Holder>(holder))) + " hold " + bytesText(held[holder]);
    }
    return text;
}

/// A text of at least these bytes.
std::string roundedUpText(std::size_t bytes) {
    constexpr std::size_t kib = 1024;
    const std::size_t unit = bytes < kib * kib ? kib : kib * kib;
    return bytesText((bytes + unit - 1) / unit * unit);
}

Problem shortageOf(std::string what, std::size_t neededBytes, std::size_t budgetBytes,
                   const HeldBytes& heldBytes) {
    std::string held = heldText(heldBytes);
    std::string needed = bytesText(neededBytes);
    std::string budget = bytesText(budgetBytes);
    std::string reason = "%1 needs %2, the budget is %3";
    if (neededBytes > budgetBytes && needed == budget) {
        // Equal figures tell nothing. A caller that knows only that more is needed names a single byte more.
        const std::size_t missing = neededBytes - budgetBytes;
        if (missing > 1) needed = roundedUpText(missing);
        reason = missing > 1 ? "%1 needs %2 more memory, the budget is %3"
                             : "%1 needs more memory, the budget is %3";
    }
    if (!held.empty()) reason += ", and %4 of it";
    return {.reason = std::move(reason),
            .details = {std::move(what), std::move(needed), std::move(budget), std::move(held)}};
}

Problem remedied(Problem problem, std::vector<Remedy> remedies) {
    problem.remedies = std::move(remedies);
    return problem;
}

}  // namespace

OutOfMemory::OutOfMemory(std::string what, std::size_t neededBytes, std::size_t budgetBytes,
                         const HeldBytes& heldBytes)
    : ProblemError(shortageOf(std::move(what), neededBytes, budgetBytes, heldBytes)),
      needed(neededBytes),
      budget(budgetBytes),
      held(heldBytes) {}

OutOfMemory::OutOfMemory(const OutOfMemory& shortage, std::vector<Remedy> remedies)
    : ProblemError(remedied(shortage.problem(), std::move(remedies))),
      needed(shortage.needed),
      budget(shortage.budget),
      held(shortage.held),
      refused(shortage.refused) {}

OutOfMemory::OutOfMemory(Problem problem, std::size_t budgetBytes)
    : ProblemError(std::move(problem)), needed(0), budget(budgetBytes), held{}, refused(true) {}

OutOfMemory OutOfMemory::refusedBySystem(std::string what, std::size_t budgetBytes) {
    return {{.reason = "%1 needs more memory than the system has left; the budget is %2",
             .details = {std::move(what), bytesText(budgetBytes)}},
            budgetBytes};
}

Reservation& Reservation::operator=(Reservation&& other) noexcept {
    if (this != &other) {
        release();
        budget_ = std::exchange(other.budget_, nullptr);
        bytes_ = std::exchange(other.bytes_, 0);
        holder_ = other.holder_;
    }
    return *this;
}

void Reservation::release() {
    if (budget_ != nullptr) budget_->giveBack(bytes_, holder_);
    budget_ = nullptr;
    bytes_ = 0;
}

Reservation Reservation::split(std::size_t bytes) {
    if (bytes > bytes_) throw std::logic_error("a part of a reservation is larger than the reservation");
    bytes_ -= bytes;
    return {budget_, bytes, holder_};
}

void Reservation::join(Reservation other) {
    if (budget_ == nullptr) {
        *this = std::move(other);
        return;
    }
    bytes_ += std::exchange(other.bytes_, 0);
    other.budget_ = nullptr;
}

Reservation MemoryBudget::tryReserve(std::size_t bytes, Holder holder) {
    for (const bool mayEvict : {true, false}) {
        std::size_t missing = 0;
        {
            const std::lock_guard lock(mutex_);
            if (bytes > limit_) return {};
            if (used_ + bytes <= limit_) {
                used_ += bytes;
                peak_ = std::max(peak_, used_);
                if (holder != Holder::work) held_[static_cast<std::size_t>(holder)] += bytes;
                return {this, bytes, holder};
            }
            missing = used_ + bytes - limit_;
        }
        if (mayEvict) evict(missing);
    }
    return {};
}

void MemoryBudget::evict(std::size_t bytes) {
    std::size_t freed = 0;
    for (const Evict& some : evictors_) {
        if (freed < bytes) freed += some(bytes - freed);
    }
}

Reservation MemoryBudget::reserve(std::size_t bytes, const std::string& what, std::stop_token stop,
                                  Holder holder) {
    while (true) {
        const std::uint64_t before = releases();
        if (Reservation taken = tryReserve(bytes, holder)) return taken;
        std::unique_lock lock(mutex_);
        // Memory of lasting holders is freed only when they end, and they may be waiting for this request.
        if (lasting() + bytes > limit_) {
            lock.unlock();
            throw shortage(what, bytes);
        }
        freed_.wait(lock, stop, [&] { return releases_ != before; });
        if (stop.stop_requested()) throw Cancelled();
    }
}

OutOfMemory MemoryBudget::shortage(const std::string& what, std::size_t bytes) const {
    HeldBytes held;
    {
        const std::lock_guard lock(mutex_);
        held = held_;
    }
    return {what, bytes, limit_, held};
}

/// \pre the lock is held
std::size_t MemoryBudget::lasting() const {
    return std::accumulate(held_.begin(), held_.end(), std::size_t{0});
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

void MemoryBudget::giveBack(std::size_t bytes, Holder holder) {
    {
        const std::lock_guard lock(mutex_);
        used_ -= bytes;
        if (holder != Holder::work) held_[static_cast<std::size_t>(holder)] -= bytes;
        ++releases_;
    }
    freed_.notify_all();
}

}  // namespace burin
