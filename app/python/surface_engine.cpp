// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/surface_engine.hpp"

#include "app/cuda.hpp"
#include "core/base/errors.hpp"
#include "core/base/text.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace burin::python {
namespace {

std::shared_ptr<Backend> openWanted(const EngineWishes& wishes, const std::string& whyNotOnCards) {
    const std::string& wanted = wishes.backend;
    if (wanted != "auto" && wanted != "cpu" && wanted != "cuda")
        throw UsageError({.reason = "backend %1: 'auto', 'cpu' or 'cuda' is expected",
                          .details = {quotedForMessage(wanted)}});
    if (wanted == "cpu") return nullptr;
    std::string why = whyNotOnCards;
    if (why.empty()) {
        app::CudaChoice choice = app::openCuda(wishes.devices, wishes.deviceBytes);
        if (choice.backend) return std::move(choice.backend);
        why = choice.problem;
    }
    const bool insists = wanted == "cuda" || !wishes.devices.empty() || wishes.deviceBytes > 0;
    if (insists) throw BackendMissing(why + "; backend='cpu' computes the same");
    return nullptr;
}

EngineMeans meansFor(const Design& design, NodeIndex node, const EngineWishes& wishes) {
    if (Diagnostics errors = design.errorsOf(node); !errors.empty()) throw DesignRefused(std::move(errors));
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    return {.memoryBytes = wishes.memoryBytes,
            .threads = wishes.threads > 0 ? wishes.threads : cores,
            .cards = openWanted(wishes, design.whyNotOnCards(node)),
            .tileSide = wishes.tileSide};
}

}  // namespace

SurfaceEngine::SurfaceEngine(const Design& design, NodeIndex node, const EngineWishes& wishes,
                             const std::stop_token& stop)
    : NodeEngine(meansFor(design, node, wishes), design, node,
                 {.everyItem = wishes.everyItem, .stop = stop}) {}

}  // namespace burin::python
