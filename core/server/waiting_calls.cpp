// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/server/waiting_calls.hpp"

#include <algorithm>
#include <utility>

namespace burin {
namespace {

/// A sender sends `begin` in its first message, so a call that has waited this long may lose its place.
constexpr std::chrono::seconds fairWait{2};

}  // namespace

WaitingCalls::Place::Place(WaitingCalls& calls, std::string network, Time now, std::function<void()> end)
    : calls_(calls) {
    taken_ = calls_.enter({this, std::move(network), now, std::move(end)});
}

void WaitingCalls::Place::leave() {
    const std::lock_guard lock(calls_.mutex_);
    calls_.calls_.remove_if([this](const Call& call) { return call.place == this; });
}

bool WaitingCalls::enter(Call call) {
    const std::lock_guard lock(mutex_);
    const int most = std::max(1, limits_.threads);
    const int mostOfNetwork = (most + 1) / 2;
    if (placesOf(&call.network) >= mostOfNetwork && !makeRoom(&call.network, call.since)) return false;
    if (placesOf(nullptr) >= most && !makeRoom(nullptr, call.since)) return false;
    calls_.push_back(std::move(call));
    return true;
}

/// The number of places that one network, or all networks, hold. A call that was ended holds none, because
/// its thread will soon finish.
int WaitingCalls::placesOf(const std::string* network) const {
    return static_cast<int>(std::count_if(calls_.begin(), calls_.end(), [&](const Call& call) {
        return !call.ended && (network == nullptr || call.network == *network);
    }));
}

bool WaitingCalls::makeRoom(const std::string* network, Time now) {
    const auto oldest = std::find_if(calls_.begin(), calls_.end(), [&](const Call& call) {
        return !call.ended && (network == nullptr || call.network == *network);
    });
    if (oldest == calls_.end() || now - oldest->since < fairWait) return false;
    oldest->ended = true;
    oldest->end();
    return true;
}

void WaitingCalls::tick(Time now) {
    const std::lock_guard lock(mutex_);
    for (Call& call : calls_) {
        if (call.ended || now - call.since < limits_.begin) continue;
        call.ended = true;
        call.end();
    }
}

int WaitingCalls::size() const {
    const std::lock_guard lock(mutex_);
    return placesOf(nullptr);
}

}  // namespace burin
