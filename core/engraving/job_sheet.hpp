// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/design.hpp"
#include "core/engraving/measuring/measuring.hpp"
#include "core/engraving/preflight.hpp"
#include "core/render/graph.hpp"

#include <optional>
#include <string>

namespace burin {

/// The content of a job sheet about a surface.
struct JobSheet {
    std::string file;  ///< of the design
    std::string hash;  ///< \see designHash()
    std::string version;
    std::string date;
    double seconds = 0;  ///< that an export will take
    PreflightReport preflight;
    MeasuringOptions measuring;
    std::optional<MeasuredSurface> measured;  ///< nothing: no depth is known
};

/// Every number of the sheet as one JSON object. Lengths are in um if their key does not say otherwise.
/// \pre `graph` is that of the design's root
[[nodiscard]] std::string jobSheetJson(const JobSheet& sheet, const Design& design, const Graph& graph);

}  // namespace burin
