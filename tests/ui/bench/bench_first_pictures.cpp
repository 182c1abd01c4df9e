// SPDX-License-Identifier: GPL-3.0-or-later

// How much processor time does the first picture take after a change of a knob?
//
//     bench_first_pictures [rounds, 3] [part of a row's name] [N, 1]
//
// A surface of 2,000,000 x 2,000,000 px is shown as a whole in a viewport of 1260 x 396 px, or as a part of
// it at level 0. Each row changes one value of the design there and back: of a node, or of the group of an
// entry of the library, whose rows begin with `library`. Of each entry, the first knob and every Nth after it
// are measured. The time is the user and system time of all threads from the change to the first picture of
// the new state, without thumbnails; the larger of the medians of both ways is printed, with its elapsed
// time. So is the longest time until all work on the previous design has ended, after its replacement has
// stopped it. The first show of a row is not a change and is left out. The last lines sum up the library. The
// exit status is 1 if a picture was not shown within five minutes or could not be computed; its row has the
// reason.
//
// bench_first_pictures_on_card does the same on the first graphics card.

#include "core/geometry/length.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "library/library_entry.hpp"
#ifdef BURIN_ON_CARD
#include "support/engine_run.hpp"
#endif
#include "ui/model/previews/previews.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QTimer>

#include <sys/resource.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace burin;
using namespace burin::test;
using namespace burin::ui;

constexpr std::int64_t side = 2'000'000;

/// A node and one of its values, there and back.
struct NodeRow {
    const char* name;
    const char* top;  ///< the node, with %1 for the value
    const char* one;
    const char* other;
};

const NodeRow nodeRows[] = {
    {"noise: pitch", "kind: noise, pitch: %1", "200", "190"},
    {"noise: octaves", "kind: noise, pitch: 200, octaves: %1", "12", "11"},
    {"noise: shape", "kind: noise, pitch: 200, octaves: 6, shape: %1", "ridged", "billow"},
    {"noise: closes", "kind: noise, pitch: 200, closes: [%1, 2000000]", "2000000", "1000000"},
    {"voronoi: pitch", "kind: voronoi, pitch: %1", "200", "190"},
    {"voronoi: edge, jitter", "kind: voronoi, pitch: 200, feature: edge, jitter: %1", "1", "0.9"},
    {"voronoi: feature", "kind: voronoi, pitch: 200, feature: %1", "f2", "f2-f1"},
    {"rough: sal", "kind: rough, sq: 0.1, sal: %1", "90", "80"},
    {"rough: exponential, str", "kind: rough, sq: 0.1, sal: 90, str: %1, rotate: 20, spectrum: exponential",
     "0.5", "0.4"},
    {"rough: hurst", "kind: rough, sq: 0.1, sal: 4000, spectrum: self-affine, hurst: %1", "0.8", "0.7"},
    {"rough: kurtosis", "kind: rough, sq: 0.1, sal: 90, kurtosis: %1", "4", "5"},
    {"example: contrast", "kind: example, contrast: %1, inputs: [data: hide]", "1.1", "1.2"},
    {"example: patch", "kind: example, patch: %1, inputs: [data: hide]", "150", "140"},
    {"example: vary", "kind: example, vary: %1, inputs: [data: hide]", "all", "turn"},
    {"example: cut, patch", "kind: example, method: cut, patch: %1, inputs: [data: hide]", "85", "80"},
    {"example: method", "kind: example, method: %1, inputs: [data: hide]", "cut", "blend"},
    {"warp: amplitude 60", "kind: warp, amplitude: %1, inputs: [data: grain, data: soft, data: other]", "60",
     "59"},
    {"warp: amplitude 1000", "kind: warp, amplitude: %1, inputs: [data: grain, data: soft, data: other]",
     "1000", "990"},
    {"warp: cubic, slope",
     "kind: warp, by: slope, interpolation: cubic, amplitude: %1, inputs: [data: grain, data: "
     "soft]",
     "200", "190"},
    {"warp: of cells", "kind: warp, amplitude: %1, inputs: [data: cells, data: soft, data: other]", "100",
     "90"},
    {"warp: of a blurred picture",
     "kind: warp, amplitude: %1, inputs: [data: blurred, data: soft, data: other]", "100", "90"},
    {"flow: length 101", "kind: flow, length: %1, inputs: [data: grain]", "101", "99"},
    {"flow: length 101 along a map", "kind: flow, along: map, length: %1, inputs: [data: grain, data: soft]",
     "101", "99"},
    {"flow: length 101 along contours",
     "kind: flow, along: contour, length: %1, inputs: [data: grain, data: soft]", "101", "99"},
    {"flow: length 1023 along contours",
     "kind: flow, along: contour, length: %1, inputs: [data: grain, data: soft]", "1023", "1021"},
    {"flow: along", "kind: flow, along: %1, length: 31, inputs: [data: grain, data: soft]", "gradient",
     "contour"},
    {"morphology: disc of 15", "kind: morphology, radius: %1, inputs: [data: grain]", "15", "14"},
    {"morphology: square of 60", "kind: morphology, shape: square, radius: %1, inputs: [data: grain]", "60",
     "59"},
    {"morphology: disc of 255", "kind: morphology, radius: %1, inputs: [data: grain]", "255", "254"},
    {"morphology: ball of 15",
     "kind: morphology, shape: ball, full_depth: 10, radius: %1, inputs: [data: grain]", "15", "14"},
    {"morphology: operation", "kind: morphology, operation: %1, radius: 6, inputs: [data: grain]", "open",
     "close"},
    {"curve: points", "kind: curve, points: [[0, 0], [%1, 0.8], [1, 1]], inputs: [data: grain]", "0.4",
     "0.5"},
    {"curve: threshold", "kind: curve, threshold: %1, inputs: [data: grain]", "0.4", "0.5"},
    {"lattice: quarter turns",
     "kind: stitching, u: [120, 0], v: [60, 100], vary: {turn: quarter, seed: %1}, inputs: "
     "[pattern: brick]",
     "1", "2"},
    {"lattice: any turn",
     "kind: stitching, u: [120, 0], v: [60, 100], vary: {turn: any, seed: %1}, inputs: "
     "[pattern: brick]",
     "1", "2"},
    {"scatter: seed", "kind: scatter, pitch: 120, distance: 90, seed: %1, inputs: [pattern: brick]", "1",
     "2"},
};

/// Each round has a design of its own, because pictures of known nodes would be in the cache.
Design designOf(const NodeRow& row, int round) {
    const QString text =
        "burin: 2\npixel: 1 um\nnodes:\n"
        "  surface: {kind: root, width: " +
        QString::number(side - round) + ", height: " + QString::number(side) +
        ", depth: 16, inputs: [data: top]}\n"
        "  grain: {kind: noise, pitch: 20, seed: 3}\n"
        "  soft: {kind: noise, pitch: 700, octaves: 3, seed: 4}\n"
        "  other: {kind: noise, pitch: 700, octaves: 3, seed: 5}\n"
        "  cells: {kind: voronoi, pitch: 90, feature: edge}\n"
        "  blurred: {kind: convolution, kernel: {gaussian: 3}, inputs: [data: grain]}\n"
        "  hide: {kind: math2d, width: 1024, height: 1024, expression: \"0.5 + 0.3 * noise(x "
        "/ 9, y / 9, 1)\"}\n"
        "  brick: {kind: math2d, width: 100, height: 90, expression: \"0.2 + x * y / "
        "12000\"}\n"
        "  top: {" +
        QString(row.top).arg(round % 2 == 0 ? row.one : row.other) + "}\n";
    return parseDesign(text.toStdString(), ".");
}

/// The value of a knob in a round, near its default; nothing if it has nothing that can be changed so.
std::optional<std::string> knobValue(const YamlValue& knob, int round) {
    const auto numberOf = [&](const char* key) {
        return parseLength(LibraryEntry::text(knob, key)).value_or(Length{});
    };
    const std::string type = LibraryEntry::text(knob, "type");
    const double start = numberOf("default").value;
    if (type == "choice") {
        const auto& choices = knob.find("choices")->items;
        return choices[static_cast<std::size_t>(round) % choices.size()].scalar;
    }
    if (type == "seed" || type == "integer" || type == "angle") {
        const bool up = knob.find("maximum") == nullptr || start + round <= numberOf("maximum").value;
        return std::to_string(static_cast<int>(start) + (up ? round : -round));
    }
    if (type == "text") return "AB " + std::to_string(round);
    if (type != "number" && type != "length") return {};
    const Length length = numberOf("default");
    if (start == 0) {
        const Length most = numberOf("maximum");
        const double part = 0.01 * (round + 1);
        if (most.value <= 0 || !std::isfinite(most.value)) return {};
        return type == "number" ? std::to_string(most.value * part)
                                : std::to_string(most.micrometres(1) * part) + " um";
    }
    const bool down = 0.9 * length.micrometres(1) >= numberOf("minimum").micrometres(1);
    const double factor = down ? 1 - 0.01 * (round + 1) : 1 + 0.01 * (round + 1);
    if (type == "number") return std::to_string(start * factor);
    return std::to_string(length.micrometres(1) * factor) + " um";
}

/// A design that changes from round to round.
struct Row {
    std::string name;
    std::function<Design(int round)> designOf;
    std::string entry;  ///< an entry of the library; empty: a node
};

/// \param every  the distance of the knobs of an entry that have a row
std::vector<Row> allRows(int every) {
    constexpr double pitchUm = 4;
    std::vector<Row> rows;
    for (const NodeRow& row : nodeRows)
        rows.push_back({row.name, [&row](int round) { return designOf(row, round); }, {}});
    for (const auto& file : LibraryEntry::files()) {
        const auto entry = std::make_shared<const LibraryEntry>(file);
        const std::string title = file.stem().string();
        int changeable = 0;
        for (const auto& [name, knob] : entry->knobs()) {
            if (!knobValue(knob, 0) || changeable++ % every != 0) continue;
            rows.push_back(
                {"library: " + title + ", " + name.scalar,
                 [entry, name = name.scalar, &knob = knob](int round) {
                     return entry->designWith({{name, *knobValue(knob, round)}}, pitchUm, {side, side});
                 },
                 title});
        }
        if (changeable == 0) std::printf("library: %s has no knob that can be changed\n", title.c_str());
    }
    return rows;
}

double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double secondsSince(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) * 1e-9;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

struct Times {
    double processor = 0;
    double elapsed = 0;
    double ending = 0;  ///< until all work on the previous design has ended
};

/// A viewport without a window.
class FirstPictures {
  public:
    explicit FirstPictures(Previews& previews) : previews_(previews) {}

    Times show(Design changed, bool whole) {
        previews_.setView({});
        QElapsedTimer clock;
        clock.start();
        previews_.setDesign(nullptr);  // otherwise, tasks that improve the previous design would have to end
                                       // by themselves
        waitUntil([&] { return !previews_.busy(); });
        const double ending = secondsSince(clock);
        const auto design = std::make_shared<const Design>(std::move(changed));
        const QSizeF screen(1260, 396);
        const QRectF part = whole ? QRectF(0, 0, side, side) : QRectF(1'000'000, 900'000, 1260, 396);
        const Viewpoint view = Viewpoint::fitting(part, screen);
        const double before = cpuSeconds();
        clock.restart();
        previews_.setDesign(design);
        previews_.setView({Viewpoint::level(view.scale), samplesCovering(view.visible(screen))});
        waitUntil([&] {
            const BoundNodePtr shown = previews_.shown();
            if (!shown || shown->design != design) return false;
            if (const QString problem = previews_.problem(); !problem.isEmpty())
                throw std::runtime_error(problem.toStdString());
            const PreviewProgress progress = previews_.progress();  // tiles may be there sooner
            return (previews_.ground() && previews_.ground()->node == shown->hash) ||
                   (progress.visible > 0 && progress.there == progress.visible);
        });
        return {cpuSeconds() - before, secondsSince(clock), ending};
    }

  private:
    /// \throws std::runtime_error if it takes longer than five minutes. A card's driver may compile kernels
    ///                            for a minute when they are used for the first time.
    template <class Done>
    void waitUntil(Done done) {
        QDeadlineTimer end(std::chrono::minutes(5));
        QTimer ticks;  // otherwise, the loop would not return while nothing happens
        ticks.start(1000);
        while (!done()) {
            if (end.hasExpired()) throw std::runtime_error("the picture is missing after five minutes");
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }

    Previews& previews_;
};

/// Computes the pictures of one row. Its caches are empty at first.
struct Computer {
    static constexpr std::size_t memory = std::size_t{1} << 30U;
    static constexpr std::size_t cardMemory = 6 * memory;

    MemoryBudget budget{memory};
    TileCache cache{budget};
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
#ifdef BURIN_ON_CARD
    std::unique_ptr<Backend> backend =
        openTestBackend({.threads = threads, .memoryBytes = cardMemory}, budget, cache);
#else
    std::unique_ptr<Backend> backend =
        std::make_unique<CpuBackend>(budget, cache, threads, ThreadManners::givesWay);
#endif
};

/// The larger median of both ways, without the first show.
Times medianOf(const Row& row, int rounds, bool whole) {
    Computer computer;
    Times worst;
    Previews previews(Engine{*computer.backend, computer.budget, {}});
    FirstPictures pictures(previews);
    std::vector<double> processor[2];
    std::vector<double> elapsed[2];
    for (int k = 0; k <= 2 * rounds; ++k) {
        const Times times = pictures.show(row.designOf(k), whole);
        worst.ending = std::max(worst.ending, times.ending);
        if (k == 0) continue;
        processor[k % 2].push_back(times.processor);
        elapsed[k % 2].push_back(times.elapsed);
    }
    for (int way = 0; way < 2; ++way) {
        worst.processor = std::max(worst.processor, median(processor[way]));
        worst.elapsed = std::max(worst.elapsed, median(elapsed[way]));
    }
    return worst;
}

/// Sums up one column of the library.
void printSummary(const char* what, std::vector<double> seconds) {
    if (seconds.empty()) return;
    const double most = *std::max_element(seconds.begin(), seconds.end());
    std::printf("%-48s median %.3f, most %.3f\n", what, median(std::move(seconds)), most);
}

}  // namespace

int main(int count, char** values) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(count, values);
    const QStringList arguments = QCoreApplication::arguments();
    const int rounds = std::max(1, arguments.value(1, "3").toInt());
    const std::string wanted = arguments.value(2).toStdString();
    const int every = std::max(1, arguments.value(3, "1").toInt());
    bool allShown = true;
    std::set<std::string> entries;
    std::vector<double> wholes;
    std::vector<double> parts;
    std::printf("%-48s %12s %12s %12s %12s %12s %12s\n", "CPU seconds, and seconds", "whole: CPU", "elapsed",
                "ending", "level 0: CPU", "elapsed", "ending");
    for (const Row& row : allRows(every)) {
        if (row.name.find(wanted) == std::string::npos) continue;
        Times whole;
        Times part;
        try {
            whole = medianOf(row, rounds, true);
            part = medianOf(row, rounds, false);
        } catch (const std::exception& error) {
            std::printf("%-48s NOT SHOWN: %s\n", row.name.c_str(), error.what());
            allShown = false;
            continue;
        }
        std::printf("%-48s %12.3f %12.3f %12.3f %12.3f %12.3f %12.3f\n", row.name.c_str(), whole.processor,
                    whole.elapsed, whole.ending, part.processor, part.elapsed, part.ending);
        std::fflush(stdout);
        if (row.entry.empty()) continue;
        entries.insert(row.entry);
        wholes.push_back(whole.processor);
        parts.push_back(part.processor);
    }
    if (entries.empty()) return allShown ? 0 : 1;
    std::printf("%zu knobs of %zu entries\n", wholes.size(), entries.size());
    printSummary("CPU seconds, whole", wholes);
    printSummary("CPU seconds, level 0", parts);
    return allShown ? 0 : 1;
}
