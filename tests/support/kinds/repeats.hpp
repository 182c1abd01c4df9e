// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the references of kinds that repeat patterns.

#include "support/design_tree.hpp"

#include <cmath>
#include <vector>

namespace burin::test {

inline double hash(std::int64_t i, std::int64_t j, std::int64_t seed) {
    const std::uint64_t mask = 0xFFFFFFFF;
    std::uint64_t h = ((static_cast<std::uint64_t>(i) & mask) * 0x9E3779B1) ^
                      ((static_cast<std::uint64_t>(j) & mask) * 0x85EBCA77) ^
                      ((static_cast<std::uint64_t>(seed) & mask) * 0xC2B2AE3D);
    h &= mask;
    h ^= h >> 16;
    h = h * 0x7FEB352D & mask;
    h ^= h >> 15;
    h = h * 0x846CA68B & mask;
    h ^= h >> 16;
    return static_cast<double>(h) / 4294967296.0;
}

inline std::int64_t floorOf(double value) {
    return static_cast<std::int64_t>(std::floor(value));
}

/// floor(a / b) of integers.
inline std::int64_t quotient(std::int64_t a, std::int64_t b) {
    const std::int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

inline std::int64_t modulo(std::int64_t a, std::int64_t b) {
    return a - b * quotient(a, b);
}

inline std::vector<const TreeLink*> patternsOf(const TreeNode& node) {
    std::vector<const TreeLink*> patterns;
    for (const TreeLink& link : node.links) {
        if (link.trait == TreeTrait::pattern) patterns.push_back(&link);
    }
    return patterns;
}

inline Pair centreOf(const Rect& area) {
    return {static_cast<double>(area.x) + static_cast<double>(area.width) / 2,
            static_cast<double>(area.y) + static_cast<double>(area.height) / 2};
}

}  // namespace burin::test
