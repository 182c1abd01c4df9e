// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/design/roller.hpp"

#include "core/design/design.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>

namespace burin {

std::int64_t Roller::samplesRound(double pixelUm) const {
    constexpr double most = 0x1p62;
    return static_cast<std::int64_t>(
        std::min(std::floor(std::numbers::pi * diameterUm / pixelUm + 0.5), most));
}

double Roller::pitchRoundUm(double pixelUm) const {
    return std::numbers::pi * diameterUm / static_cast<double>(samplesRound(pixelUm));
}

std::optional<Roller> rollerOf(const Values& job) {
    const auto* keys = job.find<std::shared_ptr<const Values>>("roller");
    if (keys == nullptr || !(*keys)->has("diameter")) return {};
    return Roller{(*keys)->as<double>("diameter"), (*keys)->as<std::string>("axis") == "x"};
}

Vector pitchOf(const Values& job, double pixelUm) {
    const auto roller = rollerOf(job);
    if (!roller || roller->samplesRound(pixelUm) < 1) return {pixelUm, pixelUm};
    const double around = roller->pitchRoundUm(pixelUm);
    return roller->roundX() ? Vector{around, pixelUm} : Vector{pixelUm, around};
}

Vector pitchOf(const Design& design) {
    return pitchOf(design.job, design.pixelUm);
}

}  // namespace burin
