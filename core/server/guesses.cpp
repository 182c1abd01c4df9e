// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/guesses.hpp"

#include <algorithm>

namespace burin {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds firstPause = 100ms;
constexpr std::chrono::milliseconds longestPause = 4s;
constexpr int doublings = 10;
constexpr std::chrono::minutes memory{10};
constexpr std::size_t mostRecords = 1000;

}  // namespace

Guesses::Answer Guesses::ask(const std::string& network, Time now, const std::function<bool()>& isRight) {
    const std::lock_guard lock(mutex_);
    const auto known = records_.find(network);
    const bool pausing = known != records_.end() && now < known->second.until;
    if (pausing || pauses_ >= mostPauses_) return {};
    if (isRight()) return {Answer::Kind::right};
    if (known == records_.end()) forget(now);
    Record& record = records_[network];
    record.wrong = std::min(record.wrong + 1, 1'000'000);
    const auto pause = std::min(longestPause, firstPause * (1 << std::min(record.wrong - 1, doublings)));
    record.until = now + pause;
    ++pauses_;
    return {Answer::Kind::wrong, pause, record.wrong};
}

void Guesses::paused() {
    const std::lock_guard lock(mutex_);
    --pauses_;
}

std::size_t Guesses::size() const {
    const std::lock_guard lock(mutex_);
    return records_.size();
}

/// Forgets old networks; if that is not enough, the one that has been quiet for the longest.
void Guesses::forget(Time now) {
    std::erase_if(records_, [&](const auto& record) { return now - record.second.until > memory; });
    if (records_.size() < mostRecords) return;
    records_.erase(std::min_element(records_.begin(), records_.end(), [](const auto& a, const auto& b) {
        return a.second.until < b.second.until;
    }));
}

}  // namespace burin
