// SPDX-License-Identifier: GPL-3.0-or-later

// How fast does the CPU draw outlines, compared to cairo and to FreeType's rasteriser for the same picture in
// one run? How long do large outlines take until they can be drawn, and how long do parts of them and of a
// series of 10^6 codes?
//
//     bench_outlines [side of the picture, 10240] [word that a row's name must contain]
//
// All programs draw the fills with two threads, each of them one half of the picture, to bytes. The best of
// five runs counts. Burin resolves and indexes an outline once, when a design is
// opened; that time is printed apart. The others convert the corners each time. Without cairo's headers its
// column is missing. The peak of memory is that of the process since its start, with the polygons of the
// benchmark itself, so name one row to measure it.

#include "core/design/design.hpp"
#include "core/kinds/form/operation.hpp"
#include "core/outlines/coverage.hpp"
#include "core/outlines/outline_distance.hpp"

#include <ft2build.h>
#include <sys/resource.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numbers>
#include <random>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include FT_FREETYPE_H
#include FT_OUTLINE_H

#ifdef BURIN_CAIRO
#include <cairo.h>
#endif

namespace {

using namespace burin;
using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double secondsOf(const std::function<void()>& work) {
    const auto start = Clock::now();
    work();
    return secondsSince(start);
}

double bestOf(const std::function<void()>& work) {
    double best = 1e30;
    for (int run = 0; run < 5; ++run)
        best = std::min(best, secondsOf(work));
    return best;
}

double peakMiB() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

using Polygons = std::vector<std::vector<PlanePoint>>;

/// `count` stars of 100 corners each in cells over a square, turned at random, that do not touch.
Polygons starsOver(int count, double side) {
    constexpr int corners = 100;
    std::mt19937_64 random(1);
    const int across = static_cast<int>(std::ceil(std::sqrt(count)));
    const double cell = side / across;
    Polygons stars;
    for (int i = 0; i < count; ++i) {
        const double turn = static_cast<double>(random() % 1000) / 100;
        std::vector<PlanePoint> star;
        for (int k = 0; k < corners; ++k) {
            const double radius = (k % 2 == 0 ? 0.44 : 0.35) * cell;
            const double angle = turn + 2 * std::numbers::pi * k / corners;
            star.push_back({(i % across + 0.5) * cell + radius * std::cos(angle),
                            (i / across + 0.5) * cell + radius * std::sin(angle)});
        }
        stars.push_back(std::move(star));
    }
    return stars;
}

ResolvedOutline resolvedOf(const Polygons& polygons) {
    Outline outline;
    ContourList list;
    for (const std::vector<PlanePoint>& polygon : polygons)
        list.polygon(polygon);
    outline.paint(std::move(list));
    return resolve(snap(outline, {}));
}

/// Lets two threads draw the upper and the lower half.
void drawHalves(std::int64_t side, const std::function<void(std::int64_t top, std::int64_t bottom)>& draw) {
    const std::jthread other([&] { draw(0, side / 2); });
    draw(side / 2, side);
}

/// Draws one half of the polygons with FreeType, in outlines of at most `most` polygons. \return false if the
/// rasteriser has not enough memory for so many in a row
bool drawByFreeType(const Polygons& polygons, std::size_t most, std::int64_t side, std::int64_t top,
                    std::int64_t bottom, std::vector<unsigned char>& pixels) {
    using Count = decltype(FT_Outline::n_points);
    using Tag = std::remove_pointer_t<decltype(FT_Outline::tags)>;
    using Last = std::remove_pointer_t<decltype(FT_Outline::contours)>;
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) std::abort();
    FT_Bitmap bitmap{};
    bitmap.rows = static_cast<unsigned int>(bottom - top);
    bitmap.width = static_cast<unsigned int>(side);
    bitmap.pitch = static_cast<int>(side);
    bitmap.buffer = pixels.data() + top * side;
    bitmap.num_grays = 256;
    bitmap.pixel_mode = FT_PIXEL_MODE_GRAY;
    std::fill_n(bitmap.buffer, (bottom - top) * side, static_cast<unsigned char>(0));
    std::vector<FT_Vector> points;
    std::vector<Last> ends;
    bool drawn = true;
    for (std::size_t k = 0; k < polygons.size() && drawn; ++k) {
        for (const PlanePoint p : polygons[k])
            points.push_back({std::lround(64 * p.x), std::lround(64 * (static_cast<double>(bottom) - p.y))});
        ends.push_back(static_cast<Last>(points.size() - 1));
        if (ends.size() < most && k + 1 < polygons.size()) continue;
        std::vector<Tag> tags(points.size(), static_cast<Tag>(FT_CURVE_TAG_ON));
        FT_Outline outline{};
        outline.n_points = static_cast<Count>(points.size());
        outline.n_contours = static_cast<decltype(FT_Outline::n_contours)>(ends.size());
        outline.points = points.data();
        outline.tags = tags.data();
        outline.contours = ends.data();
        drawn = FT_Outline_Get_Bitmap(library, &outline, &bitmap) == 0;
        points.clear();
        ends.clear();
    }
    FT_Done_FreeType(library);
    return drawn;
}

#ifdef BURIN_CAIRO
void drawByCairo(const Polygons& polygons, std::int64_t side, std::int64_t top, std::int64_t bottom,
                 std::vector<unsigned char>& pixels) {
    unsigned char* const first = pixels.data() + top * side;
    std::fill_n(first, (bottom - top) * side, static_cast<unsigned char>(0));
    cairo_surface_t* const surface =
        cairo_image_surface_create_for_data(first, CAIRO_FORMAT_A8, static_cast<int>(side),
                                            static_cast<int>(bottom - top), static_cast<int>(side));
    cairo_t* const cairo = cairo_create(surface);
    cairo_translate(cairo, 0, -static_cast<double>(top));
    for (const std::vector<PlanePoint>& polygon : polygons) {
        cairo_move_to(cairo, polygon[0].x, polygon[0].y);
        for (const PlanePoint p : polygon)
            cairo_line_to(cairo, p.x, p.y);
        cairo_close_path(cairo);
    }
    cairo_fill(cairo);
    if (cairo_status(cairo) != CAIRO_STATUS_SUCCESS) std::abort();
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
}
#endif

/// The mean of all pixels, from 0 to 1; equal pictures have equal means.
double meanOf(const std::vector<unsigned char>& pixels) {
    double sum = 0;
    for (const unsigned char pixel : pixels)
        sum += pixel;
    return sum / 255 / static_cast<double>(pixels.size());
}

constexpr std::int64_t distanceMaxPx = 64;

std::vector<float> rampValues() {
    std::vector<float> values;
    for (std::int64_t k = -64 * distanceMaxPx; k <= 64 * distanceMaxPx + 1; ++k)
        values.push_back(static_cast<float>(std::clamp<std::int64_t>(k, 0, 64 * distanceMaxPx)) /
                         static_cast<float>(64 * distanceMaxPx));
    return values;
}

void drawnRow(int stars, std::int64_t side) {
    const Polygons polygons = starsOver(stars, static_cast<double>(side));
    const auto start = Clock::now();
    const OutlineIndex index(resolvedOf(polygons).edges, RowSum::heights);
    const double prepared = secondsSince(start);
    const double megasamples = static_cast<double>(side * side) / 1e6;
    const auto area = static_cast<std::size_t>(side * side);
    std::vector<unsigned char> pixels(area);
    const double ours = bestOf([&] {
        drawHalves(side, [&](std::int64_t top, std::int64_t bottom) {
            coverArea(
                index, 1, {0, top, side, bottom - top},
                BytesView{pixels.data() + top * side, static_cast<std::ptrdiff_t>(side), side, bottom - top});
        });
    });
    std::printf("fill of 10^%d edges: %.0f Msamples/s, mean %.6f, prepared in %.3f s", stars == 100 ? 4 : 6,
                megasamples / ours, meanOf(pixels), prepared);
    for (const std::size_t most : {std::size_t{300}, std::size_t{1}}) {
        std::atomic<bool> drawn = true;
        const double freetype = bestOf([&] {
            drawHalves(side, [&](std::int64_t top, std::int64_t bottom) {
                if (!drawByFreeType(polygons, most, side, top, bottom, pixels)) drawn = false;
            });
        });
        const char* const how = most > 1 ? "polygons together" : "polygon by polygon";
        if (drawn) {
            std::printf("; FreeType, %s, %.0f, %.1f times, mean %.6f", how, megasamples / freetype,
                        freetype / ours, meanOf(pixels));
        } else {
            std::printf("; FreeType, %s: not enough memory", how);
        }
    }
#ifdef BURIN_CAIRO
    const double cairo = bestOf([&] {
        drawHalves(side, [&](std::int64_t top, std::int64_t bottom) {
            drawByCairo(polygons, side, top, bottom, pixels);
        });
    });
    std::printf("; cairo %.0f, %.1f times, mean %.6f", megasamples / cairo, cairo / ours, meanOf(pixels));
#endif
    std::printf("\n");
}

/// Calls `draw` for tiles of 512 x 512 between two rows.
void inTiles(std::int64_t side, std::int64_t top, std::int64_t bottom,
             const std::function<void(const Rect& area)>& draw) {
    constexpr std::int64_t tile = 512;
    for (std::int64_t y = top; y < bottom; y += tile) {
        for (std::int64_t x = 0; x < side; x += tile)
            draw({x, y, std::min(tile, side - x), std::min(tile, bottom - y)});
    }
}

void distanceRow(std::int64_t side) {
    const OutlineIndex index(resolvedOf(starsOver(100, static_cast<double>(side))).edges, RowSum::middles);
    const std::vector<float> values = rampValues();
    std::vector<float> samples(static_cast<std::size_t>(side * side));
    const double seconds = bestOf([&] {
        drawHalves(side, [&](std::int64_t top, std::int64_t bottom) {
            inTiles(side, top, bottom, [&](const Rect& tile) {
                distanceArea(index, {distanceMaxPx, values}, tile,
                             {samples.data() + tile.y * side + tile.x, static_cast<std::ptrdiff_t>(side),
                              tile.width, tile.height});
            });
        });
    });
    std::printf("distance to 10^4 edges, D = 64: %.0f Msamples/s\n",
                static_cast<double>(side * side) / seconds / 1e6);
}

/// The 95th percentile of the times of 1000 squares of 256 x 256 px at random places, in milliseconds.
double squaresMs(std::int64_t side,
                 const std::function<void(const Rect& area, const SamplesView& out)>& draw) {
    constexpr std::int64_t square = 256;
    std::mt19937_64 random(2);
    std::vector<float> samples(static_cast<std::size_t>(square * square));
    std::vector<double> times;
    for (int i = 0; i < 1000; ++i) {
        const auto place = [&] {
            return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(side - square));
        };
        const std::int64_t x = place();
        const Rect area{x, place(), square, square};
        times.push_back(secondsOf([&] { draw(area, {samples.data(), square, square, square}); }));
    }
    std::sort(times.begin(), times.end());
    return 1e3 * times[949];
}

/// Stars over 2 m at 10 um.
void boundRow(int stars, const char* name) {
    constexpr std::int64_t side = 200'000;
    const Polygons polygons = starsOver(stars, static_cast<double>(side));
    std::vector<ResolvedEdge> edges;
    const double resolved = secondsOf([&] { edges = resolvedOf(polygons).edges; });
    const auto start = Clock::now();
    auto fill = std::make_unique<OutlineIndex>(std::move(edges), RowSum::heights);
    const double indexed = secondsSince(start);
    const double peak = peakMiB();
    const double fillMs =
        squaresMs(side, [&](const Rect& area, const SamplesView& out) { coverArea(*fill, 1, area, out); });
    std::vector<ResolvedEdge> again = fill->edges();
    fill.reset();
    const OutlineIndex middles(std::move(again), RowSum::middles);
    const std::vector<float> values = rampValues();
    const double distanceMs = squaresMs(side, [&](const Rect& area, const SamplesView& out) {
        distanceArea(middles, {distanceMaxPx, values}, area, out);
    });
    std::printf(
        "%s over 2 m: resolved in %.2f s, indexed in %.2f s, peak %.0f MiB; 256 x 256 px, p95, one "
        "core: fill %.2f ms, distance %.2f ms\n",
        name, resolved, indexed, peak, fillMs, distanceMs);
}

/// Data matrices with serial numbers in `across` x `across` cells of 2 mm.
void seriesRow(int across) {
    constexpr std::int64_t cell = 200;
    const std::int64_t side = cell * across;
    const std::string columns = std::to_string(across);
    const std::string text =
        "burin: 2\npixel: 10 um\nnodes:\n"
        "  surface: {kind: root, width: 2 m, height: 2 m, inputs: [{data: codes}]}\n"
        "  codes: {kind: code, code: datamatrix, module: 4, data: \"SN{n:07}\", "
        "series: {u: [200, 0], v: [0, 200], columns: " +
        columns + ", rows: " + columns + "}}\n";
    const auto start = Clock::now();
    const Design design = parseDesign(text, ".");
    const double bound = secondsSince(start);
    const auto node = design.find("codes");
    if (!node || design.nodes[*node].operation == nullptr) {
        std::fprintf(stderr, "the series is refused\n");
        return;
    }
    const Operation& codes = *design.nodes[*node].operation;
    const double p95 =
        squaresMs(side, [&](const Rect& area, const SamplesView& out) { codes.begin({}, area, out); });
    const double peak = peakMiB();
    const double checked = secondsOf([&] { static_cast<void>(codes.itemProblem({})); });
    std::printf(
        "series of %d codes: bound in %.3f s; 256 x 256 px, cold, p95 %.2f ms; peak %.0f MiB; all "
        "items checked in %.1f s\n",
        across * across, bound, p95, peak, checked);
}

}  // namespace

int main(int argc, char** argv) {
    const std::int64_t side = argc > 1 ? std::atoll(argv[1]) : 10240;
    const std::string wanted = argc > 2 ? argv[2] : "";
    const auto row = [&wanted](const std::string& name, const std::function<void()>& measure) {
        if (name.find(wanted) == std::string::npos) return;
        measure();
        std::fflush(stdout);
    };
    row("fill-10^4", [&] { drawnRow(100, side); });
    row("fill-10^6", [&] { drawnRow(10'000, side); });
    row("distance-10^4", [&] { distanceRow(side); });
    row("bound-10^5", [] { boundRow(1000, "10^5 edges"); });
    row("bound-10^7", [] { boundRow(100'000, "10^7 edges"); });
    row("series-10^2", [] { seriesRow(10); });
    row("series-10^6", [] { seriesRow(1000); });
}
