// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/methods/textures/patch_blend.hpp"

#include "core/base/cancelled.hpp"
#include "core/base/parallel_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace burin {

namespace {

/// The quantile of the standard normal distribution for the probability p, within 1e-15. M. J. Wichura,
/// Algorithm AS 241, 1988. \pre 0 < p < 1
double normalQuantile(double p) {
    const auto ratio = [](const double(&a)[8], const double(&b)[8], double r) {
        double above = a[7];
        double below = b[7];
        for (int n = 6; n >= 0; --n) {
            above = above * r + a[n];
            below = below * r + b[n];
        }
        return above / below;
    };
    constexpr double a[8] = {3.3871328727963666080, 133.14166789178437745, 1971.5909503065514427,
                             13731.693765509461125, 45921.953931549871457, 67265.770927008700853,
                             33430.575583588128105, 2509.0809287301226727};
    constexpr double b[8] = {1.0,
                             42.313330701600911252,
                             687.18700749205790830,
                             5394.1960214247511077,
                             21213.794301586595867,
                             39307.895800092710610,
                             28729.085735721942674,
                             5226.4952788528545610};
    constexpr double c[8] = {1.42343711074968357734,   4.63033784615654529590,   5.76949722146069140550,
                             3.64784832476320460504,   1.27045825245236838258,   0.241780725177450611770,
                             0.0227238449892691845833, 7.74545014278341407640e-4};
    constexpr double d[8] = {1.0,
                             2.05319162663775882187,
                             1.67638483018380384940,
                             0.689767334985100004550,
                             0.148103976427480074590,
                             0.0151986665636164571966,
                             5.47593808499534494600e-4,
                             1.05075007164441684324e-9};
    constexpr double e[8] = {6.65790464350110377720,    5.46378491116411436990,   1.78482653991729133580,
                             0.296560571828504891230,   0.0265321895265761230930, 0.00124266094738807843860,
                             2.71155556874348757815e-5, 2.01033439929228813265e-7};
    constexpr double f[8] = {1.0,
                             0.599832206555887937690,
                             0.136929880922735805310,
                             0.0148753612908506148525,
                             7.86869131145613259100e-4,
                             1.84631831751005468180e-5,
                             1.42151175831644588870e-7,
                             2.04426310338993978564e-15};
    const double q = p - 0.5;
    if (std::abs(q) <= 0.425) return q * ratio(a, b, 0.180625 - q * q);
    const double r = std::sqrt(-std::log(q < 0 ? p : 1 - p));
    const double z = r <= 5 ? ratio(c, d, r - 1.6) : ratio(e, f, r - 5);
    return q < 0 ? -z : z;
}

double normalShare(double z) {
    return 0.5 * std::erfc(-z * 0.7071067811865476);
}

/// A sample in the upper half, as bits in the order of values, and its index in the lower half.
using Key = std::uint64_t;

Key keyOf(float value, std::size_t index) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t ordered = (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
    return (static_cast<Key>(ordered) << 32U) | index;
}

float valueOf(Key key) {
    const auto ordered = static_cast<std::uint32_t>(key >> 32U);
    return std::bit_cast<float>((ordered & 0x80000000U) != 0 ? ordered & 0x7FFFFFFFU : ~ordered);
}

void stopIf(const std::stop_token& stop) {
    if (stop.stop_requested()) throw Cancelled();
}

/// Samples that a thread takes at a time.
constexpr std::size_t together = 65536;

std::size_t partsOf(std::size_t count) {
    return (count + together - 1) / together;
}

/// How many keys of a part have each digit, and later the place of the next key with that digit.
using Digits = std::array<std::uint32_t, 2048>;

/// Calls `part` for each stretch of at most `together` of `count` samples, on several threads.
template <typename Part>
void forEachPart(std::size_t count, const std::stop_token& stop, const Part& part) {
    parallelRows(static_cast<std::int64_t>(partsOf(count)), [&](std::int64_t n) {
        stopIf(stop);
        const std::size_t begin = static_cast<std::size_t>(n) * together;
        part(begin, std::min(begin + together, count));
    });
}

/// Sorts by value, in passes over 11 bits. Each part moves its keys behind the equal ones of the parts before
/// it.
std::vector<Key> sortedKeys(const std::vector<float>& samples, const std::stop_token& stop) {
    std::vector<Key> keys(samples.size());
    std::vector<Key> sorted(samples.size());
    std::vector<Digits> digits(partsOf(samples.size()));
    forEachPart(samples.size(), stop, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            keys[i] = keyOf(samples[i], i);
    });
    for (const unsigned shift : {32U, 43U, 54U}) {
        const auto digit = [shift](Key key) { return (key >> shift) & 2047U; };
        forEachPart(keys.size(), stop, [&](std::size_t begin, std::size_t end) {
            Digits& counts = digits[begin / together];
            counts.fill(0);
            for (std::size_t i = begin; i < end; ++i)
                ++counts[digit(keys[i])];
        });
        std::uint32_t next = 0;
        for (std::size_t d = 0; d < Digits{}.size(); ++d) {
            for (Digits& part : digits)
                next += std::exchange(part[d], next);
        }
        forEachPart(keys.size(), stop, [&](std::size_t begin, std::size_t end) {
            Digits& starts = digits[begin / together];
            for (std::size_t i = begin; i < end; ++i)
                sorted[starts[digit(keys[i])]++] = keys[i];
        });
        keys.swap(sorted);
    }
    return keys;
}

}  // namespace

std::size_t BlendTables::bytesFor(std::size_t samples) {
    return samples * (sizeof(float) + 2 * sizeof(Key)) + partsOf(samples) * sizeof(Digits) +
           (steps + 1) * sizeof(float);
}

BlendTables BlendTables::of(const std::vector<float>& example, const std::stop_token& stop) {
    const std::vector<Key> keys = sortedKeys(example, stop);
    const auto count = static_cast<double>(keys.size());
    BlendTables tables;
    tables.normal.resize(keys.size());
    const auto same = [&](std::size_t i, std::size_t j) { return keys[i] >> 32U == keys[j] >> 32U; };
    forEachPart(keys.size(), stop, [&](std::size_t low, std::size_t end) {
        // Samples that equal the last one of the part before belong to that part.
        while (low > 0 && low < end && same(low, low - 1))
            ++low;
        while (low < end) {
            std::size_t high = low + 1;
            while (high < keys.size() && same(high, low))
                ++high;
            const auto z = static_cast<float>(normalQuantile(static_cast<double>(low + high) / (2 * count)));
            for (; low < high; ++low)
                tables.normal[keys[low] & 0xFFFFFFFFU] = z;
        }
    });
    stopIf(stop);
    tables.values.resize(steps + 1);
    for (int k = 0; k <= steps; ++k) {
        const double rank = std::clamp(normalShare(-6 + 12.0 * k / steps) * count - 0.5, 0.0, count - 1);
        const auto below = static_cast<std::size_t>(rank);
        const auto low = static_cast<double>(valueOf(keys[below]));
        const auto high = static_cast<double>(valueOf(keys[std::min(below + 1, keys.size() - 1)]));
        tables.values[static_cast<std::size_t>(k)] =
            static_cast<float>(low + (rank - static_cast<double>(below)) * (high - low));
    }
    return tables;
}

}  // namespace burin
