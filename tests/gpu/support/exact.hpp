// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For kinds that give the same bits on every backend.

#include "gpu/support/device_test.hpp"

#include <QString>
#include <bit>

namespace burin::test {

/// A value that differs everywhere, of either sign; every fifth is 0.
[[nodiscard]] inline float scattered(std::int64_t x, std::int64_t y) {
    auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
    h ^= h >> 16;
    h *= 0x7FEB352DU;
    h ^= h >> 15;
    h *= 0x846CA68BU;
    h ^= h >> 16;
    return h % 5 == 0 ? 0.0F : static_cast<float>(h >> 8) * 0x1p-23F - 0.75F;
}

/// The first place where two images of one area differ in a bit; empty if there is none.
[[nodiscard]] inline QString firstDifference(const OwnedSamples& actual, const OwnedSamples& expected) {
    const Rect& area = expected.area;
    for (std::int64_t y = area.y; y < area.bottom(); ++y) {
        for (std::int64_t x = area.x; x < area.right(); ++x) {
            const float a = actual.at(x, y);
            const float e = expected.at(x, y);
            if (std::bit_cast<std::uint32_t>(a) != std::bit_cast<std::uint32_t>(e))
                return QString("(%1, %2): %3, not %4").arg(x).arg(y).arg(a, 0, 'g', 9).arg(e, 0, 'g', 9);
        }
    }
    return {};
}

/// The difference between a node on the device and the same node on the processor.
template <class KindType>
[[nodiscard]] QString differenceOnDevice(const KindType& node, const std::vector<FakeLink>& links,
                                         const Rect& area, std::size_t childOffset = 0) {
    const auto operation = std::make_shared<const OperationOf<KindType>>(node);
    const gpu::DeviceOperationOf<KindType> device(operation);
    const OwnedSamples expected = compute(*operation, links, area);
    return firstDifference(computeOnDevice(device, *operation, links, area, childOffset), expected);
}

}  // namespace burin::test
