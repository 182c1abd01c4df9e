// SPDX-License-Identifier: GPL-3.0-or-later

// Fill and distance of outlines with many edges.

#include "bench/gpu/rows.hpp"
#include "core/outlines/coverage.hpp"
#include "core/outlines/outline_distance.hpp"
#include "gpu/kinds/outlines/distance.hpp"
#include "gpu/kinds/outlines/fill.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <utility>

namespace burin::bench {

namespace {

/// Polygons in cells over the whole image, each with corners at two radii in turn and turned at random.
struct Stars {
    int count;
    int corners;
    double outer, inner;  ///< shares of half a cell
};

StepPoint stepOf(double x, double y) {
    return {static_cast<std::int32_t>(std::floor(x * outlineSteps + 0.5)),
            static_cast<std::int32_t>(std::floor(y * outlineSteps + 0.5))};
}

SnappedOutline emptyOutline() {
    SnappedOutline outline;
    outline.layers.push_back({});
    outline.items.push_back({});
    return outline;
}

SnappedOutline starsOver(const Stars& stars, Size size) {
    SnappedOutline outline = emptyOutline();
    std::mt19937_64 random(1);
    const int across = static_cast<int>(std::ceil(std::sqrt(stars.count)));
    const double width = static_cast<double>(size.width) / across;
    const double height = static_cast<double>(size.height) / across;
    for (int i = 0; i < stars.count; ++i) {
        const double x = (i % across + 0.5) * width;
        const double y = (i / across + 0.5) * height;
        const double turn = static_cast<double>(random() % 1000) / 100;
        outline.contours.push_back(outline.points.size());
        for (int k = 0; k < stars.corners; ++k) {
            const double radius = k % 2 == 0 ? stars.outer : stars.inner;
            const double angle = turn + 2 * std::numbers::pi * k / stars.corners;
            outline.points.push_back(
                stepOf(x + radius * width / 2 * std::cos(angle), y + radius * height / 2 * std::sin(angle)));
        }
    }
    return outline;
}

/// Bars over the whole width, at an angle of one degree to the horizontal.
SnappedOutline hatchOver(int bars, Size size) {
    SnappedOutline outline = emptyOutline();
    const double pitch = static_cast<double>(size.height) / bars;
    const auto width = static_cast<double>(size.width);
    const double down = width * std::tan(std::numbers::pi / 180);
    for (int i = 0; i < bars; ++i) {
        const double y = i * pitch;
        outline.contours.push_back(outline.points.size());
        outline.points.insert(outline.points.end(),
                              {stepOf(0, y), stepOf(width, y + down), stepOf(width, y + down + pitch / 2),
                               stepOf(0, y + pitch / 2)});
    }
    return outline;
}

test::OwnedSamples sweptImage(test::OwnedSamples image) {
    pointwiseKernels().sanitise(image.samples.data(), dustLimit,
                                static_cast<std::int64_t>(image.samples.size()));
    return image;
}

Work fillWork(Size size, SnappedOutline snapped, std::int32_t units) {
    const ResolvedOutline outline = resolve(std::move(snapped));
    const auto index = std::make_shared<const OutlineIndex>(outline.edges, RowSum::heights);
    const auto device = std::make_shared<const gpu::DeviceOutline>(outline.edges);
    const Plane<float> out(size);
    const Rect area{0, 0, size.width, size.height};
    const auto scratch = std::make_shared<const gpu::DeviceMemory>(gpu::fillScratchBytes(*device, area));
    const auto run = [=](cudaStream_t cudaStream) {
        gpu::fillOutline(cudaStream, *device, units, area, out.view(), scratch->data());
    };
    const auto expected = [=](const Rect& part) {
        test::OwnedSamples image(part);
        coverArea(*index, units, part, image.view());
        return sweptImage(std::move(image));
    };
    return {run, checkedResult(out, expected)};
}

Work distanceWork(Size size, SnappedOutline snapped, std::int64_t largest) {
    const ResolvedOutline outline = resolve(std::move(snapped));
    const auto index = std::make_shared<const OutlineIndex>(outline.edges, RowSum::middles);
    const auto device = std::make_shared<const gpu::DeviceOutline>(outline.edges);
    std::vector<float> values;
    for (std::int64_t k = -64 * largest; k <= 64 * largest + 1; ++k)
        values.push_back(static_cast<float>(std::clamp<std::int64_t>(k, 0, 64 * largest)) /
                         static_cast<float>(64 * largest));
    const auto table = std::make_shared<const gpu::DeviceDistanceTable>(DistanceTable{largest, values});
    const Plane<float> out(size);
    const Rect area{0, 0, size.width, size.height};
    const auto scratch =
        std::make_shared<const gpu::DeviceMemory>(gpu::distanceScratchBytes(*device, largest, area));
    const auto run = [=](cudaStream_t cudaStream) {
        gpu::measureOutline(cudaStream, *device, *table, area, out.view(), scratch->data());
    };
    const auto expected = [=](const Rect& part) {
        test::OwnedSamples image(part);
        distanceArea(*index, {largest, values}, part, image.view());
        return sweptImage(std::move(image));
    };
    return {run, checkedResult(out, expected)};
}

constexpr Stars largeStars{100, 100, 0.7, 0.6};
constexpr Stars smallStars{10'000, 100, 0.88, 0.69};

}  // namespace

std::vector<Row> outlineRows() {
    std::vector<Row> rows;
    const auto add = [&rows](const std::string& name, double targetMs, auto work) {
        rows.push_back(
            {name, name, {0, 4}, targetMs, [work](cudaStream_t, Size size) { return work(size); }});
    };
    add("fill of 10^4 edges", 0.19, [](Size size) { return fillWork(size, starsOver(largeStars, size), 1); });
    add("fill of 10^6 edges", 0.6, [](Size size) { return fillWork(size, starsOver(smallStars, size), 1); });
    add("fill of 10^4 edges, in tones", 0,
        [](Size size) { return fillWork(size, starsOver(largeStars, size), toneUnits); });
    add("fill of 10^4 edges, long ones", 0,
        [](Size size) { return fillWork(size, hatchOver(2500, size), 1); });
    for (const std::int64_t largest : {64, 15, 255}) {
        add("distance to 10^4 edges, D = " + std::to_string(largest), largest == 64 ? 1 : 0,
            [largest](Size size) { return distanceWork(size, starsOver(largeStars, size), largest); });
    }
    return rows;
}

}  // namespace burin::bench
