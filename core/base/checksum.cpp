// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checksum.hpp"

#include <xxhash.h>

#include <new>

namespace burin {

std::uint64_t checksum(std::span<const std::byte> data, std::uint64_t seed) {
    return XXH64(data.data(), data.size(), seed);
}

PiecewiseChecksum::PiecewiseChecksum() : state_(XXH64_createState()) {
    if (!state_) throw std::bad_alloc();
    XXH64_reset(state_.get(), 0);
}

void PiecewiseChecksum::add(std::span<const std::byte> piece) {
    if (!piece.empty()) XXH64_update(state_.get(), piece.data(), piece.size());
}

std::uint64_t PiecewiseChecksum::value() const {
    return XXH64_digest(state_.get());
}

void PiecewiseChecksum::FreeState::operator()(XXH64_state_s* state) const {
    XXH64_freeState(state);
}

}  // namespace burin
