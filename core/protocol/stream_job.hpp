// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/journal.hpp"
#include "core/export/surface_info.hpp"
#include "core/protocol/line_layout.hpp"

#include <cstdint>
#include <string>

namespace burin {

struct Design;
struct Root;

enum class SliceCompression { none, lz4 };

/// What a machine is told of a job before its samples.
struct StreamJob {
    SurfaceInfo surface;
    Scan scan;
    double overscanUm = 0;             ///< by which lines are lengthened on both sides, without engraving
    double bidirectionalOffsetUm = 0;  ///< by which the rows that are turned around are shifted
    double fullDepthUm = 0;            ///< of the largest sample; 0: not said
    bool lightDeep = false;            ///< the least sample is the deepest
    SliceCompression compression = SliceCompression::none;
    std::uint64_t prefillBytes = 0;  ///< that the machine holds before it starts; 0: as it likes

    [[nodiscard]] LineLayout layout() const;
    /// The same for the same engraving: 16 hexadecimal digits.
    [[nodiscard]] std::string id() const;
};

/// What a machine is told of a surface of this design. \param root  of the design
[[nodiscard]] StreamJob streamJob(const Design& design, const Root& root, const SurfaceInfo& surface,
                                  const Scan& scan);

/// How a controller's journal calls the job: a raw file of which each line is a chunk.
[[nodiscard]] JournalHeader journalHeader(const StreamJob& job);
[[nodiscard]] StreamJob streamJob(const JournalHeader& header);

/// What is wrong with a header from outside; empty where it can be a job.
[[nodiscard]] std::string problemOf(const StreamJob& job);

}  // namespace burin
