// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/render/node_engine.hpp"
#include "ui/model/engine.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace burin::ui {

/// What one export computes with. The pictures on the screen never wait for it.
///
/// It has its own share of the engine's memory. On the processor it also has its own threads, at low
/// priority, and its own tiles; on a card its requests come after all others.
class ExportEngine {
  public:
    /// \return the part of `engine`'s memory that an export may take, in bytes
    [[nodiscard]] static std::size_t share(const Engine& engine) { return engine.budget.limit() / 4; }
    /// How many blocks are computed concurrently. \param whyNotOnCards  \see Design::whyNotOnCards
    [[nodiscard]] static int sideBySide(const Engine& engine, const std::string& whyNotOnCards);
    /// Binds the root so that it computes within share(). Makes all items of its series, which can take
    /// minutes. \throws UsageError, Cancelled
    [[nodiscard]] static std::shared_ptr<const Graph> bind(const Engine& engine, const Design& design,
                                                           const std::stop_token& stop);

    /// Waits for the share of memory, or takes less of it if other work keeps the rest. Construct the engine
    /// on the exporting thread; it lowers the priority of that thread. \throws UsageError if the design has
    /// errors, OutOfMemory, Cancelled
    ExportEngine(const Engine& engine, const Design& design, std::stop_token stop);

    [[nodiscard]] NodeEngine& own() { return *own_; }

  private:
    Residents::Held resident_;  ///< images and tables; reserved outside of the share
    Reservation share_;
    std::optional<NodeEngine> own_;
};

/// The priority of an export's requests; those of pictures are never below 0.
inline constexpr int exportPriority = -1000;

}  // namespace burin::ui
