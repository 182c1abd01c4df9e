// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/render/backend.hpp"
#include "core/render/graph.hpp"
#include "core/render/node_costs.hpp"
#include "core/tile/memory_budget.hpp"
#include "ui/model/residents.hpp"

#include <QString>

#include <functional>
#include <memory>
#include <string>

namespace burin::ui {

/// The parts that compute, as set up by the program. Outlives every window.
struct Engine {
    Backend& backend;      ///< the backend of the graphics card, if it is used
    MemoryBudget& budget;  ///< host memory; pictures are reserved here
    QString problem;       ///< why the graphics card is not used; empty if it is used or was not wanted
    /// Opens a writer that puts the backend's pictures into textures of the current OpenGL context. If it is
    /// null or returns null, pictures must be uploaded.
    std::function<std::unique_ptr<TextureWriter>()> openTextureWriter = {};
    std::shared_ptr<Residents> residents = std::make_shared<Residents>(budget);
    /// Computes what no card can compute. Null without a card.
    Backend* cpu = nullptr;
    /// Receives what each node of a preview costs on the processor.
    std::shared_ptr<NodeCosts> costs = std::make_shared<NodeCosts>();

    /// The backend that computes a graph, to be asked about its speed, its tiles and its pictures.
    [[nodiscard]] Backend& backendFor(const Graph& graph) const { return backendFor(graph.whyNotOnCards); }
    /// \param whyNotOnCards  of a design's node \see Design::whyNotOnCards
    [[nodiscard]] Backend& backendFor(const std::string& whyNotOnCards) const {
        return whyNotOnCards.empty() || cpu == nullptr ? backend : *cpu;
    }
    /// The backend that computes a design's surface. Cost grows with the number of nodes.
    [[nodiscard]] Backend& backendFor(const Design& design) const {
        return design.root && cpu != nullptr ? backendFor(design.whyNotOnCards(*design.root)) : backend;
    }
};

}  // namespace burin::ui
