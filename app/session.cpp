// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.hpp"

#include "app/cuda.hpp"
#include "core/base/errors.hpp"
#include "core/geometry/length.hpp"
#include "core/render/memory_fit.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string_view>

namespace burin::app {

std::vector<Option> engineOptions() {
    return {{"backend", "auto|cpu|cuda", "what computes (default auto)"},
            {"devices", "0,1", "which GPUs (default all)"},
            {"memory", "SIZE", "hard cap of what the engine holds (default half of what is free)"},
            {"gpu-memory", "SIZE", "the same for each GPU"},
            {"tile", "N", "side of the engine's tiles, 16 to 16384 (default: chosen)"},
            {"threads", "N", "CPU worker threads (default all cores)"}};
}

StopOnSignal::StopOnSignal() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGUSR1);  // our own: the end of the waiting
    sigaddset(&signals_, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    waiter_ = std::thread([this] {
        int signal = 0;
        while (sigwait(&signals_, &signal) == 0 && !ending_) {
            if (signal == SIGINT || signal == SIGTERM) source_.request_stop();
            const std::lock_guard lock(mutex_);
            if (signal == SIGUSR2 && action_) action_();
        }
    });
}

void StopOnSignal::onUserSignal(std::function<void()> action) {
    const std::lock_guard lock(mutex_);
    action_ = std::move(action);
}

StopOnSignal::~StopOnSignal() {
    ending_ = true;
    pthread_kill(waiter_.native_handle(), SIGUSR1);
    waiter_.join();
}

Design loadChecked(const std::string& file, const std::stop_token& stop) {
    Design design = loadDesign(file, stop);
    if (!design.refused) return design;
    for (const Diagnostic& d : design.diagnostics)
        std::fprintf(stderr, "%s\n", d.text().c_str());
    throw UsageError("'" + file + "' is no design; nothing was computed");
}

NodeIndex rootIndex(const Design& design) {
    if (design.root) return *design.root;
    for (const Diagnostic& d : design.diagnostics)
        std::fprintf(stderr, "%s\n", d.text().c_str());
    throw UsageError("the design has no root; nothing was computed");
}

namespace {

/// The numbers of `--devices`: none of them for all.
std::vector<int> devicesOf(const Arguments& arguments) {
    std::vector<int> devices;
    std::stringstream stream(arguments.value("devices", ""));
    std::string part;
    while (std::getline(stream, part, ',')) {
        const bool number =
            !part.empty() && part.size() < 4 &&
            std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!number) throw UsageError("--devices '" + part + "': numbers such as 0,1 are expected");
        devices.push_back(std::stoi(part));
    }
    return devices;
}

std::string backendOf(const Arguments& arguments) {
    const std::string wanted = arguments.value("backend", "auto");
    if (wanted == "auto" || wanted == "cpu" || wanted == "cuda") return wanted;
    throw UsageError("--backend '" + wanted + "': auto, cpu or cuda is expected");
}

/// What `--backend` asks for: nothing if that is the CPU.
/// \param whyNotOnCards  why no card can do what is wanted \param said  why auto takes the CPU
std::unique_ptr<Backend> openGpu(const Arguments& arguments, const std::string& whyNotOnCards,
                                 std::string& said) {
    const std::string wanted = backendOf(arguments);
    const std::vector<int> devices = devicesOf(arguments);
    const std::size_t memory = arguments.bytes("gpu-memory").value_or(0);
    if (wanted == "cpu") return nullptr;
    CudaChoice choice =
        whyNotOnCards.empty() ? openCuda(devices, memory) : CudaChoice{nullptr, whyNotOnCards};
    const bool insists = wanted == "cuda" || !devices.empty() || memory > 0;
    if (!choice.backend && insists) {
        throw UsageError("--backend cuda: " + choice.problem + "; --backend cpu computes the same");
    }
    said = choice.problem;
    return std::move(choice.backend);
}

std::shared_ptr<const Graph> bind(const Design& design, NodeIndex node, std::int32_t tileSide,
                                  std::size_t memory, bool provisional = false) {
    GraphOptions options;
    options.provisional = provisional;
    options.tileSide = tileSide;
    options.largestCellBytes = largestCellFitting(memory);
    BoundGraph bound = bindGraph(design, node, options);
    if (!bound.graph) {
        for (const Diagnostic& d : bound.errors)
            std::fprintf(stderr, "%s\n", d.text().c_str());
        throw UsageError("the design has errors; nothing was computed, nothing was written");
    }
    return std::make_shared<const Graph>(std::move(*bound.graph));
}

int threadsOf(const Arguments& arguments) {
    const auto cores = static_cast<long>(std::max(1U, std::thread::hardware_concurrency()));
    return static_cast<int>(arguments.number("threads", 1, 1024).value_or(cores));
}

std::optional<long> givenTileSide(const Arguments& arguments) {
    return arguments.number("tile", 16, 16384);
}

std::int32_t tileSideOf(const Arguments& arguments, const Design& design, NodeIndex node, std::size_t memory,
                        bool onGpu) {
    constexpr std::int32_t sideOnGpu = 4096;  // that of a request; the memory is the card's
    if (const auto side = givenTileSide(arguments)) return static_cast<std::int32_t>(*side);
    if (onGpu) return sideOnGpu;
    return tileSideFitting(design, node, memory, threadsOf(arguments));
}

}  // namespace

void checkEngineOptions(const Arguments& arguments) {
    static_cast<void>(backendOf(arguments));
    static_cast<void>(devicesOf(arguments));
    static_cast<void>(threadsOf(arguments));
    static_cast<void>(givenTileSide(arguments));
    static_cast<void>(arguments.bytes("memory"));
    static_cast<void>(arguments.bytes("gpu-memory"));
}

void warnOfMuted(const Design& design) {
    for (const DesignNode& node : design.nodes) {
        if (node.muted) std::fprintf(stderr, "warning: node '%s' is muted\n", node.name.c_str());
    }
}

Computer::Computer(const Arguments& arguments, const std::string& whyNotOnCards)
    : memoryBytes(arguments.bytes("memory").value_or(availableMemory() / 2)),
      threads(threadsOf(arguments)),
      gpu(openGpu(arguments, whyNotOnCards, whyNoGpu)) {}

NodeEngine::NodeEngine(const Arguments& arguments, const Design& design, NodeIndex node)
    : Computer(arguments, design.whyNotOnCards(node)),
      graph(
          bind(design, node, tileSideOf(arguments, design, node, memoryBytes, gpu != nullptr), memoryBytes)),
      provisional(bind(design, node, graph->tileSide, memoryBytes, true)),
      budget(memoryBytes),
      cache(budget, mostIdleBytes(*graph)),
      cpu(budget, cache, threads),
      backend(gpu ? *gpu : cpu) {
    const std::size_t held = residentBytes(*graph);
    resident = budget.tryReserve(held, Holder::tables);
    if (!resident) throw budget.shortage("holding the design's images and tables", held);
}

Rect parseRegion(const std::string& text, double pixelUm, const Rect& whole) {
    const UsageError malformed("--region '" + text +
                               "': X,Y,W,H is expected, in pixels or lengths such as 0,0,10mm,10mm");
    std::int64_t numbers[4] = {};
    std::stringstream stream(text);
    std::string part;
    int count = 0;
    while (std::getline(stream, part, ',')) {
        const std::optional<Length> length = count < 4 ? parseLength(part) : std::nullopt;
        const double pixels = length ? length->wholePixels(pixelUm) : 0;
        if (!length || !(std::abs(pixels) <= 0x1p40)) throw malformed;
        numbers[count++] = static_cast<std::int64_t>(pixels);
    }
    if (count != 4 || text.back() == ',') throw malformed;
    const Rect region{numbers[0], numbers[1], numbers[2], numbers[3]};
    if (region.empty()) throw UsageError("--region '" + text + "' is empty");
    if (!whole.contains(region)) {
        throw UsageError("--region '" + text + "' reaches outside of the surface, which is " +
                         std::to_string(whole.width) + " x " + std::to_string(whole.height) + " px");
    }
    return region;
}

std::size_t availableMemory() {
    std::ifstream info("/proc/meminfo");
    std::string line;
    std::size_t available = std::size_t{2} << 30U;
    while (std::getline(info, line)) {
        if (line.rfind("MemAvailable:", 0) == 0) available = std::stoull(line.substr(13)) * 1024;
    }
    std::ifstream limit("/sys/fs/cgroup/memory.max");
    std::size_t most = 0;
    if (limit >> most) available = std::min(available, most);
    return available;
}

std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    for (auto place = static_cast<std::ptrdiff_t>(text.size()) - 3; place > (number < 0 ? 1 : 0);
         place -= 3) {
        text.insert(static_cast<std::size_t>(place), ",");
    }
    return text;
}

std::string metricText(std::int64_t pixels, double pixelUm) {
    const double um = static_cast<double>(pixels) * pixelUm;
    char text[48];
    if (um >= 1e6) {
        std::snprintf(text, sizeof text, "%.6g m", um / 1e6);
    } else if (um >= 1e3) {
        std::snprintf(text, sizeof text, "%.6g mm", um / 1e3);
    } else {
        std::snprintf(text, sizeof text, "%.6g um", um);
    }
    return text;
}

}  // namespace burin::app
