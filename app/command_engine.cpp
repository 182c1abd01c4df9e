// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_engine.hpp"

#include "app/commands.hpp"
#include "app/cuda.hpp"
#include "app/error_output.hpp"
#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/parallel_rows.hpp"
#include "core/base/text.hpp"
#include "core/design/settings.hpp"
#include "core/geometry/region.hpp"
#include "core/kinds/catalogue/kinds.hpp"
#include "core/render/graph.hpp"
#include "core/tile/memory_budget.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <utility>

namespace burin::app {

std::vector<Option> engineOptions() {
    return {{"backend", "auto|cpu|cuda", "where to compute (default auto)"},
            {"devices", "0,1", "which GPUs (default all)"},
            {"memory", "SIZE", "limit on the engine's memory (default: half of the free memory)"},
            {"gpu-memory", "SIZE", "the same limit for each GPU"},
            {"tile", "N", "side of the engine's tiles, 16 to 16384 (default: chosen automatically)"},
            {"threads", "N", "CPU worker threads (default all cores)"}};
}

namespace {

/// Whether the program's caller has told the system to ignore a signal: nohup does this for SIGHUP, and a
/// shell does it for the Ctrl-C of background processes. SIGTERM ends the program in any case.
bool staysIgnored(int signal) {
    if (signal == SIGTERM) return false;
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN;
}

void endStopped(int) {
    constexpr std::string_view words = "burin: stopped\n";
    writeErrorAtOnce(words.data(), words.size());
    ::_exit(exitStopped);
}

}  // namespace

void requireStack() {
    // The deepest designs need less than 0.8 MiB. Without a limit, the C library gives each thread 2 MiB.
    constexpr rlim_t least = rlim_t{2} << 20U;
    rlimit stack{};
    if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= least) return;
    throw UsageError({.reason =
                          "the stack is limited to %1, and at least %2 are needed; run `ulimit -s 8192` in "
                          "the shell first",
                      .details = {bytesText(stack.rlim_cur), bytesText(least)}});
}

void allowManyFiles() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

void endOnSignal() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaddset(&ending, signal);
        if (staysIgnored(signal)) continue;
        struct sigaction action {};
        action.sa_handler = &endStopped;
        ::sigaction(signal, &action, nullptr);
    }
    pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
}

StopOnSignal::StopOnSignal() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        // A signal that is ignored would reach sigwait() nevertheless.
        if (!staysIgnored(signal)) sigaddset(&signals_, signal);
    }
    sigaddset(&signals_, SIGUSR1);  // the object's own signal, which ends the wait
    sigaddset(&signals_, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    stopWaitingForErrorReader(source_.get_token());
    waiter_ = std::thread([this] {
        int signal = 0;
        while (sigwait(&signals_, &signal) == 0 && !ending_) {
            if (signal == SIGINT || signal == SIGTERM || signal == SIGHUP) source_.request_stop();
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

Option setOption() {
    return {"set", "NODE.KEY=VALUE", "change a value of the design before it is used; may be repeated", true};
}

Option progressOption() {
    return {"progress", "auto|bar|json|none", "how progress is shown on stderr (default auto)"};
}

namespace {

[[noreturn]] void refuse(Problem problem) {
    problem.subject = "--set " + problem.subject;
    throw UsageError(std::move(problem));
}

/// Names the settings that gave the value of a problem. Several settings can set keys of one map. The place
/// of the problem is the place of the value, or of the node, in the file.
void nameSettings(Diagnostic& diagnostic, const std::vector<Setting>& settings) {
    if (!diagnostic.group.empty()) return;
    std::string origin;
    for (const Setting& setting : settings) {
        const bool ofNode = setting.node.empty() || setting.node == diagnostic.node;
        if (!ofNode || setting.path.front() != diagnostic.parameter) continue;
        origin += origin.empty() ? " (" : ", ";
        origin += setting.value.empty() ? "removed by --set " : "set by --set ";
        origin += quotedForMessage(setting.text);
    }
    if (!origin.empty()) diagnostic.problem = extended(diagnostic.problem, origin + ")");
}

}  // namespace

std::vector<Setting> givenSettings(const Arguments& arguments) {
    auto settings = parseSettings(arguments.all("set"));
    if (const auto* problem = std::get_if<Problem>(&settings)) refuse(*problem);
    return std::get<std::vector<Setting>>(std::move(settings));
}

Design loadAsSet(const Arguments& arguments, const std::stop_token& stop, std::size_t operand) {
    const std::vector<Setting> settings = givenSettings(arguments);
    const std::filesystem::path file = arguments.operands()[operand];
    Design design = loadDesign(file, stop);
    if (settings.empty() || design.refused) return design;
    YamlValue document = design.document;
    if (const auto problem = applySettings(document, settings, kinds(), std::filesystem::current_path()))
        refuse(*problem);
    Design changed = reviseDesign(std::move(document), file.parent_path(), file, kinds(), &design, stop);
    for (Diagnostic& diagnostic : changed.diagnostics)
        nameSettings(diagnostic, settings);
    return changed;
}

Design loadChecked(const Arguments& arguments, const std::stop_token& stop, std::size_t operand) {
    Design design = loadAsSet(arguments, stop, operand);
    if (!design.refused) return design;
    for (const Diagnostic& d : design.diagnostics)
        printMessage(d.text());
    throw UsageError({.reason = "%1 is not a design; nothing was computed",
                      .details = {quotedForMessage(arguments.operands()[operand])}});
}

NodeIndex rootIndex(const Design& design) {
    if (design.root) return *design.root;
    for (const Diagnostic& d : design.diagnostics)
        printMessage(d.text());
    throw UsageError("the design has no root; nothing was computed");
}

std::optional<Bookmark> bookmarkNamed(const Arguments& arguments, const Design& design) {
    const auto name = arguments.find("bookmark");
    if (!name) return {};
    std::string known;
    for (const Bookmark& bookmark : bookmarksIn(design.document)) {
        if (bookmark.name == *name) return bookmark;
        known += (known.empty() ? "" : ", ") + quotedForMessage(bookmark.name);
    }
    if (known.empty()) throw wrongOption("bookmark", *name, "the design has no bookmarks");
    throw wrongOption("bookmark", *name, "the design has only %1", {known});
}

namespace {

/// The numbers of `--devices`; empty stands for all devices.
std::vector<int> devicesOf(const Arguments& arguments) {
    std::vector<int> devices;
    std::stringstream stream(arguments.value("devices", ""));
    std::string part;
    while (std::getline(stream, part, ',')) {
        const bool number =
            !part.empty() && part.size() < 4 &&
            std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (!number) throw wrongOption("devices", part, "numbers such as 0,1 are expected");
        devices.push_back(std::stoi(part));
        if (std::count(devices.begin(), devices.end(), devices.back()) > 1)
            throw wrongOption("devices", arguments.value("devices", ""), "device %1 is named twice", {part});
    }
    return devices;
}

std::string backendOf(const Arguments& arguments) {
    const std::string wanted = arguments.value("backend", "auto");
    if (wanted == "auto" || wanted == "cpu" || wanted == "cuda") return wanted;
    throw wrongOption("backend", wanted, "auto, cpu or cuda is expected");
}

/// Refuses options of GPUs beside `--backend cpu`, which would ignore them.
void requireNoCardOptions(const Arguments& arguments) {
    if (backendOf(arguments) != "cpu") return;
    for (const char* option : {"devices", "gpu-memory"}) {
        if (arguments.has(option))
            throw wrongOption(option, arguments.value(option, ""),
                              "--backend cpu uses no GPU; leave out one of the two options");
    }
}

/// The backend that `--backend` asks for; null for the CPU.
/// \param whyNotOnCards  why cards cannot compute the design
/// \param said  receives the reason why `auto` chose the CPU
std::shared_ptr<Backend> openGpu(const Arguments& arguments, const std::string& whyNotOnCards,
                                 const Computer* opened, std::string& said) {
    const std::string wanted = backendOf(arguments);
    requireNoCardOptions(arguments);
    const std::vector<int> devices = devicesOf(arguments);
    const std::size_t memory = arguments.bytes("gpu-memory").value_or(0);
    if (wanted == "cpu") return nullptr;
    std::shared_ptr<Backend> backend;
    said = whyNotOnCards;
    if (whyNotOnCards.empty() && opened != nullptr) {
        backend = opened->means.cards;
        said = opened->whyNoGpu;
    } else if (whyNotOnCards.empty()) {
        CudaChoice choice = openCuda(devices, memory);
        backend = std::move(choice.backend);
        said = choice.problem;
    }
    const bool insists = wanted == "cuda" || !devices.empty() || memory > 0;
    if (!backend && insists)
        throw UsageError({.subject = "--backend cuda",
                          .reason = "%1; --backend cpu computes the same",
                          .details = {said}});
    return backend;
}

int threadsOf(const Arguments& arguments) {
    const auto cores = static_cast<long>(std::max(1U, std::thread::hardware_concurrency()));
    return static_cast<int>(arguments.number("threads", 1, 1024).value_or(cores));
}

std::optional<std::int32_t> tileSideOf(const Arguments& arguments) {
    const auto side = arguments.number("tile", 16, 16384);
    return side ? std::optional(static_cast<std::int32_t>(*side)) : std::nullopt;
}

}  // namespace

void checkEngineOptions(const Arguments& arguments) {
    requireNoCardOptions(arguments);
    static_cast<void>(devicesOf(arguments));
    static_cast<void>(threadsOf(arguments));
    static_cast<void>(tileSideOf(arguments));
    static_cast<void>(arguments.bytes("memory"));
    static_cast<void>(arguments.bytes("gpu-memory"));
}

void warnOfMuted(const Design& design, const std::function<void(const std::string&)>& say) {
    for (const DesignNode& node : design.nodes) {
        if (node.muted) say("warning: node '" + node.name + "' is muted");
    }
}

namespace {

Problem withMoreMemory(Problem problem, const std::string& remedy) {
    problem.remedies.clear();
    problem.advice = remedy + "; nothing was computed, nothing was written";
    return problem;
}

}  // namespace

TooLittleMemory::TooLittleMemory(const OutOfMemory& shortage, const std::string& remedy)
    : UsageError(withMoreMemory(shortage.problem(), remedy)) {}

Computer::Computer(const Arguments& arguments, const std::string& whyNotOnCards, const Computer* opened) {
    if (const auto given = arguments.bytes("memory")) {
        means.memoryBytes = *given;
    } else {
        const FreeMemory free = freeMemory();
        means.memoryBytes = free.bytes / 2;
        memoryLimit = free.limit;
    }
    means.threads = threadsOf(arguments);
    limitRowsAtOnce(means.threads);  // for tables that this thread makes for a card
    means.cards = openGpu(arguments, whyNotOnCards, opened, whyNoGpu);
    means.tileSide = tileSideOf(arguments);
}

Prediction predictionOf(const Design& design, CommandEngine& engine, std::stop_token stop) {
    auto found = predictSurface(design, engine.backend(), engine.graph(), std::move(stop));
    if (const auto* problem = std::get_if<Problem>(&found))
        throw wrongOption("surface", "predicted", *problem);
    return std::get<Prediction>(std::move(found));
}

void requireItems(const Design& design, NodeIndex node, const std::stop_token& stop) {
    static_cast<void>(graphOrRefused(bindGraph(design, node, {.everyItem = true, .stop = stop})));
}

Rect parseRegion(const std::string& text, double pixelUm, const Rect& whole, const char* option,
                 const std::string& node) {
    const auto region = regionIn(text, pixelUm, whole, node);
    if (const auto* why = std::get_if<Problem>(&region))
        throw UsageError({.reason = "--%1 %2", .details = {option, why->text()}});
    return std::get<Rect>(region);
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
