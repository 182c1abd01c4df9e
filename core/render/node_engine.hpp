// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/errors.hpp"
#include "core/design/design.hpp"
#include "core/render/cpu_backend.hpp"
#include "core/render/graph.hpp"
#include "core/tile/memory_budget.hpp"
#include "core/tile/tile_cache.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

namespace burin {

/// A design or a value has errors, so nothing was computed.
struct DesignRefused : ProblemError {
    explicit DesignRefused(Diagnostics found);
    Diagnostics problems;
};

/// The memory, threads and cards that an engine may use.
struct EngineMeans {
    /// limit of the computer's memory; a card's backend has its own
    std::size_t memoryBytes = 0;
    int threads = 1;                            ///< threads of the CPU
    std::shared_ptr<Backend> cards = {};        ///< null: the CPU computes
    std::optional<std::int32_t> tileSide = {};  ///< nothing: chosen to fit the memory

    /// Whether the cards compute a design for which Design::whyNotOnCards() gives this reason.
    [[nodiscard]] bool onCards(const std::string& whyNotOnCards) const {
        return cards != nullptr && whyNotOnCards.empty();
    }
};

/// The graph of a node that was bound. \throws DesignRefused if it was not
[[nodiscard]] std::shared_ptr<const Graph> graphOrRefused(BoundGraph bound);

/// Options for binding `node` so that computing it fits the means. \param options  only the sizes are changed
/// \throws Cancelled once the options' stop is signalled
[[nodiscard]] GraphOptions fittingOptions(const EngineMeans& means, const Design& design, NodeIndex node,
                                          GraphOptions options);

/// Computes one node of a design together with its subtree: on cards if they support all of its kinds,
/// otherwise on the CPU. The command line, the studio's exports and Python make the same object.
class NodeEngine {
  public:
    /// Binds the node and reserves the memory of its images and tables.
    /// \param options  as for fittingOptions() \throws DesignRefused, OutOfMemory, Cancelled
    NodeEngine(EngineMeans means, const Design& design, NodeIndex node, const GraphOptions& options);
    /// For a graph whose images and tables are reserved elsewhere.
    NodeEngine(EngineMeans means, std::shared_ptr<const Graph> graph);

    /// The same node, bound for first pictures. \param design  the design of the node's graph \throws
    /// Cancelled
    [[nodiscard]] std::shared_ptr<const Graph> provisional(const Design& design, NodeIndex node,
                                                           const std::stop_token& stop) const;

    [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
    [[nodiscard]] Backend& backend() { return cpu_ ? *cpu_ : *means_.cards; }
    /// The backend that computes on cards; null if the CPU computes.
    [[nodiscard]] Backend* cards() const { return cpu_ ? nullptr : means_.cards.get(); }
    [[nodiscard]] MemoryBudget& budget() { return budget_; }
    /// Threads of the CPU. They compute samples, or encode the samples that cards compute.
    [[nodiscard]] int threads() const { return means_.threads; }

  private:
    EngineMeans means_;
    std::shared_ptr<const Graph> graph_;
    MemoryBudget budget_;
    Reservation resident_;  ///< images and tables of the graph
    std::optional<TileCache> cache_;
    std::optional<CpuBackend> cpu_;  ///< set if no card computes
};

}  // namespace burin
