// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.hpp"
#include "core/render/backend.hpp"
#include "core/tile/memory_budget.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace burin {

/// How well the modules of a code can be told apart.
struct CodeReading {
    std::size_t columns = 0;  ///< columns of modules
    std::size_t rows = 0;
    /// Modules whose mean depth is on the wrong side of the middle between dark and light ones.
    std::size_t lost = 0;
    /// Whether the dark modules differ from the light ones at all.
    bool visible = true;
    /// Modules of the quiet zone that look dark. Only the part of the zone that readers need is examined.
    std::size_t covered = 0;
    double modulePx = 1;  ///< the shorter side of a drawn module
    double moduleUm = 1;
    int quiet = 0;          ///< modules that the code keeps free around it
    int wantedQuiet = 0;    ///< modules that readers need
    bool mirrored = false;  ///< whether the node mirrors the code
    /// Whether the samples are those of the graph's top, including everything in between. Otherwise other
    /// nodes turn, scale or repeat the code, and the samples are only those of the code.
    bool onTop = true;

    /// Whether a reader can read the code without any complaint.
    [[nodiscard]] bool good() const;
    /// The result in words: "the code can be read: 24 x 24 modules of 80 um", or the worst fault with advice.
    [[nodiscard]] Problem words() const;
};

/// Compares the samples of a code with its modules. Only the first item of a series is examined.
///
/// Each module counts by the mean of up to 25 samples in its middle half.
/// \param name  of a node of the graph
/// \return nothing for a node of another kind, and for a series without items
/// \throws Cancelled, OutOfMemory, and what sources throw
[[nodiscard]] std::optional<CodeReading> codeReading(Backend& backend, MemoryBudget& budget,
                                                     const std::shared_ptr<const Graph>& graph,
                                                     std::string_view name, const std::stop_token& stop);

}  // namespace burin
